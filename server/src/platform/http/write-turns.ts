import { AsyncLocalStorage } from 'node:async_hooks'

/** Interval between two groups of scheduled writes, in milliseconds. */
const apartMs = 5

/**
 * Scheduler that groups the writes to many clients. A client woken by one write is still awake for the next, which then costs less; and one timer replaces
 * one per client.
 */
export type WriteTurns = {
  /** Runs `write` later in the same tick of the event loop, once what has arrived from model servers is read. */
  soon(write: () => void): void
  /** Runs `write` in `ms` milliseconds, rounded up to a multiple of `apartMs`. It cannot be cancelled. */
  later(ms: number, write: () => void): void
}

/** Creates the scheduler. Callbacks run outside any caller's async context, so that they are charged to nobody (db/fair-turns.ts). */
export function createWriteTurns(): WriteTurns {
  const inNobodysName = AsyncLocalStorage.snapshot()
  let next: (() => void)[] = []
  /** Scheduled writes, by the number of their interval. */
  const turns = new Map<number, (() => void)[]>()
  let timer: NodeJS.Timeout | null = null
  /** Interval that the timer is set for. */
  let awaited = Infinity

  const runNext = () => {
    const writes = next
    next = []
    for (const write of writes) write()
  }
  const runDue = () => {
    awaited = Infinity
    const now = performance.now() / apartMs
    for (const [turn, writes] of turns) {
      if (turn > now) continue
      turns.delete(turn)
      for (const write of writes) write()
    }
    if (turns.size > 0) awaitTurn(Math.min(...turns.keys()))
  }
  const awaitTurn = (turn: number) => {
    if (turn >= awaited) return
    if (timer !== null) clearTimeout(timer)
    awaited = turn
    timer = inNobodysName(() => setTimeout(runDue, Math.max(1, turn * apartMs - performance.now())))
  }

  return {
    soon(write) {
      if (next.length === 0) inNobodysName(() => setImmediate(runNext))
      next.push(write)
    },
    later(ms, write) {
      const turn = Math.ceil((performance.now() + ms) / apartMs)
      const writes = turns.get(turn)
      if (writes === undefined) turns.set(turn, [write])
      else writes.push(write)
      awaitTurn(turn)
    },
  }
}
