import type { ReplyEvent } from '@parvis/contract'

/** Result of a `pull`: the events after the reader's position, its new position, and whether the log has ended. */
export type PulledEvents = { events: ReplyEvent[]; next: number; isEnded: boolean }

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
  pull(after: number): PulledEvents
  hasEnded(): boolean
  /** True once there is an event other than progress. */
  hasBegun(): boolean
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
const maxEntries = 32

export function createReplyLog(): ReplyLog {
  let entries: ReplyLogEntry[] = []
  let last = 0
  let textLength = 0
  let isEnded = false
  let isBegun = false
  // High surrogate at the end of the last text, waiting for its other half: half a UTF-16 pair cannot be encoded.
  let pendingSurrogate = ''
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const push = (text: string) => {
    last += text.length
    textLength += text.length
    isBegun = true
    entries.push({ end: last, text, event: null })
    if (entries.length > maxEntries) entries = mergeTexts(entries)
  }

  return {
    length: () => textLength,
    text: () => textOfEntries(entries),
    textSince: (start) => (textLength > start ? lastTextUnits(entries, textLength - start) : ''),
    append(text) {
      if (text === '' || isEnded) return
      let fullText = pendingSurrogate + text
      pendingSurrogate = ''
      const final = fullText.charCodeAt(fullText.length - 1)
      if (final >= 0xd800 && final <= 0xdbff) {
        pendingSurrogate = fullText.slice(-1)
        fullText = fullText.slice(0, -1)
      }
      if (fullText === '') return
      push(fullText)
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
        entries = mergeTexts(entries)
      }
      notify()
    },
    lastId: () => last,
    pull(after) {
      const isBeyond = after > last
      const events = isBeyond && isEnded ? closingEventsAfter(entries, after) : eventsAfter(entries, after)
      return { events, next: isBeyond ? after + events.length : last, isEnded: isEnded }
    },
    hasEnded: () => isEnded,
    hasBegun: () => isBegun,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listeners: () => listeners.size,
  }
}

/** An entry of a reply's log. `end` is the number of its last event: a text of n UTF-16 units takes n numbers, any other event takes one. */
type ReplyLogEntry = { end: number; text: string; event: null } | { end: number; text: null; event: ReplyEvent }

const textOfEntries = (entries: readonly ReplyLogEntry[]): string => entries.map((entry) => entry.text ?? '').join('')

/** Returns the last `units` UTF-16 units of the text. The entries must contain at least that many. */
function lastTextUnits(entries: readonly ReplyLogEntry[], units: number): string {
  let index = entries.length
  let found = 0
  while (found < units) found += entries[--index]!.text?.length ?? 0
  return textOfEntries(entries.slice(index)).slice(found - units)
}

/** Returns the same log with consecutive texts merged into one entry. */
function mergeTexts(entries: readonly ReplyLogEntry[]): ReplyLogEntry[] {
  const result: ReplyLogEntry[] = []
  let run: string[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry.text === null) {
      result.push(entry)
      continue
    }
    run.push(entry.text)
    if (entries[index + 1]?.text != null) continue
    result.push({ end: entry.end, text: run.join(''), event: null })
    run = []
  }
  return result
}

/** Returns the events numbered above `after`, with consecutive texts merged into one `delta`. */
export function eventsAfter(entries: readonly ReplyLogEntry[], after: number): ReplyEvent[] {
  const events: ReplyEvent[] = []
  let text = ''
  let textEnd = 0
  const flush = () => {
    if (text !== '') events.push({ type: 'delta', id: textEnd, text })
    text = ''
  }
  for (let index = firstAfter(entries, after); index < entries.length; index += 1) {
    const entry = entries[index]!
    if (entry.text === null) {
      flush()
      events.push(entry.event)
    } else {
      const start = entry.end - entry.text.length
      text += start >= after ? entry.text : entry.text.slice(after - start)
      textEnd = entry.end
    }
  }
  flush()
  return events
}

function firstAfter(entries: readonly ReplyLogEntry[], after: number): number {
  let index = entries.length
  while (index > 0 && entries[index - 1]!.end > after) index -= 1
  return index
}

/**
 * Returns the closing events (`error`, `done`) of an ended reply, renumbered for a reader that is ahead of the log: a process that died may have sent text
 * that it had not saved.
 */
function closingEventsAfter(entries: readonly ReplyLogEntry[], after: number): ReplyEvent[] {
  const start = entries.findLastIndex((entry) => entry.text !== null) + 1
  const closing = entries.slice(start).flatMap(({ event }) => (event?.type === 'error' || event?.type === 'done' ? [event] : []))
  return closing.map((event, index) => ({ ...event, id: after + index + 1 }))
}
