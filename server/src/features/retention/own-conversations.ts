import type { ExpiringConversation } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { isBegunSql } from '../conversations/queries.ts'
import { actsFrom } from './purge.ts'
import { dayMs, noticeMs, readHolds, readRules } from './rules.ts'

const maxListed = 100

/** Lists the conversations of a person that the retention rule will delete within the notice period, earliest first, at most 100. */
export async function expiringConversations(context: Context, owner_id: string): Promise<{ conversations: ExpiringConversation[]; total: number }> {
  const { db } = context
  const now = context.now()
  const rule = (await readRules(db)).find(({ kind }) => kind === 'conversations')
  const isHeld = (await readHolds(db)).some(({ user_id }) => user_id === null || user_id === owner_id)
  if (rule === undefined || rule.days === null || isHeld) return { conversations: [], total: 0 }
  const { conversations_kept_until: keptUntil } = await db
    .selectFrom('app_user')
    .where('id', '=', owner_id)
    .select('conversations_kept_until')
    .executeTakeFirstOrThrow()
  const soonest = Math.max(actsFrom(rule)!.getTime(), keptUntil === null ? 0 : Date.parse(keptUntil), now.getTime())
  // The rule takes effect after the notice period: nothing is announced yet.
  if (soonest > now.getTime() + noticeMs) return { conversations: [], total: 0 }
  const limit = new Date(now.getTime() + noticeMs - rule.days * dayMs)
  const expiring = db
    .selectFrom('conversation')
    .where('owner_id', '=', owner_id)
    // Conversations in which nothing was asked appear in no list: their owner does not know of them.
    .where(isBegunSql)
    .where('kept', '=', false)
    .where('updated_at', '<', limit.toISOString())
  const { total } = await expiring.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await expiring.select(['id', 'title', 'updated_at']).orderBy('updated_at').orderBy('id').limit(maxListed).execute()
  const conversations = rows.map((row) => ({
    ...row,
    purge_at: new Date(Math.max(Date.parse(row.updated_at) + rule.days! * dayMs, soonest)).toISOString(),
  }))
  return { conversations, total }
}

/** Marks or unmarks a conversation to be exempt from the retention rule. @throws {AppError} `request.not_found` for a conversation of somebody else */
export async function setConversationKept({ db }: Context, id: string, owner_id: string, isKept: boolean): Promise<void> {
  const { numUpdatedRows } = await db.updateTable('conversation').set({ kept: isKept }).where('id', '=', id).where('owner_id', '=', owner_id).executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
