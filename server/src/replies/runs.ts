import { randomUUID } from 'node:crypto'
import { notFound, AppError } from '../platform/errors/app-error.ts'
import { createFlusher } from './flusher.ts'
import { followReply, readerOfRun } from './read.ts'
import { createReplyLog } from './log.ts'
import { createSlotReleaser, newReplySlot, type SlotReleaser, writeHeartbeat, deleteWriter } from './usage.ts'
import { closeOrphans, existingKeys, readReply, requestStop, activeOwners, repliesToStop } from './store.ts'
import { writeReply } from './write.ts'
import { type NewReplyRun, type ReplyRuns, type ReplyRun, type ReplyRunsDeps, abortRun } from './run.ts'

/** Time for which an ended reply stays in memory for late readers, in milliseconds. */
const lateReaderMs = 60_000

export function createReplyRuns(deps: ReplyRunsDeps): ReplyRuns {
  const runs = new Map<string, ReplyRun>()
  const slots = createSlotReleaser(deps.db)
  const flusher = createFlusher(deps)
  const stopWatching = watchReplies(deps, runs, slots)
  const shutdown: ShutdownState = { admitted: 0, isRequested: false, isInterrupting: false }
  let isClosed = false

  const generate = async (run: ReplyRun, prepare: NewReplyRun['prepare']) => {
    await writeReply({ ...deps, places: slots, isClosed: () => isClosed }, flusher, run, prepare)
    run.endedAt = Date.now()
    setTimeout(() => runs.delete(run.stream_id), lateReaderMs).unref()
  }

  return {
    admit: (work) => admit(shutdown, work),
    start({ prepare, notices = [], ...options }) {
      const run: ReplyRun = {
        ...options,
        stream_id: options.message_id ?? randomUUID(),
        notices,
        log: createReplyLog(),
        controller: new AbortController(),
        abortReason: null,
        failedBefore: null,
        endedAt: null,
      }
      runs.set(run.stream_id, run)
      if (shutdown.isInterrupting) abortRun(run, 'cut')
      void deps.inBackgroundFor(run.owner_id, () => generate(run, prepare))
      return readerOfRun(run, 0)
    },
    async read(stream_id, owner_id, after) {
      const run = runs.get(stream_id)
      if (run !== undefined) {
        if (run.owner_id !== owner_id) throw notFound()
        return readerOfRun(run, after)
      }
      const row = await readReply(deps.db, stream_id, owner_id)
      if (row === null) throw notFound()
      return followReply(deps, row, owner_id, after)
    },
    async stop(stream_id, owner_id) {
      const run = runs.get(stream_id)
      if (run !== undefined) {
        if (run.owner_id !== owner_id) throw notFound()
        abortRun(run, 'stopped')
        return run.endedAt === null
      }
      if ((await readReply(deps.db, stream_id, owner_id)) === null) throw notFound()
      return requestStop(deps.db, stream_id, owner_id)
    },
    cancel(runFilter) {
      for (const run of runs.values()) if (runFilter(run)) abortRun(run, 'cancelled')
    },
    newSlot: (key) => newReplySlot(deps.writer_id, key),
    releaseSlot: slots.release,
    running: () => countRunning(runs),
    isStopping: () => shutdown.isRequested,
    async closeDeadReplies() {
      // The first heartbeat comes before the first reply: a writer without one counts as dead.
      if (!deps.exclusive) await writeHeartbeat(deps.db, deps.writer_id)
      const ownRunIds = [...runs.values()].flatMap(({ message_id, endedAt }) => (message_id !== null && endedAt === null ? [message_id] : []))
      return closeOrphans(deps.db, deps.writer_id, deps.exclusive, ownRunIds)
    },
    async drain(timeoutMs) {
      await stopRuns(runs, shutdown, timeoutMs)
      stopWatching()
      await flusher.close()
      isClosed = true
      if (!deps.exclusive) await deleteWriter(deps.db, deps.writer_id).catch(() => {})
    },
  }
}

/** State of the shutdown. `admitted` counts the calls of `admit` in progress. */
type ShutdownState = { admitted: number; isRequested: boolean; isInterrupting: boolean }

/** Time given to interrupted replies to be saved, then to their readers to receive the end. */
const saveGraceMs = 3_000

const readersGraceMs = 1_000

