import { randomUUID } from 'node:crypto'
import { notFound, AppError } from '../platform/errors/app-error.ts'
import { createFlusher } from './flusher.ts'
import { followReply, readRun } from './read.ts'
import { createReplyLog } from './log.ts'
import { createPlaceKeeper, newPlace, type PlaceKeeper, beat, leaveWriters } from './usage.ts'
import { closeOrphans, readReply, requestStop, activeOwners, repliesToStop } from './store.ts'
import { writeReply } from './write.ts'
import { type NewRun, type ReplyRuns, type Run, type RunsDeps, abortRun } from './run.ts'

/** Time for which an ended reply stays in memory for late readers, in milliseconds. */
const lateReaderMs = 60_000

export function createReplyRuns(deps: RunsDeps): ReplyRuns {
  const runs = new Map<string, Run>()
  const places = createPlaceKeeper(deps.db)
  const flusher = createFlusher(deps)
  const stopWatching = watchReplies(deps, runs, places)
  const stop: Stop = { admitted: 0, isAsked: false, isCutting: false }
  let isClosed = false

  const generate = async (run: Run, { prepare, llm = deps.llm }: Pick<NewRun, 'prepare' | 'llm'>) => {
    await writeReply({ ...deps, llm, places, isClosed: () => isClosed }, flusher, run, prepare)
    run.endedAt = Date.now()
    setTimeout(() => runs.delete(run.stream_id), lateReaderMs).unref()
  }

  return {
    admit: (work) => admit(stop, work),
    start({ prepare, llm, ...asked }) {
      const run: Run = {
        ...asked,
        stream_id: asked.message_id ?? randomUUID(),
        log: createReplyLog(),
        controller: new AbortController(),
        stopping: null,
        failedBefore: null,
        endedAt: null,
      }
      runs.set(run.stream_id, run)
      if (stop.isCutting) abortRun(run, 'cut')
      void deps.inBackgroundFor(run.owner_id, () => generate(run, { prepare, ...(llm && { llm }) }))
      return readRun(run, 0)
    },
    async read(stream_id, owner_id, after) {
      const run = runs.get(stream_id)
      if (run !== undefined) {
        if (run.owner_id !== owner_id) throw notFound()
        return readRun(run, after)
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
    cancel(which) {
      for (const run of runs.values()) if (which(run)) abortRun(run, 'cancelled')
    },
    newPlace: (key) => newPlace(deps.writer_id, key),
    leave: places.leave,
    running: () => countRunning(runs),
    stopping: () => stop.isAsked,
    async recover() {
      // The first heartbeat comes before the first reply: a writer without one counts as dead.
      if (!deps.exclusive) await beat(deps.db, deps.writer_id)
      const own = [...runs.values()].flatMap(({ message_id, endedAt }) => (message_id !== null && endedAt === null ? [message_id] : []))
      return closeOrphans(deps.db, deps.writer_id, deps.exclusive, own)
    },
    async drain(timeoutMs) {
      await stopRuns(runs, stop, timeoutMs)
      stopWatching()
      await flusher.close()
      isClosed = true
      if (!deps.exclusive) await leaveWriters(deps.db, deps.writer_id).catch(() => {})
    },
  }
}

/** State of the shutdown. `admitted` counts the calls of `admit` in progress. */
export type Stop = { admitted: number; isAsked: boolean; isCutting: boolean }

/** Time given to interrupted replies to be saved, then to their readers to receive the end. */
const lastTextMs = 3_000

const lastWordMs = 1_000

/**
 * Runs `work`; shutdown waits for it.
 * @throws {AppError} `server.stopping` once shutdown has begun; any error of `work`
 */
export async function admit<T>(stop: Stop, work: () => Promise<T>): Promise<T> {
  if (stop.isAsked) throw new AppError('server.stopping')
  stop.admitted += 1
  try {
    return await work()
  } finally {
    stop.admitted -= 1
  }
}

/** Shuts down: refuses new work, waits up to `timeoutMs` for the running replies, then interrupts the rest. */
async function stopRuns(runs: ReadonlyMap<string, Run>, stop: Stop, timeoutMs: number): Promise<void> {
  const isIdle = () => stop.admitted === 0 && countRunning(runs) === 0
  stop.isAsked = true
  await waitUntil(isIdle, timeoutMs, 50)
  stop.isCutting = true
  for (const run of runs.values()) abortRun(run, 'cut')
  await waitUntil(isIdle, lastTextMs, 20)
  // Connections are closed next: let readers receive the end first. A reader that does not read is not waited for beyond `lastWordMs`.
  await waitUntil(() => [...runs.values()].every((run) => run.log.listeners() === 0), lastWordMs, 20)
}

function countRunning(runs: ReadonlyMap<string, Run>): number {
  let total = 0
  for (const run of runs.values()) if (run.endedAt === null) total += 1
  return total
}

async function waitUntil(isDone: () => boolean, longestMs: number, everyMs: number): Promise<void> {
  const deadline = Date.now() + longestMs
  while (!isDone() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, everyMs))
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
function watchReplies(deps: RunsDeps, runs: ReadonlyMap<string, Run>, places: PlaceKeeper): () => void {
  const stops = [
    regularly(deps, stopCheckMs, () => checkKept(deps, runs), 'stop requests not read'),
    regularly(deps, ownerCheckMs, () => checkUnkept(deps, runs), 'owners of replies not read'),
    regularly(deps, ownerCheckMs, places.retry, 'places not given back yet'),
    ...(deps.exclusive ? [] : [regularly(deps, beatMs, () => beat(deps.db, deps.writer_id), 'heartbeat not written')]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs `work` every `ms`, never concurrently with itself. Failures are logged; the next run is the retry. */
function regularly({ log }: RunsDeps, ms: number, work: () => Promise<void>, failure: string): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    work()
      .catch((error: unknown) => log.warn({ err: error instanceof Error ? error.name : 'unknown' }, failure))
      .finally(() => {
        busy = false
      })
  }, ms).unref()
  return () => clearInterval(timer)
}

async function checkKept({ db, writer_id }: RunsDeps, runs: ReadonlyMap<string, Run>): Promise<void> {
  const kept = running(runs).flatMap((run) => (run.message_id === null ? [] : [[run, run.message_id] as const]))
  if (kept.length === 0) return
  const unwanted = new Set(
    await repliesToStop(
      db,
      writer_id,
      kept.map(([, message_id]) => message_id),
    ),
  )
  for (const [run, message_id] of kept) if (unwanted.has(message_id)) abortRun(run, 'stopped')
}

/** An unsaved reply has no message row to check; only its owner's account can be. */
async function checkUnkept({ db }: RunsDeps, runs: ReadonlyMap<string, Run>): Promise<void> {
  const unkept = running(runs).filter((run) => run.message_id === null)
  if (unkept.length === 0) return
  const active = await activeOwners(
    db,
    unkept.map((run) => run.owner_id),
  )
  for (const run of unkept) if (!active.has(run.owner_id)) abortRun(run, 'stopped')
}

const running = (runs: ReadonlyMap<string, Run>): Run[] => [...runs.values()].filter((run) => run.endedAt === null)
