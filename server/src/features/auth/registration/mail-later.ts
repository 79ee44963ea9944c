import type { Context } from '../../../context.ts'
import { signInLimitsOf, type SignInLimits } from '../concurrency-limits.ts'

/**
 * Sends a mail after the response, so that neither its content nor its time depends on the mail. A failure or a full queue is logged, without the address.
 */
export function mailLater(context: Context, queue: keyof SignInLimits['mails'], what: string, send: () => Promise<void>): void {
  const logFailure = (error: unknown) => context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, `${what} not sent`)
  // Logged before the slot is released, so that whoever awaits `mailsSettled` finds it in the log.
  signInLimitsOf(context)
    .mails[queue].run(() => send().catch(logFailure))
    .catch(logFailure)
}

/** Resolves when the mails requested so far have been sent or have failed. For an orderly stop, and for tests. */
export async function mailsSettled(context: Context): Promise<void> {
  await Promise.all(Object.values(signInLimitsOf(context).mails).map((queue) => queue.settled()))
}
