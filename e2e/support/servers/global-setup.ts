import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readyDataVariable } from './ready-data.ts'

const supportFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Prepares a run of journeys, once for all projects: builds the application if its sources have changed, and creates the shared folder, which is deleted
 * at the end, so that no data of another version is reused.
 * @returns a function that deletes the folder
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[readyDataVariable] !== undefined) return undefined
  const launcher = fileURLToPath(new URL('../../../tools/launch.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [launcher, 'build'])
  const folder = mkdtempSync(join(tmpdir(), 'parvis-e2e-ready-'))
  process.env[readyDataVariable] = folder
  // An interrupted run calls no teardown: this process outlives the run and cleans up.
  const sweeper = spawn(process.execPath, [supportFile('sweep.ts'), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // This process has its own group, with its server, and puts its files in the folder: a short run may end before it.
  const dataMaker = spawn(process.execPath, [supportFile('make-ready-data.ts')], { detached: true, stdio: 'ignore', env: { ...process.env, TMPDIR: folder } })
  const dataMakerExit = new Promise((resolve) => dataMaker.once('exit', resolve))
  return async () => {
    delete process.env[readyDataVariable]
    if (dataMaker.exitCode === null && dataMaker.signalCode === null) process.kill(-dataMaker.pid!, 'SIGKILL')
    await dataMakerExit
    sweeper.stdin.end('The run is over.')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
