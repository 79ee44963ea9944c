/** A passage found by a search. */
export type SearchHit = {
  document_id: string
  /** Index of the passage in its document. */
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
  ask: number
  /** Highest score by one of the searches that were fused. */
  peak: number
}
