import { MIN_RELEVANCE, type CutRequest } from '@parvis/french-search'
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
import { createRetrieval, type Retrieval } from './retrieval.ts'
import { readTerms, writePassages, type RetrievalDb } from './store.ts'

let database: Database
let db: RetrievalDb
let retrieval: Retrieval

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' }, silentLog)
  db = database.db as unknown as RetrievalDb
  // The product's migrations would create these tables with a reference to their own document table: this database is empty.
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

/** Makes a document with one passage per text, because each text begins with a heading. */
const document = (id: string, title: string, ...texts: string[]): { document_id: string } & CutRequest => ({
  document_id: id,
  title,
  format: 'md',
  pages: texts.map((text, nth) => ({
    page: nth + 1,
    label: null,
    ocr: false,
    blocks: [
      { kind: 'heading', level: 1, text: 'Chapitre 1' },
      { kind: 'paragraph', text },
    ],
  })),
})
const paper = async (category: string, title: string, ...texts: string[]): Promise<string> => {
  const id = randomUUID()
  await sql`insert into document (id, category) values (${id}, ${category})`.execute(db)
  await retrieval.indexDocument(db, document(id, title, ...texts))
  return id
}
const inCategory = (category: string) => sql`select id from document where category = ${category}`
const found = async (question: string, category?: string) =>
  (await retrieval.search(db, { question, limit: 5, ...(category ? { scope: inCategory(category) } : {}) })).map((hit) => hit.document_id)

test('a passage is found with its page, its section and its text', async () => {
  const id = await paper('RH', 'Charte', 'Les congés annuels sont posés avant le mois de mai.', 'Le télétravail est limité à trois jours par semaine.')
  const [hit] = await retrieval.search(db, { question: 'combien de jours de télétravail ?', limit: 5 })
  expect(hit).toMatchObject({
    document_id: id,
    position: 1,
    page_from: 2,
    section_path: ['Chapitre 1'],
    text: 'Le télétravail est limité à trois jours par semaine.',
  })
})

test.each([
  ['La dotation de l’État est versée en mars.', ['l’État', 'État', 'Etat', 'ETAT', 'dotation de l’État']],
  ['Le bal de l’été ouvre en juillet.', ['été', 'bal d’été']],
  ['Le co-voiturage est remboursé.', ['covoiturage', 'co voiturage', 'co-voiturages']],
  ['Une microcrèche accueille dix enfants.', ['micro-crèche', 'micro crèches', 'microcrèche']],
  ['La micro-crèche accueille dix enfants.', ['microcrèche', 'crèche']],
  ['Les préenseignes sont interdites.', ['pré-enseigne', 'pré enseignes']],
  ['Le vice-président signe les actes.', ['vice président', 'Vice-présidente', 'viceprésident']],
  ['Mme Kervella tient la régie.', ['Mme Kervella', 'Kervella', 'Que tient Mme Kervella ?']],
])('« %s » is found however its words are written', async (text, questions) => {
  await paper('RH', 'Budget', 'Le budget de la commune.', 'Les congés des agents.', 'La participation de la Région.', 'Le travail des agents.')
  const id = await paper('RH', 'Note', text)
  for (const question of questions) {
    const [hit] = await retrieval.search(db, { question, limit: 5 })
    expect(hit, question).toMatchObject({ document_id: id })
    expect(hit!.relevance, question).toBeGreaterThan(MIN_RELEVANCE)
  }
})

test('the State and the Region are two searches', async () => {
  const region = await paper('RH', 'Budget', 'La participation de la Région est de 3 000 euros.')
  const state = await paper('RH', 'Note', 'La participation de l’État est de 12 000 euros.')
  expect((await found('participation de l’État'))[0]).toBe(state)
  expect((await found('participation de la Région'))[0]).toBe(region)
})

test('a long document is read in pieces, and found to its last passage', async () => {
  const texts = Array.from({ length: 401 }, (_, nth) => (nth < 400 ? 'Le budget de la commune.' : 'Le télétravail des agents.'))
  const id = await paper('RH', 'Recueil', ...texts)
  const [hit] = await retrieval.search(db, { question: 'télétravail des agents', limit: 5 })
  expect(hit).toMatchObject({ document_id: id, position: 400 })
  const [terms, ...others] = await readTerms(db, 0, 200)
  expect(others).toEqual([])
  expect(terms!.lines.map((piece) => piece.split('\n').length)).toEqual([200, 200, 1])
  expect(terms!.lines.flatMap((piece) => piece.split('\n').map((line) => parseInt(line)))).toEqual(texts.map((_, nth) => nth))
})

test('a category is applied by the search itself, and follows a change at once', async () => {
  const [rh, code] = [await paper('RH', 'A', 'Le télétravail des agents.'), await paper('Code', 'B', 'Le télétravail des salariés.')]
  expect(await found('télétravail', 'RH')).toEqual([rh])
  expect(await found('télétravail', 'Finances')).toEqual([])
  await sql`update document set category = 'RH' where id = ${code}`.execute(db)
  expect((await found('télétravail', 'RH')).toSorted()).toEqual([rh, code].toSorted())
})