/**
 * Runs `work`; shutdown waits for it.
 * @throws {AppError} `server.stopping` once shutdown has begun; any error of `work`
 */
export async function admit<T>(stop: ShutdownState, work: () => Promise<T>): Promise<T> {
  if (stop.isRequested) throw new AppError('server.stopping')
  stop.admitted += 1
  try {
    return await work()
  } finally {
    stop.admitted -= 1
  }
}

/** Shuts down: refuses new work, waits up to `timeoutMs` for the running replies, then interrupts the rest. */
async function stopRuns(runs: ReadonlyMap<string, ReplyRun>, stop: ShutdownState, timeoutMs: number): Promise<void> {
  const isIdle = () => stop.admitted === 0 && countRunning(runs) === 0
  stop.isRequested = true
  await waitUntil(isIdle, timeoutMs, 50)
  stop.isInterrupting = true
  for (const run of runs.values()) abortRun(run, 'cut')
  await waitUntil(isIdle, saveGraceMs, 20)
  // Connections are closed next: let readers receive the end first. A reader that does not read is not waited for beyond `readersGraceMs`.
  await waitUntil(() => [...runs.values()].every((run) => run.log.listeners() === 0), readersGraceMs, 20)
}

function countRunning(runs: ReadonlyMap<string, ReplyRun>): number {
  let total = 0
  for (const run of runs.values()) if (run.endedAt === null) total += 1
  return total
}

async function waitUntil(isDone: () => boolean, timeoutMs: number, intervalMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!isDone() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, intervalMs))
}

// A stop requested on another instance must reach the model within one second.
const stopCheckMs = 500

const ownerCheckMs = 2_000

// Well under `writerSilenceSeconds`, after which another instance closes this one's replies.
const beatMs = 2_000

/**
 * Starts the regular tasks of running replies: stop requests, disabled owners, slots to release, heartbeat.
 * @returns a function that ends them
 */
function watchReplies(deps: ReplyRunsDeps, runs: ReadonlyMap<string, ReplyRun>, places: SlotReleaser): () => void {
  const stops = [
    startTimer(deps, stopCheckMs, () => checkSavedReplies(deps, runs), 'stop requests not read'),
    startTimer(deps, ownerCheckMs, () => checkUnsavedReplies(deps, runs), 'owners of replies not read'),
    startTimer(deps, ownerCheckMs, places.retry, 'places not given back yet'),
    ...(deps.exclusive ? [] : [startTimer(deps, beatMs, () => writeHeartbeat(deps.db, deps.writer_id), 'heartbeat not written')]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs `work` every `ms`, never concurrently with itself. Failures are logged; the next run is the retry. */
function startTimer({ log }: ReplyRunsDeps, ms: number, work: () => Promise<void>, warning: string): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch((error: unknown) => log.warn({ err: error instanceof Error ? error.name : 'unknown' }, warning))
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
  return () => clearInterval(timer)
}

async function checkSavedReplies({ db, writer_id }: ReplyRunsDeps, runs: ReadonlyMap<string, ReplyRun>): Promise<void> {
  const savedRuns = running(runs).flatMap((run) => (run.message_id === null ? [] : [[run, run.message_id] as const]))
  if (savedRuns.length === 0) return
  const toStop = new Set(
    await repliesToStop(
      db,
      writer_id,
      savedRuns.map(([, message_id]) => message_id),
    ),
  )
  for (const [run, message_id] of savedRuns) if (toStop.has(message_id)) abortRun(run, 'stopped')
}

/** Stops the unsaved replies whose owner's account is disabled or whose API key is revoked. They have no message row to check. */
async function checkUnsavedReplies({ db }: ReplyRunsDeps, runs: ReadonlyMap<string, ReplyRun>): Promise<void> {
  const unsavedRuns = running(runs).filter((run) => run.message_id === null)
  if (unsavedRuns.length === 0) return
  const active = await activeOwners(
    db,
    unsavedRuns.map((run) => run.owner_id),
  )
  const keys = await existingKeys(
    db,
    unsavedRuns.flatMap(({ key_id }) => key_id ?? []),
  )
  for (const run of unsavedRuns) if (!active.has(run.owner_id) || (run.key_id !== undefined && !keys.has(run.key_id))) abortRun(run, 'stopped')
}

const running = (runs: ReadonlyMap<string, ReplyRun>): ReplyRun[] => [...runs.values()].filter((run) => run.endedAt === null)
