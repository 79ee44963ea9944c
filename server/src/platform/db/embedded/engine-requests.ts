type Waiting = { since: number; resolve(): void; reject(error: Error): void }

/** Requests to the engine's thread that it has not answered yet. */
export type EngineRequests = {
  /** A new one; answers its number. */
  add(resolve?: () => void, reject?: (error: Error) => void): number
  /** The thread said something: it works. */
  heard(): void
  answered(number: number): void
  rejectAll(error: Error): void
  /** To be asked regularly: the thread has not said anything for longer than this, in milliseconds, though it has something to answer. */
  isStuck(limitMs: number): boolean
}

/** None yet. They are answered in order: the first in the map is the oldest, and those behind it only queue. */
export function createRequests(): EngineRequests {
  const waiting = new Map<number, Waiting>()
  let sequence = 0
  let lastAnswer = 0
  let isOverdue = false
  return {
    add(resolve = () => {}, reject = () => {}) {
      sequence += 1
      waiting.set(sequence, { since: performance.now(), resolve, reject })
      return sequence
    },
    heard() {
      lastAnswer = performance.now()
    },
    answered(number) {
      waiting.get(number)?.resolve()
      waiting.delete(number)
    },
    rejectAll(error) {
      for (const request of waiting.values()) request.reject(error)
      waiting.clear()
    },
    isStuck(limitMs) {
      const [oldest] = waiting.values()
      const wasOverdue = isOverdue
      isOverdue = oldest !== undefined && performance.now() - Math.max(oldest.since, lastAnswer) > limitMs
      // Seen twice: when it is this thread that was held up, the answer may be there, not yet read.
      return isOverdue && wasOverdue
    },
  }
}
