import type { Context } from '../../../context.ts'
import { gatesOf, type Gates } from '../gates.ts'

/**
 * Sends a mail after the response, so that neither its content nor its time depends on the mail. A failure or a full queue is logged, without the address.
 */
export function mailLater(context: Context, queue: keyof Gates['mails'], what: string, send: () => Promise<void>): void {
  const tell = (error: unknown) => context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, `${what} not sent`)
  // Logged before the slot is released, so that whoever awaits `mailsSettled` finds it in the log.
  gatesOf(context)
    .mails[queue].run(() => send().catch(tell))
    .catch(tell)
}

/** Resolves when the mails requested so far have been sent or have failed. For an orderly stop, and for tests. */
export async function mailsSettled(context: Context): Promise<void> {
  await Promise.all(Object.values(gatesOf(context).mails).map((queue) => queue.settled()))
}
