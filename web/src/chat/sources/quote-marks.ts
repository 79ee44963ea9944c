import type { Quote } from '@parvis/contract'

/** Citation numbers from here on identify the check of a quotation instead of a source. */
const firstMark = 90_000
const lastMark = 90_999

/** Quotation in French or English marks. Must find the same quotations, in the same order, as the server. */
const quotation = /«([^«»]+)»|“([^“”]+)”/gu

/** Inserts after each checked quotation a mark that is rendered like a citation. Quotations inside code are left as they are. */
export function markQuotes(answer: string, quotes: readonly Quote[]): string {
  let next = 0
  return answer.replace(quotation, (whole: string, french: string | undefined, english: string | undefined, offset: number) => {
    // A quotation in a change to a document is not part of the text.
    while (next < quotes.length && !answer.includes(quotes[next]!.text)) next += 1
    // The server skips names and single terms.
    if (quotes[next]?.text !== (french ?? english ?? '').trim()) return whole
    const at = next
    next += 1
    if (firstMark + at > lastMark || isInCode(answer, offset)) return whole
    // The word joiner prevents the following text from being read as part of the mark.
    return `${whole}[${firstMark + at}]\u2060`
  })
}

/** The quotation of a mark number; undefined for the number of a source. */
export const quoteOfMark = (number: number, quotes: readonly Quote[]): Quote | undefined => (number >= firstMark ? quotes[number - firstMark] : undefined)

/** Verified quotations of one source. */
export const quotesOf = (number: number, quotes: readonly Quote[]): string[] =>
  quotes.filter((quote) => quote.is_verified && quote.number === number).map(({ text }) => text)

/** Pattern of citation numbers in brackets: `[2]`, `[1, 3]`. */
const citation = /\[(\d{1,5}(?:[,;]\s?\d{1,5})*)\](?![(:])/g

/** Sentences of an answer followed by a citation of the source; for a table, the whole row. */
export function claimsOf(number: number, answer: string): string[] {
  return answer.split('\n').flatMap((line) => {
    const cites = [...line.matchAll(citation)].filter(([, numbers]) => numbers!.split(/[,;]/).map(Number).includes(number))
    if (line.trim().startsWith('|')) return cites.length > 0 ? [line.replace(citation, ' ')] : []
    return cites.flatMap(({ index }) => {
      // « … du mois. [1][2] »: the full stop may come before the citations.
      const before = line.slice(0, index).replace(/[\s.!?…]*(?:\[[\d,;\s]+\][\s.!?…]*)*$/u, '')
      const claim = before
        .split(/[.!?…]\s+|\[[\d,;\s]+\]/u)
        .at(-1)!
        .trim()
      return claim === '' ? [] : [claim]
    })
  })
}

/** Whether a position is inside a code fence, or between two backticks of its line. Backticks followed by others on the same line open no fence. */
function isInCode(answer: string, offset: number): boolean {
  const before = answer.slice(0, offset)
  const isOdd = (found: RegExpMatchArray | null) => (found?.length ?? 0) % 2 === 1
  return isOdd(before.match(/^ {0,3}`{3,}(?=[^`\n]*$)/gm)) || isOdd(before.slice(before.lastIndexOf('\n') + 1).match(/`/g))
}

/** Numbers of the sources cited in an answer. */
export function citedNumbers(answer: string): Set<number> {
  const found = [...answer.matchAll(citation)]
  return new Set(found.flatMap((match) => match[1]!.split(/[,;]/).map(Number)))
}

/**
 * Summary of the checks: « 2 citations identiques aux documents, dont 1 d’un document à vérifier, 1 citation non retrouvée ». Null without quotations.
 * @param stateOf state of the source of a number; null for a source in force
 */
export function quotesSummary(quotes: readonly Quote[], stateOf: (number: number) => string | null = () => null): string | null {
  if (quotes.length === 0) return null
  const unverified = quotes.filter(({ is_verified }) => !is_verified).length
  const verifiedCount = quotes.length - unverified
  const states = quotes.flatMap(({ is_verified, number }) => (is_verified && number !== null ? (stateOf(number) ?? []) : []))
  // Without its date: « remplacé le 1er juin 2026 » counts as « remplacé ».
  const kinds = [...new Set(states.map((state) => state.replace(/ le .*$/u, '')))]
  const parts = [
    verifiedCount > 0 && `${verifiedCount}\u00a0${verifiedCount > 1 ? 'citations identiques aux documents' : 'citation identique au document'}`,
    states.length > 0 && `dont ${states.length} d’un document ${kinds.join(' ou ')}`,
    unverified > 0 && `${unverified}\u00a0${unverified > 1 ? 'citations non retrouvées' : 'citation non retrouvée'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
