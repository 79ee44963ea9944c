import type { ModelLevel, SentImage, Source } from '@parvis/contract'
import type { ReplyNotice } from '../platform/db/schema/conversations.ts'
import type { Db } from '../platform/db/schema/index.ts'
import type { Log } from '../platform/log.ts'
import type { ModelLevels } from './level-sentence.ts'
import type { AppError } from '../platform/errors/app-error.ts'
import type { Llm, LlmMessage, LlmRequest, LlmResult } from '../platform/llm/port.ts'
import type { RequestMasking } from '../platform/llm/masking.ts'
import type { PulledEvents, ReplyLog } from './log.ts'
import type { ReplySlot, TokenUsage } from './usage.ts'

/** Prompt of a reply. It is prepared after the reply is created, because retrieval may be slow or fail. */
export type PreparedPrompt = {
  messages: readonly LlmMessage[]
  /** The model that answers: only models of the level that the prompt needs. */
  llm: Llm
  /** Minimum level of the request, and that of the documents in its prompt. */
  need?: ReplyNeed
  sources?: Source[]
  /** Selects the sources to save with the ended reply. Default: all. */
  findSources?(reply: string): Source[]
  purpose: LlmRequest['purpose']
  /** Masking of the texts of the prompt, by which the end of the reply tells what was masked. */
  masking?: Pick<RequestMasking, 'masked'>
  maxTokens?: number
  /** A ready-made reply, for questions to which a model could only invent an answer. The model is then not called. */
  answer?: string
  /** Writes the reply with several model calls, instead of the single one. */
  write?: ReplyWriter
  /** Notices placed before the reply when the model could not read everything. */
  notices?: readonly ReplyNotice[]
  /**
   * Notices of a reply that depend on how it begins, placed before all others. Null: its beginning does not tell yet, and more of it is buffered.
   * @param state `cut`: the reply ended before its end, and may be continued later
   */
  openingNotices?: ((beginning: string, state: 'partial' | 'cut' | 'whole') => readonly ReplyNotice[] | null) | undefined
  /** Pictures of the question, when it has any. */
  images?: ReplyImages
  /** Returns the context window, in tokens, for the second and last attempt if the model rejects the prompt as too long. Absent: no second attempt. */
  shorterWindow?(): number
}

/** Pictures sent with the question of a reply. Placed before it: `notices` if the answering model received them, else `unreadNotices`. */
export type ReplyImages = { sent: SentImage[]; notices: readonly ReplyNotice[]; unreadNotices: readonly ReplyNotice[] }

/** Levels saved with a reply (platform/db/schema/conversations.ts). */
export type ReplyNeed = { needed_level: ModelLevel; documents_level: ModelLevel }

export type NewReplyRun = {
  owner_id: string
  /** Id of the message row, in status `en_cours`, that receives the reply; null when the reply is not saved. */
  message_id: string | null
  conversation_id: string | null
  /** API key that asked for a reply that is not saved. Revoking it stops the reply. */
  key_id?: string | undefined
  /** Text of an interrupted reply that this one continues, already saved as its first piece. */
  prefix?: string
  /** Notices of `prefix`. */
  notices?: readonly ReplyNotice[]
  /** @param shorterWindow context window in tokens, after the model rejected a longer prompt */
  prepare(signal: AbortSignal, shorterWindow?: number): Promise<PreparedPrompt>
  /** Slot of the concurrency limit, released when the reply ends. */
  slot?: ReplySlot
}

/** Position of one reader in a reply. A reply may have any number of readers. */
export type ReplyReader = {
  stream_id: string
  /** Number of the last event that the reader already has. */
  after: number
  pull(after: number): PulledEvents
  subscribe(listener: () => void): () => void
  /**
   * Settles once there is something to read: the first event, or for `text` the first event other than progress. Settles too when `disconnected` is aborted.
   * @throws {AppError} when the reply failed before its first event
   */
  waitForFirstEvent(kind: StreamKind, disconnected?: AbortSignal): Promise<void>
}

