import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'
import type { LetterheadFormat, RetentionKind } from '@parvis/contract'

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

/** Entry of the audit trail. The database numbers and chains entries; nothing changes them afterwards. */
export interface AuditEventTable {
  seq: Generated<number>
  at: Timestamp
  act: string
  /** `begun`, `done` or an error code. */
  outcome: string
  /** Key in `audit_person`; null: nobody was signed in, or the server acted by itself. */
  actor: string | null
  /** Key in `audit_person` for an account, otherwise the id of the object. */
  target: string | null
  /** Null when the target is an account. */
  target_name: string | null
  count: number | null
  ip: string | null
  request_id: string | null
  previous_hash: Generated<string>
  hash: Generated<string>
}

export interface AuditHeadTable {
  id: number
  seq: number
  hash: string
}

export interface AuditPersonTable {
  key: string
  salt: string
  user_id: string
  name: string
}

export interface LetterheadTable {
  id: LetterheadFormat
  filename: string
  content: Uint8Array
  uploaded_at: DefaultTimestamp
}

/** Announcement shown to everyone: at most one row. */
export interface AnnouncementTable {
  id: Id
  text: string
  tone: 'info' | 'attention'
  /** Read it as text (`to_char`): the driver would convert it to an instant. */
  ends_on: ColumnType<unknown, string | null, never>
  on_sign_in: boolean
  created_at: DefaultTimestamp
}

export interface RecentErrorTable {
  id: Generated<number>
  code: string
  status: number
  method: string
  /** Pattern of the route, never the address that was called. */
  route: string
  request_id: string
  occurred_at: Timestamp
}
