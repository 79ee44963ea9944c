import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { listTeams, shareableTeams } from './queries.ts'

/** Ids of the teams and people with whom something is shared, without duplicates. */
export interface GrantRecipients {
  teams: readonly string[]
  people: readonly string[]
}

/**
 * Requires that something may be shared with these teams and people.
 * @param owner_id owner of the shared thing; null: the organisation
 * @throws {AppError} `grants.to_oneself`, `grants.to_owner`; `grants.unknown` for a person who is missing or disabled, or a team that the caller does not
 *   know; `grants.team_closed` for a team known to the caller that does not accept what they share
 */
export async function requireRecipients(
  db: Db,
  caller: { id: string; is_admin: boolean },
  owner_id: string | null,
  { teams, people }: GrantRecipients,
): Promise<void> {
  if (owner_id !== null && people.includes(owner_id)) throw new AppError(owner_id === caller.id ? 'grants.to_oneself' : 'grants.to_owner')
  const known = teams.length === 0 ? [] : (await listTeams(db, caller)).filter(({ id }) => teams.includes(id))
  const active = people.length === 0 ? [] : await db.selectFrom('app_user').where('id', 'in', people).where('is_active', '=', true).select('id').execute()
  if (known.length < teams.length || active.length < people.length) throw new AppError('grants.unknown')
  if ((await shareableTeams(db, caller, teams)).length < teams.length) throw new AppError('grants.team_closed')
}
