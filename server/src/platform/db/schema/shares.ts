import type { FinishReason, ModelLevel, ReplyStatus, Source } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, Timestamp } from './columns.ts'
import type { ReplyNotice } from './conversations.ts'

/** Share of a conversation: a copy up to a message, deleted with the conversation. */
export interface ConversationShareTable {
  id: Id
  conversation_id: string
  owner_id: string
  /** Title, assistant and library when the copy was made. */
  title: string
  assistant_id: string | null
  assistant_name: string | null
  library: string | null
  /** Position of the last message of the copy. */
  up_to: number
  created_at: DefaultTimestamp
  /** Time at which the copy was made. */
  taken_at: DefaultTimestamp
  expires_at: Timestamp
}

/** Team or person that a conversation is shared with; never its owner. */
export interface ConversationShareSubjectTable {
  id: Id
  share_id: string
  owner_id: string
  team_id: string | null
  user_id: string | null
}

/** Message of the copy. */
export interface ConversationShareMessageTable {
  share_id: string
  /** Position in the copy, from 1. */
  place: number
  role: 'user' | 'assistant'
  content: string
  status: Exclude<ReplyStatus, 'en_cours'>
  finish_reason: FinishReason | null
  error_code: string | null
  sources: ColumnType<Source[], string | undefined, string>
  notices: ColumnType<ReplyNotice[], string | undefined, string>
  /** Minimum level of the models that may read it, as it was when shared; null: 1. */
  documents_level: ModelLevel | null
  /** Name of the assistant that answered, as it was then. */
  author: string | null
  created_at: DefaultTimestamp
}

/** Last version of a share that a reader has seen, in the list or opened. The time at which they saw it is not stored. */
export interface ConversationShareSeenTable {
  share_id: string
  user_id: string
  /** `taken_at` of the share when it was seen. */
  taken_at: Timestamp
}

/** Conversation in which a reader continues a share. */
export interface ConversationShareCopyTable {
  share_id: string
  user_id: string
  /** Null while it is being created. */
  conversation_id: Generated<string | null>
  /** `taken_at` of the share when it was continued. */
  taken_at: Timestamp
}
