import type { Source } from '@parvis/contract'
import { pieces } from '@parvis/french-search'
import { citedIn } from './citation-filter.ts'

/** Maximum length of all the extracts saved with a reply, in characters: they are sent each time the conversation is read. */
const mostExtracts = 300_000
const shortestExtract = 400

/**
 * Returns the pages that a reply cites, each once. If their extracts are too long together, each is reduced to the sentences closest to the citing lines.
 * @param used numbers of pages used without a citation
 */
export function citedSources(answer: string, pages: readonly Source[], used: readonly number[] = []): Source[] {
  const cited = new Set([...citedIn(answer), ...used])
  const named = pages.filter(({ number }) => cited.has(number))
  const total = named.reduce((sum, { extract }) => sum + extract.length, 0)
  if (total <= mostExtracts) return named
  const room = Math.max(Math.floor(mostExtracts / named.length), shortestExtract)
  const lines = linesByNumber(answer)
  return named.map((source) => ({ ...source, extract: shortened(source.extract, lines.get(source.number) ?? '', room) }))
}

function linesByNumber(answer: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of answer.split('\n')) for (const number of citedIn(line)) lines.set(number, `${lines.get(number) ?? ''} ${line}`)
  return lines
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))

/** Maximum estimated tokens of a sentence, which is included or left out as a whole. */
const longestSentence = 100

/** Returns the lines, or the sentences of long ones, that have the most words in common with `use`, in order, up to `room` characters. */
function shortened(extract: string, use: string, room: number): string {
  if (extract.length <= room) return extract
  const wanted = wordsOf(use)
  const lines = extract
    .split('\n')
    .flatMap((line) => pieces(line, longestSentence))
    .map((text, at) => ({ text, at, shared: [...wordsOf(text)].filter((word) => wanted.has(word)).length }))
  let left = room
  const kept = lines
    .toSorted((a, b) => b.shared - a.shared || a.at - b.at)
    .filter(({ text }) => {
      const fits = text.length <= left
      if (fits) left -= text.length + 1
      return fits
    })
  return kept
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n')
}
