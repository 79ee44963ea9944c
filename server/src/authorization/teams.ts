import type { TeamRole } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { RightsHolder } from './granted.ts'

/**
 * SQL condition: a person may share something with a team, by its `sharing` rule; administrators always may. `t` is the team, `me` the person's role in
 * it.
 */
export const canShareWithTeam = ({ is_admin }: RightsHolder): RawBuilder<boolean> =>
  sql<boolean>`(${is_admin} or t.sharing = 'anyone' or (t.sharing = 'members' and me.role is not null) or me.role = 'manager')`

/** SQL condition: a person knows a team, because they belong to it or may share something with it. `t` and `me` as in `canShareWithTeam`. */
export const isTeamKnownTo = (person: RightsHolder): RawBuilder<boolean> => sql<boolean>`(me.role is not null or ${canShareWithTeam(person)})`

/** Whether a person may see the members of a team. @param role their role in it; null: none */
export const canSeeMembers = (person: RightsHolder, role: TeamRole | null): boolean => person.is_admin || role !== null

/** Whether a person may change the members of a team. @param role their role in it; null: none */
export const canManageMembers = (person: RightsHolder, role: TeamRole | null): boolean => person.is_admin || role === 'manager'
