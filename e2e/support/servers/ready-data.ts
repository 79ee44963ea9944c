import { constants, existsSync } from 'node:fs'
import { copyFile, cp, link, mkdir, rename, rmdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readyDataVariable } from './ready-data-variable.ts'
import type { AppServer } from './server.ts'

// A first start makes a database, fills it with the demonstration and reads its documents: a minute of work that most journeys do
// not look at. It is done once in a run, and each of them begins on a copy of what it leaves.

/** What may be told to an instance that has already started once, without anything of its data being otherwise. */
const leavesNoTrace = /^(PARVIS_DEMO|MAX_UPLOAD_MB|LLM_BASE_URL|LLM_MODEL|LLM_CONTEXT_TOKENS|CHAT_\w+|LEGAL_\w+|ACCESSIBILITY_\w+|\w+_RETENTION_DAYS)$/

/** Whether these settings may begin on a copy; anything else that a first start reads, keeps or creates may not, unless the test says that it may. */
export const mayBeginOnCopy = (env: Record<string, string>, onCopy = false): boolean =>
  process.env[readyDataVariable] !== undefined && (onCopy || Object.keys(env).every((name) => leavesNoTrace.test(name)))

/**
 * Puts in `dataDir`, which does not exist yet, the data of an instance whose first start is over: catalogue in place, every
 * demonstration document indexed (none where `demo` is 'false'), stopped; nobody has signed in. `startFirst` starts one, the
 * first time that it is needed.
 */
export async function copyReadyData(dataDir: string, demo: string, startFirst: () => Promise<AppServer>): Promise<void> {
  const ready = await readyData(demo, startFirst)
  const reserve = /[/\\]reserve-\d$/
  const linked: string[] = []
  const filter = (path: string) => !reserve.test(path) || linked.push(path) === 0
  await cp(ready, dataDir, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE, filter })
  // Half of the bytes, which serve to be there (disk-room.ts): never written again, removed at most.
  for (const path of linked) {
    const target = join(dataDir, relative(ready, path))
    // On another disk there is nothing to link to.
    await link(path, target).catch(() => copyFile(path, target))
  }
}

/** The path of what is copied, made at the first need: a first start takes a core for half a minute; who comes meanwhile waits, and one of them makes it if it fails. */
export async function readyData(demo: string, startFirst: () => Promise<AppServer>): Promise<string> {
  const folder = process.env[readyDataVariable]!
  await mkdir(folder, { recursive: true })
  const ready = join(folder, `demo-${demo}`)
  const make = () => makeReadyData(ready, demo !== 'false', startFirst)
  while (!existsSync(ready)) await oneAtATime(`${ready}.begun`, make)
  return ready
}

/** Acts, or waits until whoever already does is done. `lock`: the folder that says so. */
async function oneAtATime(lock: string, act: () => Promise<void>): Promise<void> {
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

async function makeReadyData(ready: string, hasDemo: boolean, startFirst: () => Promise<AppServer>): Promise<void> {
  const server = await startFirst()
  try {
    await untilIdle(server.url, hasDemo)
    const code = await server.stop()
    if (code !== 0) throw new Error(`The first start ended with ${code}. It said:\n${server.output()}`)
    await rename(server.dataDir, ready)
  } finally {
    await server.close()
  }
}

/** Waits until no work is left in the queue. By the metrics: a session would leave its traces. @throws when a document was not indexed, or after nearly five minutes */
export async function untilIdle(url: string, hasDemo: boolean): Promise<void> {
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
