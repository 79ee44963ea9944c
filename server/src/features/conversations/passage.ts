import type { FoundPart } from '@parvis/contract'
import { type SearchTerm, wordPlaces } from './search-terms.ts'

const passageLength = 220
/** Characters shown before the first match. */
const contextLength = 60

/** Splits a text at the matches of a search. The joined parts give the text. */
export function markMatches(text: string, terms: readonly SearchTerm[]): FoundPart[] {
  const parts: FoundPart[] = []
  let index = 0
  for (const { start, end } of matchesOf(text, terms)) {
    if (start > index) parts.push({ text: text.slice(index, start), found: false })
    parts.push({ text: text.slice(start, end), found: true })
    index = end
  }
  if (index < text.length) parts.push({ text: text.slice(index), found: false })
  return parts
}

/** Returns the excerpt of a message with the most distinct terms, as plain text on one line; its beginning without a match. */
export function passageOf(content: string, terms: readonly SearchTerm[]): FoundPart[] {
  const text = plainText(content)
  const index = bestOffset(text, terms)
  const start = startOf(text, index)
  const end = endOf(text, index, start + passageLength)
  return markMatches(`${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`, terms)
}

/** Returns the offset of the match from which the excerpt contains the most distinct terms. */
function bestOffset(text: string, terms: readonly SearchTerm[]): number {
  const matches = matchesOf(text, terms)
  let best = { start: 0, different: 0 }
  for (const [index, { start }] of matches.entries()) {
    const nearMatches = matches.slice(index, index + passageLength / 2).filter(({ end }) => end <= start + passageLength - contextLength)
    const different = new Set(nearMatches.map(({ term }) => term)).size
    if (different > best.different) best = { start, different }
    if (different === terms.length) break
  }
  return best.start
}

function startOf(text: string, index: number): number {
  if (index <= contextLength) return 0
  const space = text.indexOf(' ', index - contextLength)
  return space === -1 || space >= index ? index : space + 1
}

function endOf(text: string, index: number, wantedIndex: number): number {
  if (wantedIndex >= text.length) return text.length
  const space = text.lastIndexOf(' ', wantedIndex)
  return space > index ? space : wantedIndex
}

function matchesOf(text: string, terms: readonly SearchTerm[]) {
  const words = wordPlaces(text)
  const matchesForm = (form: readonly string[], from: number): boolean =>
    form.every((word, index) => (index < form.length - 1 ? words[from + index]?.folded === word : (words[from + index]?.folded.startsWith(word) ?? false)))
  const matches: { start: number; end: number; term: SearchTerm }[] = []
  for (let index = 0; index < words.length; index++) {
    const matchingForms = terms.flatMap((term) => term.filter((form) => matchesForm(form, index)).map((form) => ({ found: term, length: form.length })))
    const longest = matchingForms.toSorted((a, b) => b.length - a.length)[0]
    if (longest === undefined) continue
    const last = index + longest.length - 1
    matches.push({ start: words[index]!.start, end: words[last]!.end, term: longest.found })
    index = last
  }
  return matches
}

/** Converts Markdown to plain text on one line. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}@@ ?(?:remplacer|insérer|supprimer|fin)(?=\s|$).*$/gimu, ' ')
    .replace(/^[ \t]*(```|~~~).*$/gm, ' ')
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*([#>]+|[-*+]|\|?[ \t:|-]+\|)[ \t]/gm, ' ')
    .replace(/[*_`|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
