import type { RegisterSheet, RouteBody, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { assertUnchanged, nextUpdate, nextUpdateSql } from '../../platform/errors/stale-write.ts'
import { personName } from '../teams/queries.ts'
import { isOnlyAdministrator, readSheet } from './entries.ts'
import { requireReason } from './publication.ts'

type Register = typeof routes.register

/**
 * Completes a sheet; absent fields do not change.
 * @throws {AppError} `request.not_found`, `request.stale`, `register.closed`
 */
export async function completeSheet(context: Context, caller: Caller, id: string, body: RouteBody<Register['update']>): Promise<RegisterSheet> {
  const { expected_updated_at, ...fields } = body
  await writeEntry(context, caller, id, expected_updated_at, async (trx, entry) => {
    const now = context.now()
    await trx
      .updateTable('register_entry')
      .set({ ...fields, completed_by: caller.id, completed_at: now, updated_at: nextUpdate(now, entry.updated_at) })
      .where('id', '=', id)
      .execute()
  })
  return readSheet(context, caller, id)
}

/**
 * Answers the areas of a sheet. An earlier confirmation no longer holds. An assistant that waited stays inactive when its use turns out to be ordinary.
 * @throws {AppError} `request.not_found`, `request.stale`, `register.closed`, `request.invalid` without a reason
 */
export async function answerAreas(context: Context, caller: Caller, id: string, body: RouteBody<Register['answer']>): Promise<RegisterSheet> {
  const { expected_updated_at, areas, reason } = body
  requireReason((await readSheet(context, caller, id)).opinion, { areas, reason })
  await writeEntry(context, caller, id, expected_updated_at, async (trx, entry) => {
    const now = context.now()
    await sql`
      update register_entry e set areas = ${areas}::text[], areas_reason = ${reason.trim()}::text, answered_by = ${caller.id}::uuid,
        answered_at = ${now}::timestamptz, answered_digest = register_digest(a), confirmed_by = null, confirmed_at = null, confirmed_alone = false,
        is_withheld = e.is_withheld and ${areas.length > 0}::boolean, updated_at = ${nextUpdate(now, entry.updated_at)}::timestamptz
      from assistant a where a.id = e.assistant_id and e.id = ${id}`.execute(trx)
  })
  return readSheet(context, caller, id)
}

/**
 * Confirms the sensitive use that was declared, and publishes the assistant that waited for it. The person who answered may confirm only as the only
 * active administrator, and the sheet says so.
 * @throws {AppError} `request.not_found`, `request.stale`, `register.closed`, `register.nothing_to_confirm`, `register.same_person`
 */
export async function confirmUse(context: Context, caller: Caller, id: string, expected_updated_at: string): Promise<RegisterSheet> {
  await writeEntry(context, caller, id, expected_updated_at, async (trx, entry) => {
    // Locked: otherwise an administrator could be added or removed between the check and the write.
    await sql`lock table app_user in share mode`.execute(trx)
    if (!entry.is_current || entry.confirmed_at !== null || (entry.areas ?? []).length === 0) throw new AppError('register.nothing_to_confirm')
    const isSame = entry.answered_by === caller.id
    if (isSame && !(await isOnlyAdministrator(trx, caller.id))) throw new AppError('register.same_person')
    const now = context.now()
    await trx
      .updateTable('register_entry')
      .set({ confirmed_by: caller.id, confirmed_at: now, confirmed_alone: isSame, is_withheld: false, updated_at: nextUpdate(now, entry.updated_at) })
      .where('id', '=', id)
      .execute()
    if (entry.is_withheld)
      await trx
        .updateTable('assistant')
        .set({ is_active: true, updated_at: nextUpdateSql(now) })
        .where('id', '=', entry.assistant_id!)
        .execute()
  })
  return readSheet(context, caller, id)
}

type LockedEntry = {
  assistant_id: string | null
  areas: string[] | null
  answered_by: string | null
  confirmed_at: string | null
  is_withheld: boolean
  /** The answer is about the present texts. */
  is_current: boolean
  updated_at: string
}

/** Locks an open entry that administrators see, checks its optimistic lock, then writes. */
async function writeEntry(
  context: Context,
  caller: Caller,
  id: string,
  expectedUpdatedAt: string | undefined,
  write: (trx: Db, entry: LockedEntry) => Promise<void>,
): Promise<void> {
  const sheet = await readSheet(context, caller, id)
  if (sheet.state === 'clos') throw new AppError('register.closed')
  await inTransaction(context.db, async (trx) => {
    // The assistant first, as a change or a deletion locks it.
    await trx.selectFrom('assistant').where('id', '=', sheet.assistant_id!).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
    const { rows } = await sql<LockedEntry>`
      select e.assistant_id, e.areas, e.answered_by, e.confirmed_at, e.is_withheld, coalesce(e.answered_digest = register_digest(a), false) as is_current, e.updated_at
      from register_entry e join assistant a on a.id = e.assistant_id where e.id = ${id} for update of e`.execute(trx)
    const [entry] = rows
    if (entry === undefined) throw notFound()
    await assertUnchanged(expectedUpdatedAt, { ...sheet, updated_at: entry.updated_at }, () => lastWriter(trx, id, caller.id))
    await write(trx, entry)
  })
}

/** Reads who completed, answered or confirmed the entry last. */
async function lastWriter(trx: Db, id: string, caller_id: string): Promise<{ by: string | null; is_own: boolean }> {
  const { rows } = await sql<{ by: string | null; is_own: boolean }>`
    select case when u.id <> ${caller_id}::uuid then ${personName} end as by, coalesce(u.id = ${caller_id}::uuid, false) as is_own
    from register_entry e cross join lateral (values (e.completed_at, e.completed_by), (e.answered_at, e.answered_by), (e.confirmed_at, e.confirmed_by)) w (at, by)
    left join app_user u on u.id = w.by where e.id = ${id} and w.at is not null order by w.at desc limit 1`.execute(trx)
  return rows[0] ?? { by: null, is_own: false }
}
