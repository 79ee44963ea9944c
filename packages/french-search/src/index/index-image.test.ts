import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FIELD_BREAK } from '../cutting/index-terms.ts'
import { defaultRankingWeights } from '../ranking/ranking.ts'
import { countTerms, loadStaticEmbedding } from '../vectors/static-embedding.ts'
import { readFrames, writeFrames } from './image-file.ts'
import { createMemoryIndex, type IndexedDocument, type IndexedPassage } from './memory-index.ts'

const embedding = loadStaticEmbedding()
const newIndex = () => createMemoryIndex({ kind: 'terms', embedding }, defaultRankingWeights)
type Index = ReturnType<typeof newIndex>
type Document = { entry: IndexedDocument; passages: IndexedPassage[] }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'image-'))
  file = path.join(folder, 'recherche', 'index')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns all results of an index for several questions, with their scores. */
const answers = (index: Index) =>
  [['budget'], ['cimetier', 'commun'], ['écol', 'rare']].flatMap((terms) =>
    [null, 10].map((day) =>
      index.search({
        ownTerms: terms,
        weighted: terms.map((term) => [term, 1] as const),
        knownTerms: terms.filter(embedding.knows),
        vector: embedding.embed(countTerms(terms)),
        allowed: null,
        day,
        limit: 10_000,
      }),
    ),
  )

const term = fc.oneof(
  fc.constantFrom('budget', 'commun', 'cimetier', 'écol', 'rare', FIELD_BREAK, 'l2121-29'),
  fc.nat(999).map((n) => `n${n}`),
)
const day = fc.option(fc.integer({ min: -1_000, max: 1_000 }), { nil: undefined })
const passage = fc
  .record({ terms: fc.array(term, { maxLength: 12 }), from: day, until: day })
  .map(({ terms, from, until }) => ({ terms: [...terms, 'mair'], ...(from !== undefined && { from }), ...(until !== undefined && { until }) }))
const documents = (minIndexNo: number) =>
  fc
    .array(fc.record({ group: fc.option(fc.constantFrom('code', 'loi'), { nil: undefined }), passages: fc.array(passage, { maxLength: 40 }) }), {
      maxLength: 30,
    })
    .map((list): Document[] =>
      list.map(({ group, passages }, nth) => ({
        entry: { index_no: minIndexNo + nth, isEmbedded: nth % 2 === 0, ...(group !== undefined && { group }) },
        passages: passages.map((item, position) => ({ ...item, position })),
      })),
    )
const add = (index: Index, list: readonly Document[]) => list.forEach(({ entry, passages }) => index.add(entry, passages))

test('an index restored from its image gives the results of a new index of the same documents', async () => {
  await fc.assert(
    fc.asyncProperty(documents(1), documents(100), fc.array(fc.nat(30), { maxLength: 10 }), async (before, after, removed) => {
      const index = newIndex()
      add(index, before)
      for (const index_no of removed) index.remove(index_no)
      expect(await index.save(file, { space: 'terms', revision: 7 })).toBe(statSync(file).size)
      const restored = newIndex()
      expect(restored.restore(file, { space: 'terms' })).toMatchObject({ space: 'terms', revision: 7 })
      const direct = newIndex()
      add(
        direct,
        before.filter(({ entry }) => !removed.includes(entry.index_no)),
      )
      expect(restored.listDocuments()).toEqual(direct.listDocuments())
      expect(answers(restored)).toEqual(answers(direct))
      for (const grown of [index, restored, direct]) add(grown, after)
      expect(answers(restored)).toEqual(answers(direct))
    }),
    { numRuns: 40 },
  )
})

test('the image has the vectors of a model, and which documents lack them', async () => {
  const space = { kind: 'stored', dimension: 3, baseline: 0.1 } as const
  const [index, restored] = [createMemoryIndex(space, defaultRankingWeights), createMemoryIndex(space, defaultRankingWeights)]
  index.add({ index_no: 1, isEmbedded: true }, [{ position: 0, terms: ['budget'], vector: Int8Array.of(127, 3, -4) }])
  index.add({ index_no: 2 }, [{ position: 5, terms: ['budget'] }])
  await index.save(file, {})
  restored.restore(file, {})
  const ask = (searched: typeof index) =>
    searched.search({ ownTerms: ['budget'], weighted: [['budget', 1]], knownTerms: [], vector: Float32Array.of(1, 0, 0), allowed: null, limit: 5 })
  expect(ask(restored)).toEqual(ask(index))
  expect(ask(restored)[0]).toMatchObject({ index_no: 1, position: 0 })
  expect([...restored.listDocuments()]).toEqual([
    [1, true],
    [2, false],
  ])
})

const bigDocument = (index_no: number, word: string): Document => ({
  entry: { index_no },
  passages: Array.from({ length: 400 }, (_, position) => ({ position, terms: [word, 'budget', `n${position}`] })),
})

