import type { ReplyEvent } from '@parvis/contract'

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

/** `end` is the number of the entry's last event: a text of n units takes n numbers, any other event takes one. */
type Entry = { end: number; text: string; event: null } | { end: number; text: null; event: ReplyEvent }

/** Beyond this many entries their texts are made one: a small piece costs many times its text. Each time would copy a long reply as often. */
const mostEntries = 32

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
  /** Makes one entry of each run of texts. */
  const fold = () => {
    const folded: Entry[] = []
    let run: string[] = []
    for (const [index, entry] of entries.entries()) {
      if (entry.text === null) {
        folded.push(entry)
        continue
      }
      run.push(entry.text)
      if (entries[index + 1]?.text != null) continue
      folded.push({ end: entry.end, text: run.join(''), event: null })
      run = []
    }
    entries = folded
  }
  const push = (text: string) => {
    last += text.length
    textLength += text.length
    isBegun = true
    entries.push({ end: last, text, event: null })
    if (entries.length > mostEntries) fold()
  }
  // A reader of a process that died may have seen text that it had not saved: it still must be told the end.
  const endFor = (after: number): ReplyEvent[] => {
    const start = entries.findLastIndex((entry) => entry.text !== null) + 1
    const closing = entries.slice(start).flatMap(({ event }) => (event?.type === 'error' || event?.type === 'done' ? [event] : []))
    return closing.map((event, index) => ({ ...event, id: after + index + 1 }))
  }
  const firstAfter = (after: number) => {
    let index = entries.length
    while (index > 0 && entries[index - 1]!.end > after) index -= 1
    return index
  }

  return {
    length: () => textLength,
    text: () => entries.map((entry) => entry.text ?? '').join(''),
    textSince(start) {
      const missing = textLength - start
      if (missing <= 0) return ''
      let index = entries.length
      let found = 0
      while (found < missing) found += entries[--index]!.text?.length ?? 0
      const text = entries
        .slice(index)
        .map((entry) => entry.text ?? '')
        .join('')
      return text.slice(found - missing)
    },
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
        fold()
      }
      notify()
    },
    lastId: () => last,
    pull(after) {
      const events: ReplyEvent[] = []
      let text = ''
      let textEnd = 0
      const flush = () => {
        if (text !== '') events.push({ type: 'delta', id: textEnd, text })
        text = ''
      }
      for (let index = firstAfter(after); index < entries.length; index += 1) {
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
      if (isEnded && after > last) events.push(...endFor(after))
      return { events, next: Math.max(after, last) + (after > last ? events.length : 0), ended: isEnded }
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
