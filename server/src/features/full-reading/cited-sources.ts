import type { Source } from '@parvis/contract'
import { pieces } from '@parvis/french-search'
import { citedIn } from './citation-filter.ts'

/** Characters of all the extracts kept with a reply: they come with each reading of its conversation. */
const mostExtracts = 300_000
const shortestExtract = 400

/**
 * The pages that an answer names, each once; where they are many, of each what the answer takes from it.
 * @param used numbers of pages that it uses without naming them
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

/** Estimated tokens of a sentence that is kept or not as a whole. */
const longestSentence = 100

/** The lines, or sentences of long ones, of an extract that share the most words with what uses it, in order, within so many characters. */
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
