import type { FeedbackReason, FinishReason, ReplyStatus, Source } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface ConversationTable {
  id: Id
  owner_id: string
  title: string
  /** True once a person chose the title: nothing renames it any more. */
  title_chosen: Generated<boolean>
  assistant_id: string | null
  /** The assistant's name when it was chosen: it outlives the assistant. */
  assistant_name: string | null
  assistant_category: string | null
  project_id: string | null
  library: string | null
  /** What the simple chatbot was last configured with. */
  prompt_id: string | null
  /** Asks documents alone, from the screen of the document search; the others may have files beside. */
  document_search: Generated<boolean>
  /** False while nobody has asked anything: find-or-create gives that conversation back. */
  started: Generated<boolean>
  /** Its person chose another assistant, project or library in it: find-or-create does not give it back either. */
  context_changed: Generated<boolean>
  /** Its owner keeps it whatever the retention rule says. */
  kept: Generated<boolean>
  pinned_at: NullableTimestamp
  /** Never of a pinned one. */
  archived_at: NullableTimestamp
  /** Until when its owner has seen its answers. */
  seen_at: DefaultTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** A document of a conversation, of the same person. */
export interface ConversationDocumentTable {
  conversation_id: string
  owner_id: string
  /** Null once the document is deleted. */
  document_id: string | null
  /** As it was; it outlives the document. */
  filename: string
  /** Increases in the order in which they were added. */
  position: Generated<number>
  /** Position of the last message when it was added; 0 before any. */
  after_position: Generated<number>
  added_at: DefaultTimestamp
}

/** Another assistant, project or library, chosen in the middle of a conversation. */
export interface ConversationChangeTable {
  conversation_id: string
  owner_id: string
  /** Position of the last message when it was made; 0 before any. */
  after_position: number
  kind: 'assistant' | 'project' | 'library'
  /** By the names that they had; null without one. */
  former: string | null
  name: string | null
  /** The assistant that answered before; null of the other kinds, and once it is deleted. */
  former_id: string | null
  changed_at: DefaultTimestamp
}

/** A document of a project, of the same person; both go before it does. */
export interface ProjectDocumentTable {
  project_id: string
  owner_id: string
  document_id: string
  /** Increases in the order in which they were added. */
  position: Generated<number>
  added_at: DefaultTimestamp
}

/**
 * How far the reading of whole documents is that a reply waits for. A total of 0 is no reading: readers were told sources before the text, of which
 * the reply that ended keeps none, and `events` still counts them.
 */
export type ReadingProgress = {
  done: number
  total: number
  /** The number of its last event: the text that follows is numbered from there. */
  events: number
  /** UTF-16 units of text that the reply had before this reading. */
  prefix: number
}

export interface MessageTable {
  id: Id
  conversation_id: string
  /** The conversation's; the database fills it in. */
  owner_id: Generated<string>
  /** Increases in the order of writing; the order of reading. */
  position: Generated<number>
  /** Position of the message that it follows, 0 for a first one; the database fills it in. One at the most of those that follow a message is shown. */
  parent_position: Generated<number>
  /** The beginning of a reply that was cut, and that another goes on with: it is no version. */
  continued: Generated<boolean>
  role: 'system' | 'user' | 'assistant'
  content: string
  status: Generated<ReplyStatus>
  finish_reason: FinishReason | null
  error_code: string | null
  client_message_id: string | null
  sources: ColumnType<Source[], string | undefined, string>
  /** Null for a reply that reads no document whole. */
  progress: ColumnType<ReadingProgress | null, string | undefined, string>
  model: string | null
  /** Another model than the first one wrote it. */
  fallback: Generated<boolean>
  prompt_tokens: number | null
  completion_tokens: number | null
  /** Set when another answer or an edited question took its place. */
  superseded_at: NullableTimestamp
  /** A reader on any instance asks the writing instance to stop. */
  stop_requested: Generated<boolean>
  /** The process that writes the reply while it runs. */
  writer_id: string | null
  feedback: 'positive' | 'negative' | null
  /** Why the opinion is negative, and when it was given. */
  feedback_reasons: Generated<FeedbackReason[]>
  feedback_comment: string | null
  feedback_at: NullableTimestamp
  created_at: DefaultTimestamp
  finished_at: NullableTimestamp
}

/** The text of a running reply as it comes; folded into `message.content` at its end. */
export interface ReplyChunkTable {
  message_id: string
  /** UTF-16 units of text before this piece. */
  start_at: number
  text: string
}

/** A process that writes replies, and its last sign of life: those of a dead one are closed by another. */
export interface WriterTable {
  id: string
  heartbeat_at: DefaultTimestamp
  /** Since when it has been heard without a gap. */
  steady_since: DefaultTimestamp
  /** What instances that share a database must have in common (shared-instance.ts). */
  secret_print: string | null
  files_mark: string | null
}

/** Some of the words of a message, for the search; none of a hidden, running or replaced one. */
export interface MessageWordTable {
  message_id: string
  part: number
  owner_id: string
  conversation_id: string
  position: number
  /** A `tsvector`; nothing reads it back. */
  words: string
}

/** A message whose words are not in the index yet, or no longer the right ones. */
export interface MessageToIndexTable {
  message_id: string
  owner_id: string
  /** Increases in the order of writing; another one when the message changes. */
  turn: Generated<number>
}

/** What a person keeps, counted by the database as it changes. */
export interface HoldingTable {
  owner_id: string
  projects: Generated<number>
  conversations: Generated<number>
  personal_prompts: Generated<number>
  own_assistants: Generated<number>
  /** As quotas count them: see the migration. */
  message_bytes: Generated<number>
}

/** What a person, or one conversation, may hold at most; written at each start from the settings. */
export interface QuotaTable {
  name: 'projects' | 'conversations' | 'message_bytes' | 'conversation_bytes'
  most: number
}
