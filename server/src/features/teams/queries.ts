import type { Team, TeamMember } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound, AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { RightsHolder } from '../../authorization/granted.ts'
import { canShareWithTeam, isTeamKnownTo } from '../../authorization/sharing.ts'

/** SQL expression: name of a person as others read it. `u` is the account. */
export const personName = sql<string>`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username)`

const french = new Intl.Collator('fr')

/**
 * Lists the teams that a person knows, in French alphabetical order: those they belong to and those they may share with. Administrators know all of them.
 * @param id lists only this team
 */
export async function listTeams(db: Db, reader: RightsHolder, id: string | null = null): Promise<Team[]> {
  const { rows } = await sql<Team>`
    select t.id, t.name, t.description, case when ${reader.is_admin} then t.group_name end as group_name, t.sharing, me.role, t.updated_at,
      (select count(distinct m.user_id)::int from team_member m where m.team_id = t.id) as member_count
    from team t
    -- « manager » before « member » in the alphabet, as in rank.
    left join lateral (select min(m.role) as role from team_member m where m.team_id = t.id and m.user_id = ${reader.id}) me on true
    where (${id}::uuid is null or t.id = ${id}::uuid) and ${isTeamKnownTo(reader)}`.execute(db)
  return rows.sort((a, b) => french.compare(a.name, b.name))
}

/** Reads a team that a person knows. @throws {AppError} `request.not_found`, also for a team unknown to this person */
export async function readTeam(db: Db, reader: RightsHolder, id: string): Promise<Team> {
  const [team] = await listTeams(db, reader, id)
  if (team === undefined) throw notFound()
  return team
}

/** Returns the teams among `ids` with which a person may share something. */
export async function shareableTeams(db: Db, reader: RightsHolder, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from team t
    left join lateral (select min(m.role) as role from team_member m where m.team_id = t.id and m.user_id = ${reader.id}) me on true
    where t.id = any(${[...ids]}::uuid[]) and ${canShareWithTeam(reader)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the providers configured with a groups claim. Memberships from any other provider count as local, since no provider would revoke them. */
export const groupsProviders = ({ signIn }: Context['config']): string[] =>
  signIn.providers.filter(({ groups_claim }) => groups_claim !== null).map(({ id }) => id)

/** Lists the members of a team, managers first, then by name. @param user_id lists only this account */
export async function listMembers({ db, config }: Pick<Context, 'db' | 'config'>, team_id: string, user_id: string | null = null): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select u.id as user_id, u.username, ${personName} as name, min(m.role) as role, u.is_active,
      bool_or(i.id is null) as is_local, array_remove(array_agg(distinct i.provider), null) as providers
    from team_member m join app_user u on u.id = m.user_id
    left join identity i on i.id = m.identity_id and i.provider = any(${groupsProviders(config)}::text[])
    where m.team_id = ${team_id} and (${user_id}::uuid is null or m.user_id = ${user_id}::uuid)
    group by u.id`.execute(db)
  const labels = new Map(config.signIn.providers.map(({ id, label }) => [id, label]))
  return rows
    .map((row) => ({ ...row, providers: row.providers.map((id) => labels.get(id) ?? id) }))
    .sort((a, b) => a.role.localeCompare(b.role) || french.compare(a.name, b.name))
}

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
  const ownTeams = teams.length === 0 ? [] : (await listTeams(db, caller)).filter(({ id }) => teams.includes(id))
  const active = people.length === 0 ? [] : await db.selectFrom('app_user').where('id', 'in', people).where('is_active', '=', true).select('id').execute()
  if (ownTeams.length < teams.length || active.length < people.length) throw new AppError('grants.unknown')
  if ((await shareableTeams(db, caller, teams)).length < teams.length) throw new AppError('grants.team_closed')
}
