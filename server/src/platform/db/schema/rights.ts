import type { RetentionKind } from '@parvis/contract'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'

export interface RetentionRuleTable {
  kind: RetentionKind
  /** Null: for ever. */
  days: number | null
  /** A rule that takes things from people waits for the notice period after a change. */
  changed_at: DefaultTimestamp
}

export interface LegalHoldTable {
  id: Id
  /** Null: everything is held. */
  user_id: string | null
  reason: string
  created_at: DefaultTimestamp
}

export interface PurgeProofTable {
  id: Id
  ran_at: Timestamp
  kind: RetentionKind
  days: number
  /** What was older than this instant went. */
  before: Timestamp
  removed: number
  /** What would have gone without a legal hold. */
  held: number
}

export interface ErasureTable {
  /** SHA-256 of `<table>:<id>`, hexadecimal. */
  digest: string
  erased_at: DefaultTimestamp
}
