import { spawn, type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, rmSync, existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PostalMime from 'postal-mime'
import type { Credentials } from '../pages.ts'
import { copyReadyData, canStartOnCopy, readyDataVariable } from './ready-data.ts'
import { isFullProof } from '../whole.ts'

export type AppServer = {
  /** URL without a trailing slash; unchanged after a restart. */
  readonly url: string
  readonly port: number
  readonly adminPassword: string
  /** Initial administrator. */
  readonly root: Credentials
  readonly dataDir: string
  /** Current process, to be observed (memory, signals). */
  readonly pid: number
  /** Everything written so far on both streams, before and after restarts. */
  output(): string
  /** Mails « sent » by the server, oldest first. */
  outbox(): Promise<OutboxMail[]>
  /**
   * Sends SIGTERM, then waits for the end.
   * @returns the exit code (null: ended by a signal)
   */
  stop(): Promise<number | null>
  /** Ends the process without warning, as a power cut does. */
  kill9(): Promise<void>
  /** Starts it again (after stopping it if it runs) on the same data and port. */
  restart(env?: Record<string, string>): Promise<void>
  /** Stops it and deletes its data. */
  close(): Promise<void>
}

const mainFile = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
/**
 * Node options of a test server. By default Node compiles WebAssembly (the embedded database) twice, the second time for speed, which takes a third of the
 * processor time of a server that lives one minute: 3.3 s until ready and idle, 2.4 s with this option. Full proofs and benchmarks use the defaults.
 */
export const nodeOptions = process.env['VITEST'] === undefined || isFullProof ? [] : ['--liftoff-only']
const readyMessage = /Parvis est prêt\s*:\s*(http:\/\/\S+)/
const adminPassword = 'Tilleul-ardoise-47-fontaine'

/**
 * Starts the real application on a free port, with its own data, and waits until it is ready. It inherits only the indispensable variables of this
 * process, so that the machine's settings do not affect tests. The demonstration model answers at full speed. If the settings allow it, it starts with a
 * copy of the data of an instance that has already started (ready-data.ts).
 * @param env settings of the product (docs/exploitation.md)
 * @param options `firstStart`: starts without data, whatever the settings; `onCopy`: starts with a copy, whatever the settings (the caller knows that none
 *   changes what a first start stores)
 * @throws with its output, when it stops or is not ready after two minutes
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
  const output: string[] = []
  const clean = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  let child: ChildProcess
  const firstLaunch = async () => {
    const { PARVIS_DEMO = 'true' } = env
    if (!firstStart && canStartOnCopy(env, onCopy)) await copyReadyData(settings['PARVIS_DATA_DIR']!, PARVIS_DEMO, () => startFirst(PARVIS_DEMO))
    child = launch(settings, dataDir, output)
    return waitUntilReady(child, output)
  }
  const url = await firstLaunch().catch((error: unknown) => {
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
    output: () => output.join(''),
    outbox: () => readOutbox(settings['PARVIS_DATA_DIR'] ?? dataDir),
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
    async restart(changed = {}) {
      if (running()) await end('SIGTERM')
      Object.assign(settings, changed)
      child = launch(settings, dataDir, output)
      await waitUntilReady(child, output)
    },
    async close() {
      if (running()) await end('SIGTERM')
      clean()
    },
  }
}

/** Starts an instance without data, whose data will be copied for others. */
export const startFirst = (demo: string): Promise<AppServer> => startServer({ PARVIS_DEMO: demo }, { firstStart: true })

function launch(settings: Record<string, string>, cwd: string, said: string[]): ChildProcess {
  // The last one is not a setting: it identifies the run of the process (sweep.ts).
  const inheritedEnv = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE', readyDataVariable].map((name) => [name, process.env[name]]))
  // The working directory is not the repository, so that a developer's .env file is not read.
  const child = spawn(process.execPath, [...nodeOptions, mainFile], { cwd, env: { ...inheritedEnv, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const appendOutput = (chunk: Buffer) => void said.push(String(chunk))
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  return child
}

function waitUntilReady(child: ChildProcess, said: string[]): Promise<string> {
  const begin = said.length
  const newOutput = () => said.slice(begin).join('')
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`${why}. It said:\n${newOutput()}`))
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('The application was not ready after two minutes')
    }, 120_000)
    child.once('error', (error) => fail(error.message))
    // `close`, not `exit`: at `close` all output has been read.
    child.once('close', (code, signal) => fail(`The application stopped before it was ready (${code ?? signal})`))
    child.stdout?.on('data', () => {
      const url = readyMessage.exec(newOutput())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url.replace(/\/$/, ''))
    })
  })
}

/** A mail of the outbox. `links` contains every http address of its text. */
export type OutboxMail = { file: string; to: string[]; subject: string; text: string; html: string; links: string[] }

/** Reads `outbox/*.eml` of a data directory, oldest first (the names begin with the time). */
async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (file) => {
      const mail = await PostalMime.parse(await readFile(join(folder, file)))
      const text = mail.text ?? ''
      return {
        file,
        to: (mail.to ?? []).flatMap(({ address }) => (address ? [address] : [])),
        subject: mail.subject ?? '',
        text,
        html: mail.html ?? '',
        links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
      }
    }),
  )
}

type CommandResult = { code: number | null; stdout: string; stderr: string }

/** Starts the command of `npm run <command> -- …words`, in an instance's folder, with nothing to install. */
export function startCommand(
  name: 'backup' | 'restore' | 'admin',
  args: string[],
  { cwd, dataDir }: { cwd: string; dataDir: string },
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const script = fileURLToPath(new URL(`../../../server/src/${name}.ts`, import.meta.url))
  const inheritedEnv = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((variable) => [variable, process.env[variable]]))
  let child: ChildProcess
  const ended = new Promise<CommandResult>((resolve) => {
    child = execFile(
      process.execPath,
      [...nodeOptions, script, ...args],
      { cwd, env: { ...inheritedEnv, PARVIS_DATA_DIR: dataDir } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
  return { child: child!, ended }
}
