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

/** What the model will be asked, made while the reply already exists (retrieval may take its time, and may fail). */
export type PreparedPrompt = {
  messages: readonly LlmMessage[]
  sources?: Source[]
  /** Which of the sources an ended reply keeps; all of them without it. */
  kept?(reply: string): Source[]
  purpose: LlmRequest['purpose']
  maxTokens?: number
  /** The whole reply, where a model could only invent: it is then not called. */
  answer?: string
  /** Writes the reply by calls of its own, in place of the one call of the model. */
  write?: ReplyWriter
  /** What the reply begins with, when the model did not read everything. */
  notice?: string
  /** The window to prepare for, once, if the model refuses the length of these messages. */
  shorter?(): number
}

export type NewRun = {
  owner_id: string
  /** The row `en_cours` that receives the reply; null when nothing is kept. */
  message_id: string | null
  conversation_id: string | null
  /** Text that the reply starts with, already saved as its first piece: what an interrupted reply had said. */
  prefix?: string
  /** @param shorter what the model may read now, in tokens: it refused more */
  prepare(signal: AbortSignal, shorter?: number): Promise<PreparedPrompt>
  /** Given back when the reply ends. */
  place?: Place
  /** Another source of text than the model, for answers made without one. */
  llm?: Llm
}

/** A reader's view of a reply. Any number of readers may share one reply. */
export type ReplyReading = {
  stream_id: string
  /** Place from which this reader starts. */
  after: number
  pull(after: number): Pulled
  subscribe(listener: () => void): () => void
  /**
   * Settles once there is something to read in that form: a text has no progress. Also when `gone` is aborted.
   * @throws {AppError} when the reply failed before its first event.
   */
  begun(kind: StreamKind, gone?: AbortSignal): Promise<void>
}

export type ReplyRuns = {
  /**
   * Does what leads to a reply, its start included: a stop of the process waits for it, and admits no more.
   * @throws {AppError} `server.stopping`, and what `work` does
   */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** Within `admit`. Once running replies are interrupted, one that was written meanwhile begins as interrupted too. */
  start(run: NewRun): ReplyReading
  /** @throws {AppError} `request.not_found` when the reply is missing or somebody else's. */
  read(stream_id: string, owner_id: string, after: number): Promise<ReplyReading>
  /** @returns whether the reply was still being written. @throws {AppError} `request.not_found` */
  stop(stream_id: string, owner_id: string): Promise<boolean>
  /** Stops, without a word, every local reply that `which` selects (deleted conversation, disabled person). */
  cancel(which: (run: { owner_id: string; conversation_id: string | null }) => boolean): void
  /** A place for a reply, to be taken in the database under `key` (features/chat/limits). */
  newPlace(key: string): Place
  /** Gives back a place whose reply did not start. Never rejects. */
  leave(place: Place): Promise<void>
  running(): number
  /** True once the process has begun to stop. */
  stopping(): boolean
  /** Closes replies of dead processes; called at start, and regularly where several processes share the database. */
  recover(): Promise<number>
  /** Refuses new replies, waits for the running ones, then interrupts what is left. */
  drain(timeoutMs: number): Promise<void>
}

/** A running or just ended local reply: without what its prompt is made of, which would stay in memory as long as it. */
export type Run = Omit<NewRun, 'prepare' | 'llm'> & {
  stream_id: string
  log: ReplyLog
  controller: AbortController
  /** Why it is being stopped from our side. */
  stopping: 'stopped' | 'cut' | 'cancelled' | null
  failedBefore: AppError | null
  endedAt: number | null
}

/** What is counted of replies, for the operator. */
type ReplyMetrics = {
  ended(status: string, code: string | null): void
  /** From the call of the model to its first word. */
  firstToken(ms: number): void
  /** As the model's server counts them. */
  tokens(prompt: number, completion: number): void
}

export type RunsDeps = {
  db: Db
  log: Log
  llm: Llm
  writer_id: string
  exclusive: boolean
  metrics?: ReplyMetrics
  /** Counts the time of the database to the person for whom a reply is written (db/fair-turns.ts). */
  inBackgroundFor<T>(person: string, work: () => T): T
  /** Called with the owner of a reply that has ended. */
  ended?(owner_id: string): void
}

/** How long an ended or unread reply stays in memory for late readers, in milliseconds. */
const lateReaderMs = 60_000

/** The replies that this process writes: none yet. */
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
      // Before the first reply: a writer that was never heard would be held for dead.
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
