import type { DefaultTimestamp, Id } from './columns.ts'

/** Reading of whole documents for one request of a conversation. */
export interface FullReadingTable {
  id: Id
  owner_id: string
  conversation_id: string
  /** Digest of the request, the documents as they were read, and the model: the notes depend on them. */
  request_key: string
  task: 'gather' | 'transform' | 'synthesis'
  parts: number
  /** Size of a part, in estimated tokens. Stored because the parts must stay the same, while the estimate of what a model reads improves. */
  part_tokens: number
  created_at: DefaultTimestamp
}

/** Notes taken on one part. */
export interface FullReadingPartTable {
  reading_id: string
  /** Number of the part, from 0. Condensed notes have numbers of their own, above those of the parts. */
  part: number
  document_id: string
  notes: string
}
