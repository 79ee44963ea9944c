import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OperationError } from './operation-error.ts'
import { takeSnapshot } from './snapshot.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parvis-instantane-'))
  await mkdir(path.join(dataDir, 'base', 'pgdata', 'base'), { recursive: true })
  await writeFile(path.join(dataDir, 'base', 'pgdata', 'base', '16384'), Buffer.alloc(1_000_000))
})
afterEach(() => rm(dataDir, { recursive: true }))

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
