import { AsyncLocalStorage } from 'node:async_hooks'

/** Interval between two groups of scheduled writes, in milliseconds. */
const intervalMs = 5

/**
 * Scheduler that groups the writes to many clients. A client woken by one write is still awake for the next, which then costs less; and one timer replaces
 * one per client.
 */
export type WriteScheduler = {
  /** Runs `write` later in the same tick of the event loop, once what has arrived from model servers is read. */
  runSoon(write: () => void): void
  /** Runs `write` in `ms` milliseconds, rounded up to a multiple of `intervalMs`. It cannot be cancelled. */
  runLater(ms: number, write: () => void): void
}

/** Creates the scheduler. Callbacks run outside any caller's async context, so that they are charged to nobody (db/fair-queue.ts). */
export function createWriteScheduler(): WriteScheduler {
  const outsideCaller = AsyncLocalStorage.snapshot()
  let next: (() => void)[] = []
  /** Scheduled writes, by the number of their interval. */
  const scheduled = new Map<number, (() => void)[]>()
  let timer: NodeJS.Timeout | null = null
  /** Interval that the timer is set for. */
  let nextInterval = Infinity

  const runNext = () => {
    const writes = next
    next = []
    for (const write of writes) write()
  }
  const runDue = () => {
    nextInterval = Infinity
    const now = performance.now() / intervalMs
    for (const [turn, writes] of scheduled) {
      if (turn > now) continue
      scheduled.delete(turn)
      for (const write of writes) write()
    }
    if (scheduled.size > 0) setTimer(Math.min(...scheduled.keys()))
  }
  const setTimer = (turn: number) => {
    if (turn >= nextInterval) return
    if (timer !== null) clearTimeout(timer)
    nextInterval = turn
    timer = outsideCaller(() => setTimeout(runDue, Math.max(1, turn * intervalMs - performance.now())))
  }

  return {
    runSoon(write) {
      if (next.length === 0) outsideCaller(() => setImmediate(runNext))
      next.push(write)
    },
    runLater(ms, write) {
      const turn = Math.ceil((performance.now() + ms) / intervalMs)
      const writes = scheduled.get(turn)
      if (writes === undefined) scheduled.set(turn, [write])
      else writes.push(write)
      setTimer(turn)
    },
  }
}
