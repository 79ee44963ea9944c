import { getPriority, setPriority } from 'node:os'
import type { ExtractedDocument, ExtractedPage } from '@parvis/document-reading'
import { createAnalyser } from '../language/analyse.ts'
import { chunkDocument } from './chunk.ts'
import { passageTerms } from './index-terms.ts'
import { serveThread } from '../thread.ts'

/** Some passages as database rows in JSON, so that the main thread only passes them on. */
export type PassageBatch = { rows: string; count: number }

type Head = Pick<ExtractedDocument, 'title' | 'format'>
/**
 * Request to the thread. `pages` sends pages of a document, `next` asks for its next batch of passages, `forget` drops it. `document`: number given by the
 * caller.
 */
export type CuttingQuestion = { document: number } & ({ kind: 'pages'; pages: ExtractedPage[] } | ({ kind: 'next' } & Head) | { kind: 'forget' })

/** Maximum number of passages, and of their characters, written by one statement: other requests must be able to run between two statements. */
const BATCH = 20
const BATCH_CHARACTERS = 6_000
/** Thread priority: slightly below the rest of the process. */
const LOW_PRIORITY = 5

const analyser = createAnalyser()
const told = new Map<number, ExtractedPage[]>()
const begun = new Map<number, Iterator<PassageBatch>>()

function* batchesOf(head: Head, pages: ExtractedPage[]): Generator<PassageBatch> {
  const passages = chunkDocument({ ...head, pages, warnings: [] })
  for (let from = 0, to = 0; from < passages.length; from = to) {
    for (let size = 0; to < passages.length && to < from + BATCH && (to === from || size < BATCH_CHARACTERS); to++) size += passages[to]!.search_text.length
    const rows = passages.slice(from, to).map((passage) => ({
      position: passage.position,
      page_from: passage.page_from,
      page_to: passage.page_to,
      section_path: passage.section_path,
      text: passage.text,
      terms: passageTerms(analyser, head.title, passage).join(' '),
    }))
    yield { rows: JSON.stringify(rows), count: rows.length }
  }
}

const next = (document: number, head: Head): PassageBatch | null => {
  let batches = begun.get(document)
  if (batches === undefined) {
    batches = batchesOf(head, told.get(document) ?? [])
    told.delete(document)
    begun.set(document, batches)
  }
  const { value, done } = batches.next()
  if (done !== true) return value
  begun.delete(document)
  return null
}

try {
  // On systems other than Linux the priority would apply to the whole process.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), LOW_PRIORITY))
} catch {
  // The system refused: the priority is unchanged.
}

serveThread<CuttingQuestion, PassageBatch | null>((question) => {
  const { document } = question
  if (question.kind === 'next') return next(document, { title: question.title, format: question.format })
  if (question.kind === 'pages') {
    const pages = told.get(document) ?? []
    pages.push(...question.pages)
    told.set(document, pages)
  } else {
    told.delete(document)
    begun.delete(document)
  }
  return null
})
