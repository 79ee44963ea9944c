import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileBlobs } from './file-blobs.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'parvis-blobs-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it')
  throw new Error('the line broke')
}
const filesUnder = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

test('what was written is read back, lent and removed', async () => {
  const blobs = createFileBlobs(dir)
  const { id, size } = await blobs.write(pieces('déli', 'bération'))
  expect(size).toBe(14)
  const read = await blobs.read(id)
  expect(read?.size).toBe(14)
  expect((await buffer(read!.content)).toString()).toBe('délibération')
  expect(await blobs.lend(id, async (file) => (await readFile(file)).toString())).toBe('délibération')
  await blobs.remove(id)
  await blobs.remove(id)
  expect(await blobs.read(id)).toBeNull()
  expect(await blobs.lend(id, async () => 'never')).toBeNull()
})

test('a broken write leaves nothing', async () => {
  const blobs = createFileBlobs(dir)
  await expect(blobs.write(failing())).rejects.toThrow('the line broke')
  expect(await blobs.olderThan(-1_000)).toEqual([])
  expect(await filesUnder(dir)).toEqual([])
})

test('old files are told apart from new ones', async () => {
  const blobs = createFileBlobs(dir)
  const { id } = await blobs.write(pieces('x'))
  expect(await blobs.olderThan(60_000)).toEqual([])
  expect(await blobs.olderThan(-1_000)).toEqual([id])
})

test('an id that is not one never becomes a path', async () => {
  const blobs = createFileBlobs(dir)
  await expect(blobs.read('../../etc/passwd')).rejects.toThrow(RangeError)
  await expect(blobs.lend('..%2f', async () => {})).rejects.toThrow(RangeError)
})

test('cleaning removes the unfinished writes of a dead process only', async () => {
  const unfinished = path.join(dir, 'en-cours')
  await mkdir(unfinished)
  await writeFile(path.join(unfinished, 'old'), 'x')
  await writeFile(path.join(unfinished, 'new'), 'x')
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  await utimes(path.join(unfinished, 'old'), yesterday, yesterday)
  await createFileBlobs(dir).clean(3_600_000)
  expect(await filesUnder(dir)).toEqual(['new'])
})
