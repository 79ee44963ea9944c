import type { PurgeForecast, PurgeProof, RetentionRule } from '@parvis/contract'
import { fromServer, record } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { takeFrom } from '../auth/throttle.ts'
import { purges } from './kinds.ts'
import { dayMs, noticeMs, readHolds, readRules } from './rules.ts'
import { canWarn } from './warn-inactive.ts'

/** Once a day, whoever of the instances comes first. A little less than a day, so that it does not slip. */
const daily = { burst: 1, everyMs: 23 * 3_600_000 }

/** From when on a rule acts; null: at once. What people see of theirs in the screens waits for the notice. */
export function actsFrom({ kind, days, changed_at }: RetentionRule): Date | null {
  return kind === 'conversations' && days !== null ? new Date(Date.parse(changed_at) + noticeMs) : null
}

const isActing = (rule: RetentionRule, now: Date): boolean => rule.days !== null && (actsFrom(rule)?.getTime() ?? 0) <= now.getTime()
const before = (days: number, now: Date): Date => new Date(now.getTime() - days * dayMs)

async function everythingHeld(context: Context): Promise<boolean> {
  return (await readHolds(context.db)).some(({ user_id }) => user_id === null)
}

/** What a purge would remove, without removing anything; a rule that does not act yet tells what it would if it did. */
export async function forecastPurge(context: Context): Promise<PurgeForecast[]> {
  const now = context.now()
  const isHeld = await everythingHeld(context)
  const forecasts: PurgeForecast[] = []
  for (const rule of await readRules(context.db)) {
    const { kind, days, changed_at: since } = rule
    const tally = days === null ? { removed: 0, held: 0, warned: 0 } : await purges[kind](context, before(days, now), { really: false, isHeld, since })
    const from = actsFrom(rule)
    const needs_mail = kind === 'accounts' && days !== null && !canWarn(context)
    forecasts.push({ kind, days, acts_from: from !== null && from > now ? from.toISOString() : null, ...tally, needs_mail })
  }
  return forecasts
}

/** Removes what is older than its rule, kind by kind, and keeps a proof of each that touched something: dates and counts. */
export async function purge(context: Context): Promise<PurgeProof[]> {
  const now = context.now()
  const proofs: PurgeProof[] = []
  for (const rule of await readRules(context.db)) {
    const { kind, days, changed_at: since } = rule
    if (days === null || !isActing(rule, now)) continue
    const limit = before(days, now)
    // Asked before each: what came before may have lasted, and everything been held meanwhile.
    const isHeld = await everythingHeld(context)
    const { removed, held, warned } = await purges[kind](context, limit, { really: true, isHeld, since })
    if (removed + held === 0) continue
    const proof = { ran_at: now, kind, days, before: limit, removed, held }
    proofs.push(await context.db.insertInto('purge_proof').values(proof).returningAll().executeTakeFirstOrThrow())
    context.log.info({ kind, days, removed, held, warned }, 'retention rule applied')
    await record(fromServer(context), { act: 'retention.purge', outcome: 'done', target: { id: kind, name: kind }, count: removed })
  }
  return proofs
}

/** The daily purge; does nothing when it was done in the last 23 hours, by this process or another. */
export async function purgeWhenDue(context: Context): Promise<void> {
  if (await takeFrom(context.db, daily, 'retention', context.now())) await purge(context)
}
