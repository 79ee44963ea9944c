import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** One act. The database numbers and chains it; nothing changes it afterwards. */
export interface AuditEventTable {
  seq: Generated<number>
  at: Timestamp
  act: string
  /** `begun`, `done` or the code of an error. */
  outcome: string
  /** Key of `audit_person`; null: nobody signed in, or the server itself. */
  actor: string | null
  /** Key of `audit_person` for an account, else the id of a thing. */
  target: string | null
  /** Never an account's. */
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
