import type { Source } from '@parvis/contract'
import { splitText } from '@parvis/french-search'
import { citedNumbers } from './citation-filter.ts'

/** Maximum length of all the extracts saved with a reply, in characters: they are sent each time the conversation is read. */
const maxExtractsLength = 300_000
const minExtractLength = 400

/**
 * Returns the pages that a reply cites, each once. If their extracts are too long together, each is reduced to the sentences closest to the citing lines.
 * @param usedNumbers numbers of pages used without a citation
 */
export function citedSources(answer: string, pages: readonly Source[], usedNumbers: readonly number[] = []): Source[] {
  const cited = new Set([...citedNumbers(answer), ...usedNumbers])
  const citedPages = pages.filter(({ number }) => cited.has(number))
  const total = citedPages.reduce((sum, { extract }) => sum + extract.length, 0)
  if (total <= maxExtractsLength) return citedPages
  const room = Math.max(Math.floor(maxExtractsLength / citedPages.length), minExtractLength)
  const lines = linesByNumber(answer)
  return citedPages.map((source) => ({ ...source, extract: shorten(source.extract, lines.get(source.number) ?? '', room) }))
}

function linesByNumber(answer: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of answer.split('\n')) for (const number of citedNumbers(line)) lines.set(number, `${lines.get(number) ?? ''} ${line}`)
  return lines
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))

/** Maximum estimated tokens of a sentence, which is included or left out as a whole. */
const maxSentenceTokens = 100

/** Returns the lines, or the sentences of long ones, that have the most words in common with `citingText`, in order, up to `maxLength` characters. */
function shorten(extract: string, citingText: string, maxLength: number): string {
  if (extract.length <= maxLength) return extract
  const citingWords = wordsOf(citingText)
  const lines = extract
    .split('\n')
    .flatMap((line) => splitText(line, maxSentenceTokens))
    .map((text, index) => ({ text, at: index, shared: [...wordsOf(text)].filter((word) => citingWords.has(word)).length }))
  let remainingLength = maxLength
  const chosen = lines
    .toSorted((a, b) => b.shared - a.shared || a.at - b.at)
    .filter(({ text }) => {
      const fits = text.length <= remainingLength
      if (fits) remainingLength -= text.length + 1
      return fits
    })
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n')
}
