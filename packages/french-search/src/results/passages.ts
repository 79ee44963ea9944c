import { estimateTokens } from '../cutting/chunk.ts'

/** A passage found by a search. */
export type SearchHit = {
  document_id: string
  /** Part of the document that is chosen and joined as a document of its own, such as an article of a code; absent for a document without parts. */
  part?: string
  /** Index of the passage in its document, or in its part. */
  position: number
  page_from: number | null
  page_to: number | null
  section_path: string[]
  text: string
  /** Score by which hits are ranked. */
  score: number
  /** Relevance of the passage: below `MIN_RELEVANCE` it does not answer. */
  relevance: number
  lexical: number
  semantic: number
  /** Index of the question that it was found for, from 0. */
  questionIndex: number
  /** Highest score by one of the searches that were fused. */
  peak: number
}

type PassageOrigin = Pick<SearchHit, 'document_id' | 'part'>

const isSameDocument = (a: PassageOrigin, b: PassageOrigin): boolean => a.document_id === b.document_id && a.part === b.part

const sortKey = ({ document_id, part = '' }: PassageOrigin): string => `${document_id} ${part}`

/** Minimum score, relative to the best one, at which another document comes before more passages of the first documents. */
export const COMPARABLE_SHARE = 0.7

/**
 * Chooses the hits to use, at most `maxHits` besides adjacent passages, best first. The best passage of each document comes first, then further passages of
 * the same documents, so that a long document does not hide others with close scores. On the development questions of service_public_qr, the right
 * document is among five sources 397 times of 456, instead of 370.
 * @param hits best first, without duplicate texts
 * @param comparableShare minimum score of another document, relative to the best one, to come first
 */
export const choosePassages = (hits: readonly SearchHit[], maxHits: number, comparableShare = COMPARABLE_SHARE): SearchHit[] => {
  const best = hits[0]?.score ?? 0
  const isFirst = hits.map((hit, index) => hit.score >= comparableShare * best && hits.findIndex((other) => isSameDocument(other, hit)) === index)
  const chosen = new Set([...hits.filter((_, index) => isFirst[index]), ...hits.filter((_, at) => !isFirst[at])].slice(0, maxHits))
  // A neighbour extends a chosen passage: it does not count in the limit.
  for (const hit of hits) {
    const isBeside = [...chosen].some((other) => isSameDocument(other, hit) && Math.abs(other.position - hit.position) === 1)
    if (isBeside) chosen.add(hit)
  }
  return hits.filter((hit) => chosen.has(hit))
}

/** Consecutive passages of a document, used as one source of an answer. */
type PassageExcerpt = Pick<SearchHit, 'document_id' | 'part' | 'page_from' | 'page_to' | 'section_path' | 'text' | 'score'> & {
  /** Indices of the passages in the document. */
  positions: number[]
}

const commonPath = (a: readonly string[], b: readonly string[]): string[] => {
  const end = a.findIndex((title, index) => title !== b[index])
  return a.slice(0, end < 0 ? a.length : end)
}

const lowest = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.min(a, b))

const highest = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b))

const join = (first: PassageExcerpt, next: SearchHit): PassageExcerpt => ({
  document_id: first.document_id,
  ...(first.part !== undefined && { part: first.part }),
  positions: [...first.positions, next.position],
  page_from: lowest(first.page_from, next.page_from),
  page_to: highest(first.page_to, next.page_to),
  section_path: commonPath(first.section_path, next.section_path),
  text: `${first.text}\n${next.text}`,
  score: Math.max(first.score, next.score),
})

/**
 * Converts hits to excerpts for a prompt: the best hits that fit in `tokenBudget` (estimated; the first one always does). Consecutive passages of a document
 * are joined in reading order. The best excerpt comes first.
 */
export const joinNeighbours = (hits: readonly SearchHit[], tokenBudget: number): PassageExcerpt[] => {
  let remainingTokens = tokenBudget
  const fitting = hits.filter((hit, rank) => {
    const size = estimateTokens(hit.text)
    if (rank > 0 && size > remainingTokens) return false
    remainingTokens -= size
    return true
  })
  const excerpts: PassageExcerpt[] = []
  for (const hit of fitting.toSorted((a, b) => (isSameDocument(a, b) ? a.position - b.position : sortKey(a) < sortKey(b) ? -1 : 1))) {
    const last = excerpts.at(-1)
    if (last !== undefined && isSameDocument(last, hit) && last.positions.at(-1) === hit.position - 1) excerpts[excerpts.length - 1] = join(last, hit)
    else {
      const { document_id, part, page_from, page_to, section_path, text, score } = hit
      excerpts.push({ document_id, ...(part !== undefined && { part }), positions: [hit.position], page_from, page_to, section_path, text, score })
    }
  }
  return excerpts.sort((a, b) => b.score - a.score)
}
