import type { MaskingMode, ModelLevel } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

export interface AssistantCategoryTable {
  id: Id
  name: string
  /** Computed by the database from `name`. */
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
  /** Minimum level of the models that answer for it; preferred model; whether a person may choose another one. */
  min_level: Generated<ModelLevel>
  model_id: string | null
  model_choice: Generated<boolean>
  /** Masking of personal data in its conversations; null: that of the settings. */
  masking: MaskingMode | null
  usage_count: Generated<number>
  /** Share of the tested answers that must pass before a change without a written reason, in percent; null: nothing is asked. */
  test_min_passed: number | null
  /** Owner; null: the organisation. */
  owner_id: string | null
  /** Time at which an administrator suspended the assistant; set together with the reason. */
  suspended_at: NullableTimestamp
  suspension_reason: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Proposal to publish an assistant. */
export interface AssistantProposalTable {
  id: Id
  assistant_id: string
  /** Owner of the assistant; changes with it. */
  owner_id: string
  /** Team that the assistant is proposed to; null: everyone. */
  team_id: string | null
  note: Generated<string>
  proposed_at: DefaultTimestamp
  /** Set together with the reason when the proposal is refused; null while it is pending. */
  refused_at: NullableTimestamp
  refusal_reason: string | null
  /** Time at which the owner last saw a refusal; a later one is new. */
  refusal_seen_at: NullableTimestamp
}

/** Version of an assistant's texts, added at each change. */
export interface AssistantVersionTable {
  id: Id
  assistant_id: string
  /** 1 for the first version. */
  number: number
  name: string
  description: string
  prompt_content: string
  starters: Generated<string[]>
  /** Document categories that the assistant searched, by id, and their names then, in the same order. */
  document_category_ids: Generated<string[]>
  document_category_names: Generated<string[]>
  /** Null: written by the installation, or by a person whose account was deleted. */
  author_id: string | null
  restored_from: number | null
  created_at: DefaultTimestamp
}

/** Document category that the conversations of an assistant search. */
export interface AssistantDocumentCategoryTable {
  assistant_id: string
  category_id: string
  /** Slot from 1 to 10, without order: it limits an assistant to ten categories. */
  place: number
}

/** Document of an assistant; both have the same owner. */
export interface AssistantDocumentTable {
  assistant_id: string
  owner_id: string
  document_id: string
  /** Increases in the order in which documents were added. */
  position: Generated<number>
  created_at: DefaultTimestamp
}

/** Favourite assistant of a person. */
export interface AssistantFavoriteTable {
  owner_id: string
  assistant_id: string
  created_at: DefaultTimestamp
}

export interface PromptTable {
  id: Id
  name: string
  content: string
  /** Use of the prompt by the simple chatbot, chosen in its address; null for most. At most one prompt for each use. */
  chatbot_use: 'standard' | 'specialised' | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Prompt that only its owner sees. */
export interface PersonalPromptTable {
  id: Id
  owner_id: string
  name: string
  content: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Last author of a project. */
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
  /** Minimum level of the models that may read it and its files. */
  min_level: Generated<ModelLevel>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}
