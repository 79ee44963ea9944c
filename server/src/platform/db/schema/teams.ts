import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id } from './columns.ts'

/** A service: some accounts, to whom things are given together. */
export interface TeamTable {
  id: Id
  name: string
  /** Made by the database from the name. */
  name_key: ColumnType<string, never, never>
  description: Generated<string>
  /** What the identity providers call it, where they say who belongs to it. */
  group_name: string | null
  /** Who gives it something: everybody, its members, or its managers alone; administrators always. */
  sharing: Generated<'anyone' | 'members' | 'managers'>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Why somebody belongs to a service: as often as there are reasons. */
export interface TeamMemberTable {
  id: Id
  team_id: string
  user_id: string
  role: 'member' | 'manager'
  /** Null where somebody of the instance decided it, else the identity whose provider says it. */
  identity_id: string | null
  created_at: DefaultTimestamp
}

/** What somebody, a service or everybody (neither of both) may do with something; rights add up. */
export interface AccessGrantTable {
  id: Id
  assistant_id: string | null
  document_category_id: string | null
  project_id: string | null
  prompt_id: string | null
  /** Both made by the database from the four. */
  kind: ColumnType<'assistant' | 'document_category' | 'project' | 'prompt', never, never>
  resource_id: ColumnType<string, never, never>
  team_id: string | null
  user_id: string | null
  /** Each holds those before it; somebody in particular manages, and a project alone. */
  level: 'use' | 'edit' | 'manage'
  /** Since when they may. */
  given_at: DefaultTimestamp
}
