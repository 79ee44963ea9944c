import type { ErrorCode, ReplyEvent } from '@parvis/contract'
import type { ServerResponse } from 'node:http'
import type { StreamKind, ReplyReader } from '../../replies/run.ts'

// Small writes are costly: pieces of text closer than this are sent together. The first one is never delayed. Under load, they come from the model server
// less often than that (platform/llm/openai/late-reading.ts).
const coalesceMs = 30
// Proxies close connections that stay silent for a minute.
const keepAliveMs = 15_000
/** Time after which a client that reads nothing is disconnected, in milliseconds. It may resume the reply by its id. */
const unreadTimeoutMs = 120_000

const streamHeaders = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no', 'X-Content-Type-Options': 'nosniff' }

/** Text of a reply's answer. It may keep a state: one format serves one reader. */
export type StreamFormat = {
  contentType: string
  encode(events: readonly ReplyEvent[]): string
  /** Text sent during silences; null: none. */
  keepAlive: string | null
  /** The text shows whether the reply is complete. Otherwise the connection of an incomplete one is cut. */
  showsItsEnd: boolean
}

export type SendReply = typeof sendReply

/**
 * Sends a reply to one client as it is written. A cut reply never looks complete: as plain text the socket is destroyed, as events the `error` and `done`
 * events say so. A slow client does not accumulate data in memory.
 * @param onFailure called with the error that ended the reply, unless the client has left
 */
export function sendReply(
  response: ServerResponse,
  reading: ReplyReader,
  kind: StreamKind | StreamFormat,
  onFailure: (code: ErrorCode) => void,
  patienceMs = unreadTimeoutMs,
): void {
  const format = typeof kind === 'string' ? formats[kind] : kind
  response.writeHead(200, {
    ...streamHeaders,
    'X-Stream-Id': reading.stream_id,
    'Content-Type': format.contentType,
  })
  response.flushHeaders()
  let position = reading.after
  let lastWrite = 0
  /** A write is scheduled. */
  let isScheduled = false
  let isBlocked = false
  let isFinished = false
  /** Error of the reply, which may come before its end. */
  let failure: ErrorCode | null = null

  const finish = (failureCode: ErrorCode | null = null) => {
    if (isFinished) return
    isFinished = true
    unsubscribe()
    clearInterval(keepAlive)
    if (failureCode !== null) onFailure(failureCode)
  }
  const write = () => {
    isScheduled = false
    if (isFinished || isBlocked) return
    const { events, next, isEnded } = reading.pull(position)
    position = next
    const end = isEnded ? endOf(events) : null
    const text = format.encode(events)
    lastWrite = performance.now()
    if (text !== '' && !response.write(text)) {
      isBlocked = true
      // A socket that passes on a few bytes is not idle: only one that accepts nothing is closed.
      response.setTimeout(patienceMs)
    }
    failure ??= failureOf(events)
    if (!isEnded) return
    finish(failure)
    if (format.showsItsEnd || end === 'complete') response.end()
    // Send the last text first: the client keeps what it received, even of a cut reply.
    else response.write('', () => response.destroy())
  }
  const onChange = () => {
    if (isScheduled || isBlocked || isFinished) return
    isScheduled = true
    const pauseMs = lastWrite + coalesceMs - performance.now()
    if (pauseMs > 0) setTimeout(write, pauseMs)
    // All that has arrived from the model servers is read first: the writes then follow one another.
    else setImmediate(write)
  }
  const unsubscribe = reading.subscribe(onChange)
  const keepAlive = setInterval(() => format.keepAlive !== null && !isBlocked && response.write(format.keepAlive), keepAliveMs)
  keepAlive.unref()
  response.on('drain', () => {
    isBlocked = false
    response.setTimeout(0)
    write()
  })
  // `close` of the response, not of the request, means that the client left (docs/decisions/0003).
  response.on('close', () => finish())
  response.on('error', () => finish())
  response.on('timeout', () => response.destroy())
  write()
}

function endOf(events: readonly ReplyEvent[]): string | null {
  const last = events.at(-1)
  return last?.type === 'done' ? last.status : null
}

function failureOf(events: readonly ReplyEvent[]): ErrorCode | null {
  const failure = events.find((event) => event.type === 'error')
  return failure?.code ?? null
}

function plainText(events: readonly ReplyEvent[]): string {
  let text = ''
  for (const event of events) if (event.type === 'delta') text += event.text
  return text
}

function eventText(events: readonly ReplyEvent[]): string {
  let text = ''
  for (const { type, id, ...data } of events) text += `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  return text
}

const formats: Record<StreamKind, StreamFormat> = {
  text: { contentType: 'text/plain; charset=utf-8', encode: plainText, keepAlive: null, showsItsEnd: false },
  events: { contentType: 'text/event-stream; charset=utf-8', encode: eventText, keepAlive: ':\n\n', showsItsEnd: true },
}
