import type { AreaSign, LiteracyModule, UseArea } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp, Timestamp } from './columns.ts'

/** Version of the charter of use. The one with the greatest number is in force. */
export interface CharterVersionTable {
  id: Id
  number: number
  /** Number of the latest substantial version. An acceptance is valid for one edition. */
  edition: number
  text: string
  summary: string
  changes: string
  /** Null: the account was deleted. */
  author_id: string | null
  published_at: Timestamp
  reminded_at: NullableTimestamp
}

/** Acceptance of the charter: one for each person and edition. */
export interface CharterAcceptanceTable {
  id: Id
  /** Null: the account was deleted; the acceptance is still counted. */
  person_id: string | null
  edition: number
  version_number: number
  accepted_at: Timestamp
}

/** Module of the literacy path that a person completed. No score is stored. */
export interface LiteracyCompletionTable {
  person_id: string
  module: LiteracyModule
  completed_at: Timestamp
}

/** Facts of an assistant when it was deleted. */
export interface ClosedFacts {
  /** It belonged to a person. */
  is_own: boolean
  min_level: number
  model_id: string | null
  created_at: string
  document_categories: string[]
  teams: string[]
}

/** Sheet of the register of uses: of an assistant that was shared, or answered for. */
export interface RegisterEntryTable {
  id: Id
  /** Null once the assistant is deleted; `name`, `closed_facts` and `closed_at` are then set. */
  assistant_id: string | null
  name: string | null
  closed_facts: ColumnType<ClosedFacts | null, never, never>
  opened_at: DefaultTimestamp
  closed_at: NullableTimestamp
  purpose: Generated<string>
  service: Generated<string>
  audience: Generated<string>
  people_concerned: Generated<string>
  personal_data: Generated<string>
  human_decision: Generated<string>
  legal_basis: Generated<string>
  responsible: Generated<string>
  /** Day on which the sheet is to be read again. */
  review_on: string | null
  completed_by: string | null
  completed_at: NullableTimestamp
  /** Sensitive areas declared; empty: an ordinary use; null: no answer yet. */
  areas: UseArea[] | null
  areas_reason: Generated<string>
  answered_by: string | null
  answered_at: NullableTimestamp
  /** Digest of the texts and documents of the assistant when the areas were answered. */
  answered_digest: string | null
  confirmed_by: string | null
  confirmed_at: NullableTimestamp
  /** Confirmed by the person who answered, then the only active administrator. */
  confirmed_alone: Generated<boolean>
  /** The assistant is published when the answer is confirmed. */
  is_withheld: Generated<boolean>
  /** Opinion of the rules on the texts with the digest `opinion_digest`. */
  opinion: ColumnType<AreaSign[] | null, string | null, string | null>
  opinion_digest: string | null
  updated_at: DefaultTimestamp
}

/** Declaration that a person has read the text of a reply or of a written document. */
export interface TextReviewTable {
  id: Id
  /** One of the two. */
  message_id: string | null
  written_document_id: string | null
  /** Null: the account was deleted. */
  reviewer_id: string | null
  capacity: string
  /** SHA-256 of the text that was read, hexadecimal. */
  digest: string
  reviewed_at: Timestamp
}
