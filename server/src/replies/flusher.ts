import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReplyRunsDeps, ReplyRun } from './run.ts'
import { saveNotices, savePieces, type ReplyPiece } from './store.ts'

/** Saves the new text of all running replies regularly, in one statement. */
export type Flusher = {
  /** Marks a reply as having unsaved text, which is saved within 110 ms, besides the save in progress. Ignored when the reply has no message row. */
  touch(run: ReplyRun): void
  /** Unschedules the reply and waits for the save in progress, so that its row can be closed. */
  finishSaving(run: ReplyRun): Promise<void>
  /** Saves the remaining text of a reply whose row cannot be closed. */
  saveNow(run: ReplyRun): Promise<void>
  close(): Promise<void>
}

// At most 250 ms of text is lost when the process is killed (trust case REL-04), of which a late reading takes 100, and 150 beyond 500 replies
// (platform/llm/openai/late-reading.ts). A little more than 100 saves two late readings at once.
const flushMs = 110
const flushMsOfMany = 80
/** Number of replies in a save above which the next one comes earlier. */
const manyReplies = 500

export function createFlusher(deps: ReplyRunsDeps): Flusher {
  const dirty = new Set<ReplyRun>()
  const savedLengths = new WeakMap<ReplyRun, number>()
  const savedNotices = new WeakMap<ReplyRun, ReplyRun['notices']>()
  let flushTimer: NodeJS.Timeout | null = null
  let flushing: Promise<void> | null = null
  let isClosed = false
  let lastBatchSize = 0

  // A flush saves the text of many people: its database time must not be counted to the person whose request scheduled it (db/fair-queue.ts).
  const flush = AsyncLocalStorage.bind(async () => {
    const batch = [...dirty].filter((run) => run.endedAt === null)
    dirty.clear()
    lastBatchSize = batch.length
    const pieces: ReplyPiece[] = []
    const runEnds: [ReplyRun, number][] = []
    const newNotices: [ReplyRun, ReplyRun['notices']][] = []
    for (const run of batch) {
      const start_at = savedLengths.get(run) ?? run.prefix?.length ?? 0
      const text = run.log.textSince(start_at)
      if (text === '' || run.message_id === null) continue
      pieces.push({ message_id: run.message_id, start_at, text })
      runEnds.push([run, start_at + text.length])
      if (run.notices.length > 0 && savedNotices.get(run) !== run.notices) newNotices.push([run, run.notices])
    }
    if (pieces.length === 0) return
    try {
      // One row at a time: a statement that locked several messages could meet the deletion of their conversations in another order.
      for (const [run, notices] of newNotices) {
        await saveNotices(deps.db, run.message_id!, notices)
        savedNotices.set(run, notices)
      }
      await savePieces(deps.db, pieces)
      for (const [run, end] of runEnds) savedLengths.set(run, end)
    } catch (error) {
      // The text stays in memory and goes with the next save: the database may be unavailable for a moment.
      for (const run of batch) dirty.add(run)
      deps.log.warn({ err: error instanceof Error ? error.name : 'unknown', replies: pieces.length }, 'reply pieces not saved yet')
    }
  })
  const schedule = () => {
    if (flushTimer !== null || isClosed) return
    flushTimer = setTimeout(
      async () => {
        flushing = flush()
        await flushing
        flushing = null
        flushTimer = null
        if (dirty.size > 0) schedule()
      },
      lastBatchSize > manyReplies ? flushMsOfMany : flushMs,
    )
    flushTimer.unref()
  }

  return {
    touch(run) {
      if (run.message_id === null) return
      dirty.add(run)
      schedule()
    },
    async finishSaving(run) {
      dirty.delete(run)
      await flushing
    },
    async saveNow(run) {
      dirty.add(run)
      await flush()
      dirty.delete(run)
    },
    async close() {
      isClosed = true
      if (flushTimer !== null) clearTimeout(flushTimer)
      await flushing
    },
  }
}
