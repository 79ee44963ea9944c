import { abortRun, type ReplyReader, type ReplyRun, type StreamKind, type ReplyRunsDeps } from './run.ts'
import { errorSentence, isErrorCode, type ErrorCode, type Source } from '@parvis/contract'
import { savedLevelSentence, type ModelLevels } from './level-sentence.ts'
import { createReplyLog } from './log.ts'
import { replyDay, replyModelOf } from './outcome.ts'
import { noModel } from './usage.ts'
import { readPieces, readReply } from './store.ts'

const unsavedWithoutReaderMs = 5_000

/** Returns a reader, starting after event `after`, of a reply that this process writes. */
export const readerOfRun = (run: ReplyRun, after: number): ReplyReader => ({
  stream_id: run.stream_id,
  after,
  pull: run.log.pull,
  waitForFirstEvent: (kind, gone) => waitForFirstEvent(run, kind, gone),
  subscribe(listener) {
    const unsubscribe = run.log.subscribe(listener)
    return () => {
      unsubscribe()
      if (run.message_id === null && run.endedAt === null) abortIfUnread(run)
    }
  },
})

/** Stops an unsaved reply that has had no reader for 5 seconds: its text can reach nobody. */
function abortIfUnread(run: ReplyRun): void {
  setTimeout(() => run.log.listeners() === 0 && abortRun(run, 'stopped'), unsavedWithoutReaderMs).unref()
}

function waitForFirstEvent(run: ReplyRun, kind: StreamKind, disconnected?: AbortSignal): Promise<void> {
  const isBegun = () => (kind === 'events' ? run.log.lastId() > 0 : run.log.hasBegun())
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!isBegun() && disconnected?.aborted !== true) return
      unsubscribe()
      disconnected?.removeEventListener('abort', settle)
      if (run.failedBefore === null) resolve()
      else reject(run.failedBefore)
    }
    const unsubscribe = run.log.subscribe(settle)
    disconnected?.addEventListener('abort', settle)
    settle()
  })
}

type ReplyRow = NonNullable<Awaited<ReturnType<typeof readReply>>>

/** Returns the sentence of a reply that failed, and the level that no model had. */
function savedErrorOf(levels: ModelLevels, { error_code, needed_level }: ReplyRow) {
  if (error_code === 'llm.no_model_for_level' && needed_level !== null) return { error: savedLevelSentence(levels, needed_level), level: needed_level }
  return { error: errorSentence(error_code as ErrorCode) }
}

/** Returns the last event of an ended reply. */
function endEventOf({
  id,
  status,
  finish_reason,
  model,
  level,
  model_reason: reason,
  expected_model: expected,
  needed_level: needed,
  images,
  notices,
}: ReplyRow) {
  const other = { ...(reason !== null && { reason }), ...(expected !== null && { expected, ...(needed !== null && { needed }) }) }
  const answered = model === null || model === noModel ? null : { model, ...(level !== null && { level }), ...other }
  return {
    type: 'done',
    status,
    finish_reason: finish_reason ?? 'stop',
    message_id: id,
    ...replyModelOf(answered),
    ...replyDay(notices),
    ...(images.length > 0 && { images }),
  } as const
}

/** Interval at which a reply written by another process is read from the database, in milliseconds. */
const pollIntervalMs = 200

/**
 * Reads a reply that this process does not write: at once from its row if it has ended, else by polling the database.
 * Events get the same numbers as in the process that writes the reply.
 */
