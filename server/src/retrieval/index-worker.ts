import { parentPort, workerData } from 'node:worker_threads'
import { createMemoryIndex } from './memory-index.ts'
import type { Candidate, IndexQuery, VectorSpace } from './memory-index.ts'
import type { RankingWeights } from './ranking.ts'
import { loadStaticEmbedding } from './static-embedding.ts'

/** Passages of one document: position, terms separated by spaces, and the vector of the model when the index stores them. */
export type AddedDocument = { index_no: number; passages: { position: number; terms: string; vector?: Uint8Array }[] }

export type IndexSettings = { weights: RankingWeights; space: { kind: 'terms' } | Extract<VectorSpace, { kind: 'stored' }> }

export type WorkerRequest =
  | { id: number; kind: 'add'; documents: AddedDocument[] }
  | { id: number; kind: 'remove'; index_numbers: number[] }
  | { id: number; kind: 'search'; query: IndexQuery }
export type WorkerAnswer = { id: number; candidates: Candidate[] | null; held: number; passages: number } | { id: number; failure: string }

const { weights, space } = workerData as IndexSettings
const index = createMemoryIndex(space.kind === 'terms' ? { kind: 'terms', embedding: loadStaticEmbedding() } : space, weights)

const answer = (request: WorkerRequest): Candidate[] | null => {
  switch (request.kind) {
    case 'add':
      for (const { index_no, passages } of request.documents) {
        index.add(
          index_no,
          passages.map(({ position, terms, vector }) => ({
            position,
            terms: terms === '' ? [] : terms.split(' '),
            ...(vector && { vector: new Int8Array(vector.buffer, vector.byteOffset, vector.length) }),
          })),
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
