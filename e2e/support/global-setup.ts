import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The journeys look at the built application: builds it if its sources have changed. */
export async function setup(): Promise<void> {
  const launcher = fileURLToPath(new URL('../../tools/launch.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [launcher, 'build'])
}
