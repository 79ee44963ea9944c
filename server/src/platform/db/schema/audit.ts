import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

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
