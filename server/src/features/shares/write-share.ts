import { limits, shareRenewalDays, type RouteBody, type GivenShare, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { shareableTeams, requireRecipients, type GrantRecipients } from '../teams/queries.ts'
import { lockConversation } from '../conversations/add-message.ts'
import { notifyRecipients, findGiven } from './queries.ts'
import { sharedFields, lastSharedPosition, copyMessages } from './snapshot.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

const dayMs = 86_400_000

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/**
 * Shares a conversation of this person up to a message, and notifies the recipients' open pages.
 * @throws {AppError} `request.not_found`, `shares.too_many`, as `requireRecipients`, `placeOf` and `copyMessages`
 */
export async function createShare(
  context: Context,
  caller: Caller,
  conversation_id: string,
  body: RouteBody<typeof routes.shares.create>,
): Promise<GivenShare> {
  const now = context.now()
  // Checked before the recipients are looked up: somebody who does not own the conversation learns nothing about accounts.
  await context.db.selectFrom('conversation').where('id', '=', conversation_id).where('owner_id', '=', caller.id).select('id').executeTakeFirstOrThrow(notFound)
  const receivers: GrantRecipients = { teams: [...new Set(body.teams)], people: [...new Set(body.people)] }
  await requireRecipients(context.db, caller, caller.id, receivers)
  const id = await inTransaction(context.db, async (db) => {
    await lockConversation(db, conversation_id, caller.id)
    await requireShareAllowance(db, caller.id)
    const up_to = await lastSharedPosition(db, conversation_id, body.message_id)
    const share = await db
      .insertInto('conversation_share')
      .values({
        ...(await sharedFields(db, conversation_id, caller.id)),
        conversation_id,
        owner_id: caller.id,
        up_to,
        created_at: now,
        taken_at: now,
        expires_at: inDays(now, body.days),
      })
      .returning(['id', 'owner_id', 'conversation_id'])
      .executeTakeFirstOrThrow()
    await copyMessages(db, share, up_to, context.config.quotas)
    await addRecipients(db, share, receivers)
    return share.id
  })
  await notifyRecipients(context, id)
  return (await findGiven(context, caller.id, id)) ?? Promise.reject(notFound())
}

/** Refuses a share beyond the limit per person. The lock keeps the count right until the transaction ends. @throws {AppError} `shares.too_many` */
async function requireShareAllowance(db: Db, owner_id: string): Promise<void> {
  await db.selectFrom('holding').where('owner_id', '=', owner_id).select('owner_id').forUpdate().execute()
  const { count } = await db
    .selectFrom('conversation_share')
    .where('owner_id', '=', owner_id)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= limits.shares) throw new AppError('shares.too_many')
}

/** Adds the recipients of a share. Teams and accounts deleted meanwhile are left out. @throws {AppError} `grants.unknown` when nobody is left */
async function addRecipients(db: Db, { id, owner_id }: { id: string; owner_id: string }, { teams, people }: GrantRecipients): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into conversation_share_subject (share_id, owner_id, team_id, user_id)
    select ${id}::uuid, ${owner_id}::uuid, t.id, null from (select id from team where id = any(${[...teams]}::uuid[]) order by id for key share) t
    union all
    select ${id}::uuid, ${owner_id}::uuid, null, u.id from (select id from app_user where id = any(${[...people]}::uuid[]) order by id for key share) u`.execute(
    db,
  )
  if (numAffectedRows === 0n) throw new AppError('grants.unknown')
}

/**
 * Refreshes a share of this person up to the last answer of its conversation, at the same URL, or extends it. Removes from its recipients the teams with
 * which this person may no longer share.
 * @throws {AppError} `request.not_found`, `shares.nothing`, `shares.full`
 */
export async function updateShare(
  context: Context,
  caller: Caller,
  id: string,
  { refresh, days }: RouteBody<typeof routes.shares.update>,
): Promise<GivenShare> {
  const now = context.now()
  const owner_id = caller.id
  await inTransaction(context.db, async (db) => {
    const ownShare = () => db.selectFrom('conversation_share').where('id', '=', id).where('owner_id', '=', owner_id)
    const { conversation_id } = await ownShare().select('conversation_id').executeTakeFirstOrThrow(notFound)
    await lockConversation(db, conversation_id, owner_id)
    await ownShare().select('id').forUpdate().executeTakeFirstOrThrow(notFound)
    await dropClosedTeams(db, caller, id)
    const up_to = refresh ? await lastSharedPosition(db, conversation_id, undefined) : null
    if (up_to !== null) await copyMessages(db, { id, owner_id, conversation_id }, up_to, context.config.quotas)
    await db
      .updateTable('conversation_share')
      .set({
        ...(days !== undefined && { expires_at: inDays(now, days) }),
        ...(up_to !== null && { ...(await sharedFields(db, conversation_id, owner_id)), up_to, taken_at: now }),
      })
      .where('id', '=', id)
      .execute()
  })
  await notifyRecipients(context, id)
  return (await findGiven(context, owner_id, id)) ?? Promise.reject(notFound())
}

/** Removes from a share the teams with which its owner may no longer share. */
async function dropClosedTeams(db: Db, caller: Caller, share_id: string): Promise<void> {
  const rows = await db.selectFrom('conversation_share_subject').where('share_id', '=', share_id).where('team_id', 'is not', null).select('team_id').execute()
  const teams = rows.flatMap(({ team_id }) => (team_id === null ? [] : [team_id]))
  const open = new Set(teams.length === 0 ? [] : await shareableTeams(db, caller, teams))
  const closedTeams = teams.filter((id) => !open.has(id))
  if (closedTeams.length > 0) await db.deleteFrom('conversation_share_subject').where('share_id', '=', share_id).where('team_id', 'in', closedTeams).execute()
}

/** Deletes a share and its copy of the messages. @throws {AppError} `request.not_found` */
export async function removeShare({ db }: Context, owner_id: string, id: string): Promise<void> {
  await db.deleteFrom('conversation_share').where('id', '=', id).where('owner_id', '=', owner_id).returning('id').executeTakeFirstOrThrow(notFound)
}

/** Deletes the shares that expired more than `shareRenewalDays` days ago, except those under legal hold. */
export async function purgeEndedShares({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - shareRenewalDays * dayMs)
  await sql`
    delete from conversation_share s where s.expires_at < ${before}::timestamptz
      and not exists (select 1 from legal_hold h where h.user_id is null or h.user_id = s.owner_id)`.execute(db)
}
