import { asDocument, mean, measuresOf, percentile, readJsonLines } from '@parvis/french-search/bench'
import type { Entry, Measures, Query } from '@parvis/french-search/bench'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { silentLog } from '../log.ts'
import { openDatabase } from '../db/database.ts'
import type { DatabaseConfig } from '../db/database.ts'
import { retrievalSchema } from '../db/migrations/2026-11-21-library.ts'
import { vectorSchema } from '../db/migrations/2026-11-24-vectors.ts'
import { createRetrieval } from './retrieval.ts'
import type { Executor } from './store.ts'

export type BenchOptions = {
  /** A folder with one folder per set: corpus.jsonl.gz {id, title, text} and queries.SPLIT.jsonl.gz {text, relevant_ids}. */
  sets: string
  split: string
  /** Where the passages live; in memory by default, on the embedded engine. */
  engine?: DatabaseConfig
  log?: (line: string) => void
}
export type SetResult = Measures & { queries: number; p50_ms: number; p95_ms: number; documents: number; passages: number }

const DEPTH = 10
/** Passages asked for, so that ten different documents are among them. */
const PASSAGES = 60
const WARM_UP = 10

const runSet = async (db: Executor, folder: string, split: string, log: (line: string) => void): Promise<SetResult> => {
  const corpus = readJsonLines<Entry>(join(folder, 'corpus.jsonl.gz'))
  const queries = readJsonLines<Query>(join(folder, `queries.${split}.jsonl.gz`))
  const retrieval = createRetrieval()
  try {
    await sql`truncate passage, document_index cascade`.execute(db)
    const entryOf = new Map<string, string>()
    let passages = 0
    const started = performance.now()
    for (const entry of corpus) {
      const document_id = randomUUID()
      entryOf.set(document_id, entry.id)
      passages += await retrieval.indexDocument(db, { document_id, ...asDocument(entry) })
    }
    log(`${folder}: ${corpus.length} documents, ${passages} passages indexed in ${Math.round((performance.now() - started) / 1000)} s`)
    const loading = performance.now()
    await retrieval.warmUp(db)
    log(`${folder}: memory filled in ${Math.round(performance.now() - loading)} ms`)
    for (const { text } of queries.slice(0, WARM_UP)) await retrieval.search(db, { question: text, limit: DEPTH })
    const measured: Measures[] = []
    const times: number[] = []
    for (const { text, relevant_ids } of queries) {
      const start = performance.now()
      const hits = await retrieval.search(db, { question: text, limit: PASSAGES })
      times.push(performance.now() - start)
      const ranked = [...new Set(hits.map((hit) => entryOf.get(hit.document_id) ?? ''))]
      measured.push(measuresOf(ranked, new Set(relevant_ids), DEPTH))
    }
    const average = (name: keyof Measures): number => mean(measured.map((measures) => measures[name]))
    return {
      'ndcg@10': average('ndcg@10'),
      'recall@10': average('recall@10'),
      'hit@10': average('hit@10'),
      'mrr@10': average('mrr@10'),
      queries: queries.length,
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      documents: corpus.length,
      passages,
    }
  } finally {
    await retrieval.close()
  }
}

/**
 * Indexes every set through the product's own chunking and SQL, asks its questions and measures the ranking of
 * documents (best passage first) and the time of a search from the question to the passages read.
 */
export const runRetrievalBench = async ({
  sets,
  split,
  engine = { kind: 'memory' },
  log = () => {},
}: BenchOptions): Promise<{ sets: Record<string, SetResult> }> => {
  const database = await openDatabase(engine, silentLog)
  try {
    const db = database.db as unknown as Executor
    await sql.raw(retrievalSchema + vectorSchema).execute(db)
    const results: Record<string, SetResult> = {}
    for (const name of readdirSync(sets).sort()) {
      if (!existsSync(join(sets, name, `queries.${split}.jsonl.gz`))) continue
      results[name] = await runSet(db, join(sets, name), split, log)
      log(`${name}: ${JSON.stringify(results[name])}`)
    }
    return { sets: results }
  } finally {
    await database.close()
  }
}
