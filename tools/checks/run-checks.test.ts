import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCheckList, type Check } from './run-checks.ts'

let root: string
let cache: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parvis-checks-'))
  cache = join(root, '.cache/check')
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Makes a check that refuses the word `bad` in TypeScript files, and counts its runs. */
function countedCheck(inputs: Check['inputs'] = /\.ts$/) {
  const counted = { runs: 0, check: { name: 'words', inputs } as Check }
  counted.check.problems = (files) => {
    counted.runs++
    return files.filter(({ text }) => text.includes('bad')).map(({ path }) => path)
  }
  return counted
}

test('a check that passed runs again only after a change of its inputs', async () => {
  write('a.ts', 'good')
  write('notes.md', 'first')
  const counted = countedCheck()
  const run = () => runCheckList([counted.check], root, cache)
  const runsAfter = async (change: () => void) => {
    change()
    counted.runs = 0
    expect(await run()).toEqual([])
    return counted.runs
  }
  expect(await runsAfter(() => {})).toBe(1)
  expect(await runsAfter(() => {})).toBe(0)
  expect(console.log).toHaveBeenLastCalledWith('✓ words (déjà passé)')
  expect(await runsAfter(() => write('notes.md', 'second'))).toBe(0)
  expect(await runsAfter(() => write('a.ts', 'better'))).toBe(1)
  expect(await runsAfter(() => write('a.ts', 'good'))).toBe(0)
  expect(await runsAfter(() => write('b.ts', ''))).toBe(1)
  expect(await runsAfter(() => rmSync(join(root, 'a.ts')))).toBe(1)
  expect(await runsAfter(() => write('tools/checks.ts', ''))).toBe(1)
  expect(await runsAfter(() => write('package-lock.json', '{}'))).toBe(1)
  expect(await runsAfter(() => write('node_modules/.package-lock.json', '{"packages":{}}'))).toBe(1)
  expect(await runsAfter(() => {})).toBe(0)
})

test('a failure is found again at each run, and does not hide behind an earlier pass', async () => {
  write('a.ts', 'good')
  const counted = countedCheck()
  expect(await runCheckList([counted.check], root, cache)).toEqual([])
  write('a.ts', 'bad')
  for (const run of [2, 3]) {
    expect(await runCheckList([counted.check], root, cache)).toEqual(['words'])
    expect(counted.runs).toBe(run)
  }
})

test('a pass is not stored when a file changed while the check ran', async () => {
  write('a.ts', 'bad')
  const counted = countedCheck()
  const { problems } = counted.check
  // As a tool that reads the files itself, after they were mended.
  counted.check.problems = () => (write('a.ts', 'good'), [])
  expect(await runCheckList([counted.check], root, cache)).toEqual([])
  write('a.ts', 'bad')
  counted.check.problems = problems
  expect(await runCheckList([counted.check], root, cache)).toEqual(['words'])
})

test('a full run reads and stores nothing, and a check that depends on more than files always runs', async () => {
  write('a.ts', 'good')
  const [cached, always] = [countedCheck(), countedCheck('always')]
  for (const folder of [cache, null, cache]) await runCheckList([cached.check, always.check], root, folder)
  expect([cached.runs, always.runs]).toEqual([2, 3])
})

test('an unreadable list of passes counts as empty', async () => {
  write('a.ts', 'good')
  write('.cache/check/passes.json', '{"words":')
  const counted = countedCheck()
  for (let run = 0; run < 2; run++) await runCheckList([counted.check], root, cache)
  expect(counted.runs).toBe(1)
  expect(JSON.parse(readFileSync(join(cache, 'passes.json'), 'utf8'))).toEqual({ words: [expect.any(String)] })
})
