import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../listen-locally.ts'

const INSTALL_ROOT = '/usr/lib/postgresql'
const START_TRIES = 100

export type PostgresServer = {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Pauses all processes of the server: it accepts connections and never answers. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

/** Finds the directory of the newest PostgreSQL programs installed as on Debian; undefined without any. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(INSTALL_ROOT)) return undefined
  const versions = readdirSync(INSTALL_ROOT).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(INSTALL_ROOT, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/**
 * Creates and starts a throwaway PostgreSQL server on a free local port, with its files below `parent`. `remove` deletes everything.
 * @param durable waits for the disk, as a production server does
 * @param preload library loaded at start, for an extension that needs it
 */
export async function startPostgresServer(parent = tmpdir(), durable = false, preload = ''): Promise<PostgresServer> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error(`PostgreSQL is not installed under ${INSTALL_ROOT}`)
  const owner = unprivilegedUser()
  const dir = mkdtempSync(join(parent, 'parvis-postgres-'))
  if (owner.uid !== undefined) chownSync(dir, owner.uid, owner.gid!)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ChildProcess | undefined

  // Like the embedded engine: sorted by code point, but with the case of accented letters.
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--lc-collate=C']
  const settings = ['--auth=trust', '--username=postgres', ...locale, '--no-sync', '-D', join(dir, 'data')]
  execFileSync(join(programs, 'initdb'), settings, { ...owner, cwd: dir, stdio: 'ignore' })
  const server: PostgresServer = { url, start, stop, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT'), remove }
  await start()
  return server

  async function start(): Promise<void> {
    const options = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
      max_connections: 200,
      shared_preload_libraries: preload,
    }
    const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    running = spawn(join(programs!, 'postgres'), ['-D', join(dir, 'data'), ...flags], { ...owner, cwd: dir, stdio: 'ignore' })
    for (let tries = 1; !(await answers(url)); tries += 1) {
      if (tries >= START_TRIES || running.exitCode !== null) throw new Error('the throwaway PostgreSQL server did not start')
      await sleep(100)
    }
  }

  function signal(name: NodeJS.Signals): void {
    if (running?.pid === undefined) return
    const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    for (const pid of [running.pid, ...children]) process.kill(pid, name)
  }

  async function stop(): Promise<void> {
    const stopping = running
    running = undefined
    if (stopping === undefined || stopping.exitCode !== null) return
    const stopped = new Promise((resolve) => stopping.once('exit', resolve))
    stopping.kill('SIGINT')
    await stopped
  }

  async function remove(): Promise<void> {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns the account that runs PostgreSQL, which refuses to run as root: postgres, or nobody. */
function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find((fields) => fields !== undefined)
  if (account === undefined) throw new Error('no unprivileged account to run PostgreSQL')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
