import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readPack } from './read-pack.ts'

/** Size of a chunk in bytes: odd, so that chunks cut characters of several bytes. */
const chunkSize = 65_537

function* chunksOf(text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

const partsOf = async (text: string, from = 0) => {
  const parts: unknown[] = []
  for await (const part of readPack(Readable.from(chunksOf(text)), from))
    parts.push(part.kind === 'field' ? [part.name, JSON.parse(part.json)] : JSON.parse(part.json))
  return parts
}

test('fields in any order, with brackets, quotes and commas inside texts', async () => {
  const pack = { a: 'x"},]\\', articles: [{ t: '[{"' }, { t: '\\"' }], 'b"\\': { articles: [1, [2]] }, c: null }
  const expected = [['a', pack.a], ...pack.articles, ['b"\\', pack['b"\\']], ['c', null]]
  expect(await partsOf(JSON.stringify(pack))).toEqual(expected)
  expect(await partsOf(`\uFEFF ${JSON.stringify(pack, null, 4)}\n`)).toEqual(expected)
  expect(await partsOf('{}')).toEqual([])
  expect(await partsOf('{"articles":[ ]}')).toEqual([])
})

test('a file of several chunks is split at the same places', async () => {
  const articles = Array.from({ length: 3_000 }, (_, index) => ({ id: index, text: `é"}${'x'.repeat(1_500)}` }))
  expect(await partsOf(JSON.stringify({ articles, name: 'n' }))).toEqual([...articles, ['name', 'n']])
})

test('reading begins again after any article, whatever the characters and the chunks', async () => {
  const articles = Array.from({ length: 300 }, (_, index) => ({ id: index, text: `é€😀"}${'ù'.repeat(index * 7)}` }))
  const text = `\uFEFF${JSON.stringify({ name: 'é', articles, codes: ['à'] }, null, 1)}`
  const ends: number[] = []
  for await (const part of readPack(Readable.from(chunksOf(text)))) if (part.kind === 'article') ends.push(part.end)
  expect(ends).toHaveLength(articles.length)
  for (const count of [1, 2, 150, 299, 300]) expect(await partsOf(text, ends[count - 1]!)).toEqual([...articles.slice(count), ['codes', ['à']]])
})

test('every beginning of a pack is refused as cut', async () => {
  const whole = JSON.stringify({ name: 'n', articles: [{ id: '"' }], codes: [] })
  for (let length = 0; length < whole.length; length += 1)
    await expect(partsOf(whole.slice(0, length)), whole.slice(0, length)).rejects.toMatchObject({ name: 'BrokenPackError' })
})

test.each(['[]', '"a"', '{"a"}', '{"a":}', '{"a":1,,"b":2}', '{"articles":[1,,2]}', '{"articles":[1}', '{"a":1]', '{} {}', 'null'])('%s is refused', (text) =>
  expect(partsOf(text)).rejects.toMatchObject({ name: 'BrokenPackError' }),
)

test('a long run of white space takes no longer than its length', async () => {
  const start = process.threadCpuUsage()
  await partsOf(`{"articles":${' '.repeat(1_000_000)}[]}`)
  // In microseconds of processor time: others may want the machine.
  expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000)
})
