import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'

/** The message shown to everybody: at most one row. */
export interface AnnouncementTable {
  id: Id
  text: string
  tone: 'info' | 'attention'
  /** Read it as text (`to_char`): the driver would make an instant of it. */
  ends_on: ColumnType<unknown, string | null, never>
  on_sign_in: boolean
  created_at: DefaultTimestamp
}

export interface RecentErrorTable {
  id: Generated<number>
  code: string
  status: number
  method: string
  /** The route's pattern, never the address. */
  route: string
  request_id: string
  occurred_at: Timestamp
}
