import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { listTeams, teamsToGiveTo } from './queries.ts'

/** Services and people to whom something is given, by their ids, once each. */
export interface Receivers {
  teams: readonly string[]
  people: readonly string[]
}

/**
 * @param owner_id whose it is; null: the organisation's
 * @throws {AppError} `grants.to_oneself`, `grants.to_owner`; `grants.unknown` (a person: missing, deleted, disabled, the same; a service that one does not know, and one that is
 * not, the same); `grants.team_closed` for a service of one's own that does not take what one gives
 */
export async function requireReceivers(
  db: Db,
  caller: { id: string; is_admin: boolean },
  owner_id: string | null,
  { teams, people }: Receivers,
): Promise<void> {
  if (owner_id !== null && people.includes(owner_id)) throw new AppError(owner_id === caller.id ? 'grants.to_oneself' : 'grants.to_owner')
  const known = teams.length === 0 ? [] : (await listTeams(db, caller)).filter(({ id }) => teams.includes(id))
  const active = people.length === 0 ? [] : await db.selectFrom('app_user').where('id', 'in', people).where('is_active', '=', true).select('id').execute()
  if (known.length < teams.length || active.length < people.length) throw new AppError('grants.unknown')
  if ((await teamsToGiveTo(db, caller, teams)).length < teams.length) throw new AppError('grants.team_closed')
}
