import type { ReplyEvent } from '@parvis/contract'
import { endBeyond, eventsAfter, folded, lastUnits, textOf, type Entry } from './reply-entries.ts'

/** What a reader takes out of a log: the events after its place, its new place, and whether more may come. */
export type Pulled = { events: ReplyEvent[]; next: number; ended: boolean }

/**
 * The numbered events of one reply, in memory. Readers keep only their place and pull what came since, so that a slow
 * reader costs nothing and many small pieces leave in one write.
 */
export type ReplyLog = {
  /** UTF-16 units of text so far. */
  length(): number
  text(): string
  /** The text from `start` (in UTF-16 units) on. */
  textSince(start: number): string
  append(text: string): void
  /** @param id its number, where another process has already given it one */
  add(event: ControlEvent, id?: number): void
  /** Number of the last event. */
  lastId(): number
  pull(after: number): Pulled
  ended(): boolean
  /** True once a reader has something to read, other than how far its reading of documents is. */
  begun(): boolean
  /** The listener is called after each change; it must be cheap and never throw. */
  subscribe(listener: () => void): () => void
  listeners(): number
}

/** An event that carries no text, before it gets its number. */
type ControlEvent = Exclude<ReplyEvent, { type: 'delta' }> extends infer E ? (E extends ReplyEvent ? Omit<E, 'id'> : never) : never

/** Beyond this many entries their texts are made one: a small piece costs many times its text. Each time would copy a long reply as often. */
const mostEntries = 32

/** The log of a reply that has not begun. */
export function createReplyLog(): ReplyLog {
  let entries: Entry[] = []
  let last = 0
  let textLength = 0
  let isEnded = false
  let isBegun = false
  // A UTF-16 pair cut in two by the model's pieces waits for its other half: half a character cannot be encoded.
  let half = ''
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const push = (text: string) => {
    last += text.length
    textLength += text.length
    isBegun = true
    entries.push({ end: last, text, event: null })
    if (entries.length > mostEntries) entries = folded(entries)
  }

  return {
    length: () => textLength,
    text: () => textOf(entries),
    textSince: (start) => (textLength > start ? lastUnits(entries, textLength - start) : ''),
    append(text) {
      if (text === '' || isEnded) return
      let whole = half + text
      half = ''
      const final = whole.charCodeAt(whole.length - 1)
      if (final >= 0xd800 && final <= 0xdbff) {
        half = whole.slice(-1)
        whole = whole.slice(0, -1)
      }
      if (whole === '') return
      push(whole)
      notify()
    },
    add(event, id = last + 1) {
      if (isEnded) return
      last = id
      if (event.type !== 'progress') isBegun = true
      // Only the last progress counts: a long reading is one entry.
      else if (entries.at(-1)?.event?.type === 'progress') entries.pop()
      entries.push({ end: last, text: null, event: { ...event, id: last } as ReplyEvent })
      if (event.type === 'done') {
        isEnded = true
        entries = folded(entries)
      }
      notify()
    },
    lastId: () => last,
    pull(after) {
      const isBeyond = after > last
      const events = isBeyond && isEnded ? endBeyond(entries, after) : eventsAfter(entries, after)
      return { events, next: isBeyond ? after + events.length : last, ended: isEnded }
    },
    ended: () => isEnded,
    begun: () => isBegun,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listeners: () => listeners.size,
  }
}
