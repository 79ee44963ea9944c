import { createMessageSearch, defaultRankingWeights } from '@parvis/french-search'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/types.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { createSearchDatabase, hasSearchServer } from '../../testing/databases/search-server.ts'
import { reserveIndexNumbers, writeArticlePassages } from '../article-store.ts'
import { indexImage } from '../index-image.ts'
import { createRetrieval } from '../retrieval.ts'
import type { DocumentScope, RetrievalDb } from '../retrieval-db.ts'
import { writeFirstPassages } from '../store.ts'
import { openTables } from './postgresql-engine.ts'
import { fillTables } from './fill.ts'
import { readAllowed } from './search-tables.ts'
import { createTables, dropTables, readTables, readTablesToWrite } from './tables.ts'

test('on a server without the extensions, what is missing is logged in one line and the built-in engine serves', async () => {
  const embedded = await openDatabase({ kind: 'memory' }, silentLog)
  const lines: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) }
  const retrieval = createRetrieval({ engine: 'postgresql', log })
  const empty = embedded.db as unknown as RetrievalDb
  await migrate(embedded, migrations, silentLog)
  expect(await retrieval.isEngineDue(empty)).toBe(false)
  expect(lines).toEqual([
    [{ missing: expect.stringMatching(/^PostgreSQL 17|pg_textsearch/) }, 'retrieval: the PostgreSQL engine cannot serve, the built-in one does'],
  ])
  expect(await retrieval.engineState(empty)).toEqual({ serving: 'interne', is_filling: false })
  expect(await retrieval.search(empty, { question: 'cimetière', limit: 5 })).toEqual([])
  await Promise.all([retrieval.close(), embedded.close()])
}, 60_000)

