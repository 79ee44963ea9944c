import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMemoryFolder, prefix, shared } from './memory-folder.ts'

/** A process id that no process has: the kernel assigns none above 2^22 (proc(5), pid_max). */
const nobody = 2 ** 22 + 1

test('a folder is anybody’s to write in, as the system’s own, and nothing of it is left', ({ skip }) => {
  const opened = openMemoryFolder()
  if (opened === undefined) return skip('this machine has no memory to spare')
  expect(statSync(opened.path).mode & 0o7777).toBe(0o1777)
  writeFileSync(join(opened.path, 'donnees'), 'x')
  opened.remove()
  expect(existsSync(opened.path)).toBe(false)
})

test('what a run that was killed left is removed by the next one, and not what one that goes on has', ({ skip }) => {
  const first = openMemoryFolder()
  if (first === undefined) return skip('this machine has no memory to spare')
  first.remove()
  const [left, used] = [nobody, process.pid].map((pid) => join(shared, `${prefix}${pid}-essai`))
  for (const path of [left!, used!]) mkdirSync(path, { recursive: true })
  openMemoryFolder()!.remove()
  expect([existsSync(left!), existsSync(used!)]).toEqual([false, true])
  rmSync(used!, { recursive: true })
})
