import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'
import type { LetterheadFormat } from '@parvis/contract'

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
