import type { ReplyEvent } from '@parvis/contract'
import { endBeyond, eventsAfter, folded, lastUnits, textOf, type Entry } from './reply-entries.ts'

/** Result of a `pull`: the events after the reader's position, its new position, and whether the log has ended. */
export type Pulled = { events: ReplyEvent[]; next: number; ended: boolean }

/**
 * The numbered events of one reply, in memory. Readers store only their position and pull the events since, so that a slow reader costs nothing and many
 * small texts leave in one write.
 */
export type ReplyLog = {
  /** Length of the text so far, in UTF-16 units. */
  length(): number
  text(): string
  /** Text from the offset `start` (in UTF-16 units) on. */
  textSince(start: number): string
  append(text: string): void
  /** @param id event number, when another process has already assigned one */
  add(event: ControlEvent, id?: number): void
  /** Number of the last event. */
  lastId(): number
  pull(after: number): Pulled
  ended(): boolean
  /** True once there is an event other than progress. */
  begun(): boolean
  /** The listener is called after each change; it must be fast and never throw. */
  subscribe(listener: () => void): () => void
  listeners(): number
}

/** Non-text event, before it gets its number. */
type ControlEvent = Exclude<ReplyEvent, { type: 'delta' }> extends infer E ? (E extends ReplyEvent ? Omit<E, 'id'> : never) : never

/**
 * Number of entries above which consecutive texts are merged: an entry costs far more memory than a small text. Merging at each append would copy a long
 * reply too often.
 */
const mostEntries = 32

export function createReplyLog(): ReplyLog {
  let entries: Entry[] = []
  let last = 0
  let textLength = 0
  let isEnded = false
  let isBegun = false
  // High surrogate at the end of the last text, waiting for its other half: half a UTF-16 pair cannot be encoded.
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
      // Only the last progress matters: a long full reading has a single progress entry.
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
