import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a child process to its end. Signals sent to this process are forwarded to the child. This process ends only after the child, so that the program
 * that waits for it (npm, systemd, Docker) never finds the port still in use.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr' | 'capture' }} options
 *   `inherit` (default): the child uses our three streams; `stderr`: all its output goes to stderr;
 *   `capture`: its output is returned.
 * @returns {Promise<{ code: number, output: string }>} `code`: exit code, or 128 + the signal number
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
 * Forwards signals to the child. One order to stop often arrives several times: it is sent to the whole process group or systemd unit, and npm forwards
 * its own copy. Signals within one second are therefore forwarded once; a later one, from an impatient person, is forwarded again.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops forwarding
 */
function passSignals(child) {
  let last = -Infinity
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // In a terminal, Ctrl+C has already reached the whole process group, including the child.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    if (performance.now() - last < 1000) return
    last = performance.now()
    child.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, pass)

  // npm starts this process through a shell, and both end at a SIGTERM without forwarding it. Without this check, stopping `npm start` would leave the
  // server running with its port in use.
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
