import { routes, type ReplyEvent, type Route } from '@parvis/contract'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { readReply, resumeReply, type StreamDeps } from './stream.ts'

const text = 'Ça, « c’est » 😀 entier.'
const done: ReplyEvent = { type: 'done', id: text.length + 1, status: 'complete', finish_reason: 'stop', message_id: 'm' }

const encode = ({ type, id, ...data }: ReplyEvent) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** Events that the server sends after an event id, numbered as in reply-log.ts. */
function eventsAfter(after: number): ReplyEvent[] {
  const rest = text.slice(after)
  return [...(rest === '' ? [] : [{ type: 'delta' as const, id: text.length, text: rest }]), done]
}

/** Response that gives these bytes one by one, then breaks or ends. */
function response(bytes: Uint8Array, breaks: boolean): Response {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, ++at))
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'X-Stream-Id': 's' } })
}

/** Answers of a server that refuses the connection. */
const refusing = (error: ApiError) => () => {
  throw error
}

function server(connections: ((after: number) => Response)[]) {
  const asked: string[] = []
  const waits: number[] = []
  const deps: StreamDeps = {
    open: (async (route: Route, input: { headers?: Record<string, string> }) => {
      const after = Number(input.headers?.['Last-Event-ID'] ?? 0)
      asked.push(`${route.method} ${after}`)
      return connections.shift()!(after)
    }) as StreamDeps['open'],
    pause: async (ms) => void waits.push(ms),
  }
  return { deps, asked, waits }
}

const bytesOf = (events: ReplyEvent[]) => new TextEncoder().encode(events.map(encode).join(''))
const signal = new AbortController().signal

async function all(events: AsyncGenerator<ReplyEvent>): Promise<ReplyEvent[]> {
  const found: ReplyEvent[] = []
  for await (const event of events) found.push(event)
  return found
}
const textOf = (events: ReplyEvent[]) => events.map((event) => (event.type === 'delta' ? event.text : '')).join('')

it('gives the exact text, byte by byte, cut three times, with no gap and no repeat (trust cases REL-02 and REL-12)', async () => {
  const piece = (from: number, to: number) => bytesOf([{ type: 'delta', id: to, text: text.slice(from, to) }])
  const cuts: boolean[] = []
  const { deps, asked } = server([
    () => response(piece(0, 4), true),
    (after) => response(piece(after, 9), true),
    // A clean end in the middle of an event, then a connection without any data.
    (after) => response(bytesOf(eventsAfter(after)).slice(0, 20), false),
    refusing(new ApiError(0)),
    (after) => response(bytesOf(eventsAfter(after)), false),
  ])
  const started: string[] = []
  const options = { signal, onStarted: (id: string) => started.push(id), onCut: (isCut: boolean) => cuts.push(isCut) }
  const events = await all(readReply(deps, routes.chat.stream, { body: {} }, options))
  expect(textOf(events)).toBe(text)
  expect(events.at(-1)).toEqual(done)
  expect(asked).toEqual(['POST 0', 'GET 4', 'GET 9', 'GET 9', 'GET 9'])
  expect(started).toEqual(['s'])
  expect(cuts).toEqual([true, false, true, false, true, false])
})

it('leaves out what a reader already has', async () => {
  const { deps } = server([() => response(bytesOf([{ type: 'delta', id: 3, text: 'déj' }, ...eventsAfter(0).slice(-1)]), false)])
  expect(await all(resumeReply(deps, 's', 3, { signal }))).toEqual([done])
})

it('gives up after a while without an answer, and at once on a refusal', async () => {
  const lost = server(Array.from({ length: 20 }, () => refusing(new ApiError(0))))
  await expect(all(resumeReply(lost.deps, 's', 0, { signal }))).rejects.toMatchObject({ status: 0 })
  expect(lost.waits).toEqual([...lost.waits].sort((a, b) => a - b))
  expect(lost.waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(45_000)
  const gone = server([refusing(new ApiError(404, { error: 'Cette ressource n’existe pas.', code: 'request.not_found' }))])
  await expect(all(resumeReply(gone.deps, 's', 0, { signal }))).rejects.toMatchObject({ status: 404 })
  expect(gone.waits).toEqual([])
})

it('stops when the reader leaves', async () => {
  const controller = new AbortController()
  const { deps, asked } = server([() => response(bytesOf([{ type: 'delta', id: 1, text: 'Ç' }]), true)])
  deps.pause = async () => {
    controller.abort()
    throw controller.signal.reason
  }
  await expect(all(resumeReply(deps, 's', 0, { signal: controller.signal }))).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toHaveLength(1)
})
