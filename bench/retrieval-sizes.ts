import { percentile } from '@parvis/french-search/bench'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { silentLog } from '../server/src/platform/log.ts'
import { fieldQuestions } from '../seed/documents/field-questions.ts'
import { demoQuestions } from '../seed/documents/questions.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Database } from '../server/src/platform/db/types.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { migrations } from '../server/src/platform/db/migrations/index.ts'
import { scopeQuery, type AsOf } from '../server/src/authorization/documents.ts'
import { todayInParis } from '../server/src/platform/paris.ts'
import { createRetrieval } from '../server/src/retrieval/retrieval.ts'
import { startPostgresServer } from '../server/src/testing/databases/postgres-server.ts'
import { fillPassages, passagesPerDocument } from './fill-passages.ts'
import { measureImageMemory } from './image-memory.ts'
import { measurePublications, type PublicationTimes } from './publications.ts'

type SizeResult = {
  passages: number
  /** Time to load the index from the database when a process starts, in seconds. */
  loading_s: number
  /** Time to write the image of the index, and size of the file. */
  image_s: number
  image_mb: number
  /** Time to load the index from its image when a process starts, in seconds. */
  from_image_s: number
  /** Resident memory added by the index read from its image, in bytes per passage. */
  bytes_per_passage: number
  /** Time from a question to the passages, among the documents of a category that has 99 % of them. */
  p50_ms: number
  p95_ms: number
  /** The same among those in force today. */
  dated_p50_ms: number
  dated_p95_ms: number
  /** The same among 1 % of the documents. */
  narrow_p50_ms: number
  narrow_p95_ms: number
  /** Longest block of the event loop, in ms, while searching and while loading the index. */
  search_stall_ms: number
  loading_stall_ms: number
  /** Times of a small statement sent every 5 ms during the searches. */
  other_p95_ms: number
  other_max_ms: number
  /** First question after a change of the index. */
  follow_ms: number
} & PublicationTimes

const MAX_PASSAGES = 30
const OTHER_EVERY_MS = 5
const questions = [...demoQuestions, ...fieldQuestions].map(({ question }) => question)

/**
 * Measures the time, memory and event-loop blocks of searches as a database grows to each of `sizes` passages, with the product's tables, rights and
 * search.
 */
export async function measureSizes(engine: 'embedded' | 'postgres', sizes: readonly number[], log: (line: string) => void): Promise<SizeResult[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-sizes-'))
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const database = await openDatabase(server === null ? { kind: 'embedded', dir } : { kind: 'postgres', url: server.url }, silentLog)
  try {
    await migrate(database, migrations, silentLog)
    const results: SizeResult[] = []
    let writtenCount = 0
    for (const size of sizes.toSorted((a, b) => a - b)) {
      const startedAt = performance.now()
      const categories = await fillPassages(database, writtenCount, size)
      log(`${size} passages: ${size - writtenCount} written in ${Math.round((performance.now() - startedAt) / 1000)} s`)
      writtenCount = size
      const images = await measureImage(database, path.join(dir, 'image'))
      results.push({ passages: size, ...images, ...(await measure(database, size, categories, path.join(dir, 'image'))) })
      log(JSON.stringify(results.at(-1)))
    }
    return results
  } finally {
    await database.close()
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Loads the index from the database, writes its image, and measures both. */
async function measureImage({ db }: Database, file: string): Promise<Pick<SizeResult, 'loading_s' | 'loading_stall_ms' | 'image_s' | 'image_mb'>> {
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

async function measure(
  database: Database,
  size: number,
  categories: { large: string; small: string },
  image: string,
): Promise<Omit<SizeResult, 'passages' | 'loading_s' | 'loading_stall_ms' | 'image_s' | 'image_mb'>> {
  const { db } = database
  const bytes_per_passage = Math.round((await measureImageMemory(image)) / size)
  const retrieval = createRetrieval({ image: { file: image } })
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
    const from_image_s = (performance.now() - startedAt) / 1000
    for (const question of questions.slice(0, 10)) await ask(question)
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
      from_image_s,
      bytes_per_passage,
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
