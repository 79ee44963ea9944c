import { percentile } from '@parvis/french-search/bench'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { silentLog } from '../server/src/platform/log.ts'
import { fieldQuestions } from '../seed/documents/field-questions.ts'
import { heldOutQuestions } from '../seed/documents/held-out-questions.ts'
import { demoQuestions } from '../seed/documents/questions.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Database } from '../server/src/platform/db/types.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { migrations } from '../server/src/platform/db/migrations/index.ts'
import { scopeQuery, type AsOf } from '../server/src/authorization/documents.ts'
import { todayInParis } from '../server/src/platform/paris.ts'
import { createRetrieval, type Retrieval } from '../server/src/retrieval/retrieval.ts'
import type { SearchEngine } from '../server/src/retrieval/search-engine.ts'
import { startPostgresServer } from '../server/src/testing/databases/postgres-server.ts'
import { createSearchDatabase } from '../server/src/testing/databases/search-server.ts'
import { fillPassages, passagesPerDocument } from './fill-passages.ts'
import { measureImageMemory } from './image-memory.ts'
import { measurePublications, type PublicationTimes } from './publications.ts'

/** Database of the bench: embedded, a PostgreSQL server, or one with the extensions of the PostgreSQL search engine, on which both engines are measured. */
type SizesEngine = 'embedded' | 'postgres' | 'postgresql'

/** Costs of the built-in index. */
type IndexCosts = {
  /** Time to load the index from the database when a process starts, in seconds, and longest block of the event loop meanwhile. */
  loading_s: number
  loading_stall_ms: number
  /** Time to write the image of the index, and size of the file. */
  image_s: number
  image_mb: number
  /** Resident memory added by the index read from its image, in bytes per passage. */
  bytes_per_passage: number
}

/** Costs of the tables of the PostgreSQL engine. */
type TablesCosts = {
  /** Time to fill them and to create their indexes, in seconds. */
  filling_s: number
  /** Size with their indexes. */
  tables_mb: number
}

type SizeResult = {
  passages: number
  search: SearchEngine['name']
} & Partial<IndexCosts & TablesCosts> &
  SearchTimes &
  PublicationTimes

type SearchTimes = {
  /** Time until a process that starts is ready, in seconds: the built-in index is read from its image. */
  ready_s: number
  /** Time from a question to the passages, among the documents of a category that has 99 % of them. */
  p50_ms: number
  p95_ms: number
  /** The same among those in force today. */
  dated_p50_ms: number
  dated_p95_ms: number
  /** The same among 1 % of the documents. */
  narrow_p50_ms: number
  narrow_p95_ms: number
  /** Longest block of the event loop while searching, in ms. */
  search_stall_ms: number
  /** Times of a small statement sent every 5 ms during the searches. */
  other_p95_ms: number
  other_max_ms: number
  /** First question after a change of the index. */
  follow_ms: number
}

type Categories = { large: string; small: string }

const MAX_PASSAGES = 30
const OTHER_EVERY_MS = 5
const questions = [...demoQuestions, ...fieldQuestions].map(({ question }) => question)

/**
 * Measures the time, memory and event-loop blocks of searches as a database grows to each of `sizes` passages, with the product's tables, rights and
 * search.
 */
