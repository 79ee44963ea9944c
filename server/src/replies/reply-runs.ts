import type { Source } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { Db } from '../platform/db/schema/index.ts'
import type { Log } from '../platform/log.ts'
import { notFound, type AppError } from '../platform/errors/app-error.ts'
import type { Llm, LlmMessage, LlmRequest } from '../platform/llm/port.ts'
import { abortRun } from './abort-run.ts'
import { createFlusher } from './flusher.ts'
import { followReply } from './follow-reply.ts'
import { createReplyLog, type Pulled, type ReplyLog } from './reply-log.ts'
import type { ReplyWriter, StreamKind } from './reply-output.ts'
import { createPlaceKeeper, newPlace, type Place } from './places.ts'
import { readRun } from './read-run.ts'
import { closeOrphans, readReply, requestStop } from './reply-store.ts'
import { admit, countRunning, stopRuns, type Stop } from './stop-runs.ts'
import { watchReplies } from './watch-replies.ts'
import { writeReply } from './write-reply.ts'
import { beat, leaveWriters } from './writers.ts'

/** Prompt of a reply. It is prepared after the reply is created, because retrieval may be slow or fail. */
export type PreparedPrompt = {
  messages: readonly LlmMessage[]
  sources?: Source[]
  /** Selects the sources to save with the ended reply. Default: all. */
  kept?(reply: string): Source[]
  purpose: LlmRequest['purpose']
  maxTokens?: number
  /** A ready-made reply, for questions to which a model could only invent an answer. The model is then not called. */
  answer?: string
  /** Writes the reply with several model calls, instead of the single one. */
  write?: ReplyWriter
  /** Text placed before the reply when the model could not read everything. */
  notice?: string
  /** Returns the context window, in tokens, for the second and last attempt if the model rejects the prompt as too long. Absent: no second attempt. */
  shorter?(): number
}

export type NewRun = {
  owner_id: string
  /** Id of the message row, in status `en_cours`, that receives the reply; null when the reply is not saved. */
  message_id: string | null
  conversation_id: string | null
  /** Text of an interrupted reply that this one continues, already saved as its first piece. */
  prefix?: string
  /** @param shorter context window in tokens, after the model rejected a longer prompt */
  prepare(signal: AbortSignal, shorter?: number): Promise<PreparedPrompt>
  /** Slot of the concurrency limit, released when the reply ends. */
  place?: Place
  /** Replaces the configured model, for replies written without one. */
  llm?: Llm
}

/** Position of one reader in a reply. A reply may have any number of readers. */
export type ReplyReading = {
  stream_id: string
  /** Number of the last event that the reader already has. */
  after: number
  pull(after: number): Pulled
  subscribe(listener: () => void): () => void
  /**
   * Settles once there is something to read: the first event, or for `text` the first event other than progress. Settles too when `gone` is aborted.
   * @throws {AppError} when the reply failed before its first event
   */
  begun(kind: StreamKind, gone?: AbortSignal): Promise<void>
}

export type ReplyRuns = {
  /**
   * Runs `work`, which may start a reply. Shutdown waits for it.
   * @throws {AppError} `server.stopping` once shutdown has begun; any error of `work`
   */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** Starts writing a reply; must be called within `admit`. If shutdown is already interrupting replies, this one is interrupted at once. */
  start(run: NewRun): ReplyReading
  /** @throws {AppError} `request.not_found` when the reply does not exist or belongs to somebody else */
  read(stream_id: string, owner_id: string, after: number): Promise<ReplyReading>
  /**
   * Asks for the reply to be stopped, on whichever instance writes it.
   * @returns whether the reply was still being written
   * @throws {AppError} `request.not_found`
   */
  stop(stream_id: string, owner_id: string): Promise<boolean>
  /** Aborts the selected replies of this process without an error message (deleted conversation, disabled account). */
  cancel(which: (run: { owner_id: string; conversation_id: string | null }) => boolean): void
  /** Returns a new slot, which the caller must then acquire in the database under `key` (features/chat/limits). */
  newPlace(key: string): Place
  /** Releases the slot of a reply that did not start. Never rejects. */
  leave(place: Place): Promise<void>
  running(): number
  /** True once shutdown has begun. */
  stopping(): boolean
  /** Closes the replies of dead processes. Called at start, then regularly when several processes share the database. */
  recover(): Promise<number>
  /** Refuses new replies, waits up to `timeoutMs` for the running ones, then interrupts the rest. */
  drain(timeoutMs: number): Promise<void>
}

/** A reply that this process writes or has just written. It does not reference `prepare` or `llm`: the prompt would stay in memory with it. */
export type Run = Omit<NewRun, 'prepare' | 'llm'> & {
  stream_id: string
  log: ReplyLog
  controller: AbortController
  /** Why this process is aborting the reply; null if it is not. */
  stopping: 'stopped' | 'cut' | 'cancelled' | null
  failedBefore: AppError | null
  endedAt: number | null
}

/** Operator's metrics of replies. */
type ReplyMetrics = {
  ended(status: string, code: string | null): void
  /** Time from the model call to its first text. */
  firstToken(ms: number): void
  /** Tokens as counted by the model server. */
  tokens(prompt: number, completion: number): void
}

export type RunsDeps = {
  db: Db
  log: Log
  llm: Llm
  writer_id: string
  exclusive: boolean
  metrics?: ReplyMetrics
  /** Counts the database time of `work` to the person for whom the reply is written (db/fair-turns.ts). */
  inBackgroundFor<T>(person: string, work: () => T): T
  /** Called with the owner's id when a reply ends. */
  ended?(owner_id: string): void
}

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
