import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds between two turns of the writes that wait. */
const apartMs = 5

/**
 * When many readers are written to: together. A reader that a write has just wakened is still awake at the next one, which then costs
 * less; and one timer stands for those of all readers.
 */
export type WriteTurns = {
  /** Once all that has just come of the model servers is read: within the same turn of the event loop. */
  soon(write: () => void): void
  /** In `ms` milliseconds, or as many as `apartMs` later. What has become useless by then is called all the same. */
  later(ms: number, write: () => void): void
}

/** Called in nobody's name, whoever's piece came first (db/fair-turns.ts). */
export function createWriteTurns(): WriteTurns {
  const inNobodysName = AsyncLocalStorage.snapshot()
  let next: (() => void)[] = []
  /** By the number of their turn. */
  const turns = new Map<number, (() => void)[]>()
  let timer: NodeJS.Timeout | null = null
  /** The turn that the timer is for. */
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
