import { expect, test } from 'vitest'
import type { ObjectStore } from '../../platform/blobs/object-store.ts'
import { erasureDigest, type Erasure } from './erasure-list.ts'
import { storeErasures } from './store-erasures.ts'

/** Object store in memory. `beforeGet` runs before each reading, as another instance would. */
function memoryStore(beforeGet: () => Promise<unknown> = async () => {}): ObjectStore & { keys(): string[]; corrupt(text: string): void } {
  const objects = new Map<string, Buffer>()
  return {
    put: async (key, content) => void objects.set(key, Buffer.from(content)),
    async get(key) {
      await beforeGet()
      return objects.get(key) ?? null
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
    remove: async (key) => void objects.delete(key),
    keys: () => [...objects.keys()],
    corrupt: (text) => void objects.set(objects.keys().next().value!, Buffer.from(text)),
  }
}

const erasure = (id: number, at = id): Erasure => ({
  digest: erasureDigest('document', String(id)),
  erased_at: new Date(Date.UTC(2026, 10, 21) + at * 1_000).toISOString(),
})
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => erasure(from + index))

test('what several instances write is read once, by all', async () => {
  const objects = memoryStore()
  const [one, two] = [storeErasures(objects), storeErasures(objects)]
  await one.append(ids(3))
  await two.append(ids(4))
  expect(await two.merge(ids(5))).toBe(1)
  expect((await one.read()).toSorted((a, b) => (a.erased_at < b.erased_at ? -1 : 1))).toEqual(ids(5))
  expect(objects.keys()).toHaveLength(3)
  await one.append([])
  expect(await one.merge(ids(5))).toBe(0)
  expect(objects.keys()).toHaveLength(3)
})

test('many small parts become one, while another instance reads them', async () => {
  let beforeGet: (() => Promise<unknown>) | undefined
  const objects = memoryStore(async () => {
    const run = beforeGet
    beforeGet = undefined
    await run?.()
  })
  const [one, two] = [storeErasures(objects), storeErasures(objects)]
  for (const each of ids(60)) await one.append([each])
  expect(objects.keys()).toHaveLength(60)
  // The other instance merges after this one has listed the parts.
  beforeGet = () => one.merge([])
  expect((await two.read()).length).toBe(60)
  expect(objects.keys()).toHaveLength(1)
  for (const each of ids(60, 60)) await one.append([each])
  await Promise.all([one.merge([]), two.merge([])])
  expect(await one.read()).toEqual(expect.arrayContaining(ids(120)))
  expect(objects.keys().length).toBeLessThan(4)
})

test('an instance that runs for long merges the small parts by itself, and loses none', async () => {
  const objects = memoryStore()
  const list = storeErasures(objects)
  for (const each of ids(510)) await list.append([each])
  expect(objects.keys().length).toBeLessThan(20)
  expect(await list.read()).toHaveLength(510)
  expect((await list.read(erasure(505).erased_at)).map(({ digest }) => digest)).toEqual(expect.arrayContaining(ids(5, 505).map(({ digest }) => digest)))
})

test('a reading from a date asks for no earlier part', async () => {
  let readings = 0
  const objects = memoryStore(async () => void (readings += 1))
  const list = storeErasures(objects)
  for (const each of ids(40)) await list.append([each])
  readings = 0
  expect(await list.read(erasure(38).erased_at)).toEqual(ids(2, 38))
  expect(readings).toBe(2)
})

test('a damaged part is refused with its key', async () => {
  const objects = memoryStore()
  await storeErasures(objects).append(ids(1))
  objects.corrupt('<html>')
  await expect(storeErasures(objects).read()).rejects.toThrow('La liste des effacements est illisible dans le stockage objet\u00a0: effacements/2026-11-21')
})
