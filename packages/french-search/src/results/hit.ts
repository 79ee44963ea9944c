/** A passage that a search found. */
export type Hit = {
  document_id: string
  /** Rank of the passage in its document. */
  position: number
  page_from: number | null
  page_to: number | null
  section_path: string[]
  text: string
  /** What the ranking follows. */
  score: number
  /** How surely the passage answers: under `RELEVANCE_FLOOR`, it does not. */
  relevance: number
  lexical: number
  semantic: number
  /** Which of the things asked it was found for, from 0. */
  ask: number
  /** Its best score by one of the searches that were fused. */
  peak: number
}
