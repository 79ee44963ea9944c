import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readyDataVariable } from './ready-data-variable.ts'

const support = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * The journeys look at the built application: builds it if its sources have changed. Gives them a folder for what they share,
 * which lives as long as the run: nothing of another state of the code is ever used. Done once for all the projects of a run.
 * @returns removes the folder
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[readyDataVariable] !== undefined) return undefined
  const launcher = fileURLToPath(new URL('../../../tools/launch.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [launcher, 'build'])
  const folder = mkdtempSync(join(tmpdir(), 'parvis-e2e-ready-'))
  process.env[readyDataVariable] = folder
  // A run that is interrupted tears nothing down: this process does, which outlives it.
  const sweep = spawn(process.execPath, [support('sweep.ts'), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // In a group of its own, with its server, and what it leaves in the folder: a short run may end before it.
  const ahead = spawn(process.execPath, [support('make-ready-data.ts')], { detached: true, stdio: 'ignore', env: { ...process.env, TMPDIR: folder } })
  const over = new Promise((resolve) => ahead.once('exit', resolve))
  return async () => {
    delete process.env[readyDataVariable]
    if (ahead.exitCode === null && ahead.signalCode === null) process.kill(-ahead.pid!, 'SIGKILL')
    await over
    sweep.stdin.end('The run is over.')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
