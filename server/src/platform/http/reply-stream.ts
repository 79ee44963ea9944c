import type { ErrorCode, ReplyEvent } from '@parvis/contract'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { StreamKind } from '../../replies/reply-output.ts'
import type { ReplyReading } from '../../replies/reply-runs.ts'
import { createWriteTurns, type WriteTurns } from './write-turns.ts'

// Many small writes cost more than they give: pieces that come closer than this leave together. The first word never
// waits, and under load, where writes are most of the cost, the pause grows to what an eye still takes for a flow.
const coalesceMs = 30
const longestPauseMs = 150
const repliesPerMs = 8
// Proxies close connections that stay silent for a minute.
const keepAliveMs = 15_000
/** A reader that takes nothing of what waits for it for this long is not there: it may come back to the reply by its number. */
const unreadMs = 120_000

const streamHeaders = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no', 'X-Content-Type-Options': 'nosniff' }

/** `onFailure` is told of the failure that ended the reply, if the reader is still there. */
export type SendReply = (response: ServerResponse, reading: ReplyReading, kind: StreamKind, onFailure: (code: ErrorCode) => void) => void

/** Sends replies to their readers; knows how many it is sending at once. */
export function createReplySender(patienceMs = unreadMs): SendReply {
  let readers = 0
  const turns = createWriteTurns()
  const pauseMs = () => Math.min(coalesceMs + readers / repliesPerMs, longestPauseMs)
  return (response, reading, kind, onFailure) => {
    readers += 1
    sendReply(response, reading, { kind, turns, pauseMs, patienceMs }, (failure) => {
      readers -= 1
      if (failure !== null) onFailure(failure)
    })
  }
}

/**
 * Sends a reply to one reader as it comes. A cut reply never looks complete: as plain text the socket is destroyed, as
 * events the `error` and `done` events say so. The reader's own slowness holds nothing in memory.
 */
function sendReply(
  response: ServerResponse,
  reading: ReplyReading,
  { kind, turns, pauseMs, patienceMs }: { kind: StreamKind; turns: WriteTurns; pauseMs: () => number; patienceMs: number },
  onEnd: (failure: ErrorCode | null) => void,
): void {
  response.writeHead(200, {
    ...streamHeaders,
    'X-Stream-Id': reading.stream_id,
    'Content-Type': kind === 'text' ? 'text/plain; charset=utf-8' : 'text/event-stream; charset=utf-8',
  })
  response.flushHeaders()
  const body = bodyOf(response)
  let place = reading.after
  let lastWrite = 0
  /** Its turn is to come. */
  let waits = false
  let blocked = false
  let over = false
  /** What the reply said of its failure, which may come before its end. */
  let failure: ErrorCode | null = null

  const finish = (told: ErrorCode | null = null) => {
    if (over) return
    over = true
    onEnd(told)
    unsubscribe()
    clearInterval(keepAlive)
  }
  const write = () => {
    waits = false
    if (over || blocked) return
    const { events, next, ended } = reading.pull(place)
    place = next
    const end = ended ? endOf(events) : null
    const text = kind === 'text' ? plainText(events) : eventText(events)
    lastWrite = performance.now()
    if (text !== '' && !body.write(text)) {
      blocked = true
      // A socket that passes on a few bytes is not idle: only one that takes nothing at all is given up.
      response.setTimeout(patienceMs)
    }
    failure ??= failureOf(events)
    if (!ended) return
    finish(failure)
    if (kind === 'events' || end === 'complete') body.end()
    // The last words leave first: what was received is the reader's, cut or not.
    else response.write('', () => response.destroy())
  }
  const onChange = () => {
    if (waits || blocked || over) return
    waits = true
    const pause = lastWrite + pauseMs() - performance.now()
    if (pause > 0) turns.later(pause, write)
    else turns.soon(write)
  }
  const unsubscribe = reading.subscribe(onChange)
  const keepAlive = setInterval(() => kind === 'events' && !blocked && body.write(':\n\n'), keepAliveMs)
  keepAlive.unref()
  response.on('drain', () => {
    blocked = false
    response.setTimeout(0)
    write()
  })
  // `close` of the response, not of the request, tells that the reader left (docs/decisions/0003).
  response.on('close', () => finish())
  response.on('error', () => finish())
  response.on('timeout', () => response.destroy())
  write()
}

/**
 * The body of a response whose headers have left. Node gives each chunk to the socket in four pieces (RFC 9112, 7.1: length, line, text, line),
 * which costs 23 µs where one costs 16, and a reply is hundreds of them: chunks are put together here.
 */
function bodyOf(response: ServerResponse): { write(text: string): boolean; end(): void } {
  // Neither for whoever speaks HTTP/1.0, as some proxies do, nor for a call inside the process, which has no socket.
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
