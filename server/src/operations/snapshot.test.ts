import { mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshFolder } from '../testing/folder.ts'
import { removeOnSignal } from './data-files.ts'
import { OperationError } from './errors.ts'
import { takeSnapshot } from './snapshot.ts'

const dataDir = freshFolder('instantane')
beforeEach(async () => {
  await mkdir(path.join(dataDir, 'base', 'pgdata', 'base'), { recursive: true })
  await writeFile(path.join(dataDir, 'base', 'pgdata', 'base', '16384'), Buffer.alloc(1_000_000))
})

test('a copy is not begun where it would take the room that the server needs to accept anything, and leaves nothing', async () => {
  let copies = 0
  const database = { copyTo: async () => void (copies += 1) }
  const refused = takeSnapshot(dataDir, database, async () => 67_000_000)
  await expect(refused).rejects.toThrow(OperationError)
  await expect(refused).rejects.toThrow(
    `La place manque dans ${dataDir} pour copier la base\u00a0: il faut 68,1\u00a0Mo, il reste 67\u00a0Mo. Rien n’a été sauvegardé.`,
  )
  expect([copies, await readdir(dataDir)]).toEqual([0, ['base']])
  await takeSnapshot(dataDir, database, async () => 70_000_000)
  await takeSnapshot(dataDir, database)
  expect(copies).toBe(2)
})

test('a folder of another command that goes between two looks stops none', async () => {
  // A broken link is listed by its name and not followed.
  await symlink(path.join(dataDir, 'rien'), path.join(dataDir, 'sauvegarde-finie'))
  const dir = await takeSnapshot(dataDir, { copyTo: async () => {} }, async () => 70_000_000)
  expect(await readdir(dataDir)).toContain(path.basename(dir))
})

test('a copy that a killed command left is gone by the next night, one under way is not', async () => {
  for (const [name, hours] of Object.entries({ 'sauvegarde-hier': 23.9, 'restauration-hier': 23.9, 'sauvegarde-cours': 2 })) {
    await mkdir(path.join(dataDir, name))
    const then = Date.now() / 1_000 - hours * 3_600
    await utimes(path.join(dataDir, name), then, then)
  }
  const dir = await takeSnapshot(dataDir, { copyTo: async () => {} }, async () => 70_000_000)
  expect((await readdir(dataDir)).toSorted()).toEqual(['base', path.basename(dir), 'sauvegarde-cours'].toSorted())
})

test('a copy that a command has worked on since the night before stays', async () => {
  const dir = path.join(dataDir, 'sauvegarde-longue')
  await mkdir(dir)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const release = removeOnSignal(dir)
  try {
    const then = Date.now() / 1_000 - 23.9 * 3_600
    await utimes(dir, then, then)
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    await expect.poll(async () => (await stat(dir)).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
  } finally {
    vi.useRealTimers()
    release()
  }
  await takeSnapshot(dataDir, { copyTo: async () => {} }, async () => 70_000_000)
  expect(await readdir(dataDir)).toContain('sauvegarde-longue')
})
