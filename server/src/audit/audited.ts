import { auditAct, type AuditAct } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { Log } from '../platform/log.ts'
import { AppError } from '../platform/errors/app-error.ts'
import type { Context } from '../context.ts'
import { isRefused, takeRefusal } from './refusals.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { writeAct, type Act, type Keys, type Target, type Written } from './write-act.ts'

/** Origin of an audited action. Actions of the operator or of the server itself have neither caller nor address. */
type AuditedCall = { context: Context; caller: { id: string } | null; ip: string | null; request_id: string | null; log: Log }

/**
 * Origin for actions that no person requested over the network: operator commands, purges. The random `request_id` links the `begun` row to the final one.
 */
export const fromServer = (context: Context): AuditedCall => ({ context, caller: null, ip: null, request_id: randomUUID(), log: context.log })

type Answered<T, V> = V | ((answer: T) => V)
type AuditOptions<T> = {
  /** Number of items concerned; undefined when a count makes no sense. */
  count?: Answered<T, number | undefined>
  /** Reads the account that a refused action was about, when only the result of a successful one names it. */
  refused?: () => Promise<string | null>
}

/**
 * Runs `work` and records the action in the log and the audit trail: actor, target, address, outcome (trust case PRV-10). A strict action is recorded as
 * `begun` first, and not run if that fails. For any other, a failure to record is only logged and counted by a metric.
 * @param target target of the action, known in advance or derived from the result
 * @throws {AppError} `server.unavailable` when a strict action cannot be recorded; any error of `work`
 */
export async function audited<T>(
  call: AuditedCall,
  act: AuditAct,
  work: () => Promise<T>,
  target?: Answered<T, Target | null>,
  options: AuditOptions<T> = {},
): Promise<T> {
  const known = typeof target === 'function' ? null : (target ?? null)
  const keys = auditAct(act).strict ? await begin(call, { act, outcome: 'begun', target: known }) : null
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    const outcome = error instanceof AppError ? error.code : 'failed'
    await record(call, { act, outcome, target: known ?? (await options.refused?.().catch(() => null)) ?? null }, keys)
    throw error
  }
  const count = typeof options.count === 'function' ? options.count(answer) : options.count
  await record(call, { act, outcome: 'done', target: typeof target === 'function' ? target(answer) : known, ...(count !== undefined && { count }) }, keys)
  return answer
}

/**
 * Writes the audit row in the transaction of the action.
 * @param target target of the action, when it is not the caller's own account
 */
export type AuditInTransaction = (trx: Db, target?: Target) => Promise<void>

/**
 * Runs `work`, which must call `write` last in its transaction, so that the action and its audit row are committed together. A refusal is recorded
 * afterwards.
 * @throws any error of `work`, or of the database when the row cannot be written
 */
export async function auditedTogether<T>(call: AuditedCall, act: AuditAct, work: (write: AuditInTransaction) => Promise<T>): Promise<T> {
  const { context, caller, ip, request_id } = call
  const done: { row: Written | null; target: Target | null } = { row: null, target: null }
  const write: AuditInTransaction = async (trx, target) => {
    done.target = target ?? null
    const actor = caller?.id ?? (typeof target === 'string' ? target : null)
    try {
      done.row = await writeAct(trx, context.now(), { act, outcome: 'done', actor, target: done.target, ip, request_id })
    } catch (error) {
      reportAuditFailure(call, act, error)
      throw error
    }
  }
  let answer: T
  try {
    answer = await work(write)
  } catch (error) {
    await record(call, { act, outcome: error instanceof AppError ? error.code : 'failed' })
    throw error
  }
  const { row, target } = done
  if (row === null) throw new TypeError(`${act} was done without its row`)
  const id = target === null || typeof target === 'string' ? target : target.id
  call.log.info({ audit: act, actor: caller?.id ?? null, target: id, ip, request_id, outcome: 'done', seq: row.seq, hash: row.hash }, 'audit')
  return answer
}

/**
 * Records an action that succeeded or was refused. Never throws. When one sender is refused again and again, the trail only gets the first refusals and
 * the log all of them: the trail cannot be purged for months, so strangers must not fill it.
 */
export async function record(call: AuditedCall, { act, outcome, target = null, count = null }: Act, keys: Keys | null = null): Promise<void> {
  const id = target === null || typeof target === 'string' ? target : target.id
  const { caller, ip, request_id, context } = call
  const facts = { audit: act, actor: caller?.id ?? null, target: id, ...(count !== null && { count }), ip, request_id, outcome }
  if (keys === null && isRefused(outcome) && !takeRefusal(call)) return call.log.info({ ...facts, left_out: true }, 'audit')
  // A person who signs in acts on their own account.
  const isOwn = caller === null && outcome === 'done' && auditAct(act).family === 'access' && auditAct(act).account
  try {
    const actor = isOwn ? id : (caller?.id ?? null)
    const { seq, hash } = await writeAct(context.db, context.now(), { act, outcome, actor, target, count, ip, request_id }, keys)
    call.log.info({ ...facts, seq, hash }, 'audit')
  } catch (error) {
    call.log.info(facts, 'audit')
    reportAuditFailure(call, act, error)
  }
}

/**
 * Records the start of a strict action.
 * @throws {AppError} `server.unavailable`
 */
async function begin(call: AuditedCall, { act, outcome, target }: Act): Promise<Keys> {
  const { context, caller, ip, request_id } = call
  try {
    const { actor, target: key } = await writeAct(context.db, context.now(), {
      act,
      outcome,
      actor: caller?.id ?? null,
      target: target ?? null,
      ip,
      request_id,
    })
    return { actor, target: key }
  } catch (error) {
    reportAuditFailure(call, act, error)
    throw new AppError('server.unavailable', {}, { cause: error })
  }
}

function reportAuditFailure({ context, log }: AuditedCall, act: AuditAct, error: unknown): void {
  context.metrics?.auditFailed?.(act)
  log.error({ act, err: error instanceof Error ? error.name : 'unknown' }, 'audit row not written')
}
