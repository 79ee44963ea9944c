import { parentPort, workerData } from 'node:worker_threads'
import { createMemoryIndex } from './memory-index.ts'
import type { Candidate, IndexQuery } from './memory-index.ts'
import type { RankingWeights } from './ranking.ts'
import { loadStaticEmbedding } from './static-embedding.ts'

/** Passages of one document: position and terms separated by spaces. */
export type AddedDocument = { index_no: number; passages: { position: number; terms: string }[] }

export type WorkerRequest =
  | { id: number; kind: 'add'; documents: AddedDocument[] }
  | { id: number; kind: 'remove'; index_numbers: number[] }
  | { id: number; kind: 'search'; query: IndexQuery }
export type WorkerAnswer = { id: number; candidates: Candidate[] | null; held: number; passages: number } | { id: number; failure: string }

const { weights } = workerData as { weights: RankingWeights }
const index = createMemoryIndex({ kind: 'terms', embedding: loadStaticEmbedding() }, weights)

const answer = (request: WorkerRequest): Candidate[] | null => {
  switch (request.kind) {
    case 'add':
      for (const { index_no, passages } of request.documents) {
        index.add(
          index_no,
          passages.map(({ position, terms }) => ({ position, terms: terms === '' ? [] : terms.split(' ') })),
        )
      }
      return null
    case 'remove':
      for (const index_no of request.index_numbers) index.remove(index_no)
      return null
    case 'search':
      return index.search(request.query)
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  let reply: WorkerAnswer
  try {
    reply = { id: request.id, candidates: answer(request), held: index.held().length, passages: index.passageCount() }
  } catch (error) {
    reply = { id: request.id, failure: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
})
