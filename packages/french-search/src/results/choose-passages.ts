import type { SearchHit } from './hit.ts'

/** Minimum score, relative to the best one, at which another document comes before more passages of the first documents. */
export const COMPARABLE_SHARE = 0.7

/**
 * Chooses the hits to use, at most `maxHits` besides adjacent passages, best first. The best passage of each document comes first, then further passages of
 * the same documents, so that a long document does not hide others with close scores. On the development questions of service_public_qr, the right
 * document is among five sources 397 times of 456, instead of 370.
 * @param hits best first, without duplicate texts
 * @param comparable minimum score of another document, relative to the best one, to come first
 */
export const choosePassages = (hits: readonly SearchHit[], maxHits: number, comparable = COMPARABLE_SHARE): SearchHit[] => {
  const best = hits[0]?.score ?? 0
  const isFirst = hits.map(({ document_id, score }, at) => score >= comparable * best && hits.findIndex((other) => other.document_id === document_id) === at)
  const chosen = new Set([...hits.filter((_, at) => isFirst[at]), ...hits.filter((_, at) => !isFirst[at])].slice(0, maxHits))
  // A neighbour extends a chosen passage: it does not count in the limit.
  for (const hit of hits) {
    const isBeside = [...chosen].some(({ document_id, position }) => document_id === hit.document_id && Math.abs(position - hit.position) === 1)
    if (isBeside) chosen.add(hit)
  }
  return hits.filter((hit) => chosen.has(hit))
}
