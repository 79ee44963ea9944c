import type { FeedbackReason, FinishReason, MaskedData, ModelLevel, ModelReason, ReplyStatus, SentImage, Source } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface ConversationTable {
  id: Id
  owner_id: string
  title: string
  /** True once a person chose the title: it is no longer generated. */
  title_chosen: Generated<boolean>
  assistant_id: string | null
  /** Name of the assistant when it was chosen; it remains after the assistant is deleted. */
  assistant_name: string | null
  assistant_category: string | null
  project_id: string | null
  library: string | null
  /** Last system prompt chosen for the simple chatbot. */
  prompt_id: string | null
  /** Model that the person chose; null: none. */
  model_id: string | null
  /** Only models of level 3 may read it, as the person decided. */
  confidential: Generated<boolean>
  /** Day at which its questions are answered, in Paris, `YYYY-MM-DD`; null: today. */
  as_of: string | null
  /** Started on the document search screen: searches its attached documents only. Other conversations may also have attached documents. */
  document_search: Generated<boolean>
  /** False until the first question: find-or-create returns such a conversation instead of creating one. */
  started: Generated<boolean>
  /** The person changed its assistant, project or library: find-or-create does not return it. */
  context_changed: Generated<boolean>
  /** The owner retains it whatever the retention rule says. */
  kept: Generated<boolean>
  pinned_at: NullableTimestamp
  /** Always null for a pinned conversation. */
  archived_at: NullableTimestamp
  /** Time up to which the owner has seen its answers. */
  seen_at: DefaultTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Document attached to a conversation; both have the same owner. */
export interface ConversationDocumentTable {
  conversation_id: string
  owner_id: string
  /** Null once the document is deleted. */
  document_id: string | null
  /** Name when it was attached; it remains after the document is deleted. */
  filename: string
  /** Increases in the order in which documents were attached. */
  position: Generated<number>
  /** Position of the last message when the document was attached; 0 before the first message. */
  after_position: Generated<number>
  added_at: DefaultTimestamp
}

/** Change of assistant, project or library in the middle of a conversation. */
export interface ConversationChangeTable {
  conversation_id: string
  owner_id: string
  /** Position of the last message when the change was made; 0 before the first message. */
  after_position: number
  kind: 'assistant' | 'project' | 'library' | 'as_of'
  /** Names before and after the change, as they were then, or days (`as_of`); null for none, or for today. */
  former: string | null
  name: string | null
  /** The former assistant; null for other kinds, and once it is deleted. */
  former_id: string | null
  changed_at: DefaultTimestamp
}

/** Document of a project; both have the same owner. The row is deleted before either of them. */
export interface ProjectDocumentTable {
  project_id: string
  owner_id: string
  document_id: string
  /** Increases in the order in which documents were added. */
  position: Generated<number>
  added_at: DefaultTimestamp
}

/**
 * Progress of a reply that reads whole documents, in parts. A total of 0 means no reading: sources were sent before the text and then removed from the
 * reply, and `events` still counts them.
 */
export type ReadingProgress = {
  done: number
  total: number
  /** Number of events sent so far: the event ids of the text that follows start from it. */
  events: number
  /** UTF-16 units of text that the reply already had before this reading. */
  prefix: number
}

/**
 * Kind of a notice. Placed before a reply: `refused` (prompt rejected as too long), `question` and `instructions` (read in part), `cut` (rewritten from an
 * interrupted reply), `images` (not read by the model), `left_out` (documents not used), `out_of_force` (documents not in force), `as_of` (answered at another day), `review` (sources past their review), `not_searched` (questions not searched). Placed after a full reading, or before a rewritten reply:
 * `reading_partial`; after only: `reading_complete`.
 */
export type NoticeKind =
  | 'refused'
  | 'question'
  | 'instructions'
  | 'cut'
  | 'images'
  | 'left_out'
  | 'out_of_force'
  | 'as_of'
  | 'review'
  | 'not_searched'
  | 'reading_partial'
  | 'reading_complete'

/** Notice written in a reply for the person. `text` is the exact part of the content, blank lines included. `day` of `as_of`: `YYYY-MM-DD`. */
export type ReplyNotice = { kind: NoticeKind; text: string; day?: string }

export interface MessageTable {
  id: Id
  conversation_id: string
  /** Owner of the conversation; filled in by the database. */
  owner_id: Generated<string>
  /** Increases in the order of writing, which is the order of display. */
  position: Generated<number>
  /**
   * Position of the message that this one follows, 0 for the first; filled in by the database. Among the messages that follow the same one, one at most is
   * shown.
   */
  parent_position: Generated<number>
  /** The reply was cut, and another one that continues it has taken over its text: it is not listed as a version. */
  continued: Generated<boolean>
  role: 'system' | 'user' | 'assistant'
  content: string
  status: Generated<ReplyStatus>
  finish_reason: FinishReason | null
  error_code: string | null
  client_message_id: string | null
  sources: ColumnType<Source[], string | undefined, string>
  notices: ColumnType<ReplyNotice[], string | undefined, string>
  /** Pictures of the question that the model of the reply received. */
  images: ColumnType<SentImage[], string | undefined, string>
  /** Data masked for the model, or restored in the reply; null when nothing was to be masked. */
  masked: ColumnType<MaskedData[] | null, string | undefined, string>
  /** Null for a reply that reads no whole document. */
  progress: ColumnType<ReadingProgress | null, string | undefined, string>
  /** Id in the settings of the model that wrote the reply (before levels: its name, as its server gave it). */
  model: string | null
  /** Level of that model. */
  level: ModelLevel | null
  /** Minimum level of the request. */
  needed_level: ModelLevel | null
  /** Level of the documents with passages in the prompt: later prompts that contain the reply need it too. */
  documents_level: ModelLevel | null
  /** Reason why another model than the expected one wrote the reply. */
  model_reason: ModelReason | null
  /** Id of that model. */
  expected_model: string | null
  /** Written by a fallback model. */
  fallback: Generated<boolean>
  prompt_tokens: number | null
  completion_tokens: number | null
  /** Duration of the model calls of the reply, in milliseconds. */
  model_ms: number | null
  /** Set when another answer, or an edited question, replaced the message. */
  superseded_at: NullableTimestamp
  /** Request to stop, made on any instance, which the writing instance obeys. */
  stop_requested: Generated<boolean>
  /** Process that writes the reply while it runs. */
  writer_id: string | null
  feedback: 'positive' | 'negative' | null
  /** Reasons of a negative rating. */
  feedback_reasons: Generated<FeedbackReason[]>
  feedback_comment: string | null
  feedback_at: NullableTimestamp
  created_at: DefaultTimestamp
  finished_at: NullableTimestamp
}

/** Text of a running reply, saved as it comes; merged into `message.content` at its end. */
export interface ReplyChunkTable {
  message_id: string
  /** UTF-16 units of text before this chunk. */
  start_at: number
  text: string
}

/** Process that writes replies, with its heartbeat. Another process ends the replies of a dead one. */
export interface WriterTable {
  id: string
  heartbeat_at: DefaultTimestamp
  /** Start of its current uninterrupted series of heartbeats. */
  steady_since: DefaultTimestamp
  /** Digest of the secret. Instances that share a database must have the same three (shared-instance.ts). */
  secret_print: string | null
  files_mark: string | null
  /** Null: mails go to a relay. */
  outbox_mark: string | null
}

/** Part of the search index of a message. Hidden, running and replaced messages are not indexed. */
export interface MessageWordTable {
  message_id: string
  part: number
  owner_id: string
  conversation_id: string
  position: number
  /** A `tsvector`, never read back. */
  words: string
}

/** Message to be indexed for search, or indexed again after a change. */
export interface MessageToIndexTable {
  message_id: string
  owner_id: string
  /** Increases in the order of writing; renewed when the message changes. */
  turn: Generated<number>
}

/** Counters of what a person stores, maintained by the database for the quotas. */
export interface HoldingTable {
  owner_id: string
  projects: Generated<number>
  conversations: Generated<number>
  personal_prompts: Generated<number>
  own_assistants: Generated<number>
  /** Bytes of the person's messages; each message counts for 1 kB at least. */
  message_bytes: Generated<number>
  /** Bytes of the person's written documents and of their versions; each row counts for 4 kB at least. */
  written_bytes: Generated<number>
}

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

/** Label of a masked value in a conversation. The spellings of one value have the same number. */
export interface MaskingLabelTable {
  conversation_id: string
  kind: string
  number: number
  /** HMAC of the comparison key of the value, with the secret of the instance. */
  digest: string
}

/** Values that the person chose not to mask (`keep`), or to mask too (`add`), in a conversation. */
export interface MaskingChoiceTable {
  conversation_id: string
  keep: Generated<string[]>
  add: Generated<string[]>
}
