import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunsDeps, Run } from './reply-runs.ts'
import { savePieces, type ReplyPiece } from './reply-store.ts'

/** Saves what all running replies received since the last time, in one statement. */
export type Flusher = {
  /** A kept reply has new text: it will be saved within `flushMs`. */
  touch(run: Run): void
  /** Makes sure that no save of this reply is under way before its row is closed. */
  settle(run: Run): Promise<void>
  /** Saves what remains of a reply whose row cannot be closed. */
  saveNow(run: Run): Promise<void>
  close(): Promise<void>
}

// Promise to readers: at most 250 ms of text is lost when the process is killed (trust case REL-04).
const flushMs = 200

/** Nothing is saved before the first touch. */
export function createFlusher(deps: RunsDeps): Flusher {
  const dirty = new Set<Run>()
  const saved = new WeakMap<Run, number>()
  let flushTimer: NodeJS.Timeout | null = null
  let flushing: Promise<void> | null = null
  let closed = false

  // The pieces of everybody's replies: the work of the server, not of whose reply came first since the last time (db/fair-turns.ts).
  const flush = AsyncLocalStorage.bind(async () => {
    const batch = [...dirty].filter((run) => run.endedAt === null)
    dirty.clear()
    const pieces: ReplyPiece[] = []
    const ends: [Run, number][] = []
    for (const run of batch) {
      const start_at = saved.get(run) ?? run.prefix?.length ?? 0
      const text = run.log.textSince(start_at)
      if (text === '' || run.message_id === null) continue
      pieces.push({ message_id: run.message_id, start_at, text })
      ends.push([run, start_at + text.length])
    }
    if (pieces.length === 0) return
    try {
      await savePieces(deps.db, pieces)
      for (const [run, end] of ends) saved.set(run, end)
    } catch (error) {
      // The text stays in memory and goes with the next save: the database may be away for a moment.
      for (const run of batch) dirty.add(run)
      deps.log.warn({ err: error instanceof Error ? error.name : 'unknown', replies: pieces.length }, 'reply pieces not saved yet')
    }
  })
  const schedule = () => {
    if (flushTimer !== null || closed) return
    flushTimer = setTimeout(async () => {
      flushing = flush()
      await flushing
      flushing = null
      flushTimer = null
      if (dirty.size > 0) schedule()
    }, flushMs)
    flushTimer.unref()
  }

  return {
    touch(run) {
      if (run.message_id === null) return
      dirty.add(run)
      schedule()
    },
    async settle(run) {
      dirty.delete(run)
      await flushing
    },
    async saveNow(run) {
      dirty.add(run)
      await flush()
      dirty.delete(run)
    },
    async close() {
      closed = true
      if (flushTimer !== null) clearTimeout(flushTimer)
      await flushing
    },
  }
}
