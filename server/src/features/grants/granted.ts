import type { GrantKind, GrantLevel } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * The ids of what others let this person use or change, as a select: the rule itself is the database's (function `granted`, migration
 * 2026-11-26-users-projects), and every statement that shows, searches or counts such things holds it.
 */
export const grantedTo = (person_id: string | RawBuilder<unknown>, kind: GrantKind, level: GrantLevel): RawBuilder<string> =>
  sql<string>`(select resource_id from granted(${person_id}::uuid, ${kind}, ${level}) as resource_id)`
