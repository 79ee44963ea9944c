/** An address given elsewhere in the text: `[mot]: https://…`. */
export interface LinkDefinition {
  href: string
  title: string | null
}

export interface Definitions {
  /** The text without its definitions. */
  body: string
  /** By label in lower case, as `marked` looks them up. */
  links: Record<string, LinkDefinition>
  /** Text of each note, by label. */
  notes: ReadonlyMap<string, string>
  /** Number of each note, from 1, in the order of the first reference. */
  noteNumbers: ReadonlyMap<string, number>
}

/** Links, and notes, that a text may define: each piece looks for them all. Further ones stay in the text. */
const maxDefinitions = 500

const fence = /^ {0,3}(`{3,}|~{3,})/
const link = /^ {0,3}\[([^\]^][^\]]{0,200})\]:\s*<?(\S+?)>?(?:\s+["'(](.*)["')])?\s*$/
const note = /^ {0,3}\[\^([^\]\s]{1,40})\]:\s?(.*)$/
const noteReference = /\[\^([^\]\s]{1,40})\](?!:)/g

/** Whether a fence of code is open after this line; `open` is the fence that was open before it. */
export function fenceAfter(line: string, open: string | null): string | null {
  const mark = fence.exec(line)?.[1]
  if (!mark) return open
  if (open === null) return mark
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim() === mark
  return closes ? null : open
}

/** Takes link and note definitions out of a text, wherever they stand outside code: they hold for the blocks before them too. */
export function extractDefinitions(text: string): Definitions {
  const links: Record<string, LinkDefinition> = Object.create(null)
  const notes = new Map<string, string>()
  const noteNumbers = new Map<string, number>()
  const kept: string[] = []
  let open: string | null = null
  let inNote: string | null = null
  let linkCount = 0

  for (const line of text.split('\n')) {
    const wasOpen = open !== null
    open = fenceAfter(line, open)
    if (wasOpen || open !== null) {
      kept.push(line)
      inNote = null
      continue
    }
    const asNote = notes.size < maxDefinitions ? note.exec(line) : null
    const asLink = asNote || linkCount >= maxDefinitions ? null : link.exec(line)
    if (asNote) {
      inNote = asNote[1]!
      notes.set(inNote, asNote[2]!)
    } else if (inNote !== null && /^(?: {2,}|\t)\S/.test(line)) {
      notes.set(inNote, `${notes.get(inNote)} ${line.trim()}`)
    } else if (asLink) {
      links[asLink[1]!.toLowerCase().replace(/\s+/g, ' ')] ??= { href: asLink[2]!, title: asLink[3] ?? null }
      linkCount += 1
      inNote = null
    } else {
      for (const [, label] of line.matchAll(noteReference)) {
        if (!noteNumbers.has(label!) && noteNumbers.size < maxDefinitions) noteNumbers.set(label!, noteNumbers.size + 1)
      }
      kept.push(line)
      inNote = null
    }
  }
  return { body: kept.join('\n'), links, notes, noteNumbers }
}