export async function measureSizes(engine: SizesEngine, sizes: readonly number[], log: (line: string) => void): Promise<SizeResult[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-sizes-'))
  const server = await openServer(engine)
  const database = await openDatabase(server === null ? { kind: 'embedded', dir } : { kind: 'postgres', url: server.url }, silentLog)
  try {
    await migrate(database, migrations, silentLog)
    const results: SizeResult[] = []
    const record = (result: SizeResult): void => {
      results.push(result)
      log(JSON.stringify(result))
    }
    let writtenCount = 0
    for (const size of sizes.toSorted((a, b) => a - b)) {
      const startedAt = performance.now()
      const categories = await fillPassages(database, writtenCount, size)
      log(`${size} passages: ${size - writtenCount} written in ${Math.round((performance.now() - startedAt) / 1000)} s`)
      writtenCount = size
      record({ passages: size, search: 'interne', ...(await measureBuiltIn(database, size, categories, path.join(dir, 'image'))) })
      if (engine === 'postgresql') record({ passages: size, search: 'postgresql', ...(await measureTables(database, size, categories)) })
    }
    return results
  } finally {
    await database.close()
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Starts the server of the bench; null for the embedded database. */
async function openServer(engine: SizesEngine): Promise<{ url: string; remove: () => Promise<void> } | null> {
  if (engine === 'embedded') return null
  if (engine === 'postgres') return startPostgresServer()
  const { url, drop } = await createSearchDatabase()
  return { url, remove: drop }
}

async function measureBuiltIn(database: Database, size: number, categories: Categories, image: string): Promise<IndexCosts & SearchTimes & PublicationTimes> {
  const costs = await measureImage(database, image)
  const bytes_per_passage = Math.round((await measureImageMemory(image)) / size)
  return { ...costs, bytes_per_passage, ...(await measure(database, createRetrieval({ image: { file: image } }), size, categories)) }
}

/** Fills the tables of the PostgreSQL engine, measures searches in them, and deletes them. */
async function measureTables(database: Database, size: number, categories: Categories): Promise<TablesCosts & SearchTimes & PublicationTimes> {
  const open = (engine: SearchEngine['name']): Retrieval => createRetrieval({ engine, patiently: database.patiently as never })
  const retrieval = open('postgresql')
  const startedAt = performance.now()
  await prepareEngine(retrieval, database)
  const filling_s = (performance.now() - startedAt) / 1000
  const {
    rows: [tables],
  } = await sql<{ mb: number }>`
    select sum(pg_total_relation_size(c.oid))::float8 / 1e6 as mb from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'search_index' and c.relkind = 'r'`.execute(database.db)
  const times = await measure(database, retrieval, size, categories)
  const leaving = open('interne')
  await prepareEngine(leaving, database)
  await leaving.close()
  return { filling_s, tables_mb: tables!.mb, ...times }
}

/** Fills the tables of the engine of `retrieval`, or deletes those of the other one. */
const prepareEngine = async (retrieval: Retrieval, { db }: Database): Promise<void> => {
  while ((await retrieval.prepareEngine(db, { signal: new AbortController().signal, budgetMs: 60_000 })) === 'more');
}

/** Loads the index from the database, writes its image, and measures both. */
async function measureImage({ db }: Database, file: string): Promise<Omit<IndexCosts, 'bytes_per_passage'>> {
  rmSync(file, { force: true })
  const written = Promise.withResolvers<number>()
  const startedAt = performance.now()
  let loadedAt = startedAt
  const info = (_: object, message: string): void => {
    if (message.includes('image of the index written')) written.resolve((performance.now() - loadedAt) / 1000)
  }
  const retrieval = createRetrieval({ image: { file, intervalMs: 0 }, log: { ...silentLog, info } as typeof silentLog })
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  try {
    await retrieval.warmUp(db)
    loadedAt = performance.now()
    return {
      loading_s: (loadedAt - startedAt) / 1000,
      loading_stall_ms: stall.max / 1e6,
      image_s: await written.promise,
      image_mb: statSync(file).size / 1e6,
    }
  } finally {
    stall.disable()
    await retrieval.close()
  }
}

/** Measures searches with an engine, then closes it. */
async function measure(database: Database, retrieval: Retrieval, size: number, categories: Categories): Promise<SearchTimes & PublicationTimes> {
  const { db } = database
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  const ask = async (question: string, { category_id = categories.large, as_of = 'any' }: { category_id?: string; as_of?: AsOf } = {}) => {
    const sentAt = performance.now()
    await retrieval.search(db, { question, scope: scopeQuery({ category_id, reader_id: '00000000-0000-0000-0000-000000000000' }, as_of), limit: MAX_PASSAGES })
    return performance.now() - sentAt
  }
  try {
    const startedAt = performance.now()
    await retrieval.warmUp(db)
    const ready_s = (performance.now() - startedAt) / 1000
    // Other questions: the server and the process are warm, as during a day.
    for (const { question } of heldOutQuestions) for (const category_id of [categories.large, categories.small]) await ask(question, { category_id })
    stall.reset()
    const others: number[] = []
    let searching = true
    const other = (async () => {
      while (searching) {
        const sentAt = performance.now()
        await sql`select revision from retrieval_state`.execute(db)
        others.push(performance.now() - sentAt)
        await pause(OTHER_EVERY_MS)
      }
    })()
    const times: number[] = []
    const datedTimes: number[] = []
    const narrowTimes: number[] = []
    const today = todayInParis({ now: () => new Date() })
    // Alternately, so that all meet the same machine.
    for (const question of questions) {
      times.push(await ask(question))
      datedTimes.push(await ask(question, { as_of: today }))
      narrowTimes.push(await ask(question, { category_id: categories.small }))
    }
    searching = false
    await other
    const search_stall_ms = stall.max / 1e6
    await sql`update document_index set indexed_at = now() where index_no = ${Math.ceil(size / passagesPerDocument / 2)}`.execute(db)
    const follow_ms = await ask(questions[0]!)
    return {
      ready_s,
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      dated_p50_ms: percentile(datedTimes, 0.5),
      dated_p95_ms: percentile(datedTimes, 0.95),
      narrow_p50_ms: percentile(narrowTimes, 0.5),
      narrow_p95_ms: percentile(narrowTimes, 0.95),
      search_stall_ms,
      other_p95_ms: percentile(others, 0.95),
      other_max_ms: Math.max(...others),
      follow_ms,
      ...(await measurePublications(database, retrieval, categories.large)),
    }
  } finally {
    stall.disable()
    await retrieval.close()
  }
}
