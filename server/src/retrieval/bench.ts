import { asDocument, mean, measuresOf, percentile, readJsonLines, type CorpusEntry, type RankingMeasures, type BenchQuery } from '@parvis/french-search/bench'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { DatabaseConfig } from '../platform/db/types.ts'
import { retrievalSchema } from '../platform/db/migrations/2026-11-21-library.ts'
import { articleSchema } from '../platform/db/migrations/0085-corpus-search.ts'
import { changesSchema } from '../platform/db/migrations/0096-retrieval-changes.ts'
import { vectorSchema } from '../platform/db/migrations/2026-11-24-vectors.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import type { SearchEngine } from './search-engine.ts'
import type { RetrievalDb } from './retrieval-db.ts'

type RetrievalBenchOptions = {
  /**
   * Folder with one folder per data set: corpus.jsonl.gz {id, title, text} and queries.SPLIT.jsonl.gz {text, relevant_ids}. A set without a corpus holds
   * other questions about the corpus of another set.
   */
  sets: string
  split: string
  /** Database that holds the passages. Default: embedded, in memory. */
  engine?: DatabaseConfig
  /** Search engine to measure. Default: the built-in one. */
  search?: SearchEngine['name']
  log?: (line: string) => void
}
type SetResult = RankingMeasures & { queries: number; p50_ms: number; p95_ms: number; documents: number; passages: number }

const DEPTH = 10
/** Passages requested per search, so that at least ten different documents are among them. */
const PASSAGES = 60
const WARM_UP = 10

type Sets = { folder: string; names: readonly string[]; split: string; openSearch: (search: SearchEngine['name']) => Retrieval; search: SearchEngine['name'] }

/** Indexes the corpus of set `name`, then measures its questions and those of the sets without a corpus that refer to it. */
const runCorpus = async (
  db: RetrievalDb,
  name: string,
  { folder, names, split, openSearch, search }: Sets,
  log: (line: string) => void,
): Promise<Record<string, SetResult>> => {
  const corpus = readJsonLines<CorpusEntry>(join(folder, name, 'corpus.jsonl.gz'))
  const ids = new Set(corpus.map(({ id }) => id))
  const questionsOf = (set: string) => readJsonLines<BenchQuery>(join(folder, set, `queries.${split}.jsonl.gz`))
  const borrowers = names
    .filter((set) => !hasCorpus(folder, set))
    .filter((set) => questionsOf(set).every(({ relevant_ids }) => relevant_ids.every((id) => ids.has(id))))
  const leaving = openSearch('interne')
  await prepare(leaving, db)
  await leaving.close()
  const retrieval = openSearch(search)
  try {
    await sql`truncate passage, document_index cascade`.execute(db)
    const entryOf = new Map<string, string>()
    let passages = 0
    const startedAt = performance.now()
    for (const entry of corpus) {
      const document_id = randomUUID()
      entryOf.set(document_id, entry.id)
      passages += await retrieval.indexDocument(db, { document_id, ...asDocument(entry) })
    }
    log(`${name}: ${corpus.length} documents, ${passages} passages indexed in ${Math.round((performance.now() - startedAt) / 1000)} s`)
    const loading = performance.now()
    await prepare(retrieval, db)
    await retrieval.warmUp(db)
    log(`${name}: ready in ${Math.round(performance.now() - loading)} ms`)
    const results: Record<string, SetResult> = {}
    for (const set of [name, ...borrowers]) results[set] = { ...(await askAll(retrieval, db, questionsOf(set), entryOf)), documents: corpus.length, passages }
    return results
  } finally {
    await retrieval.close()
  }
}

/** Fills the tables of the PostgreSQL engine, or deletes them if `retrieval` uses the built-in one. */
const prepare = async (retrieval: Retrieval, db: RetrievalDb): Promise<void> => {
  while ((await retrieval.prepareEngine(db, { signal: new AbortController().signal, budgetMs: 60_000 })) === 'more');
}

const askAll = async (
  retrieval: Retrieval,
  db: RetrievalDb,
  queries: readonly BenchQuery[],
  entryOf: ReadonlyMap<string, string>,
): Promise<Omit<SetResult, 'documents' | 'passages'>> => {
  for (const { text } of queries.slice(0, WARM_UP)) await retrieval.search(db, { question: text, limit: DEPTH })
  const measured: RankingMeasures[] = []
  const times: number[] = []
  for (const { text, relevant_ids } of queries) {
    const start = performance.now()
    const hits = await retrieval.search(db, { question: text, limit: PASSAGES })
    times.push(performance.now() - start)
    const rankedEntries = [...new Set(hits.map((hit) => entryOf.get(hit.document_id) ?? ''))]
    measured.push(measuresOf(rankedEntries, new Set(relevant_ids), DEPTH))
  }
  const average = (name: keyof RankingMeasures): number => mean(measured.map((measures) => measures[name]))
  return {
    'ndcg@10': average('ndcg@10'),
    'recall@10': average('recall@10'),
    'hit@10': average('hit@10'),
    'mrr@10': average('mrr@10'),
    queries: queries.length,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
  }
}

const hasCorpus = (folder: string, set: string): boolean => existsSync(join(folder, set, 'corpus.jsonl.gz'))

/**
 * Benchmarks retrieval: indexes every set with the product's own chunking and SQL, runs its questions, and measures the ranking of documents (by best
 * passage) and the duration of a search, from the question to the passages read.
 * @throws when a set's questions match no corpus
 */
export const runRetrievalBench = async ({
  sets,
  split,
  engine = { kind: 'memory' },
  search = 'interne',
  log = () => {},
}: RetrievalBenchOptions): Promise<{ sets: Record<string, SetResult> }> => {
  const database = await openDatabase(engine, silentLog)
  try {
    const db = database.db as unknown as RetrievalDb
    await sql
      .raw(
        `create table document (id uuid primary key, corpus_code text);\ncreate table corpus_article (index_no bigint);\n${retrievalSchema}${vectorSchema}${articleSchema}${changesSchema}`,
      )
      .execute(db)
    const names = readdirSync(sets)
      .sort()
      .filter((name) => existsSync(join(sets, name, `queries.${split}.jsonl.gz`)))
    const openSearch: Sets['openSearch'] = (name) => createRetrieval({ engine: name, patiently: database.patiently as never })
    const results: Record<string, SetResult> = {}
    for (const name of names.filter((set) => hasCorpus(sets, set)))
      Object.assign(results, await runCorpus(db, name, { folder: sets, names, split, openSearch, search }, log))
    for (const [name, result] of Object.entries(results)) log(`${name}: ${JSON.stringify(result)}`)
    const missingNames = names.filter((name) => results[name] === undefined)
    if (missingNames.length > 0) throw new Error(`Aucun corpus ne répond à : ${missingNames.join(', ')}.`)
    return { sets: results }
  } finally {
    await database.close()
  }
}
