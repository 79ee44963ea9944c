import type { ListedUser } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { groupsProviders } from './queries.ts'

/** Team named in a file. `id` is null for a missing team. `key` is the name without case, accents or repeated spaces. */
export type NamedTeam = { key: string; name: string; id: string | null }

/** SQL expression of a name's key, as in the column `team.name_key`. */
const teamKeyOf = (name: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(lower(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g')), '[[:space:]]+', ' ', 'g'))`

/**
 * Looks teams up by name, whatever their case and accents. The result is keyed by name as given. If a missing team has two spellings, the first becomes
 * its name.
 */
export async function findTeamsByName(db: Db, names: readonly string[]): Promise<Map<string, NamedTeam>> {
  const { rows } = await sql<NamedTeam & { given: string }>`
    select given.name as given, ${teamKeyOf(sql`given.name`)} as key, coalesce(t.name, given.name) as name, t.id
    from unnest(${[...names]}::text[]) with ordinality as given(name, rank) left join team t on t.name_key = ${teamKeyOf(sql`given.name`)}
    order by given.rank`.execute(db)
  const byKey = new Map<string, NamedTeam>()
  for (const { key, name, id } of rows) if (!byKey.has(key)) byKey.set(key, { key, name, id })
  return new Map(rows.map(({ given, key }) => [given, byKey.get(key)!]))
}

/** Creates the teams of these names that do not exist. @returns the created ones */
export async function createMissingTeams(trx: Db, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (names.length === 0) return []
  return trx
    .insertInto('team')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(['id', 'name'])
    .execute()
}

/** Adds accounts to teams as members. Existing memberships do not change. */
export async function addToTeams(trx: Db, members: readonly { user_id: string; team_id: string }[]): Promise<void> {
  await sql`
    insert into team_member (team_id, user_id, role)
    select distinct given.team_id, given.user_id, 'member' from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as given(team_id uuid, user_id uuid)
    where not exists (select 1 from team_member m where m.team_id = given.team_id and m.user_id = given.user_id)
    on conflict do nothing`.execute(trx)
}

/**
 * Replaces the teams of an account. Memberships that an identity provider gave stay, and so does the role in a retained team.
 * @throws {AppError} `teams.unknown` when one of the teams does not exist
 */
export async function setTeamsOf({ config }: Context, trx: Db, user_id: string, ids: readonly string[]): Promise<{ added: number; removed: number }> {
  const wantedIds = [...new Set(ids)]
  const existingTeams = wantedIds.length === 0 ? [] : await trx.selectFrom('team').where('id', 'in', wantedIds).select('id').forKeyShare().execute()
  if (existingTeams.length < wantedIds.length) throw new AppError('teams.unknown')
  const { rows: removedRows } = await sql<{ id: string }>`
    delete from team_member m where m.user_id = ${user_id} and m.team_id <> all(${wantedIds}::uuid[])
      and not exists (select 1 from identity i where i.id = m.identity_id and i.provider = any(${groupsProviders(config)}::text[]))
    returning m.id`.execute(trx)
  const before = await trx.selectFrom('team_member').where('user_id', '=', user_id).select('team_id').execute()
  const addedIds = wantedIds.filter((id) => !before.some(({ team_id }) => team_id === id))
  await addToTeams(
    trx,
    addedIds.map((team_id) => ({ user_id, team_id })),
  )
  return { added: addedIds.length, removed: removedRows.length }
}

/** SQL expression: teams of the account in row `app_user`, in alphabetical order. */
export const teamsOfAccount = sql<ListedUser['teams']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name_key) from team t
  where t.id in (select m.team_id from team_member m where m.user_id = app_user.id)), '[]'::jsonb)`
