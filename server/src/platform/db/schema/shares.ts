import type { FinishReason, ReplyStatus, Source } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'

/** A conversation as its owner shares it: a copy up to a message, which goes with the conversation. */
export interface ConversationShareTable {
  id: Id
  conversation_id: string
  owner_id: string
  /** These three as they were when the copy was made. */
  title: string
  assistant_id: string | null
  assistant_name: string | null
  library: string | null
  /** Position of the last message of the copy. */
  up_to: number
  created_at: DefaultTimestamp
  /** When the copy was made. */
  taken_at: DefaultTimestamp
  expires_at: Timestamp
}

/** Whom a share is for: a service or a person, never its owner. */
export interface ConversationShareSubjectTable {
  id: Id
  share_id: string
  owner_id: string
  team_id: string | null
  user_id: string | null
}

/** A message of the copy. */
export interface ConversationShareMessageTable {
  share_id: string
  /** 1 for the first one. */
  place: number
  role: 'user' | 'assistant'
  content: string
  status: Exclude<ReplyStatus, 'en_cours'>
  finish_reason: FinishReason | null
  error_code: string | null
  sources: ColumnType<Source[], string | undefined, string>
  /** The assistant that answered, by the name it had. */
  author: string | null
  created_at: DefaultTimestamp
}

/** The copy that a reader has seen, in their list or opened; when they did is kept nowhere. */
export interface ConversationShareSeenTable {
  share_id: string
  user_id: string
  /** Of the share, when it was seen. */
  taken_at: Timestamp
}

/** The conversation that a reader made of a share. */
export interface ConversationShareCopyTable {
  share_id: string
  user_id: string
  /** Null while it is being made. */
  conversation_id: Generated<string | null>
  /** Of the share, when it was copied. */
  taken_at: Timestamp
}
