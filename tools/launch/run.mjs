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

  const handlers = forwarded.map((signal) => {
    const handler = () => {
      // In a terminal, Ctrl+C has already reached the whole group, the child included:
      // a second SIGINT would look like the impatient « stop now ».
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    process.on(signal, handler)
    return { signal, handler }
  })

  const orphaned = stopWithNpm(child)

  return new Promise((resolve) => {
    let said = ''
    const keep = (/** @type {Buffer} */ chunk) => void (said += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const finish = (/** @type {number} */ code) => {
      for (const { signal, handler } of handlers) process.off(signal, handler)
      clearInterval(orphaned)
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
 * npm starts us through a shell that dies of a SIGTERM without passing it on, and npm with it:
 * without this, stopping `npm start` would leave the server running, its port taken.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 200)
  return watch
}
