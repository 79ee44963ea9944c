import type { ErrorCode } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'

/** Concurrency limit with a bounded queue. Work beyond the queue is refused at once. */
export type ConcurrencyLimit = {
  /** @throws {AppError} when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs or waits. */
  settled(): Promise<void>
}

const retryAfterSeconds = 3

/** Creates a concurrency limit. @param full code of the error for work beyond the queue */
export function createConcurrencyLimit(atOnce: number, maxWaiting: number, full: ErrorCode = 'auth.too_many'): ConcurrencyLimit {
  const waiters: (() => void)[] = []
  let running = 0
  let idleListeners: (() => void)[] = []

  const enter = (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (waiters.length >= maxWaiting) throw new AppError(full, { retryAfterSeconds })
    return new Promise((resolve) => waiters.push(resolve))
  }

  // The slot goes directly to the next in the queue, so that nobody can overtake it.
  const leave = () => {
    const next = waiters.shift()
    if (next !== undefined) return next()
    running -= 1
    if (running > 0) return
    for (const notify of idleListeners) notify()
    idleListeners = []
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    settled: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve))),
  }
}

/** Concurrency limit of one piece of work at a time for each key. Idle keys are forgotten. */
type KeyedConcurrencyLimit = { run<T>(key: string, work: () => Promise<T>): Promise<T> }

export function createKeyedConcurrencyLimit(maxWaiting: number): KeyedConcurrencyLimit {
  const busy = new Map<string, { gate: ConcurrencyLimit; works: number }>()
  return {
    async run(key, work) {
      const entry = busy.get(key) ?? { gate: createConcurrencyLimit(1, maxWaiting), works: 0 }
      busy.set(key, entry)
      entry.works += 1
      try {
        return await entry.gate.run(work)
      } finally {
        entry.works -= 1
        if (entry.works === 0) busy.delete(key)
      }
    },
  }
}

type SignInLimits = {
  /** A hash takes 19 MiB and one core: two at once leave the process responsive. */
  hashing: ConcurrencyLimit
  /**
   * Mails are sent after the response, one at a time for each queue. Separate queues keep what anybody may request (`asked`) from delaying what accounts
   * are due (`due`), and invitations from delaying codes that live fifteen minutes (`codes`).
   */
  mails: { asked: ConcurrencyLimit; due: ConcurrencyLimit; codes: ConcurrencyLimit }
  /** Attempts against one secret run one at a time: twenty tabs that sign in together with the right password are no attack. */
  attempts: KeyedConcurrencyLimit
}

const limitsByContext = new WeakMap<Context, SignInLimits>()

/** Returns the concurrency limits of sign-in work (password hashing, mails, attempts per secret). Created on first use, one set per application context. */
export function signInLimitsOf(context: Context): SignInLimits {
  let limits = limitsByContext.get(context)
  if (limits === undefined) {
    const mails = { asked: createConcurrencyLimit(1, 100), due: createConcurrencyLimit(1, 10_000), codes: createConcurrencyLimit(1, 1_000) }
    limits = { hashing: createConcurrencyLimit(2, 256), mails, attempts: createKeyedConcurrencyLimit(256) }
    limitsByContext.set(context, limits)
  }
  return limits
}

/**
 * Sends a mail after the response, so that neither its content nor its time depends on the mail. A failure or a full queue is logged, without the address.
 */
export function mailLater(context: Context, queue: keyof SignInLimits['mails'], description: string, send: () => Promise<void>): void {
  const logFailure = (error: unknown) => context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, `${description} not sent`)
  // Logged before the slot is released, so that whoever awaits `mailsSettled` finds it in the log.
  signInLimitsOf(context)
    .mails[queue].run(() => send().catch(logFailure))
    .catch(logFailure)
}

/** Resolves when the mails requested so far have been sent or have failed. For an orderly stop, and for tests. */
export async function mailsSettled(context: Context): Promise<void> {
  await Promise.all(Object.values(signInLimitsOf(context).mails).map((queue) => queue.settled()))
}
