import { appendFile, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../testing/folder.ts'
import { canMountDisks, mountSmallDisk } from '../../testing/fakes/small-disk.ts'
import { appendErasures, erasureDigest, erasureListName, mergeErasures, readErasures, type Erasure } from './erasure-list.ts'

const root = openFolder('liste')

const erasure = (id: string): Erasure => ({ digest: erasureDigest('document', id), erased_at: '2026-11-21T08:30:00.000Z' })
const [first, cut, next, last] = ['un', 'deux', 'trois', 'quatre'].map(erasure) as [Erasure, Erasure, Erasure, Erasure]
const whole = JSON.stringify(cut)

/** Returns a folder whose list has this text. */
async function listOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(root, 'dossier-'))
  await writeFile(path.join(folder, erasureListName), text)
  return folder
}

test('a line cut anywhere is left out once others are written behind it, and is written again', async () => {
  const start = `${JSON.stringify(first)}\n`
  for (let length = 1; length < whole.length; length += 1) {
    const folder = await listOf(start + whole.slice(0, length))
    const list = path.join(folder, erasureListName)
    // A second attempt, truncated too because the disk is still full.
    await appendFile(list, whole.slice(0, whole.length - length))
    await appendErasures(folder, [next, last])
    expect(await readErasures(folder), `${length} letters`).toEqual([first, next, last])
    expect(await mergeErasures(folder, [cut])).toBe(1)
    expect(await readFile(list, 'utf8')).toBe([first, next, last, cut].map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
})

test('a line that only lacks its end is kept', async () => {
  const folder = await listOf(whole)
  await appendErasures(folder, [next])
  expect(await readErasures(folder)).toEqual([cut, next])
})

test.each(['autre chose', '', '{"digest":"ab"}', `${whole.slice(0, 20)}autre chose`, `autre chose${whole}`, whole.replace('2026-11', '2026-99')])(
  'a line that is something else is refused: %s',
  async (text) => {
    const folder = await listOf(`${text}\n${JSON.stringify(next)}\n`)
    await expect(readErasures(folder)).rejects.toThrow('est illisible')
  },
)

test.runIf(canMountDisks())('a disk that fills in the middle of a list leaves it readable (needs the right to mount one)', async () => {
  const disk = mountSmallDisk(1)!
  try {
    await appendErasures(disk.dir, [first])
    disk.fill()
    const many = Array.from({ length: 200 }, (_, index) => erasure(String(index)))
    await expect(appendErasures(disk.dir, many)).rejects.toThrow('ENOSPC')
    expect((await readFile(path.join(disk.dir, erasureListName), 'utf8')).endsWith('\n')).toBe(false)
    disk.clear()
    await appendErasures(disk.dir, many)
    const digests = new Set((await readErasures(disk.dir)).map(({ digest }) => digest))
    expect(digests).toEqual(new Set([first, ...many].map(({ digest }) => digest)))
  } finally {
    disk.remove()
  }
})

test('two that add to a list at once do not stand in each other’s way', async () => {
  const folder = await listOf('')
  await Promise.all(Array.from({ length: 8 }, (_, index) => mergeErasures(folder, [erasure(String(index))])))
  expect((await readErasures(folder)).length).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual([erasureListName])
})
