import type { GrantKind, GrantLevel } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'

/** Person whose rights are checked in TypeScript. */
export type RightsHolder = { id: string; is_admin: boolean }

/** Id of the person whose rights are checked in SQL: a value or a column. */
export type PersonId = string | RawBuilder<unknown>

/**
 * SQL subquery: ids of the resources on which others gave this person at least this level (database function `granted`). A null person: those open to
 * everybody.
 */
export const grantedTo = (person_id: PersonId, kind: GrantKind, level: GrantLevel): RawBuilder<string> =>
  sql<string>`(select resource_id from granted(${person_id}::uuid, ${kind}, ${level}) as resource_id)`

export const isAdministrator = (person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from app_user reader where reader.id = ${person_id}::uuid and reader.is_admin)`
