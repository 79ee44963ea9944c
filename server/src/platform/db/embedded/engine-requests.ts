type PendingRequest = { since: number; resolve(): void; reject(error: Error): void }

/** Unanswered requests to the engine's thread. */
export type EngineRequests = {
  /** Adds a request; returns its number. */
  add(resolve?: () => void, reject?: (error: Error) => void): number
  /** Records that the thread sent something, so it is alive. */
  recordActivity(): void
  complete(number: number): void
  rejectAll(error: Error): void
  /** Whether the thread has been silent for more than `limitMs` with a request pending. To be called regularly. */
  isStuck(limitMs: number): boolean
}

/** Creates an empty list of requests. They are answered in order: the first of the map is the oldest, and the others wait behind it. */
export function createRequests(): EngineRequests {
  const pendingRequests = new Map<number, PendingRequest>()
  let sequence = 0
  let lastAnswer = 0
  let isOverdue = false
  return {
    add(resolve = () => {}, reject = () => {}) {
      sequence += 1
      pendingRequests.set(sequence, { since: performance.now(), resolve, reject })
      return sequence
    },
    recordActivity() {
      lastAnswer = performance.now()
    },
    complete(number) {
      pendingRequests.get(number)?.resolve()
      pendingRequests.delete(number)
    },
    rejectAll(error) {
      for (const request of pendingRequests.values()) request.reject(error)
      pendingRequests.clear()
    },
    isStuck(limitMs) {
      const [oldest] = pendingRequests.values()
      const wasOverdue = isOverdue
      isOverdue = oldest !== undefined && performance.now() - Math.max(oldest.since, lastAnswer) > limitMs
      // Overdue at two checks in a row: if it is this thread that was blocked, the answer may be waiting to be read.
      return isOverdue && wasOverdue
    },
  }
}
