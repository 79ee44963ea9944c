import type { FoundPart } from '@parvis/contract'
import type { SearchTerm } from './search-terms.ts'
import { wordPlaces } from './search-words.ts'

const passageLength = 220
/** Characters shown before the first match. */
const before = 60

/** Splits a text at the matches of a search. The joined parts give the text. */
export function markWords(text: string, terms: readonly SearchTerm[]): FoundPart[] {
  const parts: FoundPart[] = []
  let at = 0
  for (const { start, end } of placesOf(text, terms)) {
    if (start > at) parts.push({ text: text.slice(at, start), found: false })
    parts.push({ text: text.slice(start, end), found: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), found: false })
  return parts
}

/** Returns the excerpt of a message with the most distinct terms, as plain text on one line; its beginning without a match. */
export function passageOf(content: string, terms: readonly SearchTerm[]): FoundPart[] {
  const text = plainText(content)
  const at = bestPlace(text, terms)
  const start = beginningOf(text, at)
  const end = endOf(text, at, start + passageLength)
  return markWords(`${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`, terms)
}

/** Returns the offset of the match from which the excerpt contains the most distinct terms. */
function bestPlace(text: string, terms: readonly SearchTerm[]): number {
  const places = placesOf(text, terms)
  let best = { start: 0, different: 0 }
  for (const [at, { start }] of places.entries()) {
    const near = places.slice(at, at + passageLength / 2).filter(({ end }) => end <= start + passageLength - before)
    const different = new Set(near.map(({ found }) => found)).size
    if (different > best.different) best = { start, different }
    if (different === terms.length) break
  }
  return best.start
}

function beginningOf(text: string, at: number): number {
  if (at <= before) return 0
  const space = text.indexOf(' ', at - before)
  return space === -1 || space >= at ? at : space + 1
}

function endOf(text: string, at: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const space = text.lastIndexOf(' ', wanted)
  return space > at ? space : wanted
}

function placesOf(text: string, terms: readonly SearchTerm[]) {
  const words = wordPlaces(text)
  const wordsOf = (form: readonly string[], from: number): boolean =>
    form.every((word, rank) => (rank < form.length - 1 ? words[from + rank]?.folded === word : (words[from + rank]?.folded.startsWith(word) ?? false)))
  const places: { start: number; end: number; found: SearchTerm }[] = []
  for (let at = 0; at < words.length; at++) {
    const here = terms.flatMap((found) => found.filter((form) => wordsOf(form, at)).map((form) => ({ found, length: form.length })))
    const longest = here.toSorted((a, b) => b.length - a.length)[0]
    if (longest === undefined) continue
    const last = at + longest.length - 1
    places.push({ start: words[at]!.start, end: words[last]!.end, found: longest.found })
    at = last
  }
  return places
}

/** Converts Markdown to plain text on one line. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(```|~~~).*$/gm, ' ')
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*([#>]+|[-*+]|\|?[ \t:|-]+\|)[ \t]/gm, ' ')
    .replace(/[*_`|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