test('a deleted document answers no more and leaves nothing in the tables', async () => {
  const budget = (title: string) => paper('RH', title, 'Budget primitif.')
  const [gone, removed, kept] = [await budget('A'), await budget('B'), await budget('C')]
  expect(await found('budget')).toHaveLength(3)
  await sql`delete from document where id = ${gone}`.execute(db)
  await retrieval.removeDocument(db, removed)
  expect(await found('budget')).toEqual([kept])
  const { rows } = await sql<{ count: number }>`select count(*) from passage where document_id <> ${kept}`.execute(db)
  expect(Number(rows[0]!.count)).toBe(0)
})

test('indexing again replaces, and another process sees it', async () => {
  const other = createRetrieval()
  const id = await paper('RH', 'A', 'La cantine ouvre à midi.')
  expect(await other.search(db, { question: 'cantine', limit: 5 })).toHaveLength(1)
  await retrieval.indexDocument(db, document(id, 'A', 'La piscine ouvre à midi.'))
  expect((await other.search(db, { question: 'piscine', limit: 5 }))[0]!.text).toBe('La piscine ouvre à midi.')
  expect((await other.search(db, { question: 'cantine', limit: 5 })).every((hit) => hit.text.includes('piscine'))).toBe(true)
  const { rows } = await sql<{ count: number }>`select count(*) from passage`.execute(db)
  expect(Number(rows[0]!.count)).toBe(1)
  await other.close()
})

test('an index interrupted before its end changes nothing for readers', async () => {
  const id = await paper('RH', 'A', 'La cantine ouvre à midi.')
  // The database refuses this character, after the preceding passages are written.
  const broken = document(id, 'A', ...Array.from({ length: 40 }, (_, nth) => `Nouveau texte ${nth} sur la cantine.`), 'x\0')
  await expect(retrieval.indexDocument(db, broken)).rejects.toThrow('unsupported Unicode escape sequence')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from passage`.execute(db)
  expect(rows[0]!.count).toBeGreaterThan(1)
  expect((await retrieval.search(db, { question: 'cantine', limit: 5 })).map((hit) => hit.text)).toEqual(['La cantine ouvre à midi.'])
})

test('empty or wordless questions, empty documents', async () => {
  await paper('RH', 'Vide')
  expect(await retrieval.search(db, { question: '  ', limit: 5 })).toEqual([])
  expect(await retrieval.search(db, { question: '?!…', limit: 5 })).toEqual([])
  expect(await retrieval.search(db, { question: 'budget', limit: 0 })).toEqual([])
})

describe('two write the index of one document at once', () => {
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
      select i.passage_count as said, count(*) filter (where p.index_no = i.index_no)::int as held, count(*) filter (where p.index_no <> i.index_no)::int as stray
      from document_index i left join passage p on p.document_id = i.document_id where i.document_id = ${document_id} group by i.document_id`.execute(db)
    return rows
  }
  const meanwhile = 'the document was indexed by another meanwhile'

  test('one that begins and ends while the other waits for vectors: it is whole, and the other is told', async () => {
    const to = { document_id: await paper('RH', 'A'), title: 'A' }
    const embed = async () => {
      await writePassages(db, to, batchesOf(three))
      return []
    }
    await expect(writePassages(db, to, batchesOf(two), { embed })).rejects.toThrow(meanwhile)
    expect(await indexOf(to.document_id)).toEqual([{ said: 3, held: 3, stray: 0 }])
    // A second attempt is complete.
    expect(await writePassages(db, to, batchesOf(two))).toBe(2)
    expect(await indexOf(to.document_id)).toEqual([{ said: 2, held: 2, stray: 0 }])
  })

  type Write = (to: { document_id: string; title: string }, end: Promise<void>) => Promise<number>
  const held = (end: Promise<void>) => batchesOf(three, () => end)
  test.each<[string, Write]>([
    ['written', async (to, end) => writePassages(db, to, batchesOf(three), { embed: () => end.then(() => []) })],
    ['half written', async (to, end) => writePassages(db, to, held(end))],
  ])('one that is %s as the other, begun before, is published: it is told', async (_how, write) => {
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
    expect(await indexOf(to.document_id)).toEqual([{ said: 2, held: 2, stray: 0 }])
  })

  test('one that is stopped before it is published is not, and leaves nothing', async () => {
    const to = { document_id: await paper('RH', 'A', 'La cantine ouvre à midi.'), title: 'A' }
    const stop = new AbortController()
    const embed = async () => (stop.abort(new Error('taken away')), [])
    await expect(writePassages(db, to, batchesOf(two), { embed, signal: stop.signal })).rejects.toThrow('taken away')
    expect(await indexOf(to.document_id)).toEqual([{ said: 1, held: 1, stray: 0 }])
  })
})
