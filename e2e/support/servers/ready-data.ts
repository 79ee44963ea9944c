import { constants, existsSync } from 'node:fs'
import { copyFile, cp, link, mkdir, rename, rmdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The server of the first start: the part of `AppServer` that makes ready data. */
type FirstServer = { url: string; dataDir: string; output(): string; stop(): Promise<number | null>; close(): Promise<void> }

// A first start creates a database, adds the demonstration data and indexes its documents: one minute of work that most journeys do not check. It is done
// once per run, and each journey starts with a copy of the result.

/** Settings that change nothing in the data of an instance that has already started once. */
const settingsWithoutTrace = /^(PARVIS_DEMO|MAX_UPLOAD_MB|LLM_BASE_URL|LLM_MODEL|LLM_CONTEXT_TOKENS|CHAT_\w+|LEGAL_\w+|ACCESSIBILITY_\w+|\w+_RETENTION_DAYS)$/

/** Whether an instance with these settings may start with a copy. Other settings change what a first start reads, stores or creates; `onCopy` allows them. */
export const canStartOnCopy = (env: Record<string, string>, onCopy = false): boolean =>
  process.env[readyDataVariable] !== undefined && (onCopy || Object.keys(env).every((name) => settingsWithoutTrace.test(name)))

/**
 * Creates `dataDir` with the data of a stopped instance after its first start: catalogue present, every demonstration document indexed (none if `demo` is
 * 'false'), nobody signed in. `startFirst` is called only if the data does not exist yet.
 */
export async function copyReadyData(dataDir: string, demo: string, startFirst: () => Promise<FirstServer>): Promise<void> {
  const ready = await readyData(demo, startFirst)
  const reserveFile = /[/\\]reserve-\d$/
  const linked: string[] = []
  const filter = (path: string) => !reserveFile.test(path) || linked.push(path) === 0
  await cp(ready, dataDir, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE, filter })
  // These reserve files are half of the bytes (disk-space.ts). They are never modified, only deleted, so they are linked instead of copied.
  for (const path of linked) {
    const target = join(dataDir, relative(ready, path))
    // A link to another disk is impossible.
    await link(path, target).catch(() => copyFile(path, target))
  }
}

/**
 * Returns the folder to copy, and creates it at the first call, which takes 30 s of one core. Other callers wait. If the creation fails, one of them tries
 * again.
 */
export async function readyData(demo: string, startFirst: () => Promise<FirstServer>): Promise<string> {
  const folder = process.env[readyDataVariable]!
  await mkdir(folder, { recursive: true })
  const ready = join(folder, `demo-${demo}`)
  const make = () => makeReadyData(ready, demo !== 'false', startFirst)
  while (!existsSync(ready)) await runExclusively(`${ready}.begun`, make)
  return ready
}

/**
 * Runs `act`, or waits until the process that already runs it ends.
 * @param lock folder that exists while it runs
 */
async function runExclusively(lock: string, act: () => Promise<void>): Promise<void> {
  try {
    await mkdir(lock)
  } catch {
    while (existsSync(lock)) await new Promise((resolve) => setTimeout(resolve, 200))
    return
  }
  try {
    await act()
  } finally {
    await rmdir(lock)
  }
}

async function makeReadyData(ready: string, hasDemo: boolean, startFirst: () => Promise<FirstServer>): Promise<void> {
  const server = await startFirst()
  try {
    await waitUntilIdle(server.url, hasDemo)
    const code = await server.stop()
    if (code !== 0) throw new Error(`The first start ended with ${code}. It said:\n${server.output()}`)
    await rename(server.dataDir, ready)
  } finally {
    await server.close()
  }
}

/**
 * Waits until the job queue is empty, by the metrics: a sign-in would leave traces in the data.
 * @throws when a document was not indexed, or after 280 seconds
 */
export async function waitUntilIdle(url: string, hasDemo: boolean): Promise<void> {
  const end = Date.now() + 280_000
  for (;;) {
    const text = await (await fetch(`${url}/api/metrics`)).text()
    const failed = /^parvis_job_seconds_count\{.*outcome="failed".*$/m.exec(text)
    if (failed) throw new Error(`A demonstration document was not indexed: ${failed[0]}`)
    const isSeeded = /^parvis_job_seconds_count\{kind="seed_documents",outcome="done"\} 1$/m.test(text)
    if (isSeeded === hasDemo && !/^parvis_jobs\{/m.test(text)) return
    if (Date.now() > end) throw new Error('The demonstration documents were not indexed in time')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/**
 * Environment variable with the folder of the run, set by global-setup.ts, which deletes the folder at the end. Processes started for the run inherit it,
 * and are identified by it.
 */
export const readyDataVariable = 'E2E_READY_DATA'
