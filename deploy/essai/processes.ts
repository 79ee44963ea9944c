import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const running = new Set<ChildProcess>()

/**
 * Finds a program: named by an environment variable (the program, or its folder), or in PATH, `/usr/sbin` or a PostgreSQL of Debian, newest first.
 * @throws with the package to install
 */
export function findProgram(name: string, variable: string, debianPackage: string): string {
  const given = process.env[variable]
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', ...versions.map((version) => path.join(root, version, 'bin'))]
  const candidates = given === undefined ? folders.map((folder) => path.join(folder, name)) : [path.join(given, name), given]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${name} n’est pas installé\u00a0: apt install ${debianPackage}, ou nommez-le par ${variable}.`)
  return found
}

/** Starts a program that writes its output to `log`; it is killed at the end of the trial. */
export function startProgram(
  file: string,
  args: readonly string[],
  log: string,
  options: { env?: Record<string, string>; cwd?: string; uid?: number; gid?: number },
): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(file, args, { ...options, env: { PATH: process.env['PATH'], ...options.env }, stdio: ['ignore', output, output] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/** Stops every program that was started, the last one first. */
export async function stopAll(): Promise<void> {
  for (const child of [...running].toReversed()) {
    await Promise.race([stopProgram(child, 'SIGTERM'), wait(10_000)])
    await stopProgram(child)
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  return Promise.all(
    servers.map(async (server) => {
      const { port } = server.address() as { port: number }
      await new Promise((resolve) => server.close(resolve))
      return port
    }),
  )
}

/**
 * Repeats `attempt` until it succeeds.
 * @throws when the program ends first, or after two minutes
 */
export async function untilReady(child: ChildProcess, attempt: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 120_000
  while (!(await attempt().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`le programme s’est arrêté (code ${child.exitCode})`)
    if (Date.now() > endsAt) throw new Error('pas prêt au bout de deux minutes')
    await wait(200)
  }
}
