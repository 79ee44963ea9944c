import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id } from './columns.ts'

/** Team: a group of accounts that access is granted to together. */
export interface TeamTable {
  id: Id
  name: string
  /** Computed by the database from `name`. */
  name_key: ColumnType<string, never, never>
  description: Generated<string>
  /** Name of the group at the identity providers that report its members. */
  group_name: string | null
  /** People who may share something with the team, besides administrators: everyone, its members, or only its managers. */
  sharing: Generated<'anyone' | 'members' | 'managers'>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Reason why an account belongs to a team: one row for each reason. */
export interface TeamMemberTable {
  id: Id
  team_id: string
  user_id: string
  role: 'member' | 'manager'
  /** Identity whose provider reports the membership; null: set by a person of this instance. */
  identity_id: string | null
  created_at: DefaultTimestamp
}

/** Access of a person, a team or everyone (neither `team_id` nor `user_id`) to one object. Grants add up: the highest level applies. */
export interface AccessGrantTable {
  id: Id
  assistant_id: string | null
  document_category_id: string | null
  project_id: string | null
  prompt_id: string | null
  written_document_id: string | null
  /** `kind` and `resource_id` are computed by the database from the five ids above. */
  kind: ColumnType<'assistant' | 'document_category' | 'project' | 'prompt' | 'written_document', never, never>
  resource_id: ColumnType<string, never, never>
  team_id: string | null
  user_id: string | null
  /** Access level. Each includes the ones before it. `manage` is granted on projects only, to a named person or team. */
  level: 'use' | 'edit' | 'manage'
  given_at: DefaultTimestamp
}
