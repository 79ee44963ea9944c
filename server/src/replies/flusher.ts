import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunsDeps, Run } from './reply-runs.ts'
import type { PlaceKeeper } from './places.ts'
import { activeOwners, repliesToStop, savePieces } from './reply-store.ts'
import type { ReplyPiece } from './reply-store.ts'
import { beat } from './writers.ts'

/** Saves what all running replies received since the last time, in one statement. */
export type Flusher = {
  /** A kept reply has new text: it will be saved within `flushMs`. */
  touch(run: Run): void
  /** Makes sure that no save of this reply is under way before its row is closed. */
  settle(run: Run): Promise<void>
  close(): Promise<void>
}

// Promise to readers: at most 250 ms of text is lost when the process is killed (trust case REL-04).
const flushMs = 200
// A stop asked on another instance must reach the model within a second.
const stopCheckMs = 500
const ownerCheckMs = 2_000
// Well under the silence after which another instance closes what this one writes (reply-store).
const beatMs = 2_000

export function createFlusher(deps: RunsDeps, runs: ReadonlyMap<string, Run>, places: PlaceKeeper): Flusher {
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
      deps.log.warn({ err: errorName(error), replies: pieces.length }, 'reply pieces not saved yet')
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

  const stop = (run: Run) => {
    if (run.stopping !== null || run.endedAt !== null) return
    run.stopping = 'stopped'
    run.controller.abort()
  }
  const checkKept = async () => {
    const kept = [...runs.values()].filter((run) => run.message_id !== null && run.endedAt === null)
    if (kept.length === 0) return
    const unwanted = new Set(
      await repliesToStop(
        deps.db,
        deps.writer_id,
        kept.map((run) => run.message_id!),
      ),
    )
    for (const run of kept) if (unwanted.has(run.message_id!)) stop(run)
  }
  // Nothing in the database tells of a reply that is not kept, but whether its owner still may read it.
  const checkUnkept = async () => {
    const unkept = [...runs.values()].filter((run) => run.message_id === null && run.endedAt === null)
    if (unkept.length === 0) return
    const active = await activeOwners(
      deps.db,
      unkept.map((run) => run.owner_id),
    )
    for (const run of unkept) if (!active.has(run.owner_id)) stop(run)
  }
  const guarded = (work: () => Promise<void>, what: string) => {
    let busy = false
    return () => {
      if (busy || closed) return
      busy = true
      work()
        .catch((error: unknown) => deps.log.warn({ err: errorName(error) }, what))
        .finally(() => {
          busy = false
        })
    }
  }
  const looks = [
    setInterval(guarded(checkKept, 'stop requests not read'), stopCheckMs).unref(),
    setInterval(guarded(checkUnkept, 'owners of replies not read'), ownerCheckMs).unref(),
    setInterval(guarded(places.retry, 'places not given back yet'), ownerCheckMs).unref(),
  ]
  const alive = guarded(() => beat(deps.db, deps.writer_id), 'heartbeat not written')
  const beats = deps.exclusive ? null : setInterval(alive, beatMs).unref()

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
    async close() {
      closed = true
      for (const timer of [...looks, ...(beats === null ? [] : [beats])]) clearInterval(timer)
      if (flushTimer !== null) clearTimeout(flushTimer)
      await flushing
    },
  }
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
