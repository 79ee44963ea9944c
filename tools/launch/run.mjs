import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a child to its end. Signals sent to this process go to the child and this process
 * stays until the child has finished its own shutdown, so that whoever waits for us
 * (npm, systemd, Docker) never sees the port still taken after we are gone.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr' | 'capture' }} options
 *   `inherit` (default): the child has our three streams; `stderr`: all it says goes to stderr;
 *   `capture`: it is kept and returned.
 * @returns {Promise<{ code: number, output: string }>} a child ended by a signal gives 128 + its number
 */
export function run(command, args, { cwd, env = process.env, output = 'inherit' }) {
  const stdio = { inherit: 'inherit', stderr: ['ignore', 2, 2], capture: ['ignore', 'pipe', 'pipe'] }[output]
  const child = spawn(command, args, { cwd, env, stdio })

  const release = passSignals(child)

  return new Promise((resolve) => {
    let said = ''
    const keep = (/** @type {Buffer} */ chunk) => void (said += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const finish = (/** @type {number} */ code) => {
      release()
      resolve({ code, output: said })
    }
    child.on('error', (error) => {
      said += `${error.message}\n`
      if (output !== 'capture') console.error(error.message)
      finish(1)
    })
    child.on('close', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Passes signals on to the child. Whoever stops us often signals the whole family at once (a
 * process group, a systemd unit), and npm passes its own copy on: what comes within a second is
 * one order, and an impatient second order is still heard after that.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing
 */
function passSignals(child) {
  let last = -Infinity
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // In a terminal, Ctrl+C has already reached the whole group, the child included.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    if (performance.now() - last < 1000) return
    last = performance.now()
    child.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, pass)

  // npm starts us through a shell that dies of a SIGTERM without passing it on, and npm with it:
  // without this, stopping `npm start` would leave the server running, its port taken.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    if (last === -Infinity) pass('SIGTERM')
  }, 200)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)

  return () => {
    clearInterval(watch)
    for (const signal of forwarded) process.off(signal, pass)
  }
}
