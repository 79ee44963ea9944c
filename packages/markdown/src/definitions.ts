import { safeAddress } from './addresses.ts'

/** A link definition: `[mot]: https://…`. */
export interface LinkDefinition {
  href: string
  title: string | null
}

export interface Definitions {
  /** The text without its definitions. */
  body: string
  /** Link definitions by label in lower case, as `marked` looks them up. */
  links: Record<string, LinkDefinition>
  /** Text of each note that has a reference, by label. */
  notes: ReadonlyMap<string, string>
  /** Number of each note by label, from 1, in the order of the first references. */
  noteNumbers: ReadonlyMap<string, number>
}

/** Maximum number of link definitions, and of notes, in a text, because each segment searches all of them. Further ones stay in the text. */
const maxDefinitions = 500

/** Pattern of a code fence, as in the parser. Ticks followed by others on the same line are inline code, not a fence. */
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const link = /^ {0,3}\[([^\]^][^\]]{0,200})\]:\s*<?(\S+?)>?(?:\s+["'(](.*)["')])?\s*$/
const note = /^ {0,3}\[\^([^\]\s]{1,40})\]:\s?(.*)$/
const noteReference = /\[\^([^\]\s]{1,40})\](?!:)/g

/** Whether what looks like a link definition is one: « [Objet]: Cantine » is text, and a note is not a link. */
export const definesLink = (label: string, address: string): boolean => !label.startsWith('^') && safeAddress(address) !== null

/** Returns the code fence open after this line, or null. `open`: fence open before it. */
export function fenceAfter(line: string, open: string | null): string | null {
  const mark = fence.exec(line)?.[1]
  if (!mark) return open
  if (open === null) return mark
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim() === mark
  return closes ? null : open
}

/** Removes link and note definitions from a text, outside code. They also apply to the blocks before them. */
export function extractDefinitions(text: string): Definitions {
  const links: Record<string, LinkDefinition> = Object.create(null)
  const notes = new Map<string, string>()
  const noteNumbers = new Map<string, number>()
  const lines: [line: string, ofNote: string | null][] = []
  let open: string | null = null
  let inNote: string | null = null
  let linkCount = 0

  for (const line of text.split('\n')) {
    const wasOpen = open !== null
    open = fenceAfter(line, open)
    if (wasOpen || open !== null) {
      lines.push([line, null])
      inNote = null
      continue
    }
    const asNote = notes.size < maxDefinitions ? note.exec(line) : null
    const asLink = asNote || linkCount >= maxDefinitions ? null : link.exec(line)
    // Also counts lines that are no definition, because each is checked as an address.
    if (asLink) linkCount += 1
    if (asNote) {
      inNote = asNote[1]!
      notes.set(inNote, asNote[2]!)
      lines.push([line, inNote])
    } else if (inNote !== null && /^(?: {2,}|\t)\S/.test(line)) {
      notes.set(inNote, `${notes.get(inNote)} ${line.trim()}`)
      lines.push([line, inNote])
    } else if (asLink && definesLink(asLink[1]!, asLink[2]!)) {
      links[asLink[1]!.toLowerCase().replace(/\s+/g, ' ')] ??= { href: asLink[2]!, title: asLink[3] ?? null }
      inNote = null
    } else {
      for (const [, label] of line.matchAll(noteReference)) {
        if (!noteNumbers.has(label!) && noteNumbers.size < maxDefinitions) noteNumbers.set(label!, noteNumbers.size + 1)
      }
      lines.push([line, null])
      inNote = null
    }
  }
  // A note without reference would not be shown: it stays in the text.
  for (const label of notes.keys()) if (!noteNumbers.has(label)) notes.delete(label)
  const body = lines.flatMap(([line, ofNote]) => (ofNote === null || !notes.has(ofNote) ? [line] : []))
  return { body: body.join('\n'), links, notes, noteNumbers }
}
