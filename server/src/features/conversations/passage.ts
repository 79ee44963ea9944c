import type { FoundPart } from '@parvis/contract'
import { type SearchTerm, wordPlaces } from './search-terms.ts'

const passageLength = 220
/** Characters shown before the first match. */
const contextLength = 60

/** Splits a text at the matches of a search. The joined parts give the text. */
export function markMatches(text: string, terms: readonly SearchTerm[]): FoundPart[] {
  const parts: FoundPart[] = []
  let at = 0
  for (const { start, end } of matchesOf(text, terms)) {
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
  const at = bestOffset(text, terms)
  const start = startOf(text, at)
  const end = endOf(text, at, start + passageLength)
  return markMatches(`${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`, terms)
}

/** Returns the offset of the match from which the excerpt contains the most distinct terms. */
function bestOffset(text: string, terms: readonly SearchTerm[]): number {
  const matches = matchesOf(text, terms)
  let best = { start: 0, different: 0 }
  for (const [at, { start }] of matches.entries()) {
    const near = matches.slice(at, at + passageLength / 2).filter(({ end }) => end <= start + passageLength - contextLength)
    const different = new Set(near.map(({ found }) => found)).size
    if (different > best.different) best = { start, different }
    if (different === terms.length) break
  }
  return best.start
}

function startOf(text: string, at: number): number {
  if (at <= contextLength) return 0
  const space = text.indexOf(' ', at - contextLength)
  return space === -1 || space >= at ? at : space + 1
}

function endOf(text: string, at: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const space = text.lastIndexOf(' ', wanted)
  return space > at ? space : wanted
}

function matchesOf(text: string, terms: readonly SearchTerm[]) {
  const words = wordPlaces(text)
  const matchesForm = (form: readonly string[], from: number): boolean =>
    form.every((word, index) => (index < form.length - 1 ? words[from + index]?.folded === word : (words[from + index]?.folded.startsWith(word) ?? false)))
  const matches: { start: number; end: number; found: SearchTerm }[] = []
  for (let at = 0; at < words.length; at++) {
    const matchingForms = terms.flatMap((found) => found.filter((form) => matchesForm(form, at)).map((form) => ({ found, length: form.length })))
    const longest = matchingForms.toSorted((a, b) => b.length - a.length)[0]
    if (longest === undefined) continue
    const last = at + longest.length - 1
    matches.push({ start: words[at]!.start, end: words[last]!.end, found: longest.found })
    at = last
  }
  return matches
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
