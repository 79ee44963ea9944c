import type { ReplyEvent } from '@parvis/contract'

/** An entry of a reply's log. `end` is the number of its last event: a text of n UTF-16 units takes n numbers, any other event takes one. */
export type Entry = { end: number; text: string; event: null } | { end: number; text: null; event: ReplyEvent }

export const textOf = (entries: readonly Entry[]): string => entries.map((entry) => entry.text ?? '').join('')

/** Returns the last `units` UTF-16 units of the text. The entries must contain at least that many. */
export function lastUnits(entries: readonly Entry[], units: number): string {
  let index = entries.length
  let found = 0
  while (found < units) found += entries[--index]!.text?.length ?? 0
  return textOf(entries.slice(index)).slice(found - units)
}

/** Returns the same log with consecutive texts merged into one entry. */
export function folded(entries: readonly Entry[]): Entry[] {
  const result: Entry[] = []
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
export function eventsAfter(entries: readonly Entry[], after: number): ReplyEvent[] {
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

function firstAfter(entries: readonly Entry[], after: number): number {
  let index = entries.length
  while (index > 0 && entries[index - 1]!.end > after) index -= 1
  return index
}

/**
 * Returns the closing events (`error`, `done`) of an ended reply, renumbered for a reader that is ahead of the log: a process that died may have sent text
 * that it had not saved.
 */
export function endBeyond(entries: readonly Entry[], after: number): ReplyEvent[] {
  const start = entries.findLastIndex((entry) => entry.text !== null) + 1
  const closing = entries.slice(start).flatMap(({ event }) => (event?.type === 'error' || event?.type === 'done' ? [event] : []))
  return closing.map((event, index) => ({ ...event, id: after + index + 1 }))
}
