import type { CorpusSignature } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Id, NullableTimestamp, Timestamp } from './columns.ts'

export interface CorpusImportTable {
  id: Id
  name: string
  source: string
  licence: string
  attribution: string
  /** `YYYY-MM-DD`. */
  extracted_on: string
  /** Extraction that the pack completes; null: it replaces the whole corpus. */
  based_on: string | null
  removed: Generated<string[]>
  digest: string
  signature: Generated<CorpusSignature>
  blob_id: string | null
  state: Generated<'en_cours' | 'publie' | 'remplace' | 'echec'>
  reason: string | null
  articles_done: Generated<number>
  bytes_done: Generated<number>
  created_at: Timestamp
  finished_at: NullableTimestamp
  changes_sent_at: NullableTimestamp
}

export interface CorpusCodeTable {
  import_id: string
  pack_id: string
  code: string
  title: string
  abbreviations: string[]
}

export interface CorpusArticleTable {
  id: ColumnType<string, never, never>
  import_id: string
  pack_id: string
  code: string
  number: string
  number_key: string
  path: string[]
  digest: string
  /** Number that stays the same from one import to the next. */
  article_no: string | null
  /** Null while its texts have no index. */
  index_no: string | null
}

export interface CorpusVersionTable {
  article_id: string
  position: number
  pack_id: string
  valid_from: string
  valid_until: string | null
  state: 'VIGUEUR' | 'MODIFIE' | 'ABROGE' | 'VIGUEUR_DIFF'
  text: string
  is_corrected: boolean
}

export interface CorpusChangeTable {
  import_id: string
  code: string
  number: string
  kind: 'ajoute' | 'change' | 'retire'
}

export interface ChangedCitationTable {
  id: ColumnType<string, never, never>
  assistant_id: string | null
  prompt_id: string | null
  personal_prompt_id: string | null
  code: string
  number: string
  number_key: string
  kind: 'change' | 'retire'
  noticed_at: Timestamp
}
