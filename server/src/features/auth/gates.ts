import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'

/** Lets a few works run at once and a bounded number wait: what is beyond is refused at once instead of piling up. */
type Gate = {
  /** @throws {AppError} `auth.too_many` when too many are waiting already. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Settles when nothing runs or waits any more. */
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

  // The place goes straight to the one who waits: nobody can slip in between.
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

/** A gate for one work at a time, for each key; keys that nobody waits for are forgotten. */
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
  /** Each hash takes 19 MiB and a core: two at once leave the process responsive. */
  hashing: Gate
  /**
   * Mails leave after the answer, one at a time of each queue: what anybody may ask for never takes the place of what an account is due, and a code
   * that is worth a quarter of an hour waits behind no invitation.
   */
  mails: { asked: Gate; due: Gate; codes: Gate }
  /** Attempts against one secret, in turn: twenty tabs that sign in together with the right password are no attack. */
  attempts: Turns
}

const gates = new WeakMap<Context, Gates>()

/** The gates of a running application: they live and die with its context. */
export function gatesOf(context: Context): Gates {
  let found = gates.get(context)
  if (found === undefined) {
    const mails = { asked: createGate(1, 100), due: createGate(1, 10_000), codes: createGate(1, 1_000) }
    found = { hashing: createGate(2, 256), mails, attempts: createTurns(256) }
    gates.set(context, found)
  }
  return found
}
