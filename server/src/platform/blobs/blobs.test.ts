import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freshFolder } from '../../testing/folder.ts'
import { createFileBlobs } from './file-blobs.ts'

const dir = freshFolder('blobs')
const blobs = createFileBlobs(dir)

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
  const { id, size } = await blobs.write(pieces('déli', 'bération'))
  expect(size).toBe(14)
  const read = await blobs.read(id)
  expect(read?.size).toBe(14)
  expect((await buffer(read!.content)).toString()).toBe('délibération')
  expect(await blobs.withPath(id, async (file) => (await readFile(file)).toString())).toBe('délibération')
  await blobs.remove(id)
  await blobs.remove(id)
  expect(await blobs.read(id)).toBeNull()
  expect(await blobs.withPath(id, async () => 'never')).toBeNull()
})

test('a broken write leaves nothing', async () => {
  await expect(blobs.write(failing())).rejects.toThrow('the line broke')
  expect(await blobs.olderThan(-1_000)).toEqual([])
  expect(await filesUnder(dir)).toEqual([])
})

test('old files are told apart from new ones', async () => {
  const { id } = await blobs.write(pieces('x'))
  expect(await blobs.olderThan(60_000)).toEqual([])
  expect(await blobs.olderThan(-1_000)).toEqual([id])
})

test('an id that is not one never becomes a path', async () => {
  await expect(blobs.read('../../etc/passwd')).rejects.toThrow(RangeError)
  await expect(blobs.withPath('..%2f', async () => {})).rejects.toThrow(RangeError)
})

test('cleaning removes the unfinished writes of a dead process only', async () => {
  const unfinished = path.join(dir, 'en-cours')
  await mkdir(unfinished)
  await writeFile(path.join(unfinished, 'old'), 'x')
  await writeFile(path.join(unfinished, 'new'), 'x')
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  await utimes(path.join(unfinished, 'old'), yesterday, yesterday)
  await blobs.deleteUnfinished(3_600_000)
  expect(await filesUnder(dir)).toEqual(['new'])
})
