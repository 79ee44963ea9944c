import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { documentReference, retrievalSchema } from '../platform/db/migrations/2026-11-21-library.ts'
import { articleSchema } from '../platform/db/migrations/0085-corpus-search.ts'
import { changesSchema } from '../platform/db/migrations/0096-retrieval-changes.ts'
import { vectorSchema } from '../platform/db/migrations/2026-11-24-vectors.ts'
import { document } from './documents.fixture.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { readTerms, writePassages } from './store.ts'

let database: Database
let db: RetrievalDb
let retrieval: Retrieval

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' }, silentLog)
  db = database.db as unknown as RetrievalDb
  // A minimal table of documents, instead of that of the product and its migrations.
  await sql
    .raw(
      `create table document (id uuid primary key, category text not null, corpus_code text);\n${retrievalSchema}${documentReference('document')}${vectorSchema}${articleSchema}${changesSchema}`,
    )
    .execute(db)
  retrieval = createRetrieval()
}, 60_000)
afterAll(async () => {
  await retrieval.close()
  await database.close()
})
beforeEach(async () => {
  await sql`delete from document`.execute(db)
})

const paper = async (category: string, title: string, ...texts: string[]): Promise<string> => {
  const id = randomUUID()
  await sql`insert into document (id, category) values (${id}, ${category})`.execute(db)
  await retrieval.indexDocument(db, document(id, title, ...texts))
  return id
}

test('the terms of a long document are read in chunks, and its last passage is found', async () => {
  const texts = Array.from({ length: 401 }, (_, nth) => (nth < 400 ? 'Le budget de la commune.' : 'Le télétravail des agents.'))
  const id = await paper('RH', 'Recueil', ...texts)
  const [hit] = await retrieval.search(db, { question: 'télétravail des agents', limit: 5 })
  expect(hit).toMatchObject({ document_id: id, position: 400 })
  const [terms, ...others] = await readTerms(db, 0, 200)
  expect(others).toEqual([])
  expect(terms!.lines.map((piece) => piece.split('\n').length)).toEqual([200, 200, 1])
  expect(terms!.lines.flatMap((piece) => piece.split('\n').map((line) => parseInt(line)))).toEqual(texts.map((_, nth) => nth))
})

test('an interrupted indexing leaves the previous index in use', async () => {
  const id = await paper('RH', 'A', 'La cantine ouvre à midi.')
  // The database refuses this character, after the preceding passages are written.
  const broken = document(id, 'A', ...Array.from({ length: 40 }, (_, nth) => `Nouveau texte ${nth} sur la cantine.`), 'x\0')
  await expect(retrieval.indexDocument(db, broken)).rejects.toThrow('unsupported Unicode escape sequence')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from passage`.execute(db)
  expect(rows[0]!.count).toBeGreaterThan(1)
  expect((await retrieval.search(db, { question: 'cantine', limit: 5 })).map((hit) => hit.text)).toEqual(['La cantine ouvre à midi.'])
})

describe('two writers index one document at once', () => {
  /** Yields one batch per text; `before` runs before the second one. */
  async function* batchesOf(texts: readonly string[], before: () => Promise<unknown> = async () => {}) {
    for (const [position, text] of texts.entries()) {
      if (position === 1) await before()
      yield { rows: JSON.stringify([{ position, page_from: 1, page_to: 1, section_path: [], text, terms: text }]), count: 1 }
    }
  }
  const two = ['a', 'b']
  const three = ['a', 'b', 'c']
  /** Returns the passage count recorded in the published index, the passages that it really has, and the leftover passages of other indexes. */
  async function indexOf(document_id: string) {
    const { rows } = await sql`
      select i.passage_count as recorded, count(*) filter (where p.index_no = i.index_no)::int as present, count(*) filter (where p.index_no <> i.index_no)::int as stray
      from document_index i left join passage p on p.document_id = i.document_id where i.document_id = ${document_id} group by i.document_id`.execute(db)
    return rows
  }
  const meanwhile = 'the document was indexed by another meanwhile'

  test('a writer that publishes while the other waits for vectors wins, and the other throws', async () => {
    const to = { document_id: await paper('RH', 'A'), title: 'A' }
    const embed = async () => {
      await writePassages(db, to, batchesOf(three))
      return []
    }
    await expect(writePassages(db, to, batchesOf(two), { embed })).rejects.toThrow(meanwhile)
    expect(await indexOf(to.document_id)).toEqual([{ recorded: 3, present: 3, stray: 0 }])
    // A second attempt is complete.
    expect(await writePassages(db, to, batchesOf(two))).toBe(2)
    expect(await indexOf(to.document_id)).toEqual([{ recorded: 2, present: 2, stray: 0 }])
  })

  type Write = (to: { document_id: string; title: string }, end: Promise<void>) => Promise<number>
  const pausedBatches = (end: Promise<void>) => batchesOf(three, () => end)
  test.each<[string, Write]>([
    ['written', async (to, end) => writePassages(db, to, batchesOf(three), { embed: () => end.then(() => []) })],
    ['half written', async (to, end) => writePassages(db, to, pausedBatches(end))],
  ])('a writer whose passages are %s when an earlier writer publishes throws', async (_how, write) => {
    const to = { document_id: await paper('RH', 'A'), title: 'A' }
    const end = Promise.withResolvers<void>()
    let second: Promise<number> | undefined
    const embed = async () => {
      second = write(to, end.promise)
      second.catch(() => {})
      await expect.poll(async () => (await sql`select 1 from passage where document_id = ${to.document_id}`.execute(db)).rows.length).toBeGreaterThan(2)
      return []
    }
    expect(await writePassages(db, to, batchesOf(two), { embed })).toBe(2)
    end.resolve()
    await expect(second).rejects.toThrow(meanwhile)
    expect(await indexOf(to.document_id)).toEqual([{ recorded: 2, present: 2, stray: 0 }])
  })

  test('a writer that is aborted before its publication leaves nothing', async () => {
    const to = { document_id: await paper('RH', 'A', 'La cantine ouvre à midi.'), title: 'A' }
    const stop = new AbortController()
    const embed = async () => (stop.abort(new Error('taken away')), [])
    await expect(writePassages(db, to, batchesOf(two), { embed, signal: stop.signal })).rejects.toThrow('taken away')
    expect(await indexOf(to.document_id)).toEqual([{ recorded: 1, present: 1, stray: 0 }])
  })
})
