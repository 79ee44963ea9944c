import { auditAct, type AuditAct } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { Log } from '../platform/log.ts'
import { AppError } from '../platform/errors/app-error.ts'
import type { Context } from '../context.ts'
import { isRefused, takeRefusal } from './refusals.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { writeAct, type Act, type Keys, type Target, type Written } from './write-act.ts'

/** Where an act comes from. The operator's and the server's own have neither caller nor address. */
type AuditedCall = { context: Context; caller: { id: string } | null; ip: string | null; request_id: string | null; log: Log }

/** For what no person asked through the network: the commands of the operator, the purges. Its reference ties a beginning to its end. */
export const fromServer = (context: Context): AuditedCall => ({ context, caller: null, ip: null, request_id: randomUUID(), log: context.log })

type Answered<T, V> = V | ((answer: T) => V)
type AuditOptions<T> = {
  /** How many things it was about; undefined where that is nothing to say. */
  count?: Answered<T, number | undefined>
  /** The account that a refusal is about, where only the answer would name it. */
  refused?: () => Promise<string | null>
}

/**
 * Does `work` and keeps who did what, to whom, from where, and whether it was refused: a line of the log, a row of the trail (trust case
 * PRV-10). A strict act is written down before it is done, and is not done otherwise; where any other cannot be, the log and a metric say so.
 * @param target of the act, known before or read from the answer
 * @throws {AppError} `server.unavailable` for a strict act that cannot be recorded; what `work` throws
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

/** Writes the row of an act in the transaction that does it. @param target of the act, where the caller is not the account that changes */
export type AuditInTransaction = (trx: Db, target?: Target) => Promise<void>

/**
 * Does `work`, which calls `write` last in its transaction: the act and its row are committed together, or neither is. A refusal is recorded afterwards.
 * @throws what `work` throws, and what the database throws where the row cannot be written
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
 * Keeps an act that is done, or refused. It never throws. Of what one sender has refused again and again, the log has every line and the trail
 * the first ones: strangers must not fill what nobody may purge.
 */
export async function record(call: AuditedCall, { act, outcome, target = null, count = null }: Act, keys: Keys | null = null): Promise<void> {
  const id = target === null || typeof target === 'string' ? target : target.id
  const { caller, ip, request_id, context } = call
  const facts = { audit: act, actor: caller?.id ?? null, target: id, ...(count !== null && { count }), ip, request_id, outcome }
  if (keys === null && isRefused(outcome) && !takeRefusal(call)) return call.log.info({ ...facts, left_out: true }, 'audit')
  // Whoever signs in acts on their own account.
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

/** @throws {AppError} `server.unavailable` */
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
