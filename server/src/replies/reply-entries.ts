import type { ReplyEvent } from '@parvis/contract'

/** `end` is the number of the entry's last event: a text of n units takes n numbers, any other event takes one. */
export type Entry = { end: number; text: string; event: null } | { end: number; text: null; event: ReplyEvent }

/** All the text of these entries. */
export const textOf = (entries: readonly Entry[]): string => entries.map((entry) => entry.text ?? '').join('')

/** The last `units` of their text (in UTF-16), of which there are as many. */
export function lastUnits(entries: readonly Entry[], units: number): string {
  let index = entries.length
  let found = 0
  while (found < units) found += entries[--index]!.text?.length ?? 0
  return textOf(entries.slice(index)).slice(found - units)
}

/** The same, one entry for each run of texts. */
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

/** What a reader at this place has not seen, its texts made one where nothing stands between. */
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
 * How an ended reply ends, for a place beyond it: a reader of a process that died may have seen text that it had not
 * saved, and must still be told.
 */
export function endBeyond(entries: readonly Entry[], after: number): ReplyEvent[] {
  const start = entries.findLastIndex((entry) => entry.text !== null) + 1
  const closing = entries.slice(start).flatMap(({ event }) => (event?.type === 'error' || event?.type === 'done' ? [event] : []))
  return closing.map((event, index) => ({ ...event, id: after + index + 1 }))
}
