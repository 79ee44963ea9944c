import type { ReplyEvent, Source } from '@parvis/contract'
import { createParser } from 'eventsource-parser'

export type OpenReply = {
  status: number
  stream_id: string
  /** Events received so far. */
  events: ReplyEvent[]
  text(): string
  /** Resolves when `which` holds for the events received; rejects if the stream ends before. */
  until(which: (events: readonly ReplyEvent[]) => boolean): Promise<void>
  /** Resolves at the end of the stream. `cut`: it ended without `done`. */
  ended: Promise<{ cut: boolean }>
  leave(): void
}

/** Opens a reply over a real socket and reads its events. */
export async function openReply(url: string, token: string, options: { body?: object; lastEventId?: number } = {}): Promise<OpenReply> {
  const controller = new AbortController()
  const response = await fetch(url, {
    method: options.body ? 'POST' : 'GET',
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(options.body && { 'content-type': 'application/json' }),
      ...(options.lastEventId !== undefined && { 'last-event-id': String(options.lastEventId) }),
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  })
  const events: ReplyEvent[] = []
  const waiting = new Set<() => void>()
  let over = false
  const read = async () => {
    if (response.status !== 200) return
    const decoder = new TextDecoder()
    const parser = createParser({ onEvent: ({ event, id, data }) => events.push({ type: event, id: Number(id), ...JSON.parse(data) } as ReplyEvent) })
    for await (const chunk of response.body!) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const check of waiting) check()
    }
  }
  const ended = read()
    .catch(() => {})
    .then(() => {
      over = true
      for (const check of waiting) check()
      return { cut: events.at(-1)?.type !== 'done' }
    })
  return {
    status: response.status,
    stream_id: response.headers.get('x-stream-id') ?? '',
    events,
    ended,
    text: () => textOf(events),
    until: (which) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (which(events)) resolve()
          else if (over) reject(new Error('the stream ended first'))
          else return
          waiting.delete(check)
        }
        waiting.add(check)
        check()
      }),
    leave: () => controller.abort(),
  }
}

export function textOf(events: readonly ReplyEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
}

/** Returns a source with default fields. */
export function sourceOf(fields: Pick<Source, 'number' | 'extract'> & Partial<Source>): Source {
  return { document_id: 'a', document: 'a.pdf', page: fields.number, section: null, score: 1, ...fields }
}

/** Lists the sources in all `sources` events of a reply. */
export const sourcesOf = ({ events }: OpenReply): Source[] => events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