export type ReplyRuns = {
  /**
   * Runs `work`, which may start a reply. Shutdown waits for it.
   * @throws {AppError} `server.stopping` once shutdown has begun; any error of `work`
   */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** Starts writing a reply; must be called within `admit`. If shutdown is already interrupting replies, this one is interrupted at once. */
  start(run: NewReplyRun): ReplyReader
  /** @throws {AppError} `request.not_found` when the reply does not exist or belongs to somebody else */
  read(stream_id: string, owner_id: string, after: number): Promise<ReplyReader>
  /**
   * Asks for the reply to be stopped, on whichever instance writes it.
   * @returns whether the reply was still being written
   * @throws {AppError} `request.not_found`
   */
  stop(stream_id: string, owner_id: string): Promise<boolean>
  /** Aborts the selected replies of this process without an error message (deleted conversation, disabled account, revoked key). */
  cancel(isSelected: (run: { owner_id: string; conversation_id: string | null; key_id?: string | undefined }) => boolean): void
  /** Returns a new slot, which the caller must then acquire in the database under `key` (features/chat/limits). */
  newSlot(key: string): ReplySlot
  /** Releases the slot of a reply that did not start. Never rejects. */
  releaseSlot(place: ReplySlot): Promise<void>
  running(): number
  /** True once shutdown has begun. */
  isStopping(): boolean
  /** Closes the replies of dead processes. Called at start, then regularly when several processes share the database. */
  closeDeadReplies(): Promise<number>
  /** Refuses new replies, waits up to `timeoutMs` for the running ones, then interrupts the rest. */
  drain(timeoutMs: number): Promise<void>
}

/** A reply that this process writes or has just written. It does not reference `prepare`: the prompt would stay in memory with it. */
export type ReplyRun = Omit<NewReplyRun, 'prepare' | 'notices'> & {
  stream_id: string
  /** Notices in the text so far, each one once. Replaced, never changed in place. */
  notices: readonly ReplyNotice[]
  log: ReplyLog
  controller: AbortController
  /** Reason for which this process is aborting the reply; null if it is not. */
  abortReason: 'stopped' | 'cut' | 'cancelled' | null
  failedBefore: AppError | null
  endedAt: number | null
}

export type ReplyRunsDeps = {
  db: Db
  log: Log
  writer_id: string
  exclusive: boolean
  levels: ModelLevels
  metrics?: ReplyMetrics
  /** Counts the database time of `work` to the person for whom the reply is written (db/fair-queue.ts). */
  inBackgroundFor<T>(person: string, work: () => T): T
  /** Called with the owner's id when a reply ends. */
  onEnded?(owner_id: string): void
}

/** Format of a reply's stream: the text alone, or all events. */
export type StreamKind = 'text' | 'events'

/** Output channel of a `ReplyWriter`. */
export type ReplyOutput = {
  /** Appends text to the reply. */
  appendText(text: string): void
  /** Records notices that the next appended text contains. */
  recordNotices(notices: readonly ReplyNotice[]): void
  /** Number of parts read so far. Only before the first text; settles once saved. A failed save is only logged. */
  reportProgress(state: { done: number; total: number }): Promise<void>
  /** Sets the sources cited by the reply. The last call wins; they are sent to readers after the text. */
  setSources(sources: Source[]): void
  /** Reserves `tokens` of the person's quota while the reply runs, so that concurrent replies count them. Never rejects. */
  reserveTokens(tokens: number): Promise<void>
  /** Adds the tokens used by one model call; `isCut` for one that failed. */
  addUsage(usage: TokenUsage, isCut: boolean): void
}

/** Writes a whole reply with several model calls. Resolves with their total usage; rejects when a call does. */
export type ReplyWriter = (output: ReplyOutput, signal: AbortSignal) => Promise<LlmResult>

/** Output of one reply, with the sources and the usage reported so far, which count however the reply ends. */
export type CollectedOutput = ReplyOutput & {
  sources(): Source[]
  /** Counted tokens; null if a call has no count. */ usage(): CountedUsage | null
  used(): TokenUsage
}

/** Operator's metrics of replies. */
type ReplyMetrics = {
  ended(status: string, code: string | null): void
  /** Time from the model call to its first text. */
  firstToken(ms: number): void
  /** Tokens as counted by the model server. */
  tokens(prompt: number, completion: number): void
}

type CountedUsage = NonNullable<LlmResult['usage']>

/** Records notices of the text. One that is already recorded is ignored. */
export function recordNotices(run: ReplyRun, added: readonly ReplyNotice[]): void {
  const newNotices = added.filter(({ text }) => run.notices.every((notice) => notice.text !== text))
  if (newNotices.length > 0) run.notices = [...run.notices, ...newNotices]
}

/** Aborts the model call of a running reply and records why. Does nothing if the reply has ended or is already being stopped. */
export function abortRun(run: ReplyRun, reason: NonNullable<ReplyRun['abortReason']>): void {
  if (run.endedAt !== null || run.abortReason !== null) return
  run.abortReason = reason
  run.controller.abort()
}
