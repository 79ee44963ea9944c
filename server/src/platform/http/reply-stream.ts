import type { ErrorCode, ReplyEvent } from '@parvis/contract'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { StreamKind, ReplyReader } from '../../replies/run.ts'
import { createWriteScheduler, type WriteScheduler } from './write-scheduler.ts'

// Small writes are costly: chunks closer than this are sent together. The first one is never delayed. Under load, when writes are most of the cost, the
// pause grows up to what still looks continuous to a reader.
const coalesceMs = 30
const maxPauseMs = 150
const repliesPerMs = 8
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

/** Sends a reply to one client. `onFailure` is called with the error that ended the reply, unless the client has left. */
export type SendReply = (response: ServerResponse, reading: ReplyReader, format: StreamKind | StreamFormat, onFailure: (code: ErrorCode) => void) => void

/** Creates the sender of replies. It counts the replies being sent, to adapt the pause between writes. */
export function createReplySender(patienceMs = unreadTimeoutMs): SendReply {
  let readers = 0
  const turns = createWriteScheduler()
  const pauseMs = () => Math.min(coalesceMs + readers / repliesPerMs, maxPauseMs)
  return (response, reading, format, onFailure) => {
    readers += 1
    sendReply(response, reading, { format: typeof format === 'string' ? formats[format] : format, turns, pauseMs, patienceMs }, (failure) => {
      readers -= 1
      if (failure !== null) onFailure(failure)
    })
  }
}

/**
 * Sends a reply to one client as it is written. A cut reply never looks complete: as plain text the socket is destroyed, as events the `error` and `done`
 * events say so. A slow client does not accumulate data in memory.
 */
function sendReply(
  response: ServerResponse,
  reading: ReplyReader,
  { format, turns, pauseMs, patienceMs }: { format: StreamFormat; turns: WriteScheduler; pauseMs: () => number; patienceMs: number },
  onEnd: (failure: ErrorCode | null) => void,
): void {
  response.writeHead(200, {
    ...streamHeaders,
    'X-Stream-Id': reading.stream_id,
    'Content-Type': format.contentType,
  })
  response.flushHeaders()
  const body = bodyOf(response)
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
    onEnd(failureCode)
    unsubscribe()
    clearInterval(keepAlive)
  }
  const write = () => {
    isScheduled = false
    if (isFinished || isBlocked) return
    const { events, next, isEnded } = reading.pull(position)
    position = next
    const end = isEnded ? endOf(events) : null
    const text = format.encode(events)
    lastWrite = performance.now()
    if (text !== '' && !body.write(text)) {
      isBlocked = true
      // A socket that passes on a few bytes is not idle: only one that accepts nothing is closed.
      response.setTimeout(patienceMs)
    }
    failure ??= failureOf(events)
    if (!isEnded) return
    finish(failure)
    if (format.showsItsEnd || end === 'complete') body.end()
    // Send the last text first: the client keeps what it received, even of a cut reply.
    else response.write('', () => response.destroy())
  }
  const onChange = () => {
    if (isScheduled || isBlocked || isFinished) return
    isScheduled = true
    const pause = lastWrite + pauseMs() - performance.now()
    if (pause > 0) turns.runLater(pause, write)
    else turns.runSoon(write)
  }
  const unsubscribe = reading.subscribe(onChange)
  const keepAlive = setInterval(() => format.keepAlive !== null && !isBlocked && body.write(format.keepAlive), keepAliveMs)
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

/**
 * Writes the body of a response whose headers are sent. Node passes each chunk to the socket in four writes (RFC 9112, 7.1: length, line, text, line),
 * which take 23 µs where a single one takes 16, and a reply has hundreds of chunks: they are assembled here.
 */
function bodyOf(response: ServerResponse): { write(text: string): boolean; end(): void } {
  // Not for HTTP/1.0, which some proxies use, nor for a call in memory, which has no socket.
  const isChunked = response.chunkedEncoding && response.socket instanceof Socket
  if (isChunked) response.chunkedEncoding = false
  return {
    write: (text) => response.write(isChunked ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` : text),
    end: () => response.end(isChunked ? '0\r\n\r\n' : ''),
  }
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
