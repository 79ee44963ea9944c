import type { DocumentState, ModelLevel } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { ExtractedBlock, DocumentFormat } from '@parvis/document-reading'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface DocumentCategoryTable {
  id: Id
  name: string
  name_key: string
  display_name: string
  is_known: Generated<boolean>
  /** True when only people with an explicit edit grant may add documents to the category. */
  is_kept: Generated<boolean>
  /** Minimum level of the models that may read its documents. */
  min_level: Generated<ModelLevel>
  /** Corpus whose articles the category holds, with its source; null for a category of uploaded documents. */
  corpus_name: string | null
  corpus_source: string | null
  created_at: DefaultTimestamp
}

/** Former name of a category, which still leads to it. */
export interface DocumentCategoryAliasTable {
  name_key: string
  name: string
  category_id: string
}

/** The only row: where the files of the instance are, and the lease of their sweep. */
export interface FileStoreTable {
  id: Generated<number>
  /** Mark of the instance, also written in its bucket. Null until a bucket is used. */
  mark: string | null
  /** The mark was written in the bucket. */
  is_marked: Generated<boolean>
  /** Where new files are stored. */
  target: Generated<'dossier' | 's3'>
  /** Every file is in the target. */
  is_whole: Generated<boolean>
  is_moved_back: Generated<boolean>
  sweep_holder: string | null
  sweep_leased_until: NullableTimestamp
  swept_at: NullableTimestamp
  swept_files: number | null
}

export interface DocumentTable {
  id: Id
  /** Null for a private document. */
  category_id: string | null
  /** The only person who may read it; null for a document of the shared library. */
  owner_id: string | null
  uploader_id: string | null
  upload_id: string | null
  /** Idempotency key of the upload: its destination and the client's key. Null when the client gave none. */
  upload_key: string | null
  /** Uploaded in a conversation, a project or an assistant: deleted with the last one that has it. */
  attached: Generated<boolean>
  original_filename: string
  description: Generated<string>
  /** Null for a code of a corpus, which has no file. */
  blob_id: string | null
  /** SHA-256 of the file, hexadecimal; null: no file, or one stored before digests were. */
  sha256: string | null
  /** Code of a corpus whose articles are the text of the document; null for an uploaded one. */
  corpus_code: string | null
  /** Size of the file in bytes. */
  size: number
  format: DocumentFormat
  state: Generated<DocumentState>
  state_reason: string | null
  title: string | null
  page_count: number | null
  warnings: ColumnType<string[], string | undefined, string>
  read_at: NullableTimestamp
  /** Date of the version, as stated in the document, `YYYY-MM-DD`; null when unknown. */
  version_date: string | null
  /** Name of the collection that the document was copied from: « fiches de service-public.fr ». */
  collection: string | null
  /** Question that the library suggests about it. When it is null, a question is made from the headings of an undated document; for a dated one, none. */
  example_question: string | null
  /** Minimum level of the models that may read it; the function `document_level` adds those of what holds it. */
  min_level: Generated<ModelLevel>
  /** First day in force, in Paris, `YYYY-MM-DD`; null when unknown. The database gives today to a version without one. */
  valid_from: string | null
  /** Last day in force, included; null for none. */
  valid_until: string | null
  /** Day from which the document must be checked again. */
  review_by: string | null
  /** The `review_by` of which the uploader was told by mail. */
  review_mailed_for: string | null
  /** The version that this one replaces from `valid_from` on. */
  supersedes_id: string | null
  /** Last day in force: `valid_until`, or the day before the next version. Written by the database only. */
  in_force_until: ColumnType<string | null, never, never>
  created_at: DefaultTimestamp
}

/** Text extracted from a document, page by page. */
export interface DocumentPageTable {
  document_id: string
  position: number
  page: number | null
  label: string | null
  ocr: boolean
  blocks: ColumnType<ExtractedBlock[], string, string>
}

export interface JobTable {
  id: Id
  kind: string
  document_id: string | null
  test_run_id: string | null
  lane: Generated<'short' | 'long'>
  /** Person who waits for the job; null for maintenance. */
  person_id: string | null
  /** Scheduling turn of the job in its lane. A person's jobs have successive turns. */
  turn: Generated<number>
  /** Number of times the job was started. */
  attempts: Generated<number>
  run_at: DefaultTimestamp
  leased_by: string | null
  leased_until: NullableTimestamp
  /** Percentage done in the current attempt. */
  progress: number | null
  created_at: DefaultTimestamp
}

/** Page recognised from its image, stored until the reading of its document is complete. */
export interface RecognisedPageTable {
  document_id: string
  page: number
  text: string
  /** Confidence of the recognition, from 0 to 100. */
  confidence: number
}

/** Time spent on character recognition for a person on one day, in milliseconds. */
export interface ReadingTimeTable {
  user_id: string
  day: ColumnType<Date, string, string>
  ms: number
}

/** Tables of the search index, read and written in SQL by server/src/retrieval. */
export type SearchTables = {
  retrieval_state: { only_row: boolean; revision: number }
  retrieval_change: { revision: number; token: string; index_numbers: number[] | null }
  corpus_index: { index_no: number; document_id: string; section_path: string[]; passage_count: number; analysis_version: number }
  corpus_passage: { index_no: number; position: number; text: string; terms: string; validity: string }
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
