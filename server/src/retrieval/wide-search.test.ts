import { defaultRankingWeights, type IndexQuery } from '@parvis/french-search'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../platform/db/database.ts'
import { articleSchema } from '../platform/db/migrations/0085-corpus-search.ts'
import { changesSchema } from '../platform/db/migrations/0096-retrieval-changes.ts'
import { documentReference, retrievalSchema } from '../platform/db/migrations/2026-11-21-library.ts'
import { vectorSchema } from '../platform/db/migrations/2026-11-24-vectors.ts'
import type { Database } from '../platform/db/types.ts'
import { silentLog } from '../platform/log.ts'
import { openCopy, type IndexCopy } from './index-copy.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { keepAllowed, readAllowed, readScope } from './scope-store.ts'
import { searchWideScope } from './wide-search.ts'

const DOCUMENTS = 5_400
const PASSAGES = 3
const RARE_WORD = 'parapluie'
const CODE = '00000000-0000-0000-0000-00000000000c'

let database: Database
let db: RetrievalDb
let copy: IndexCopy

/** SQL condition: a document is secret. One in ten is; the rare word is in all passages of secret documents, and in no other. */
const isSecret = (document: string) => sql`${sql.raw(document)} % 10 = 3`

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' }, silentLog)
  db = database.db as unknown as RetrievalDb
  await sql
    .raw(
      `create table document (id uuid primary key, category text not null, corpus_code text);
      ${retrievalSchema}${documentReference('document')}${vectorSchema}${articleSchema}${changesSchema}`,
    )
    .execute(db)
  await sql`insert into document (id, category)
    select md5(d::text)::uuid, case when ${isSecret('d')} then 'secret' else 'open' end from generate_series(1, ${DOCUMENTS}::integer) as d`.execute(db)
  await sql`insert into passage (index_no, document_id, position, section_path, text, terms)
    select d, md5(d::text)::uuid, p, '{}', 'texte', concat_ws(' ', 'budget', 'mair' || d % 7, 'voir' || (d * p) % 11, case when ${isSecret('d')} then ${RARE_WORD}::text end)
    from generate_series(1, ${DOCUMENTS}::integer) as d cross join generate_series(0, ${PASSAGES - 1}::integer) as p`.execute(db)
  await sql`insert into document_index (document_id, index_no, analysis_version, passage_count)
    select md5(d::text)::uuid, d, 1, ${PASSAGES}::integer from generate_series(1, ${DOCUMENTS}::integer) as d`.execute(db)
  await sql`insert into document (id, category, corpus_code) values (${CODE}, 'open', 'CODE')`.execute(db)
  await sql`insert into corpus_passage (index_no, position, text, terms, validity)
    select 10000 + d, 0, 'texte', 'budget mair3 voir4 article' || d % 5, '{[1970-01-01,)}' from generate_series(1, 90) as d`.execute(db)
  await sql`insert into corpus_index (index_no, document_id, section_path, passage_count, analysis_version)
    select 10000 + d, ${CODE}, '{}', 1, 1 from generate_series(1, 90) as d`.execute(db)
  copy = openCopy({ kind: 'terms' }, { weights: defaultRankingWeights, image: null, log: silentLog })
  await copy.updateTo(db, (await readScope(db)).revision, true)
}, 120_000)
afterAll(async () => {
  await copy.close()
  await database.close()
})

const inCategories = (...categories: string[]) => sql`select id from document where category = any(${categories}::text[])`
const query = (...terms: string[]): Omit<IndexQuery, 'allowed'> => ({
  ownTerms: terms,
  weighted: terms.map((term) => [term, 1]),
  knownTerms: [],
  vector: null,
  limit: 40,
})

describe('state of a scope', () => {
  test('a scope of most documents is wide, and its list is not read', async () => {
    expect(await readScope(db, inCategories('open'))).toMatchObject({ allowed: null, codes: [CODE], isWide: true })
  })

  test.each([
    ['of few documents', inCategories('secret'), DOCUMENTS / 10],
    // Twice the documents: more rows than those of few documents.
    ['of few documents in two scopes', sql`${inCategories('secret')} union all ${inCategories('secret')}`, DOCUMENTS / 10],
    ['of a third of the documents', sql`select document_id from document_index where index_no % 7 < 3`, 2_315],
  ])('the list of a narrower scope is read: %s', async (_, scope, count) => {
    const { allowed, isWide } = await readScope(db, scope)
    expect(isWide).toBe(false)
    expect(new Set(allowed).size).toBe(count)
    expect(allowed).toHaveLength(count)
  })

  test('the list of an empty scope is empty', async () => {
    expect(await readScope(db, inCategories())).toMatchObject({ allowed: [], codes: [], isWide: false })
  })

  test('without a scope, all is allowed', async () => {
    expect(await readScope(db)).toMatchObject({ allowed: null, codes: null, isWide: false })
  })

  test('keepAllowed returns the index numbers that the scope allows', async () => {
    expect(await keepAllowed(db, inCategories('open'), [1, 3, 4, 13, 999_999])).toEqual([1, 4])
  })
})

describe('search of a wide scope', () => {
  test.each([
    ['a question on any subject', ['budget', 'mair3', 'voir4']],
    ['a word of every passage', ['budget']],
    ['a word of no passage', ['inconnu']],
    ['a subject whose passages are all forbidden', [RARE_WORD]],
    ['a subject whose first passages are forbidden', [RARE_WORD, 'mair3']],
  ])('gives the same candidates as a search with the list: %s', async (_, terms) => {
    const scope = inCategories('open')
    for (const groups of [[], [CODE]]) {
      const restricted = { ...query(...terms), groups }
      const expected = await copy.search({ ...restricted, allowed: await readAllowed(db, scope) })
      expect(expected).toHaveLength(40)
      expect(await searchWideScope(copy, db, scope, restricted)).toEqual(expected)
    }
  })

  test('a document that has just entered or left the scope is found or not', async () => {
    const scope = inCategories('open')
    const search = async () => new Set((await searchWideScope(copy, db, scope, { ...query('mair3', 'voir4'), groups: [] })).map(({ index_no }) => index_no))
    const [first] = await search()
    await sql`update document set category = 'secret' where id = md5(${first}::text)::uuid`.execute(db)
    expect(await search()).not.toContain(first)
    await sql`update document set category = 'open' where id = md5(${first}::text)::uuid`.execute(db)
    expect(await search()).toContain(first)
  })
})
