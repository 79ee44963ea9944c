import type { GrantKind, GrantLevel } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * SQL subquery: ids of the resources on which others gave this person at least this level. The rule is the database function `granted` (migration
 * 2026-11-26-users-projects), shared by every statement that shows, searches or counts them.
 */
export const grantedTo = (person_id: string | RawBuilder<unknown>, kind: GrantKind, level: GrantLevel): RawBuilder<string> =>
  sql<string>`(select resource_id from granted(${person_id}::uuid, ${kind}, ${level}) as resource_id)`