export function followReply(deps: ReplyRunsDeps, row: ReplyRow, owner_id: string, after: number): ReplyReader {
  const log = createReplyLog()
  let timer: NodeJS.Timeout | null = null
  const readingProgressOf = ({ progress }: ReplyRow) => (progress !== null && progress.total > 0 ? progress : null)
  const addProgress = (current: ReplyRow) => {
    const progress = readingProgressOf(current)
    if (progress === null || log.lastId() >= progress.events) return
    log.add({ type: 'progress', done: progress.done, total: progress.total }, progress.events)
  }
  let sentSources: readonly Source[] = []
  const addSources = ({ sources, progress }: ReplyRow) => {
    // When `progress.total` is 0, sources were sent before the text and then emptied: an empty event keeps the numbering.
    if (sources.length > 0 || progress?.total === 0) log.add({ type: 'sources', sources: (sentSources = sources) })
  }
  /** Whether the sources of the ended reply differ from those already sent, by this reader or by an earlier one (`after` > 0), and must be sent again. */
  const mustResendSources = ({ sources }: ReplyRow, wasBegun: boolean) => (wasBegun ? JSON.stringify(sentSources) !== JSON.stringify(sources) : after > 0)
  const addEndedReply = (current: ReplyRow) => {
    const hadBegun = log.hasBegun()
    addProgress(current)
    // An answer written from a full reading gets its sources only once it is written.
    const reading = readingProgressOf(current)
    if (reading === null && !hadBegun) addSources(current)
    log.append(current.content.slice(log.length()))
    if (reading !== null) addSources(current)
    else if (mustResendSources(current, hadBegun)) log.add({ type: 'sources', sources: current.sources })
    if (current.prompt_tokens !== null && current.completion_tokens !== null) {
      log.add({ type: 'usage', prompt_tokens: current.prompt_tokens, completion_tokens: current.completion_tokens })
    }
    if (isErrorCode(current.error_code)) log.add({ type: 'error', code: current.error_code, ...savedErrorOf(deps.levels, current) })
    log.add(endEventOf(current))
  }
  let lastPiece = 0
  const poll = async () => {
    // The pieces must be read before the row: sources and progress that precede a text are saved before it.
    const pieces = await readNewPieces(deps, row.id, log.length(), lastPiece)
    const current = await readReply(deps.db, row.id, owner_id)
    if (current === null) {
      log.add({ type: 'error', ...errorEvent('request.not_found') })
      log.add({ type: 'done', status: 'interrompue', finish_reason: 'stopped', message_id: row.id })
      return
    }
    if (current.status !== 'en_cours') return addEndedReply(current)
    addProgress(current)
    if (current.progress === null && log.length() === 0 && !log.hasBegun()) addSources(current)
    if (current.progress !== null && log.length() === 0 && !pieces.some(({ start_at }) => start_at >= current.progress!.prefix)) return
    for (const { start_at, text } of pieces) {
      if (start_at > log.length()) return
      log.append(text.slice(log.length() - start_at))
      lastPiece = start_at
    }
  }
  const schedulePoll = () => {
    if (timer !== null || log.hasEnded()) return
    timer = setTimeout(async () => {
      try {
        await poll()
      } catch (error) {
        deps.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'reply of another process not read yet')
      }
      timer = null
      if (log.listeners() > 0) schedulePoll()
    }, pollIntervalMs)
    timer.unref()
  }
  if (row.status !== 'en_cours') addEndedReply(row)
  return {
    stream_id: row.id,
    after,
    pull: log.pull,
    // A resumed reading never fails before its first event: failures are sent as events.
    waitForFirstEvent: async () => {},
    subscribe(listener) {
      const unsubscribe = log.subscribe(listener)
      schedulePoll()
      return unsubscribe
    },
  }
}

/**
 * Reads the saved pieces that start at `length` or later. If there is a gap, reads again from `lastPiece`: a save that succeeded without the writer
 * knowing is repeated under the same start with a longer text.
 */
async function readNewPieces({ db }: ReplyRunsDeps, message_id: string, length: number, lastPiece: number) {
  const next = await readPieces(db, message_id, length)
  return (next[0]?.start_at ?? 0) > length ? readPieces(db, message_id, lastPiece) : next
}

function errorEvent(code: ErrorCode) {
  return { code, error: errorSentence(code) }
}
