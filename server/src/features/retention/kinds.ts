import type { RetentionKind } from '@parvis/contract'
import { sql } from 'kysely'
import { countPurgeableEvents, purgeOldEvents } from '../../audit/purge-trail.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import { dayInParis } from '../../platform/paris.ts'
import { eraseAccount } from '../rights/erase-account.ts'
import { dayMs, noticeMs } from './rules.ts'
import { canWarn, warnLater } from './warn-inactive.ts'

type PurgeCounts = {
  /** Rows deleted. */ removed: number
  /** Rows retained by a legal hold. */ held: number
  /** People warned before deletion. */ warned: number
}

/** `failure`: error that interrupted the purge; the counts are those reached before it. */
type PurgeTally = PurgeCounts & { failure?: unknown }

/**
 * Counts the data older than `before` and, with `shouldDelete`, deletes it. `isHeld`: a legal hold covers everything. `since`: ISO 8601 time since which the
 * rule has been as strict as now.
 */
type Purge = (context: Context, before: Date, options: { shouldDelete: boolean; isHeld: boolean; since: string }) => Promise<PurgeTally>

const batch = 500

/** SQL condition: a legal hold covers the owner of the row. Evaluated for each batch, so that a hold placed during a long purge takes effect. */
export const heldOwner = (column: string) => sql`exists (select 1 from legal_hold h where h.user_id is null or h.user_id = ${sql.ref(column)})`

const conversations: Purge = async ({ db, now }, before, { shouldDelete, isHeld }) => {
  const old = sql`from conversation c where not c.kept and c.updated_at < ${before}::timestamptz
    and not exists (select 1 from app_user u where u.id = c.owner_id and u.conversations_kept_until > ${now()}::timestamptz)
    and not exists (select 1 from message m where m.conversation_id = c.id and m.status = 'en_cours')`
  const { rows } = await sql<PurgeCounts>`
    select count(*) filter (where not (${isHeld} or ${heldOwner('c.owner_id')})) as removed,
      count(*) filter (where ${isHeld} or ${heldOwner('c.owner_id')}) as held, 0 as warned ${old}`.execute(db)
  const tally = rows[0]!
  if (!shouldDelete || isHeld) return tally
  // Rows are locked before deletion; those locked by somebody else are skipped, as they are being used or marked to keep.
  const deletable = sql`select c.id ${old} and not ${heldOwner('c.owner_id')} limit ${sql.lit(batch)} for update of c skip locked`
  return { ...tally, ...(await inBatches(db, sql`delete from conversation where id in (${deletable})`)) }
}

/** Written documents, with their versions and proposals, shared or not: the notice goes to the owner, who may exempt them. */
const written_documents: Purge = async ({ db, now }, before, { shouldDelete, isHeld }) => {
  const old = sql`from written_document d where not d.exempt and d.updated_at < ${before}::timestamptz
    and not exists (select 1 from app_user u where u.id = d.owner_id and u.conversations_kept_until > ${now()}::timestamptz)`
  const { rows } = await sql<PurgeCounts>`
    select count(*) filter (where not (${isHeld} or ${heldOwner('d.owner_id')})) as removed,
      count(*) filter (where ${isHeld} or ${heldOwner('d.owner_id')}) as held, 0 as warned ${old}`.execute(db)
  const tally = rows[0]!
  if (!shouldDelete || isHeld) return tally
  // A document that is being written is locked, thus skipped.
  const deletable = sql`select d.id ${old} and not ${heldOwner('d.owner_id')} limit ${sql.lit(batch)} for update of d skip locked`
  return { ...tally, ...(await inBatches(db, sql`delete from written_document where id in (${deletable})`)) }
}

const feedback: Purge = async ({ db }, before, { shouldDelete, isHeld }) => {
  const old = sql`from message m join conversation c on c.id = m.conversation_id where m.feedback_at < ${before}::timestamptz`
  const { rows } = await sql<PurgeCounts>`
    select count(*) filter (where not (${isHeld} or ${heldOwner('c.owner_id')})) as removed,
      count(*) filter (where ${isHeld} or ${heldOwner('c.owner_id')}) as held, 0 as warned ${old}`.execute(db)
  const tally = rows[0]!
  if (!shouldDelete || isHeld) return tally
  const deleted = await inBatches(
    db,
    sql`update message set feedback = null, feedback_comment = null, feedback_reasons = '{}', feedback_at = null where id in (select m.id ${old} and not ${heldOwner('c.owner_id')} limit ${sql.lit(batch)})`,
  )
  return { ...tally, ...deleted }
}

/**
 * Inactive accounts: warned by mail, then erased with everything they own after the notice period, unless the person signs in. Their library documents
 * stay, without uploader. Administrators are exempt. A warning counts only if it was sent after the rule became as strict as now and after the person had
 * been absent for its whole duration. Without a mail server nobody is warned or erased, and earlier warnings are cleared.
 */
