import type { ExtractedDocument } from '@parvis/document-reading'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

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
