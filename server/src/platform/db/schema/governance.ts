import type { LiteracyModule } from '@parvis/contract'
import type { Id, NullableTimestamp, Timestamp } from './columns.ts'

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
