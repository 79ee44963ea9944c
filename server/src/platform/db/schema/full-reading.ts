import type { DefaultTimestamp, Id } from './columns.ts'

/** Documents read whole for one request of a conversation. */
export interface FullReadingTable {
  id: Id
  owner_id: string
  conversation_id: string
  /** Digest of what the notes depend on: the request, the documents as they were read, the model. */
  request_key: string
  task: 'gather' | 'transform' | 'synthesis'
  parts: number
  /** Size of a part, in estimated tokens: what a model reads is learnt as it goes, and the parts must stay the same. */
  part_tokens: number
  created_at: DefaultTimestamp
}

/** What was noted of one part. */
export interface FullReadingPartTable {
  reading_id: string
  /** From 0. Notes that were condensed have numbers of their own, above. */
  part: number
  document_id: string
  notes: string
}