const accounts: Purge = async (context, before, { shouldDelete, isHeld, since }) => {
  const { db } = context
  if (!canWarn(context)) {
    if (shouldDelete) await db.updateTable('app_user').set({ inactivity_warned_at: null }).where('inactivity_warned_at', 'is not', null).execute()
    return { removed: 0, held: 0, warned: 0 }
  }
  const warnedBefore = new Date(context.now().getTime() - noticeMs)
  const days = Math.round((context.now().getTime() - before.getTime()) / dayMs)
  const seenAt = sql`coalesce(u.last_login, u.created_at)`
  const isUnused = sql<boolean>`not u.is_admin and ${seenAt} < ${before}::timestamptz`
  const isWarned = sql<boolean>`coalesce(u.inactivity_warned_at > greatest(${seenAt} + make_interval(hours => ${days * 24}::integer), ${since}::timestamptz), false)`
  const isDue = sql<boolean>`(${isUnused} and ${isWarned} and u.inactivity_warned_at <= ${warnedBefore}::timestamptz)`
  const { rows } = await sql<{ id: string; is_held: boolean; is_warned: boolean; is_due: boolean }>`
    select u.id, ${isHeld} or ${heldOwner('u.id')} as is_held, ${isWarned} as is_warned, ${isDue} as is_due
    from app_user u where ${isUnused} order by u.id`.execute(db)
  const deletableRows = rows.filter(({ is_held }) => !is_held)
  const toWarn = deletableRows.filter(({ is_warned }) => !is_warned)
  const due = deletableRows.filter(({ is_due }) => is_due)
  const deleted: BatchResult = { removed: due.length }
  if (shouldDelete) {
    for (const { id } of due)
      await eraseAccount(context, id, 'keep', isDue).catch((error: unknown) => {
        // Continue with the others. An application error means that the account is gone, held or no longer inactive.
        if (!(error instanceof AppError)) deleted.failure ??= error
        deleted.removed -= 1
      })
    // Sent in the background: the purge waits neither for hundreds of mails nor for an unresponsive relay.
    for (const { id } of toWarn) warnLater(context, id, sql<boolean>`(${isUnused} and not ${isWarned} and not ${heldOwner('u.id')})`)
  }
  return { ...deleted, held: rows.length - deletableRows.length, warned: toWarn.length }
}

const mails: Purge = async ({ db, mailer }, before, { shouldDelete, isHeld }) => {
  if (mailer.storedMails === undefined) return { removed: 0, held: 0, warned: 0 }
  const heldAccounts = await db.selectFrom('legal_hold').innerJoin('app_user', 'app_user.id', 'legal_hold.user_id').select('app_user.email').execute()
  const tally = await mailer.storedMails.purge(
    before,
    heldAccounts.map(({ email }) => email),
    shouldDelete && !isHeld,
  )
  return isHeld ? { removed: 0, held: tally.removed + tally.held, warned: 0 } : { ...tally, warned: 0 }
}

/** Records of past actions and usage: purge proofs, usage ledger, audit events. */
const journal: Purge = async ({ db, now }, before, { shouldDelete, isHeld }) => {
  const { count } = await db
    .selectFrom('purge_proof')
    .where('ran_at', '<', before.toISOString())
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const useTally = await purgeOldUse(db, before, { shouldDelete, isHeld })
  if (isHeld) return { removed: 0, held: count + useTally.held + (await countPurgeableEvents(db, before)), warned: 0 }
  if (!shouldDelete) return { ...useTally, removed: count + useTally.removed + (await countPurgeableEvents(db, before)), warned: 0 }
  const deleted: PurgeTally = { ...useTally, warned: 0 }
  try {
    const { numDeletedRows } = await db.deleteFrom('purge_proof').where('ran_at', '<', before.toISOString()).executeTakeFirstOrThrow()
    deleted.removed += Number(numDeletedRows)
    const acts = await purgeOldEvents(db, before, now())
    deleted.removed += acts
  } catch (failure) {
    deleted.failure ??= failure
  }
  return deleted
}

/** Purges the usage ledger before a day, and returns the deleted and held counts. Monthly sums of teams are deleted whatever the holds: they are nobody's. */
async function purgeOldUse(
  db: Context['db'],
  before: Date,
  { shouldDelete, isHeld }: { shouldDelete: boolean; isHeld: boolean },
): Promise<Omit<PurgeTally, 'warned'>> {
  const day = dayInParis(before)
  const old = sql`from usage_entry e where e.day < ${day}`
  const { rows } = await sql<Omit<PurgeCounts, 'warned'>>`
    select count(*) filter (where not (${isHeld} or ${heldOwner('e.user_id')})) as removed,
      count(*) filter (where ${isHeld} or ${heldOwner('e.user_id')}) as held ${old}`.execute(db)
  const tally = rows[0]!
  if (!shouldDelete || isHeld) return tally
  await sql`delete from usage_month where month < date_trunc('month', ${day}::timestamp)::date`.execute(db)
  const deleted = await inBatches(db, sql`delete from usage_entry where id in (select e.id ${old} and not ${heldOwner('e.user_id')} limit ${sql.lit(batch)})`)
  return { ...tally, ...deleted }
}

/** Purge function of each kind of data. */
export const purges: Record<RetentionKind, Purge> = { conversations, written_documents, accounts, feedback, mails, journal }

type BatchResult = Pick<PurgeTally, 'removed' | 'failure'>

/**
 * Repeats a statement that changes a few rows at a time, so that others do not wait for all of them. Returns the rows changed, and the error that
 * interrupted it.
 */
async function inBatches(db: Context['db'], statement: ReturnType<typeof sql>): Promise<BatchResult> {
  let removedCount = 0
  try {
    while (true) {
      const { numAffectedRows = 0n } = await withRetries(() => statement.execute(db))
      removedCount += Number(numAffectedRows)
      if (numAffectedRows < batch) return { removed: removedCount }
    }
  } catch (failure) {
    return { removed: removedCount, failure }
  }
}
