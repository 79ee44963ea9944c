import type { TeamRole } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { RightsHolder } from './granted.ts'

/** SQL condition: a person may read a shared conversation, their own or one shared with them, until it expires (database function `readable_share`). */
export const isShareReadableBy = (share_id: RawBuilder<unknown>, reader_id: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`${share_id} in (select r from readable_share(${reader_id}::uuid, ${now}::timestamptz) r)`

/** Fields of a resource that decide who may share it. `owner_id` null: the organisation. `is_managed`: the person manages it through a grant. */
export type ShareableResource = { owner_id: string | null; is_managed: boolean }

/** Whether a person may read and set the grants on a resource: administrators for the organisation's, else its owner and managers. */
export const canShare = (person: RightsHolder, { owner_id, is_managed }: ShareableResource): boolean =>
  owner_id === null ? person.is_admin : owner_id === person.id || is_managed

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
