import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOutbox, type Mail } from './outbox.ts'
import type { Credentials } from '../pages.ts'
import { copyReadyData, mayBeginOnCopy } from './ready-data.ts'
import { readyDataVariable } from './ready-data-variable.ts'
import { isWhole } from '../whole.ts'

export type AppServer = {
  /** Where it listens, without a trailing slash; the same after a restart. */
  readonly url: string
  readonly port: number
  readonly adminPassword: string
  /** The administrator of the installation. */
  readonly root: Credentials
  readonly dataDir: string
  /** The process now running, to be observed (memory, signals). */
  readonly pid: number
  /** All that it has written so far, both streams, every life. */
  output(): string
  /** The mails that it has « sent », oldest first. */
  outbox(): Promise<Mail[]>
  /** SIGTERM, then waits for the end. @returns the exit code (null: ended by a signal) */
  stop(): Promise<number | null>
  /** Ends it with no warning, as a power cut would end the process. */
  kill9(): Promise<void>
  /** Starts it again (stopping it first if it runs) on the same data and the same port. */
  restart(env?: Record<string, string>): Promise<void>
  /** Stops it and deletes its data. */
  close(): Promise<void>
}

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
/**
 * A server that lives a minute spends a third of its processor in compiling WebAssembly (the embedded engine) twice, the second time
 * for a speed that it has no time to enjoy: 3.3 s to be ready and at rest, 2.4 without. Full proofs and benches run it as people do.
 */
export const nodeOptions = process.env['VITEST'] === undefined || isWhole ? [] : ['--liftoff-only']
const ready = /Parvis est prêt\s*:\s*(http:\/\/\S+)/
const adminPassword = 'Tilleul-ardoise-47-fontaine'

/**
 * Starts the real application on a free port, with data of its own, and waits until it says that
 * it is ready. It is given no variable of this process but those it cannot do without: the
 * machine's settings do not change a test. The demonstration model answers at full speed. Unless a setting asks for more than
 * that, it begins on a copy of the data of an instance that has already started (ready-data.ts).
 * @param env settings of the product (docs/exploitation.md)
 * @param options `firstStart`: on no data at all, whatever the settings; `onCopy`: on a copy, whatever they are (the caller knows that none of them
 * would have been kept by a first start)
 * @throws with what it wrote, if it stops or stays silent for two minutes
 */
export async function startServer(
  env: Record<string, string> = {},
  { firstStart = false, onCopy = false }: { firstStart?: boolean; onCopy?: boolean } = {},
): Promise<AppServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-e2e-'))
  const settings: Record<string, string> = {
    PORT: '0',
    PARVIS_DATA_DIR: join(dataDir, 'data'),
    PARVIS_ADMIN_PASSWORD: adminPassword,
    LLM_DEMO_PACE: '0',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const said: string[] = []
  const clean = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  let child: ChildProcess
  const begin = async () => {
    const { PARVIS_DEMO = 'true' } = env
    if (!firstStart && mayBeginOnCopy(env, onCopy)) await copyReadyData(settings['PARVIS_DATA_DIR']!, PARVIS_DEMO, () => startFirst(PARVIS_DEMO))
    child = launch(settings, dataDir, said)
    return waitUntilReady(child, said)
  }
  const url = await begin().catch((error: unknown) => {
    clean()
    throw error
  })
  settings['PORT'] = new URL(url).port
  const root = { username: 'admin', password: settings['PARVIS_ADMIN_PASSWORD'] ?? adminPassword }

  const running = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    const ended = running() ? new Promise((resolve) => child.once('exit', resolve)) : undefined
    child.kill(signal)
    await ended
  }
  return {
    url,
    port: Number(settings['PORT']),
    adminPassword: root.password,
    root,
    dataDir: settings['PARVIS_DATA_DIR'] ?? dataDir,
    get pid() {
      return child.pid ?? -1
    },
    output: () => said.join(''),
    outbox: () => readOutbox(settings['PARVIS_DATA_DIR'] ?? dataDir),
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
    async restart(changed = {}) {
      if (running()) await end('SIGTERM')
      Object.assign(settings, changed)
      child = launch(settings, dataDir, said)
      await waitUntilReady(child, said)
    },
    async close() {
      if (running()) await end('SIGTERM')
      clean()
    },
  }
}

/** Starts an instance on no data, whose data others will begin on. */
export const startFirst = (demo: string): Promise<AppServer> => startServer({ PARVIS_DEMO: demo }, { firstStart: true })

function launch(settings: Record<string, string>, cwd: string, said: string[]): ChildProcess {
  // The last one is no setting: it says of which run the process is (sweep.ts).
  const kept = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE', readyDataVariable].map((name) => [name, process.env[name]]))
  // Elsewhere than the repository: a developer's .env is not the test's.
  const child = spawn(process.execPath, [...nodeOptions, main], { cwd, env: { ...kept, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const keep = (chunk: Buffer) => void said.push(String(chunk))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return child
}

function waitUntilReady(child: ChildProcess, said: string[]): Promise<string> {
  const begin = said.length
  const words = () => said.slice(begin).join('')
  return new Promise((resolve, reject) => {
    const give = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`${why}. It said:\n${words()}`))
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      give('The application was not ready after two minutes')
    }, 120_000)
    child.once('error', (error) => give(error.message))
    // `close` and not `exit`: what the process wrote last has been read.
    child.once('close', (code, signal) => give(`The application stopped before it was ready (${code ?? signal})`))
    child.stdout?.on('data', () => {
      const url = ready.exec(words())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url.replace(/\/$/, ''))
    })
  })
}
