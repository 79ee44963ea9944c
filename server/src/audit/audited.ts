import { auditActionOf, type AuditAction } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { Log } from '../platform/log.ts'
import { AppError } from '../platform/errors/app-error.ts'
import type { Context } from '../context.ts'
import { isRefused, takeToken } from './refusals.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { writeAuditEvent, type NewAuditEvent, type AuditPseudonyms, type AuditTarget, type WrittenAuditEvent } from './write-audit-event.ts'

/** Origin of an audited action. Actions of the operator or of the server itself have neither caller nor address. */
export type AuditedCall = { context: Context; caller: { id: string } | null; ip: string | null; request_id: string | null; log: Log }

/**
 * Origin for actions that no person requested over the network: operator commands, purges. The random `request_id` links the `begun` row to the final one.
 */
export const serverCall = (context: Context): AuditedCall => ({ context, caller: null, ip: null, request_id: randomUUID(), log: context.log })

type ResultValue<T, V> = V | ((answer: T) => V)
type AuditOptions<T> = {
  /** Number of items concerned; undefined when a count makes no sense. */
  count?: ResultValue<T, number | undefined>
  /** Reads the account that a refused action was about, when only the result of a successful one names it. */
  refusedTarget?: () => Promise<string | null>
}

/**
 * Runs `work` and records the action in the log and the audit trail: actor, target, address, outcome (trust case PRV-10). A strict action is recorded as
 * `begun` first, and not run if that fails. For any other, a failure to record is only logged and counted by a metric.
 * @param target target of the action, known in advance or derived from the result
 * @throws {AppError} `server.unavailable` when a strict action cannot be recorded; any error of `work`
 */
export async function audited<T>(
  call: AuditedCall,
  act: AuditAction,
  work: () => Promise<T>,
  target?: ResultValue<T, AuditTarget | null>,
  options: AuditOptions<T> = {},
): Promise<T> {
  const knownTarget = typeof target === 'function' ? null : (target ?? null)
  const pseudonyms = auditActionOf(act).strict ? await recordBegun(call, { act, outcome: 'begun', target: knownTarget }) : null
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    const outcome = error instanceof AppError ? error.code : 'failed'
    await recordAuditEvent(call, { act, outcome, target: knownTarget ?? (await options.refusedTarget?.().catch(() => null)) ?? null }, pseudonyms)
    throw error
  }
  const count = typeof options.count === 'function' ? options.count(answer) : options.count
  await recordAuditEvent(
    call,
    { act, outcome: 'done', target: typeof target === 'function' ? target(answer) : knownTarget, ...(count !== undefined && { count }) },
    pseudonyms,
  )
  return answer
}

/**
 * Writes the audit row in the transaction of the action.
 * @param target target of the action, when it is not the caller's own account
 */
export type AuditInTransaction = (trx: Db, target?: AuditTarget) => Promise<void>

/**
 * Runs `work`, which must call `write` last in its transaction, so that the action and its audit row are committed together. A refusal is recorded
 * afterwards.
 * @throws any error of `work`, or of the database when the row cannot be written
 */
export async function auditedInTransaction<T>(call: AuditedCall, act: AuditAction, work: (write: AuditInTransaction) => Promise<T>): Promise<T> {
  const { context, caller, ip, request_id } = call
  const recorded: { row: WrittenAuditEvent | null; target: AuditTarget | null } = { row: null, target: null }
  const write: AuditInTransaction = async (trx, target) => {
    recorded.target = target ?? null
    const actor = caller?.id ?? (typeof target === 'string' ? target : null)
    try {
      recorded.row = await writeAuditEvent(trx, context.now(), { act, outcome: 'done', actor, target: recorded.target, ip, request_id })
    } catch (error) {
      reportAuditFailure(call, act, error)
      throw error
    }
  }
  let answer: T
  try {
    answer = await work(write)
  } catch (error) {
    await recordAuditEvent(call, { act, outcome: error instanceof AppError ? error.code : 'failed' })
    throw error
  }
  const { row, target } = recorded
  if (row === null) throw new TypeError(`${act} was done without its row`)
  const id = target === null || typeof target === 'string' ? target : target.id
  call.log.info({ audit: act, actor: caller?.id ?? null, target: id, ip, request_id, outcome: 'done', seq: row.seq, hash: row.hash }, 'audit')
  return answer
}

/**
 * Records an action that succeeded or was refused. Never throws. When one sender is refused again and again, the trail only gets the first refusals and
 * the log all of them: the trail cannot be purged for months, so strangers must not fill it.
 */
export async function recordAuditEvent(
  call: AuditedCall,
  { act, outcome, target = null, count = null }: NewAuditEvent,
  keys: AuditPseudonyms | null = null,
): Promise<void> {
  const id = target === null || typeof target === 'string' ? target : target.id
  const { caller, ip, request_id, context } = call
  const facts = { audit: act, actor: caller?.id ?? null, target: id, ...(count !== null && { count }), ip, request_id, outcome }
  if (keys === null && isRefused(outcome) && !takeToken(call)) return call.log.info({ ...facts, left_out: true }, 'audit')
  // A person who signs in acts on their own account.
  const isSelfSignIn = caller === null && outcome === 'done' && auditActionOf(act).family === 'access' && auditActionOf(act).account
  try {
    const actor = isSelfSignIn ? id : (caller?.id ?? null)
    const { seq, hash } = await writeAuditEvent(context.db, context.now(), { act, outcome, actor, target, count, ip, request_id }, keys)
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
async function recordBegun(call: AuditedCall, { act, outcome, target }: NewAuditEvent): Promise<AuditPseudonyms> {
  const { context, caller, ip, request_id } = call
  try {
    const { actor, target: key } = await writeAuditEvent(context.db, context.now(), {
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

function reportAuditFailure({ context, log }: AuditedCall, act: AuditAction, error: unknown): void {
  context.metrics?.auditFailed?.(act)
  log.error({ act, err: error instanceof Error ? error.name : 'unknown' }, 'audit row not written')
}
