import type { TeamMember, TeamRole } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { askedForGroups, listMembers, readTeam } from './queries.ts'
import { inTransaction } from '../../platform/db/run-again.ts'

/**
 * Lets in those who decide who belongs to a service. Asked again under the lock of `hold`: they may decide no more.
 * @throws {AppError} `request.not_found` for who does not know it, `teams.not_manager`
 */
export async function requireManager({ db }: Pick<Context, 'db'>, caller: Caller, team_id: string): Promise<void> {
  const { role } = await readTeam(db, caller, team_id)
  if (!caller.is_admin && role !== 'manager') throw new AppError('teams.not_manager')
}

/**
 * Puts an account in a service by the hand of somebody of the instance. Who manages it already stays its manager: who adds a colleague as a member,
 * from a list or an old screen, does not mean to take that from them. `setRole` lowers.
 * @throws {AppError} what `requireManager` throws; `request.not_found`
 */
export async function putMember(context: Context, caller: Caller, team_id: string, user_id: string, role: TeamRole): Promise<TeamMember> {
  await inTransaction(context.db, async (trx) => {
    // Of two at once, the second finds what the first wrote; whoever deletes the service waits.
    await hold(trx, team_id, user_id)
    await requireManager({ db: trx }, caller, team_id)
    if (role === 'member' && (await isManager(trx, team_id, user_id))) return
    await replaceLocal(context, trx, { team_id, user_id, role })
  })
  return readMember(context, team_id, user_id)
}

/**
 * Gives another role to somebody of a service. Whom a provider puts there is a member by it: once a manager no more, they leave when it says so.
 * @throws {AppError} what `requireManager` throws; `teams.last_manager` where the caller would leave their own service without a manager
 */
export async function setRole(context: Context, caller: Caller, team_id: string, user_id: string, role: TeamRole): Promise<TeamMember> {
  const was = await readMember(context, team_id, user_id)
  // Asked again for what they are: who put them there does not change.
  if (was.role === role) return was
  await inTransaction(context.db, async (trx) => {
    await hold(trx, team_id, user_id)
    await requireManager({ db: trx }, caller, team_id)
    if (role === 'member') await requireOtherManager(trx, caller, team_id, user_id)
    await replaceLocal(context, trx, { team_id, user_id, role: role === 'member' && was.providers.length > 0 ? null : role })
  })
  return readMember(context, team_id, user_id)
}

/**
 * Takes away what somebody of the instance decided.
 * @returns whether an identity provider keeps them there
 * @throws {AppError} what `requireManager` throws; `teams.from_provider` where nobody else put them there, `teams.last_manager`
 */
export async function removeMember(context: Context, caller: Caller, team_id: string, user_id: string): Promise<{ stays: boolean }> {
  const { is_local, providers } = await readMember(context, team_id, user_id)
  if (!is_local) throw new AppError('teams.from_provider')
  await inTransaction(context.db, async (trx) => {
    await hold(trx, team_id, user_id)
    if (caller.id !== user_id) await requireManager({ db: trx }, caller, team_id)
    await requireOtherManager(trx, caller, team_id, user_id)
    await replaceLocal(context, trx, { team_id, user_id, role: null })
  })
  return { stays: providers.length > 0 }
}

/** `role` null: none any more. */
type Decided = { team_id: string; user_id: string; role: TeamRole | null }

/** Another role leaves it as it was since when they are there: who pays, and who inherits, is read from that. */
async function replaceLocal({ config }: Context, trx: Db, { team_id, user_id, role }: Decided): Promise<void> {
  await sql`
    with replaced as (
      delete from team_member m where m.team_id = ${team_id} and m.user_id = ${user_id}
        and not exists (select 1 from identity i where i.id = m.identity_id and i.provider = any(${askedForGroups(config)}::text[]))
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
  // Of an account that is disabled nobody is a manager.
  const managers = await db
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .where('team_id', '=', team_id)
    .where('role', '=', 'manager')
    .where('is_active', '=', true)
    .select('user_id')
    .execute()
  const others = managers.filter((one) => one.user_id !== user_id)
  if (managers.length > 0 && others.length === 0) throw new AppError('teams.last_manager')
}

/** The person before the service, as who deletes an account does: what is theirs goes after them. @throws {AppError} `request.not_found` */
async function hold(trx: Db, team_id: string, user_id: string): Promise<void> {
  await trx.selectFrom('app_user').where('id', '=', user_id).select('id').forKeyShare().executeTakeFirstOrThrow(notFound)
  await trx.selectFrom('team').where('id', '=', team_id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
}
