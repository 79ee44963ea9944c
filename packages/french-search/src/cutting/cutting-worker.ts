import { getPriority, setPriority } from 'node:os'
import type { ExtractedDocument, ExtractedPage } from '@parvis/document-reading'
import { createAnalyser } from '../language/analyse.ts'
import { chunkDocument } from './chunk.ts'
import { passageTerms } from './index-terms.ts'
import { serveThread } from '../thread.ts'

/** Some passages as database rows in JSON, so that the main thread only passes them on. */
export type PassageBatch = { rows: string; count: number }

type DocumentHead = Pick<ExtractedDocument, 'title' | 'format'>
/**
 * Request to the thread. `pages` sends pages of a document, `next` asks for its next batch of passages, `forget` drops it. `document`: number given by the
 * caller.
 */
export type CuttingRequest = { document: number } & ({ kind: 'pages'; pages: ExtractedPage[] } | ({ kind: 'next' } & DocumentHead) | { kind: 'forget' })

/** Maximum number of passages, and of their characters, written by one statement: other requests must be able to run between two statements. */
const MAX_BATCH_PASSAGES = 20
const MAX_BATCH_CHARACTERS = 6_000
/** Thread priority: slightly below the rest of the process. */
const LOW_PRIORITY = 5

const analyser = createAnalyser()
const pendingPages = new Map<number, ExtractedPage[]>()
const runningBatches = new Map<number, Iterator<PassageBatch>>()

function* batchesOf(head: DocumentHead, pages: ExtractedPage[]): Generator<PassageBatch> {
  const passages = chunkDocument({ ...head, pages, warnings: [] })
  for (let from = 0, to = 0; from < passages.length; from = to) {
    for (let size = 0; to < passages.length && to < from + MAX_BATCH_PASSAGES && (to === from || size < MAX_BATCH_CHARACTERS); to++)
      size += passages[to]!.search_text.length
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

const next = (document: number, head: DocumentHead): PassageBatch | null => {
  let batches = runningBatches.get(document)
  if (batches === undefined) {
    batches = batchesOf(head, pendingPages.get(document) ?? [])
    pendingPages.delete(document)
    runningBatches.set(document, batches)
  }
  const { value, done } = batches.next()
  if (done !== true) return value
  runningBatches.delete(document)
  return null
}

try {
  // On systems other than Linux the priority would apply to the whole process.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), LOW_PRIORITY))
} catch {
  // The system refused: the priority is unchanged.
}

serveThread<CuttingRequest, PassageBatch | null>((question) => {
  const { document } = question
  if (question.kind === 'next') return next(document, { title: question.title, format: question.format })
  if (question.kind === 'pages') {
    const pages = pendingPages.get(document) ?? []
    pages.push(...question.pages)
    pendingPages.set(document, pages)
  } else {
    pendingPages.delete(document)
    runningBatches.delete(document)
  }
  return null
})
