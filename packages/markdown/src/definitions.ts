import { safeAddress } from './addresses.ts'

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
  /** Text of each note that is called, by label. */
  notes: ReadonlyMap<string, string>
  /** Number of each note, from 1, in the order of the first reference. */
  noteNumbers: ReadonlyMap<string, number>
}

/** Links, and notes, that a text may define: each piece looks for them all. Further ones stay in the text. */
const maxDefinitions = 500

/** As the parser has it: ticks that others follow on their line hold code among words, and open nothing. */
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const link = /^ {0,3}\[([^\]^][^\]]{0,200})\]:\s*<?(\S+?)>?(?:\s+["'(](.*)["')])?\s*$/
const note = /^ {0,3}\[\^([^\]\s]{1,40})\]:\s?(.*)$/
const noteReference = /\[\^([^\]\s]{1,40})\](?!:)/g

/** Whether what has the form of a link definition is one: « [Objet]: Cantine » is a line of the text, and so is a note. */
export const definesLink = (label: string, address: string): boolean => !label.startsWith('^') && safeAddress(address) !== null

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
  const kept: [line: string, ofNote: string | null][] = []
  let open: string | null = null
  let inNote: string | null = null
  let linkCount = 0

  for (const line of text.split('\n')) {
    const wasOpen = open !== null
    open = fenceAfter(line, open)
    if (wasOpen || open !== null) {
      kept.push([line, null])
      inNote = null
      continue
    }
    const asNote = notes.size < maxDefinitions ? note.exec(line) : null
    const asLink = asNote || linkCount >= maxDefinitions ? null : link.exec(line)
    // What is no definition counts too: each is read as an address.
    if (asLink) linkCount += 1
    if (asNote) {
      inNote = asNote[1]!
      notes.set(inNote, asNote[2]!)
      kept.push([line, inNote])
    } else if (inNote !== null && /^(?: {2,}|\t)\S/.test(line)) {
      notes.set(inNote, `${notes.get(inNote)} ${line.trim()}`)
      kept.push([line, inNote])
    } else if (asLink && definesLink(asLink[1]!, asLink[2]!)) {
      links[asLink[1]!.toLowerCase().replace(/\s+/g, ' ')] ??= { href: asLink[2]!, title: asLink[3] ?? null }
      inNote = null
    } else {
      for (const [, label] of line.matchAll(noteReference)) {
        if (!noteNumbers.has(label!) && noteNumbers.size < maxDefinitions) noteNumbers.set(label!, noteNumbers.size + 1)
      }
      kept.push([line, null])
      inNote = null
    }
  }
  // A note that nothing calls would be read nowhere: it stays where it was written.
  for (const label of notes.keys()) if (!noteNumbers.has(label)) notes.delete(label)
  const body = kept.flatMap(([line, ofNote]) => (ofNote === null || !notes.has(ofNote) ? [line] : []))
  return { body: body.join('\n'), links, notes, noteNumbers }
}
