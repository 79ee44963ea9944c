/** Reads sets of questions with their expected answers, and measures a ranking against them. */

import type { ExtractedDocument } from '@parvis/document-reading'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export { FIELD_BREAK } from '../cutting/index-terms.ts'
export { splitSentences } from '../language/sentences.ts'

/** Line of corpus.jsonl.gz: a text to search. */
export type CorpusEntry = { id: string; title?: string; text: string }

/** Line of queries.SPLIT.jsonl.gz: a question, and the ids of the texts that answer it. */
export type BenchQuery = { text: string; relevant_ids: string[] }

export const readJsonLines = <T>(file: string): T[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

/** Converts a text of the set to an extracted document: one paragraph per line, no page. */
export const asDocument = ({ title, text }: CorpusEntry): ExtractedDocument => ({
  format: 'txt',
  title: title ?? null,
  warnings: [],
  pages: [
    {
      page: null,
      label: null,
      ocr: false,
      blocks: text
        .split('\n')
        .filter((line) => line.trim())
        .map((line) => ({ kind: 'paragraph', text: line })),
    },
  ],
})

export type RankingMeasures = { 'ndcg@10': number; 'recall@10': number; 'hit@10': number; 'mrr@10': number }

/** Quality of one ranking, each measure from 0 to 1. A text is either relevant or not. */
export const measuresOf = (rankedIds: readonly string[], relevant: ReadonlySet<string>, depth = 10): RankingMeasures => {
  let gain = 0
  let relevantCount = 0
  let first = 0
  rankedIds.slice(0, depth).forEach((id, index) => {
    if (!relevant.has(id)) return
    gain += 1 / Math.log2(index + 2)
    relevantCount++
    first ||= index + 1
  })
  let ideal = 0
  for (let index = 0; index < Math.min(depth, relevant.size); index++) ideal += 1 / Math.log2(index + 2)
  return {
    'ndcg@10': ideal > 0 ? gain / ideal : 0,
    'recall@10': relevant.size > 0 ? relevantCount / relevant.size : 0,
    'hit@10': relevantCount > 0 ? 1 : 0,
    'mrr@10': first > 0 ? 1 / first : 0,
  }
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Nearest-rank percentile of the values, with `share` from 0 to 1. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0
