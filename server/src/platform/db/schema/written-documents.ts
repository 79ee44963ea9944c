import type { ModelLevel, WrittenBlock, WrittenKind, WrittenVersion, Proposal } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp, Timestamp } from './columns.ts'

/** JSON array, written as text. */
type JsonBlocks = ColumnType<WrittenBlock[], string, string>

/** Document that people write: a sequence of blocks. */
export interface WrittenDocumentTable {
  id: Id
  owner_id: string
  title: string
  kind: WrittenKind
  blocks: JsonBlocks
  /** Text of the blocks without marks, for the search. */
  text: string
  /** Computed by the database from `title` and `text`. */
  words: ColumnType<string, never, never>
  /** Size of the blocks as JSON, in bytes, for the quota. */
  bytes: number
  /** Minimum level of the models that may read it: the highest of what it was written from. */
  min_level: Generated<ModelLevel>
  conversation_id: string | null
  project_id: string | null
  assistant_id: string | null
  last_author_id: string | null
  /** Exempt from the retention rule. */
  exempt: Generated<boolean>
  /** Whether a model may have written a part of it. The database sets it. */
  is_generated: Generated<boolean>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Text that a written document had. */
export interface WrittenDocumentVersionTable {
  id: Id
  document_id: string
  owner_id: string
  number: number
  reason: WrittenVersion['reason']
  name: string | null
  author_id: string | null
  /** Id in the settings of the model whose proposals were accepted; null: written by the person. */
  model: string | null
  assistant: string | null
  blocks: JsonBlocks
  bytes: number
  created_at: Timestamp
}

/** Text of a document as it was sent with a question. */
export interface WrittenDocumentRequestTable {
  message_id: string
  document_id: string
  person_id: string
  blocks: JsonBlocks
  /** Ids of the blocks that the reply may change; null: all. */
  selection: string[] | null
  /** Time at which the changes of the ended reply became proposals; null: not yet. */
  placed_at: NullableTimestamp
}

/** Change that a reply proposes to a document. */
export interface WrittenDocumentProposalTable {
  id: Id
  document_id: string
  message_id: string | null
  person_id: string | null
  position: number
  kind: Proposal['kind']
  /** A conflict is not stored: it is an open proposal whose blocks have changed. */
  state: Exclude<Proposal['state'], 'conflict'>
  reason: Proposal['reason'] | null
  before: JsonBlocks
  after: JsonBlocks
  /** Blocks above an insertion, nearest first. */
  above: Generated<string[]>
  is_first: Generated<boolean>
  /** What an unplaced change says. */
  markdown: Generated<string>
  /** Level of the documents that the reply was written from. */
  level: Generated<ModelLevel>
  model: string | null
  assistant: string | null
  created_at: Timestamp
  decided_at: NullableTimestamp
}
