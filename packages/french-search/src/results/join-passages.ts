import { estimateTokens } from '../cutting/chunk.ts'
import type { SearchHit } from './hit.ts'

/** One or several consecutive passages of a document, used as one source of an answer. */
type PassageExcerpt = Pick<SearchHit, 'document_id' | 'page_from' | 'page_to' | 'section_path' | 'text' | 'score'> & {
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
  let left = tokenBudget
  const fitting = hits.filter((hit, rank) => {
    const size = estimateTokens(hit.text)
    if (rank > 0 && size > left) return false
    left -= size
    return true
  })
  const excerpts: PassageExcerpt[] = []
  for (const hit of fitting.toSorted((a, b) => (a.document_id < b.document_id ? -1 : a.document_id > b.document_id ? 1 : a.position - b.position))) {
    const last = excerpts.at(-1)
    if (last?.document_id === hit.document_id && last.positions.at(-1) === hit.position - 1) excerpts[excerpts.length - 1] = join(last, hit)
    else {
      const { document_id, page_from, page_to, section_path, text, score } = hit
      excerpts.push({ document_id, positions: [hit.position], page_from, page_to, section_path, text, score })
    }
  }
  return excerpts.sort((a, b) => b.score - a.score)
}