describe.skipIf(!hasSearchServer)('tables of the PostgreSQL engine', () => {
  let server: Awaited<ReturnType<typeof createSearchDatabase>>
  let database: Database
  let db: RetrievalDb
  const builtIn = createRetrieval()
  const budget = () => ({ signal: new AbortController().signal, budgetMs: 60_000 })

  beforeAll(async () => {
    server = await createSearchDatabase()
    database = await openDatabase({ kind: 'postgres', url: server.url }, silentLog)
    await migrate(database, migrations, silentLog)
    db = database.db as unknown as RetrievalDb
  }, 120_000)
  afterAll(async () => {
    await builtIn.close()
    await database.close()
    await server.drop()
  })

  const subjects = ['cimetière', 'budget', 'congé', 'voirie', 'cantine', 'crèche', 'permis de construire', 'marché public', 'eau', 'bibliothèque']
  const publish = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => randomUUID())
    const split = await Promise.all(
      ids.map((document_id, nth) =>
        builtIn.splitDocument(
          {
            document_id,
            title: `Note ${nth}`,
            format: 'txt',
            pages: [{ page: 1, label: null, ocr: false, blocks: [{ kind: 'paragraph', text: `Le ${subjects[nth % 10]} de la commune, article ${nth}.` }] }],
          },
          new AbortController().signal,
        ),
      ),
    )
    await db.transaction().execute(async (trx) => {
      await sql`insert into document (id, category_id, original_filename, blob_id, size, format, state)
        select id, (select id from document_category limit 1), 'a.txt', id::text, 1, 'txt', 'indexe' from unnest(${ids}::uuid[]) as d(id)`.execute(trx)
      await writeFirstPassages(trx, split)
    })
    return ids
  }
  const frequencies = async () =>
    (await sql`select term, frequency from search_index.term where frequency > 0 order by term`.execute(db)).rows as { term: string; frequency: number }[]

  test('the tables are filled, follow publications and deletions, and are deleted after a change of the setting', async () => {
    const retrieval = createRetrieval({ engine: 'postgresql', patiently: database.patiently as never })
    const before = await publish(30)
    expect(await retrieval.engineState(db)).toEqual({ serving: 'interne', is_filling: false })
    expect(await retrieval.isEngineDue(db)).toBe(true)
    expect(await retrieval.prepareEngine(db, { ...budget(), budgetMs: 0 })).toBe('more')
    expect(await retrieval.engineState(db)).toEqual({ serving: 'interne', is_filling: true })
    // Published while the tables are being filled.
    const meanwhile = await publish(20)
    expect(await retrieval.prepareEngine(db, budget())).toBe('done')
    expect(await retrieval.engineState(db)).toEqual({ serving: 'postgresql', is_filling: false })
    expect(await retrieval.isEngineDue(db)).toBe(false)
    expect(await retrieval.search(db, { question: 'cimetière', limit: 60 })).toHaveLength(50)
    expect(await readTables(db)).toMatchObject({ passages: 50, has_changes: false })
    expect((await frequencies()).find(({ term }) => term === 'commun')).toEqual({ term: 'commun', frequency: 50 })

    await sql`delete from document where id = any(${[...before, ...meanwhile.slice(0, 15)]}::uuid[])`.execute(db)
    expect(await retrieval.search(db, { question: 'cimetière', limit: 60 })).toHaveLength(5)
    // The question has added the deletions to the statistics: five passages are left.
    expect(await readTables(db)).toMatchObject({ passages: 5, has_changes: false })
    expect((await frequencies()).find(({ term }) => term === 'commun')).toEqual({ term: 'commun', frequency: 5 })

    // The words of the deleted documents leave the tables, unless a publication in progress may be using them.
    const unused = async () => (await sql`select term from search_index.term where frequency = 0`.execute(db)).rows.length
    expect(await retrieval.isEngineDue(db)).toBe(true)
    await db.transaction().execute(async (trx) => {
      await readTablesToWrite(trx)
      expect(await retrieval.prepareEngine(db, budget())).toBe('done')
    })
    expect(await unused()).toBeGreaterThan(0)
    expect(await retrieval.prepareEngine(db, budget())).toBe('done')
    expect(await unused()).toBe(0)
    expect(await retrieval.isEngineDue(db)).toBe(false)
    expect(await retrieval.search(db, { question: 'cimetière', limit: 60 })).toHaveLength(5)

    const leaving = createRetrieval({ engine: 'auto' })
    expect(await leaving.isEngineDue(db)).toBe(true)
    expect(await leaving.prepareEngine(db, budget())).toBe('more')
    expect(await leaving.engineState(db)).toEqual({ serving: 'interne', is_filling: true })
    expect(await retrieval.search(db, { question: 'cimetière', limit: 60 })).toHaveLength(5)
    expect(await leaving.prepareEngine(db, budget())).toBe('done')
    expect((await sql`select to_regnamespace('search_index') as name`.execute(db)).rows).toEqual([{ name: null }])
    await publish(1)
    await sql`delete from document`.execute(db)
    await Promise.all([retrieval.close(), leaving.close()])
  }, 120_000)

  test('a narrow scope and a wide scope give the results of the built-in engine', async () => {
    const retrieval = createRetrieval({ engine: 'postgresql', patiently: database.patiently as never })
    const allowed = await publish(120)
    await publish(120)
    while ((await retrieval.prepareEngine(db, budget())) === 'more');
    const scope = sql`select id from document where id = any(${allowed}::uuid[])`
    const keys = (hits: readonly { index_no: number; position: number; score: number }[]) =>
      hits.map(({ index_no, position, score }) => `${index_no} ${position} ${score.toFixed(3)}`).toSorted()
    const [formulation] = createMessageSearch().searchesFor('permis de construire dans la commune')
    const ask = async (narrowPassages: number) => {
      const opened = await openTables(db, { tables: (await readTables(db))!, scope: { scope, day: null } }, { weights: defaultRankingWeights, narrowPassages })
      return opened!.search({ ...formulation!.analysed, limit: 12 })
    }
    const exact = keys(await ask(1_000))
    expect(exact).toHaveLength(12)
    expect(keys(await ask(0))).toEqual(exact)
    const question = { question: 'permis de construire dans la commune', scope, limit: 12 }
    const texts = (hits: readonly { document_id: string }[]) => hits.map(({ document_id }) => document_id).toSorted()
    expect(texts(await retrieval.search(db, question))).toEqual(texts(await builtIn.search(db, question)))
    await retrieval.close()
  }, 120_000)

  test('a scope is narrow up to a number of passages; a large one is wide according to a sample', async () => {
    await sql`delete from document`.execute(db)
    const ids = await publish(700)
    const scopeOf = (documents: readonly string[]) => sql`select id from document where id = any(${documents}::uuid[])`
    const numbers = async (scope: DocumentScope, narrowPassages: number) => {
      const allowed = await readAllowed(db, scope, narrowPassages)
      return allowed.kind === 'narrow' ? allowed.index_numbers.length : allowed.kind
    }
    const [some, most] = [scopeOf(ids.slice(0, 40)), scopeOf(ids.slice(0, 600))]
    expect(await numbers(scopeOf([]), 50)).toBe('none')
    expect(await numbers(some, 50)).toBe(40)
    expect(await numbers(sql`${some} union all ${some}`, 50)).toBe(40)
    expect(await numbers(some, 30)).toBe('wide')
    expect(await numbers(most, 50)).toBe('wide')
    expect(await numbers(most, 1_000)).toBe(600)
  }, 120_000)

  test('the image of the built-in index is deleted once it no longer serves', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'engine-'))
    const { file } = indexImage(folder)
    mkdirSync(path.dirname(file))
    writeFileSync(file, '')
    const retrieval = createRetrieval({ engine: 'postgresql', patiently: database.patiently as never, image: { file } })
    await publish(1)
    while ((await retrieval.prepareEngine(db, budget())) === 'more');
    await retrieval.warmUp(db)
    await expect.poll(() => readdirSync(folder)).toEqual([])
    await sql`delete from document`.execute(db)
    await retrieval.close()
    rmSync(folder, { recursive: true })
  })

  test('without pgvector, words alone choose the candidates, and the ranking is the same', async () => {
    await sql`delete from document`.execute(db)
    await publish(40)
    await createTables(db, false)
    while (!(await fillTables(db, budget(), database.patiently as never)));
    const question = { question: 'permis de construire dans la commune', limit: 10 }
    const retrieval = createRetrieval({ engine: 'postgresql' })
    const scores = async (engine: typeof builtIn) =>
      (await engine.search(db, question)).map(({ document_id, score }) => `${score.toFixed(3)} ${document_id}`).toSorted()
    expect(await retrieval.engineState(db)).toEqual({ serving: 'postgresql', is_filling: false })
    // A new engine: the statistics of the one of the other tests still count deleted passages.
    const fresh = createRetrieval()
    expect(await scores(retrieval)).toEqual(await scores(fresh))
    await Promise.all([retrieval.close(), fresh.close()])
  }, 120_000)

  test('articles of an import begun before the tables are found once published', async () => {
    const retrieval = createRetrieval({ engine: 'postgresql', patiently: database.patiently as never })
    await dropTables(db)
    const code = randomUUID()
    const index_numbers = await reserveIndexNumbers(db, 2)
    const passages = index_numbers.map((index_no) => ({
      index_no,
      position: 0,
      text: 'Le conseil.',
      terms: 'art1 | art1 | conseil municipal',
      validity: '{(,)}',
    }))
    const writeArticle = (name: string, index_no: number) =>
      sql`
      with import as (insert into corpus_import (name, source, licence, attribution, extracted_on, digest, created_at)
        values (${name}, 'source', '', '', '2026-01-01', ${name}, now()) returning id)
      insert into corpus_article (import_id, pack_id, code, number, number_key, path, digest, index_no)
      select id, number, 'CGCT', number, number, '{}', '', ${index_no}::bigint from import cross join unnest(array['1', '2']) as n(number)`.execute(db)
    await writeArticlePassages(db, passages)
    for (const [nth, index_no] of index_numbers.entries()) await writeArticle(`corpus ${nth}`, index_no)
    while ((await retrieval.prepareEngine(db, budget())) === 'more');
    await sql`insert into document (id, category_id, original_filename, size, format, state, corpus_code)
      values (${code}, (select id from document_category limit 1), 'CGCT', 1, 'txt', 'indexe', 'CGCT')`.execute(db)
    await sql`insert into corpus_index (index_no, document_id, section_path, passage_count, analysis_version)
      select index_no, ${code}, '{}', 1, 1 from unnest(${index_numbers}::bigint[]) as n(index_no)`.execute(db)
    expect(await retrieval.search(db, { question: 'conseil municipal', scope: sql`select ${code}::uuid`, limit: 5 })).toHaveLength(2)
    await retrieval.close()
  }, 120_000)
})