test('a reader that replays the changes made during the write finds the same documents', async () => {
  const index = newIndex()
  for (let index_no = 1; index_no <= 20; index_no++) add(index, [bigDocument(index_no, 'commun')])
  const saving = index.save(file, {})
  index.remove(2)
  add(index, [bigDocument(21, 'cimetier')])
  await new Promise((resolve) => setImmediate(resolve))
  for (let index_no = 3; index_no <= 12; index_no++) index.remove(index_no)
  while (index.work()) await new Promise((resolve) => setImmediate(resolve))
  await saving
  const restored = newIndex()
  restored.restore(file, {})
  for (let index_no = 2; index_no <= 12; index_no++) restored.remove(index_no)
  add(restored, [bigDocument(21, 'cimetier')])
  const direct = newIndex()
  for (const index_no of [1, ...Array.from({ length: 8 }, (_, nth) => 13 + nth)]) add(direct, [bigDocument(index_no, 'commun')])
  add(direct, [bigDocument(21, 'cimetier')])
  expect(restored.listDocuments()).toEqual(direct.listDocuments())
  const ordered = (found: ReturnType<typeof answers>) => found.map((hits) => hits.map(({ index_no, position }) => `${index_no} ${position}`).toSorted())
  expect(ordered(answers(restored))).toEqual(ordered(answers(direct)))
})

test('the terms of a removed document leave the file', async () => {
  const index = newIndex()
  add(index, [bigDocument(1, 'commun'), { entry: { index_no: 2 }, passages: [{ position: 0, terms: ['kervella'] }] }])
  await index.save(file, {})
  expect(readFileSync(file).includes('kervella')).toBe(true)
  index.remove(2)
  await index.save(file, {})
  expect(readFileSync(file).includes('kervella')).toBe(false)
})

describe('an unusable file is refused, and the index is then empty', () => {
  const refused = (expected: Record<string, string> = {}): string => {
    const index = newIndex()
    index.add({ index_no: 9 }, [{ position: 0, terms: ['commun'] }])
    let message = ''
    try {
      index.restore(file, { space: 'terms', ...expected })
    } catch (error) {
      message = (error as Error).message
    }
    expect([index.listDocuments().size, answers(index).flat()]).toEqual([0, []])
    return message
  }

  beforeEach(async () => {
    const index = newIndex()
    add(index, [bigDocument(1, 'commun'), { entry: { index_no: 2 }, passages: [{ position: 0, terms: ['budget'] }] }])
    await index.save(file, { space: 'terms', revision: 3 })
  })

  test('one byte changed, anywhere', () => {
    const bytes = readFileSync(file)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (offset, change) => {
        const damaged = Buffer.from(bytes)
        damaged[offset]! ^= change
        writeFileSync(file, damaged)
        expect(refused()).toMatch(/damaged|incomplete|longer/)
      }),
      {
        numRuns: 100,
        examples: [
          [0, 1],
          [3, 255],
          [4, 1],
          [36, 1],
          [bytes.length - 36, 1],
          [bytes.length - 1, 1],
        ],
      },
    )
  })

  test('cut anywhere, or longer', () => {
    const bytes = readFileSync(file)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        writeFileSync(file, bytes)
        truncateSync(file, length)
        expect(refused()).toMatch(/incomplete/)
      }),
      { numRuns: 50, examples: [[0], [36], [bytes.length - 36], [bytes.length - 1]] },
    )
    writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]))
    expect(refused()).toMatch(/longer/)
  })

  test.each([
    ['absent', /ENOENT/, () => rmSync(file)],
    ['of another space', /another space/, () => void 0, { space: 'model 3' }],
    ['of an older format', /another format/, () => writeFrames(file, [Buffer.from(JSON.stringify({ space: 'terms', format: 0 }))])],
    [
      'of another analysis',
      /another analysis/,
      () => writeFrames(file, [Buffer.from(JSON.stringify({ space: 'terms', format: 1, analysis: 0, weights: embedding.version }))]),
    ],
    ['of other weights', /another weights/, () => writeFrames(file, [Buffer.from(JSON.stringify({ ...facts(), weights: 'x' }))])],
    ['without a head', /empty/, () => writeFrames(file, [])],
    ['not JSON', /JSON/, () => writeFrames(file, [Buffer.of(1, 2, 3)])],
    ['with an unreadable block', /./, async () => writeFrames(file, [readFirst(), Buffer.of(9, 9), serialize({})])],
  ] as [string, RegExp, () => unknown, Record<string, string>?][])('%s', async (_how, message, damage, expected) => {
    await damage()
    expect(refused(expected)).toMatch(message)
  })
  const facts = (): object => JSON.parse(Buffer.from(readFirst()).toString()) as object
  /** Payload of the first frame. */
  const readFirst = (): Uint8Array => {
    const bytes = readFileSync(file)
    return bytes.subarray(36, 36 + bytes.readUInt32LE())
  }
})

test('a write on a full disk keeps the former file', async () => {
  await writeFrames(file, [Buffer.of(1)])
  await expect(writeFrames(file, [Buffer.of(2)], Number.MAX_SAFE_INTEGER)).rejects.toThrow('no room')
  expect([readdirSync(path.dirname(file)), [...readFrames(file)]]).toEqual([['index'], [Buffer.of(1)]])
})

test('the file is readable by its owner only and replaced atomically; abandoned temporary files are deleted', async () => {
  const index = newIndex()
  add(index, [bigDocument(1, 'commun')])
  await index.save(file, { turn: 1 })
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
  const [left, recent] = [`${file}.1-ab.tmp`, `${file}.2-cd.tmp`]
  for (const temporary of [left, recent]) writeFileSync(temporary, 'x')
  utimesSync(left, new Date(0), new Date(0))
  await Promise.all([index.save(file, { turn: 2 }), index.save(file, { turn: 3 })])
  expect(readdirSync(path.dirname(file)).toSorted()).toEqual(['index', path.basename(recent)])
  expect([2, 3]).toContain(newIndex().restore(file, {})['turn'])
})
