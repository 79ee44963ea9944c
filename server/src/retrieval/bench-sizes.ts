import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../db/database.ts'
import { asDocument, readJsonLines, silent } from './bench-sets.ts'
import type { Entry, Query } from './bench-sets.ts'
import { chunkDocument } from './chunk.ts'
import type { Passage } from './chunk.ts'
import { percentile } from './measures.ts'
import { createRetrieval } from './retrieval.ts'
import { retrievalSchema, vectorSchema } from './schema.ts'
import { splitSentences } from './sentences.ts'
import type { Executor } from './store.ts'

export type SizeResult = {
  passages: number
  /** Writing those that the size before did not have, in seconds. */
  indexing_s: number
  /** Filling the memory of a process that starts, in seconds. */
  loading_s: number
  /** What the index adds to the resident memory of the process, in bytes for each passage. */
  bytes_per_passage: number
  p50_ms: number
  p95_ms: number
  /** Longest that the event loop was held, in ms, while searching and while filling the memory. */
  search_stall_ms: number
  loading_stall_ms: number
  /** A small statement sent every 5 ms during the searches: its times. */
  other_p95_ms: number
  other_max_ms: number
}

/** Passages by document in the enlarged base. */
const PASSAGES_PER_DOCUMENT = 25
const SEARCHES = 300
const PASSAGES_ASKED = 12
const WARM_UP = 20
const OTHER_EVERY_MS = 5

/** Draws the same numbers each time (mulberry32), 0 to 1. */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** Passages of every corpus, then as many more as wanted made of sentences of two of them. */
function* enlarged(real: readonly Passage[], wanted: number): Generator<Passage> {
  const draw = seeded(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!
  for (let made = 0; made < wanted; made++) {
    if (made < real.length) yield real[made]!
    else {
      const [one, other] = [pick(real), pick(real)]
      const sentences = [...splitSentences(one.search_text), ...splitSentences(other.search_text)].filter(() => draw() < 0.5)
      const text = sentences.join(' ') || other.search_text
      yield { ...one, text, search_text: text }
    }
  }
}

/** Time and stalls of searches on the embedded engine, on disk, as a base grows to each of `sizes` passages. */
export const runSizesBench = async ({
  sets,
  split,
  sizes,
  log,
}: {
  sets: string
  split: string
  sizes: readonly number[]
  log: (line: string) => void
}): Promise<SizeResult[]> => {
  const folders = readdirSync(sets)
    .map((name) => join(sets, name))
    .filter((folder) => existsSync(join(folder, `queries.${split}.jsonl.gz`)))
  const real = folders.flatMap((folder) => readJsonLines<Entry>(join(folder, 'corpus.jsonl.gz'))).flatMap((entry) => chunkDocument(asDocument(entry)))
  const questions = folders.flatMap((folder) => readJsonLines<Query>(join(folder, `queries.${split}.jsonl.gz`))).map(({ text }) => text)
  const draw = seeded(11)
  const asked = Array.from({ length: SEARCHES + WARM_UP }, () => questions[Math.floor(draw() * questions.length)]!)
  const dir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
  const database = await openDatabase({ kind: 'embedded', dir }, silent)
  try {
    const db = database.db as unknown as Executor
    await sql.raw(retrievalSchema + vectorSchema).execute(db)
    const source = enlarged(real, Math.max(...sizes))
    const results: SizeResult[] = []
    let written = 0
    for (const size of sizes.toSorted((a, b) => a - b)) {
      const started = performance.now()
      const from = written
      const writer = createRetrieval()
      while (written < size) {
        const batch = Array.from({ length: Math.min(PASSAGES_PER_DOCUMENT, size - written) }, (_, position) => ({ ...source.next().value!, position }))
        await writer.indexPassages(db, { document_id: randomUUID(), title: batch[0]!.section_path[0] ?? null }, batch)
        written += batch.length
      }
      await writer.close()
      log(`${size} passages: ${size - from} written in ${Math.round((performance.now() - started) / 1000)} s`)
      const result = { passages: size, indexing_s: (performance.now() - started) / 1000, ...(await measure(db, size, asked)) }
      log(JSON.stringify(result))
      results.push(result)
    }
    return results
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(db: Executor, size: number, asked: readonly string[]): Promise<Omit<SizeResult, 'passages' | 'indexing_s'>> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const retrieval = createRetrieval()
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  try {
    const started = performance.now()
    await retrieval.warmUp(db)
    const loading_s = (performance.now() - started) / 1000
    const loading_stall_ms = stall.max / 1e6
    const bytes_per_passage = Math.round((process.memoryUsage().rss - before) / size)
    for (const question of asked.slice(0, WARM_UP)) await retrieval.search(db, { question, limit: PASSAGES_ASKED })
    stall.reset()
    const others: number[] = []
    let searching = true
    const other = (async () => {
      while (searching) {
        const sent = performance.now()
        await sql`select revision from retrieval_state`.execute(db)
        others.push(performance.now() - sent)
        await pause(OTHER_EVERY_MS)
      }
    })()
    const times: number[] = []
    for (const question of asked.slice(WARM_UP)) {
      const sent = performance.now()
      await retrieval.search(db, { question, limit: PASSAGES_ASKED })
      times.push(performance.now() - sent)
    }
    searching = false
    await other
    return {
      loading_s,
      bytes_per_passage,
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      search_stall_ms: stall.max / 1e6,
      loading_stall_ms,
      other_p95_ms: percentile(others, 0.95),
      other_max_ms: Math.max(...others),
    }
  } finally {
    stall.disable()
    await retrieval.close()
  }
}
