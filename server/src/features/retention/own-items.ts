import type { ExpiringConversation, ExpiringDocument, RetentionKind } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { isBegunSql } from '../conversations/queries.ts'
import { findWrittenDocument } from '../written-documents/queries.ts'
import { actsFrom } from './purge.ts'
import { dayMs, noticeMs, readHolds, readRules } from './rules.ts'

const maxListed = 100

/** Period of a rule for one person: rows last used before `limit` are announced, and deleted from `soonest` on. Times in milliseconds. */
interface Notice {
  limit: Date
  soonest: number
  days: number
}

/** Reads what a retention rule announces to a person; null when it deletes nothing of theirs within the notice period. */
async function readNotice(context: Context, owner_id: string, kind: RetentionKind): Promise<Notice | null> {
  const { db } = context
  const now = context.now()
  const rule = (await readRules(db)).find((one) => one.kind === kind)
  const isHeld = (await readHolds(db)).some(({ user_id }) => user_id === null || user_id === owner_id)
  if (rule === undefined || rule.days === null || isHeld) return null
  const { conversations_kept_until: keptUntil } = await db
    .selectFrom('app_user')
    .where('id', '=', owner_id)
    .select('conversations_kept_until')
    .executeTakeFirstOrThrow()
  const soonest = Math.max(actsFrom(rule)!.getTime(), keptUntil === null ? 0 : Date.parse(keptUntil), now.getTime())
  // The rule takes effect after the notice period: nothing is announced yet.
  if (soonest > now.getTime() + noticeMs) return null
  return { limit: new Date(now.getTime() + noticeMs - rule.days * dayMs), soonest, days: rule.days }
}

const withPurgeDate = <Row extends { updated_at: string }>(rows: readonly Row[], { days, soonest }: Notice) =>
  rows.map((row) => ({ ...row, purge_at: new Date(Math.max(Date.parse(row.updated_at) + days * dayMs, soonest)).toISOString() }))

/** Lists the conversations of a person that the retention rule will delete within the notice period, earliest first, at most 100. */
export async function expiringConversations(context: Context, owner_id: string): Promise<{ conversations: ExpiringConversation[]; total: number }> {
  const notice = await readNotice(context, owner_id, 'conversations')
  if (notice === null) return { conversations: [], total: 0 }
  const expiring = context.db
    .selectFrom('conversation')
    .where('owner_id', '=', owner_id)
    // Conversations in which nothing was asked appear in no list: their owner does not know of them.
    .where(isBegunSql)
    .where('kept', '=', false)
    .where('updated_at', '<', notice.limit.toISOString())
  const { total } = await expiring.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await expiring.select(['id', 'title', 'updated_at']).orderBy('updated_at').orderBy('id').limit(maxListed).execute()
  return { conversations: withPurgeDate(rows, notice), total }
}

/** Lists the written documents of a person that the retention rule will delete within the notice period, earliest first, at most 100. */
export async function expiringDocuments(context: Context, owner_id: string): Promise<{ documents: ExpiringDocument[]; total: number }> {
  const notice = await readNotice(context, owner_id, 'written_documents')
  if (notice === null) return { documents: [], total: 0 }
  const expiring = context.db
    .selectFrom('written_document')
    .where('owner_id', '=', owner_id)
    .where('exempt', '=', false)
    .where('updated_at', '<', notice.limit.toISOString())
  const { total } = await expiring.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await expiring.select(['id', 'title', 'updated_at']).orderBy('updated_at').orderBy('id').limit(maxListed).execute()
  return { documents: withPurgeDate(rows, notice), total }
}

/** Exempts a conversation from the retention rule, or no longer. @throws {AppError} `request.not_found` for a conversation of somebody else */
export async function setConversationKept({ db }: Context, id: string, owner_id: string, isKept: boolean): Promise<void> {
  const { numUpdatedRows } = await db.updateTable('conversation').set({ kept: isKept }).where('id', '=', id).where('owner_id', '=', owner_id).executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** Exempts a written document from the retention rule, or no longer. @throws {AppError} `request.not_found`, `written_documents.not_owner` */
export async function exemptDocument({ db }: Context, id: string, owner_id: string, exempt: boolean): Promise<void> {
  const owned = db.updateTable('written_document').set({ exempt }).where('id', '=', id).where('owner_id', '=', owner_id)
  if ((await owned.executeTakeFirst()).numUpdatedRows > 0n) return
  throw (await findWrittenDocument(db, id, owner_id)) === null ? notFound() : new AppError('written_documents.not_owner')
}
