import type { DocumentState } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { ExtractedBlock, Format } from '@parvis/document-reading'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface DocumentCategoryTable {
  id: Id
  name: string
  name_key: string
  display_name: string
  is_known: Generated<boolean>
  /** Somebody was named to keep it. */
  is_kept: Generated<boolean>
  created_at: DefaultTimestamp
}

/** Former names of categories. */
export interface DocumentCategoryAliasTable {
  name_key: string
  name: string
  category_id: string
}

export interface DocumentTable {
  id: Id
  /** Null for a private document. */
  category_id: string | null
  /** The only person who may read it; null for a document of the shared library. */
  owner_id: string | null
  uploader_id: string | null
  upload_id: string | null
  /** Where it was sent and the name that its sending was given: one document for both. Null where none was given. */
  upload_key: string | null
  /** Came in a conversation, a project or an assistant: it is deleted with the last one that holds it. */
  attached: Generated<boolean>
  original_filename: string
  description: Generated<string>
  blob_id: string
  /** In bytes. */
  size: number
  format: Format
  state: Generated<DocumentState>
  state_reason: string | null
  title: string | null
  page_count: number | null
  warnings: ColumnType<string[], string | undefined, string>
  read_at: NullableTimestamp
  /** Date of the version that the document states, `YYYY-MM-DD`; null when unknown. */
  version_date: string | null
  /** Name of the collection that the document was copied from: « fiches de service-public.fr ». */
  collection: string | null
  /** Question that the library proposes about it; null: a question is made from its headings when it is undated, none otherwise. */
  example_question: string | null
  created_at: DefaultTimestamp
}

/** What was read of a document, page by page. */
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
  lane: Generated<'short' | 'long'>
  /** Who waits for it; null for the upkeep of the instance. */
  person_id: string | null
  /** Its rank among the jobs of its lane; those of a person follow one another. */
  turn: Generated<number>
  /** Times it was begun. */
  attempts: Generated<number>
  run_at: DefaultTimestamp
  leased_by: string | null
  leased_until: NullableTimestamp
  /** Percentage done of the present attempt. */
  progress: number | null
  created_at: DefaultTimestamp
}

/** Pages read from their image of a document that is not read to its end yet. */
export interface RecognisedPageTable {
  document_id: string
  page: number
  text: string
  /** From 0 to 100. */
  confidence: number
}

/** Milliseconds of character recognition for a person, a day. */
export interface ReadingTimeTable {
  user_id: string
  day: ColumnType<Date, string, string>
  ms: number
}
