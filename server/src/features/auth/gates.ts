import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'

/** Concurrency limit with a bounded queue. Work beyond the queue is refused at once. */
type Gate = {
  /** @throws {AppError} `auth.too_many` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs or waits. */
  settled(): Promise<void>
}

const retryAfterSeconds = 3

export function createGate(atOnce: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  let tellIdle: (() => void)[] = []

  const enter = (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) throw new AppError('auth.too_many', { retryAfterSeconds })
    return new Promise((resolve) => waiting.push(resolve))
  }

  // The slot goes directly to the next in the queue, so that nobody can overtake it.
  const leave = () => {
    const next = waiting.shift()
    if (next !== undefined) return next()
    running -= 1
    if (running > 0) return
    for (const tell of tellIdle) tell()
    tellIdle = []
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
    settled: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => tellIdle.push(resolve))),
  }
}

/** Concurrency limit of one piece of work at a time for each key. Idle keys are forgotten. */
export type Turns = { run<T>(key: string, work: () => Promise<T>): Promise<T> }

export function createTurns(maxWaiting: number): Turns {
  const busy = new Map<string, { gate: Gate; works: number }>()
  return {
    async run(key, work) {
      const turn = busy.get(key) ?? { gate: createGate(1, maxWaiting), works: 0 }
      busy.set(key, turn)
      turn.works += 1
      try {
        return await turn.gate.run(work)
      } finally {
        turn.works -= 1
        if (turn.works === 0) busy.delete(key)
      }
    },
  }
}

export type Gates = {
  /** A hash takes 19 MiB and one core: two at once leave the process responsive. */
  hashing: Gate
  /**
   * Mails are sent after the response, one at a time for each queue. Separate queues keep what anybody may request (`asked`) from delaying what accounts
   * are due (`due`), and invitations from delaying codes that live fifteen minutes (`codes`).
   */
  mails: { asked: Gate; due: Gate; codes: Gate }
  /** Attempts against one secret run one at a time: twenty tabs that sign in together with the right password are no attack. */
  attempts: Turns
}

const gates = new WeakMap<Context, Gates>()

/** Returns the concurrency limits of sign-in work (password hashing, mails, attempts per secret). Created on first use, one set per application context. */
export function gatesOf(context: Context): Gates {
  let found = gates.get(context)
  if (found === undefined) {
    const mails = { asked: createGate(1, 100), due: createGate(1, 10_000), codes: createGate(1, 1_000) }
    found = { hashing: createGate(2, 256), mails, attempts: createTurns(256) }
    gates.set(context, found)
  }
  return found
}
