import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface AssistantCategoryTable {
  id: Id
  name: string
  /** Made by the database from the name. */
  name_key: ColumnType<string, never, never>
  icon: string
  created_at: DefaultTimestamp
}

export interface AssistantTable {
  id: Id
  name: string
  description: string
  prompt_content: string
  starters: Generated<string[]>
  category_id: string
  icon: Generated<string>
  is_active: Generated<boolean>
  usage_count: Generated<number>
  /** Whose it is; null: the organisation's. */
  owner_id: string | null
  /** Put aside by an administrator, and why; both or neither. */
  suspended_at: NullableTimestamp
  suspension_reason: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** What an owner asks to be published. */
export interface AssistantProposalTable {
  id: Id
  assistant_id: string
  /** Of the assistant; changes with it. */
  owner_id: string
  /** The service it is proposed to; null: everybody. */
  team_id: string | null
  note: Generated<string>
  proposed_at: DefaultTimestamp
  /** Both or neither: it waits. */
  refused_at: NullableTimestamp
  refusal_reason: string | null
  /** Time at which the owner last saw a refusal; a later one is new. */
  refusal_seen_at: NullableTimestamp
}

/** What people and the model read of an assistant, at each change. */
export interface AssistantVersionTable {
  id: Id
  assistant_id: string
  /** 1 for the first. */
  number: number
  name: string
  description: string
  prompt_content: string
  starters: Generated<string[]>
  /** What it asked, in the order of the ids, and what each was called. */
  document_category_ids: Generated<string[]>
  document_category_names: Generated<string[]>
  /** Null for the installation, and once the account is gone. */
  author_id: string | null
  restored_from: number | null
  created_at: DefaultTimestamp
}

/** A category of the shared library that the conversations of an assistant ask. */
export interface AssistantDocumentCategoryTable {
  assistant_id: string
  category_id: string
  /** From 1 to 10, of no meaning: no assistant has more. */
  place: number
}

/** A document of an assistant, of the same person. */
export interface AssistantDocumentTable {
  assistant_id: string
  owner_id: string
  document_id: string
  /** Increases in the order in which they were added. */
  position: Generated<number>
  created_at: DefaultTimestamp
}

/** An assistant that a person keeps at the top of their catalogue. */
export interface AssistantFavoriteTable {
  owner_id: string
  assistant_id: string
  created_at: DefaultTimestamp
}

export interface PromptTable {
  id: Id
  name: string
  content: string
  /** What an address of the simple chatbot means by it; null for most. One prompt at the most for each. */
  chatbot_use: 'standard' | 'specialised' | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** A prompt that a person keeps for themselves. */
export interface PersonalPromptTable {
  id: Id
  owner_id: string
  name: string
  content: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Who changed a project last. */
export interface ProjectAuthorTable {
  project_id: string
  author_id: string
}

export interface ProjectTable {
  id: Id
  owner_id: string
  name: string
  description: Generated<string>
  content: Generated<string>
  status: Generated<'valid' | 'archived'>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}
