import { abortRun, type ReplyReading, type Run, type StreamKind, type RunsDeps } from './run.ts'
import { errorSentence, isErrorCode, type ErrorCode, type Source } from '@parvis/contract'
import { createReplyLog } from './log.ts'
import { readPieces, readReply } from './store.ts'

const unkeptWithoutReaderMs = 5_000

/** Returns a reader, starting after event `after`, of a reply that this process writes. */
export const readRun = (run: Run, after: number): ReplyReading => ({
  stream_id: run.stream_id,
  after,
  pull: run.log.pull,
  begun: (kind, gone) => begun(run, kind, gone),
  subscribe(listener) {
    const unsubscribe = run.log.subscribe(listener)
    return () => {
      unsubscribe()
      if (run.message_id === null && run.endedAt === null) abandonUnread(run)
    }
  },
})

/** Stops an unsaved reply that has had no reader for 5 seconds: its text can reach nobody. */
function abandonUnread(run: Run): void {
  setTimeout(() => run.log.listeners() === 0 && abortRun(run, 'stopped'), unkeptWithoutReaderMs).unref()
}

function begun(run: Run, kind: StreamKind, gone?: AbortSignal): Promise<void> {
  const isBegun = () => (kind === 'events' ? run.log.lastId() > 0 : run.log.begun())
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!isBegun() && gone?.aborted !== true) return
      unsubscribe()
      gone?.removeEventListener('abort', settle)
      if (run.failedBefore === null) resolve()
      else reject(run.failedBefore)
    }
    const unsubscribe = run.log.subscribe(settle)
    gone?.addEventListener('abort', settle)
    settle()
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof readReply>>>

/** Interval at which a reply written by another process is read from the database, in milliseconds. */
const followMs = 200

/**
 * Reads a reply that this process does not write: at once from its row if it has ended, else by polling the database.
 * Events get the same numbers as in the process that writes the reply.
 */
export function followReply(deps: RunsDeps, row: Row, owner_id: string, after: number): ReplyReading {
  const log = createReplyLog()
  let timer: NodeJS.Timeout | null = null
  const readingOf = ({ progress }: Row) => (progress !== null && progress.total > 0 ? progress : null)
  const tellProgress = (current: Row) => {
    const progress = readingOf(current)
    if (progress === null || log.lastId() >= progress.events) return
    log.add({ type: 'progress', done: progress.done, total: progress.total }, progress.events)
  }
  let told: readonly Source[] = []
  const tellSources = ({ sources, progress }: Row) => {
    // When `progress.total` is 0, sources were sent before the text and then emptied: an empty event keeps the numbering.
    if (sources.length > 0 || progress?.total === 0) log.add({ type: 'sources', sources: (told = sources) })
  }
  /** Whether the sources of the ended reply differ from those already sent, by this reader or by an earlier one (`after` > 0), and must be sent again. */
  const isToldMore = ({ sources }: Row, wasBegun: boolean) => (wasBegun ? JSON.stringify(told) !== JSON.stringify(sources) : after > 0)
  const fill = (current: Row) => {
    const wasBegun = log.begun()
    tellProgress(current)
    // An answer written from a full reading gets its sources only once it is written.
    const reading = readingOf(current)
    if (reading === null && !wasBegun) tellSources(current)
    log.append(current.content.slice(log.length()))
    if (reading !== null) tellSources(current)
    else if (isToldMore(current, wasBegun)) log.add({ type: 'sources', sources: current.sources })
    if (current.prompt_tokens !== null && current.completion_tokens !== null) {
      log.add({ type: 'usage', prompt_tokens: current.prompt_tokens, completion_tokens: current.completion_tokens })
    }
    if (isErrorCode(current.error_code)) log.add({ type: 'error', code: current.error_code, error: errorSentence(current.error_code) })
    log.add({ type: 'done', status: current.status, finish_reason: current.finish_reason ?? 'stop', message_id: current.id })
  }
  let lastPiece = 0
  const look = async () => {
    // The pieces must be read before the row: sources and progress that precede a text are saved before it.
    const pieces = await piecesFrom(deps, row.id, log.length(), lastPiece)
    const current = await readReply(deps.db, row.id, owner_id)
    if (current === null) {
      log.add({ type: 'error', ...failure('request.not_found') })
      log.add({ type: 'done', status: 'interrompue', finish_reason: 'stopped', message_id: row.id })
      return
    }
    if (current.status !== 'en_cours') return fill(current)
    tellProgress(current)
    if (current.progress === null && log.length() === 0 && !log.begun()) tellSources(current)
    if (current.progress !== null && log.length() === 0 && !pieces.some(({ start_at }) => start_at >= current.progress!.prefix)) return
    for (const { start_at, text } of pieces) {
      if (start_at > log.length()) return
      log.append(text.slice(log.length() - start_at))
      lastPiece = start_at
    }
  }
  const watch = () => {
    if (timer !== null || log.ended()) return
    timer = setTimeout(async () => {
      try {
        await look()
      } catch (error) {
        deps.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'reply of another process not read yet')
      }
      timer = null
      if (log.listeners() > 0) watch()
    }, followMs)
    timer.unref()
  }
  if (row.status !== 'en_cours') fill(row)
  return {
    stream_id: row.id,
    after,
    pull: log.pull,
    // A resumed reading never fails before its first event: failures are sent as events.
    begun: async () => {},
    subscribe(listener) {
      const unsubscribe = log.subscribe(listener)
      watch()
      return unsubscribe
    },
  }
}

/**
 * Reads the saved pieces that start at `length` or later. If there is a gap, reads again from `lastPiece`: a save that succeeded without the writer
 * knowing is repeated under the same start with a longer text.
 */
async function piecesFrom({ db }: RunsDeps, message_id: string, length: number, lastPiece: number) {
  const next = await readPieces(db, message_id, length)
  return (next[0]?.start_at ?? 0) > length ? readPieces(db, message_id, lastPiece) : next
}

function failure(code: ErrorCode) {
  return { code, error: errorSentence(code) }
}
