import type { TeamMember, TeamRole } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { canManageMembers } from '../../authorization/sharing.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { groupsProviders, listMembers, readTeam } from './queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

/**
 * Requires that the caller manages the team or is an administrator. To be checked again under `lockPersonAndTeam`, as the role may change.
 * @throws {AppError} `request.not_found` when the caller does not know the team, `teams.not_manager`
 */
export async function requireManager({ db }: Pick<Context, 'db'>, caller: Caller, team_id: string): Promise<void> {
  const { role } = await readTeam(db, caller, team_id)
  if (!canManageMembers(caller, role)) throw new AppError('teams.not_manager')
}

/**
 * Adds an account to a team, or promotes a member. A manager added again as a member stays a manager: only `setRole` demotes, so that adding a colleague
 * from an outdated screen does not.
 * @throws {AppError} what `requireManager` throws; `request.not_found`
 */
export async function addOrPromoteMember(context: Context, caller: Caller, team_id: string, user_id: string, role: TeamRole): Promise<TeamMember> {
  await inTransaction(context.db, async (trx) => {
    // Simultaneous calls wait for each other, and the deletion of the team waits too.
    await lockPersonAndTeam(trx, team_id, user_id)
    await requireManager({ db: trx }, caller, team_id)
    if (role === 'member' && (await isManager(trx, team_id, user_id))) return
    await replaceLocalMembership(context, trx, { team_id, user_id, role })
  })
  return readMember(context, team_id, user_id)
}

/**
 * Changes the role of a team member. A member whom an identity provider also added has no local membership besides a manager's: once demoted, they leave
 * when the provider says so.
 * @throws {AppError} what `requireManager` throws; `teams.last_manager` when the caller would leave their own team without a manager
 */
export async function setRole(context: Context, caller: Caller, team_id: string, user_id: string, role: TeamRole): Promise<TeamMember> {
  const current = await readMember(context, team_id, user_id)
  // Setting the current role changes nothing, not even who added the member.
  if (current.role === role) return current
  await inTransaction(context.db, async (trx) => {
    await lockPersonAndTeam(trx, team_id, user_id)
    await requireManager({ db: trx }, caller, team_id)
    if (role === 'member') await requireOtherManager(trx, caller, team_id, user_id)
    await replaceLocalMembership(context, trx, { team_id, user_id, role: role === 'member' && current.providers.length > 0 ? null : role })
  })
  return readMember(context, team_id, user_id)
}

/**
 * Removes a membership given locally.
 * @returns `stays`: whether an identity provider keeps the person in the team
 * @throws {AppError} what `requireManager` throws; `teams.from_provider` when only a provider added the person, `teams.last_manager`
 */
export async function removeMember(context: Context, caller: Caller, team_id: string, user_id: string): Promise<{ stays: boolean }> {
  const { is_local, providers } = await readMember(context, team_id, user_id)
  if (!is_local) throw new AppError('teams.from_provider')
  await inTransaction(context.db, async (trx) => {
    await lockPersonAndTeam(trx, team_id, user_id)
    if (caller.id !== user_id) await requireManager({ db: trx }, caller, team_id)
    await requireOtherManager(trx, caller, team_id, user_id)
    await replaceLocalMembership(context, trx, { team_id, user_id, role: null })
  })
  return { stays: providers.length > 0 }
}

/** `role` null: removes the local membership. */
type LocalMembership = { team_id: string; user_id: string; role: TeamRole | null }

/** Replaces the membership given locally, or removes it. A change of role keeps the date of joining, on which billing and inheritance depend. */
async function replaceLocalMembership({ config }: Context, trx: Db, { team_id, user_id, role }: LocalMembership): Promise<void> {
  await sql`
    with replaced as (
      delete from team_member m where m.team_id = ${team_id} and m.user_id = ${user_id}
        and not exists (select 1 from identity i where i.id = m.identity_id and i.provider = any(${groupsProviders(config)}::text[]))
      returning m.created_at
    )
    insert into team_member (team_id, user_id, role, created_at)
    select ${team_id}::uuid, ${user_id}::uuid, ${role}::text, coalesce(min(created_at), now()) from replaced
    having ${role}::text is not null`.execute(trx)
}

async function readMember(context: Context, team_id: string, user_id: string): Promise<TeamMember> {
  const [member] = await listMembers(context, team_id, user_id)
  if (member === undefined) throw notFound()
  return member
}

async function isManager(trx: Db, team_id: string, user_id: string): Promise<boolean> {
  const managing = trx.selectFrom('team_member').where('team_id', '=', team_id).where('user_id', '=', user_id).where('role', '=', 'manager')
  return (await managing.select('id').executeTakeFirst()) !== undefined
}

async function requireOtherManager(db: Db, caller: Caller, team_id: string, user_id: string): Promise<void> {
  if (caller.is_admin || caller.id !== user_id) return
  // Disabled accounts do not count as managers.
  const managers = await db
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .where('team_id', '=', team_id)
    .where('role', '=', 'manager')
    .where('is_active', '=', true)
    .select('user_id')
    .execute()
  const otherManagers = managers.filter((manager) => manager.user_id !== user_id)
  if (managers.length > 0 && otherManagers.length === 0) throw new AppError('teams.last_manager')
}

/** Locks the person, then the team: the same order as the deletion of an account, so that they do not deadlock. @throws {AppError} `request.not_found` */
async function lockPersonAndTeam(trx: Db, team_id: string, user_id: string): Promise<void> {
  await trx.selectFrom('app_user').where('id', '=', user_id).select('id').forKeyShare().executeTakeFirstOrThrow(notFound)
  await trx.selectFrom('team').where('id', '=', team_id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
}
