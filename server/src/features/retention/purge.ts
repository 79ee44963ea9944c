import type { PurgeForecast, PurgeProof, RetentionRule } from '@parvis/contract'
import { serverCall, recordAuditEvent } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { setAvailableFrom, takeFrom } from '../auth/throttle.ts'
import { purges } from './kinds.ts'
import { dayMs, noticeMs, readHolds, readRules } from './rules.ts'
import { canWarn } from './warn-inactive.ts'

/** Rate limit of the daily purge, shared by all instances. 23 hours rather than 24, so that its time does not drift. */
const daily = { burst: 1, everyMs: 23 * 3_600_000 }
/** Delay before an interrupted purge is retried, in milliseconds: longer than a purge lasts. */
const retryDelayMs = 2 * 3_600_000

/** Kinds of data that people see in their lists: the purge is announced a notice period before. */
const announcedKinds: readonly RetentionRule['kind'][] = ['conversations', 'written_documents']

/** Returns when a rule takes effect; null: at once. The rule of a kind that people see in their lists waits for the notice period. */
export function actsFrom({ kind, days, changed_at }: RetentionRule): Date | null {
  return announcedKinds.includes(kind) && days !== null ? new Date(Date.parse(changed_at) + noticeMs) : null
}

const isActing = (rule: RetentionRule, now: Date): boolean => rule.days !== null && (actsFrom(rule)?.getTime() ?? 0) <= now.getTime()
const daysBefore = (days: number, now: Date): Date => new Date(now.getTime() - days * dayMs)

async function everythingHeld(context: Context): Promise<boolean> {
  return (await readHolds(context.db)).some(({ user_id }) => user_id === null)
}

/** Counts what a purge would delete, without deleting anything. For a rule that is not in effect yet, counts as if it were. */
export async function forecastPurge(context: Context): Promise<PurgeForecast[]> {
  const now = context.now()
  const isHeld = await everythingHeld(context)
  const forecasts: PurgeForecast[] = []
  for (const rule of await readRules(context.db)) {
    const { kind, days, changed_at: since } = rule
    const tally =
      days === null ? { removed: 0, held: 0, warned: 0 } : await purges[kind](context, daysBefore(days, now), { shouldDelete: false, isHeld, since })
    const from = actsFrom(rule)
    const needs_mail = kind === 'accounts' && days !== null && !canWarn(context)
    forecasts.push({ kind, days, acts_from: from !== null && from > now ? from.toISOString() : null, ...tally, needs_mail })
  }
  return forecasts
}

/**
 * Deletes the data older than its retention rule, kind by kind, and stores a proof (dates and counts) for each kind concerned. A failing kind does not
 * stop the others, and its proof counts what was deleted before the failure.
 * @param provenSince a kind with held data only gets no new proof if it has one since then, so that a retried purge records it once
 * @throws the first failure, after all kinds
 */
export async function purge(context: Context, provenSince?: Date): Promise<PurgeProof[]> {
  const now = context.now()
  const proofs: PurgeProof[] = []
  const failures: unknown[] = []
  for (const rule of await readRules(context.db)) {
    if (!isActing(rule, now)) continue
    try {
      const proof = await applyRule(context, rule, now, provenSince)
      if (proof !== null) proofs.push(proof)
    } catch (error) {
      failures.push(error)
      context.log.warn({ kind: rule.kind, err: error instanceof Error ? error.name : 'unknown' }, 'retention rule not applied to the end')
    }
  }
  if (failures.length > 0) throw failures[0]
  return proofs
}

async function applyRule(context: Context, { kind, days, changed_at: since }: RetentionRule, now: Date, provenSince?: Date): Promise<PurgeProof | null> {
  if (days === null) return null
  const limit = daysBefore(days, now)
  // Read before each kind: the previous one may have lasted, and a legal hold on everything been placed meanwhile.
  const isHeld = await everythingHeld(context)
  const { removed, held, warned, ...rest } = await purges[kind](context, limit, { shouldDelete: true, isHeld, since })
  let proof: PurgeProof | null = null
  if (removed > 0 || (held > 0 && !(await hasProof(context, kind, provenSince)))) {
    const proofRow = { ran_at: now, kind, days, before: limit, removed, held }
    proof = await context.db.insertInto('purge_proof').values(proofRow).returningAll().executeTakeFirstOrThrow()
    context.log.info({ kind, days, removed, held, warned }, 'retention rule applied')
    await recordAuditEvent(serverCall(context), { act: 'retention.purge', outcome: 'done', target: { id: kind, name: kind }, count: removed })
  }
  if (rest.failure !== undefined) throw rest.failure
  return proof
}

async function hasProof({ db }: Context, kind: RetentionRule['kind'], since: Date | undefined): Promise<boolean> {
  if (since === undefined) return false
  const proofs = db.selectFrom('purge_proof').select('id').where('kind', '=', kind).where('ran_at', '>', since.toISOString())
  return (await proofs.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Runs the daily purge, unless it was completed in the last 23 hours or started in the last two by any instance. A failed or interrupted purge is retried
 * the same day.
 */
export async function purgeWhenDue(context: Context): Promise<void> {
  const now = context.now()
  // In one transaction: if only the first statement took effect, an interrupted purge would count as done.
  const isDue = await context.db.transaction().execute(async (transaction) => {
    if (!(await takeFrom(transaction, daily, 'retention', now))) return false
    await setAvailableFrom(transaction, 'retention', new Date(now.getTime() + retryDelayMs))
    return true
  })
  if (!isDue) return
  await purge(context, new Date(now.getTime() - daily.everyMs))
  await setAvailableFrom(context.db, 'retention', new Date(now.getTime() + daily.everyMs))
}
