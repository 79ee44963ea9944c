import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readyDataVariable } from './ready-data.ts'

let folder: string
const started: ChildProcess[] = []
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parvis-sweep-'))))
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))

/** A process that stays, of the run of this folder. @returns once it has begun */
async function start(run: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log("here"), setInterval(() => {}, 60_000)'], { env: { [readyDataVariable]: run } })
  started.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

function startSweep() {
  const sweep = spawn(process.execPath, [fileURLToPath(new URL('sweep.ts', import.meta.url)), folder], { stdio: ['pipe', 'ignore', 'ignore'] })
  started.push(sweep)
  return sweep
}

test('what a run leaves ends with it, when it ends without a word; what is of another run stays', async () => {
  const [ours, theirs] = [await start(folder), await start(`${folder}-2`)]
  const sweep = startSweep()
  const ends = [ended(ours), ended(sweep)]
  sweep.stdin.end()
  expect(await ends[0]).toBe('SIGKILL')
  await ends[1]
  expect(existsSync(folder)).toBe(false)
  expect([theirs.exitCode, theirs.signalCode]).toEqual([null, null])
})

test('a run that says that it is over is left to itself', async () => {
  const ours = await start(folder)
  const sweep = startSweep()
  const end = ended(sweep)
  sweep.stdin.end('The run is over.')
  await end
  expect(existsSync(folder)).toBe(true)
  expect([ours.exitCode, ours.signalCode]).toEqual([null, null])
})
