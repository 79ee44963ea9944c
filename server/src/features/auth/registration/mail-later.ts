import type { Context } from '../../../context.ts'
import { gatesOf, type Gates } from '../gates.ts'

/**
 * Sends a mail after the answer, which says nothing of it in its words or in its time. One that does not leave, or finds its queue full, is
 * told in the log, without its address.
 */
export function mailLater(context: Context, queue: keyof Gates['mails'], what: string, send: () => Promise<void>): void {
  const tell = (error: unknown) => context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, `${what} not sent`)
  // Told before the place is free: who waits for the mails to settle finds it in the log.
  gatesOf(context)
    .mails[queue].run(() => send().catch(tell))
    .catch(tell)
}

/** Settles when the mails asked for so far have left or failed. For an orderly stop, and for tests. */
export async function mailsSettled(context: Context): Promise<void> {
  await Promise.all(Object.values(gatesOf(context).mails).map((queue) => queue.settled()))
}
