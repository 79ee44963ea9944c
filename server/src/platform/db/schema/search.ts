/** Tables of the search index, read and written in SQL by server/src/retrieval. */
export type SearchTables = {
  retrieval_state: { only_row: boolean; revision: number }
  document_index: {
    document_id: string
    index_no: number
    analysis_version: number
    passage_count: number
    indexed_at: string
    /** Title of the document when it was indexed. */
    title: string | null
    embedded_by: number[]
  }
  embedding_model: { id: number; server: string; name: string; dimension: number; baseline: number; complete_at: string | null; created_at: string }
  passage_vector: { index_no: number; position: number; model_id: number; vector: Buffer }
  passage: {
    index_no: number
    position: number
    document_id: string
    page_from: number | null
    page_to: number | null
    section_path: string[]
    text: string
    terms: string
  }
}
