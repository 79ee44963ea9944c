import type { LetterheadFormat } from '@parvis/contract'
import type { DefaultTimestamp } from './columns.ts'

export interface LetterheadTable {
  id: LetterheadFormat
  filename: string
  content: Uint8Array
  uploaded_at: DefaultTimestamp
}
