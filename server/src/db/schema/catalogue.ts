import type { Generated } from 'kysely'
import type { DefaultTimestamp, Id } from './columns.ts'

export interface AssistantCategoryTable {
  id: Id
  name: string
  icon: string
  created_at: DefaultTimestamp
}

export interface AssistantTable {
  id: Id
  name: string
  description: string
  prompt_content: string
  category_id: string
  icon: Generated<string>
  is_active: Generated<boolean>
  usage_count: Generated<number>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface PromptTable {
  id: Id
  name: string
  content: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
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
