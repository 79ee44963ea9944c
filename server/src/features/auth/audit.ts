import { AppError } from '../../app-error.ts'
import type { Caller, Log } from '../../context.ts'

type AuditedCall = { caller: Caller | null; ip: string; request_id: string; log: Log }

/**
 * Does `work` and leaves one line on who did what, to whom, from where, and whether it was refused (trust case PRV-10). Ids only.
 * @param target id of the account concerned, known before or read from the answer
 */
export async function audited<T>(call: AuditedCall, act: string, work: () => Promise<T>, target?: string | ((answer: T) => string)): Promise<T> {
  const facts = { audit: act, actor: call.caller?.id ?? null, ip: call.ip, request_id: call.request_id }
  try {
    const answer = await work()
    call.log.info({ ...facts, target: typeof target === 'function' ? target(answer) : (target ?? null), outcome: 'done' }, 'audit')
    return answer
  } catch (error) {
    const known = typeof target === 'string' ? target : null
    call.log.info({ ...facts, target: known, outcome: error instanceof AppError ? error.code : 'failed' }, 'audit')
    throw error
  }
}
