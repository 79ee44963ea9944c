import { retentionBounds, retentionKinds, retentionNoticeDays, type LegalHold, type PurgeProof, type RetentionKind, type RetentionRule } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'

export const dayMs = 86_400_000
export const noticeMs = retentionNoticeDays * dayMs

const proofsShown = 50

/** Reads the retention rules, in the order of the contract. */
export async function readRules(db: Db): Promise<RetentionRule[]> {
  const rows = await db.selectFrom('retention_rule').selectAll().execute()
  return rows.toSorted((a, b) => retentionKinds.indexOf(a.kind) - retentionKinds.indexOf(b.kind))
}

/** Changes retention periods. A stricter rule starts a new notice period. @throws {AppError} `retention.out_of_bounds` */
export async function changeRules(db: Db, wanted: Partial<Record<RetentionKind, number | null | undefined>>, now: Date): Promise<RetentionRule[]> {
  const changes = retentionKinds.flatMap((kind) => (wanted[kind] === undefined ? [] : [{ kind, days: wanted[kind] }]))
  const fields = Object.fromEntries(changes.flatMap(({ kind, days }) => (isAllowed(kind, days) ? [] : [[kind, boundsSentence(kind)]])))
  if (Object.keys(fields).length > 0) throw new AppError('retention.out_of_bounds', { fields })
  await db.transaction().execute(async (transaction) => {
    for (const { kind, days } of changes) {
      await sql`
        update retention_rule set days = ${days}::int,
          changed_at = case when ${days}::int is not null and (days is null or ${days}::int < days) then ${now}::timestamptz else changed_at end
        where kind = ${kind}`.execute(transaction)
    }
  })
  return readRules(db)
}

function isAllowed(kind: RetentionKind, days: number | null): boolean {
  const { min, max, isEndless } = retentionBounds[kind]
  return days === null ? isEndless : days >= min && days <= max
}

function boundsSentence(kind: RetentionKind): string {
  const { min, max, isEndless } = retentionBounds[kind]
  return `De ${min} à ${max.toLocaleString('fr-FR')} jours${isEndless ? ', ou sans limite' : ''}`
}

function selectHolds(db: Db) {
  return db
    .selectFrom('legal_hold')
    .leftJoin('app_user', 'app_user.id', 'legal_hold.user_id')
    .select(['legal_hold.id', 'legal_hold.user_id', 'app_user.username', 'legal_hold.reason', 'legal_hold.created_at'])
}

export function readHolds(db: Db): Promise<LegalHold[]> {
  return selectHolds(db).orderBy('legal_hold.created_at', 'desc').orderBy('legal_hold.id').execute()
}

/**
 * Places a legal hold on an account, or on everything when `user_id` is null. @throws {AppError} `request.not_found` for a missing account,
 * `retention.already_held`
 */
export async function placeHold(db: Db, user_id: string | null, reason: string, now: Date): Promise<LegalHold> {
  if (user_id !== null) {
    await db.selectFrom('app_user').select('id').where('id', '=', user_id).executeTakeFirstOrThrow(notFound)
  }
  const insertedHold = await db
    .insertInto('legal_hold')
    .values({ user_id, reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (insertedHold === undefined) throw new AppError('retention.already_held')
  return selectHolds(db).where('legal_hold.id', '=', insertedHold.id).executeTakeFirstOrThrow()
}

/**
 * Removes a legal hold. The accounts that it protected are warned again before being erased, and their conversations and documents get a new notice period.
 * @throws {AppError} `request.not_found`
 */
export async function releaseHold(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { user_id } = await trx.deleteFrom('legal_hold').where('id', '=', id).returning('user_id').executeTakeFirstOrThrow(notFound)
    const isConcerned = user_id === null ? sql<boolean>`true` : sql<boolean>`id = ${user_id}`
    await trx.updateTable('app_user').set({ inactivity_warned_at: null }).where('inactivity_warned_at', 'is not', null).where(isConcerned).execute()
    const until = new Date(now.getTime() + noticeMs)
    if (user_id !== null) await trx.updateTable('app_user').set({ conversations_kept_until: until }).where('id', '=', user_id).execute()
    else await trx.updateTable('retention_rule').set({ changed_at: now }).where('kind', 'in', ['conversations', 'written_documents']).execute()
  })
}

/** Reads the 50 latest purge proofs, newest first. */
export function readProofs(db: Db): Promise<PurgeProof[]> {
  return db.selectFrom('purge_proof').selectAll().orderBy('ran_at', 'desc').orderBy('kind').limit(proofsShown).execute()
}
