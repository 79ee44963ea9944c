import { routes, type ReplyEvent, type Route } from '@parvis/contract'
import { ApiError, isAbort, isTemporary } from './api-error.ts'
import type { Client, CallInput } from './client.ts'

export interface StreamDeps {
  open: Client['open']
  /** Waits before a new attempt, in milliseconds. Ends early when the browser is back online. Rejects when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface ReadOptions {
  signal: AbortSignal
  /** Called once, when the id of the reply is known: it can then be stopped and resumed. */
  onStarted?: (stream_id: string) => void
  /** Called with true when the connection is lost, and with false when it is re-established. */
  onCut?: (isCut: boolean) => void
}

/** Waits between attempts to resume a cut reply, in milliseconds. After the last one in a row without an event, reading fails. About 50 s in all. */
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 6_000, 8_000, 8_000, 10_000, 10_000]

/** Silence, in milliseconds, after which the connection is dead. The server sends something at least every 15 s. */
const silenceTimeoutMs = 45_000

const asEvents = { Accept: 'text/event-stream' }

/**
 * Requests a reply and yields its events, each once and in order. After a cut, resumes from the last event received.
 * @throws {ApiError} when it was refused, or could not be resumed; the abort error of `signal`
 */
export async function* readReply<R extends Route>(
  deps: StreamDeps,
  route: R,
  input: Omit<CallInput<R>, 'signal'>,
  options: ReadOptions,
): AsyncGenerator<ReplyEvent> {
  const response = await (deps.open as UntypedOpen)(route, { ...input, signal: options.signal, headers: asEvents })
  const stream_id = response.headers.get('X-Stream-Id')
  if (stream_id === null) throw new ApiError(response.status)
  options.onStarted?.(stream_id)
  yield* readWithResume(deps, stream_id, 0, options, response)
}

/** Reads a running or finished reply from the event after id `after` (0: from the start). @throws as `readReply` */
export function resumeReply(deps: StreamDeps, stream_id: string, after: number, options: ReadOptions): AsyncGenerator<ReplyEvent> {
  options.onStarted?.(stream_id)
  return readWithResume(deps, stream_id, after, options, null)
}

async function* readWithResume(deps: StreamDeps, stream_id: string, after: number, options: ReadOptions, first: Response | null): AsyncGenerator<ReplyEvent> {
  let lastEventId = after
  let response = first
  let failures = 0
  let isCut = false
  for (;;) {
    try {
      response ??= await deps.open(routes.chat.resume, {
        params: { stream_id },
        signal: options.signal,
        headers: { ...asEvents, 'Last-Event-ID': String(lastEventId) },
      })
      if (isCut) options.onCut?.(false)
      isCut = false
      for await (const event of events(response)) {
        failures = 0
        if (event.id <= lastEventId) continue
        lastEventId = event.id
        yield event
        if (event.type === 'done') return
      }
    } catch (error) {
      if (isAbort(error) || options.signal.aborted) throw error
      // A refusal is final; a broken connection is retried.
      if (error instanceof ApiError && !isTemporary(error)) throw error
    }
    response = null
    const wait = retryDelaysMs[failures]
    if (wait === undefined) throw new ApiError(0)
    if (!isCut) options.onCut?.(true)
    isCut = true
    failures += 1
    await deps.pause(wait, options.signal)
  }
}

async function* events(response: Response): AsyncGenerator<ReplyEvent> {
  if (response.body === null) return
  const decode = createEventDecoder()
  const text = new TextDecoder('utf-8')
  const reader = response.body.getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel().catch(() => undefined), silenceTimeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield* decode(text.decode(value, { stream: true }))
    }
  } finally {
    // A consumer that stops reading must not keep the connection open.
    void reader.cancel().catch(() => undefined)
  }
}

/** Types of the events that the contract knows. */
const eventTypes: ReadonlySet<string> = new Set<ReplyEvent['type']>(['delta', 'sources', 'progress', 'usage', 'error', 'done'])

/**
 * Creates a decoder of a reply's event stream, fed one chunk at a time. Only events of the contract come out: unknown events of a hostile server (trust
 * case INJ-06) and unreadable ones are ignored.
 */
export function createEventDecoder(): (chunk: string) => ReplyEvent[] {
  let rest = ''
  return (chunk) => {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/)
    rest = blocks.pop()!
    return blocks.flatMap((block) => {
      const event = eventOf(block)
      return event ? [event] : []
    })
  }
}

function eventOf(block: string): ReplyEvent | null {
  const fields: Record<string, string> = { event: '', id: '', data: '' }
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^(event|id|data): ?(.*)$/s.exec(line) ?? []
    if (name !== undefined) fields[name] = value ?? ''
  }
  const id = Number(fields.id)
  if (!eventTypes.has(fields.event!) || fields.id === '' || !Number.isSafeInteger(id)) return null
  try {
    const data: unknown = JSON.parse(fields.data!)
    return typeof data === 'object' && data !== null ? ({ ...data, type: fields.event, id } as ReplyEvent) : null
  } catch {
    return null
  }
}

type UntypedOpen = (route: Route, input: unknown) => Promise<Response>

/** `StreamDeps.pause` for a browser. */
export function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
