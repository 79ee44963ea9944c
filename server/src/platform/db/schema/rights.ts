import type { RetentionKind } from '@parvis/contract'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'

export interface RetentionRuleTable {
  kind: RetentionKind
  /** Retention in days; null: for ever. */
  days: number | null
  /** A purge waits for the notice period after this change. */
  changed_at: DefaultTimestamp
}

export interface LegalHoldTable {
  id: Id
  /** Held account; null: every account is held. */
  user_id: string | null
  reason: string
  created_at: DefaultTimestamp
}

export interface PurgeProofTable {
  id: Id
  ran_at: Timestamp
  kind: RetentionKind
  days: number
  /** Items older than this instant were deleted. */
  before: Timestamp
  removed: number
  /** Number of items retained only because of a legal hold. */
  held: number
}

export interface ErasureTable {
  /** SHA-256 of `<table>:<id>`, hexadecimal. */
  digest: string
  erased_at: DefaultTimestamp
}
