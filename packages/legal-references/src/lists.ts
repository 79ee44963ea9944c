import { nameOf, readNumber, spellRange, type ArticleNumber } from './numbers.ts'
import type { Token } from './tokens.ts'

/** Member of a list: an article, or a range spelled out. Indexes of tokens. */
type ListItem = { articles: string[]; start: number; end: number }

/** Articles cited together: « L. 332-8, L. 332-13 et L. 332-14 ». `end`: index of the token after the last. */
export type ArticleList = {
  items: ListItem[]
  first: ArticleNumber
  /** Every number has a letter of series. */
  hasSeries: boolean
  end: number
}

type IsCode = (at: number) => boolean

const ordinals =
  /^(?:premiere?s?|deuxieme|second|seconde|troisieme|quatrieme|cinquieme|sixieme|septieme|huitieme|neuvieme|dixieme|dernier|derniers|derniere|avant)$/
const subdivisions = /^(?:alineas?|al|paragraphes?|par|point|points|phrase|ligne|tiret|tirets|i{1,3}|iv|vi{0,3}|ix|xi{0,3}|bis|ter|quater)$/
const joining = /^(?:et|ou|a|du|de|des|la|le|les|l|au|aux|d|ce|,|\(|\)|'|-|§|[\u00ab\u00bb])$/
/** Longest run of subdivisions after a number, in tokens: « , 3° et 4°, deuxième alinéa ». */
const maxSubdivisions = 30

/**
 * Returns the index after the subdivisions of an article that begin at `at` (« , 1° », « , II, », « alinéa 2 »), without the words that join them to what
 * follows; `at` when there are none.
 */
export function skipSubdivisions(tokens: readonly Token[], at: number): number {
  let end = at
  for (let index = at; index < at + maxSubdivisions; index += 1) {
    const token = tokens[index]
    const next = tokens[index + 1]
    if (token === undefined) break
    if (token.kind === 'number') {
      const isMarked = next !== undefined && !next.isSpaced && /^(?:°|e|er|eme|ere|\))$/.test(next.text)
      const follows = /^(?:alineas?|al|paragraphes?|point|§|\.)$/.test(tokens[index - 1]?.text ?? '')
      if (!isMarked && !follows) break
      index += isMarked ? 1 : 0
      end = index + 1
    } else if (
      token.kind === 'word' &&
      (ordinals.test(token.text) || (subdivisions.test(token.text) && (token.text.length > 3 || token.isUpper || /^(?:al|par|bis|ter)$/.test(token.text))))
    ) {
      end = index + 1 + (tokens[index + 1]?.text === '.' && /^(?:al|par)$/.test(token.text) ? 1 : 0)
      index = end - 1
    } else if (token.kind === 'word' && token.text.length === 1 && next?.text === ')' && !next.isSpaced) {
      index += 1
      end = index + 1
    } else if (!joining.test(token.text)) break
  }
  return end
}

/** Returns the index after what separates two numbers of a list; null where the list ends. */
function readSeparator(tokens: readonly Token[], at: number): { end: number; isRange: boolean; isWeak: boolean } | null {
  const word = tokens[at]?.text
  if (word === undefined) return null
  if (word === 'a' && tokens[at]!.kind === 'word') return { end: skipKeyword(tokens, at + 1), isRange: true, isWeak: false }
  if (word === 'jusqu' && tokens[at + 1]?.text === "'") return { end: skipKeyword(tokens, at + 3), isRange: true, isWeak: false }
  if (word === '-' && tokens[at]!.isSpaced) return { end: at + 1, isRange: true, isWeak: false }
  if (word === ',' || word === ';' || word === '/') {
    const next = tokens[at + 1]?.text
    return { end: next === 'et' || next === 'ou' ? at + 2 : at + 1, isRange: false, isWeak: next !== 'et' && next !== 'ou' }
  }
  if (word === 'et' || word === 'ou' || word === 'puis' || word === '&') {
    const isBoth = word === 'et' && tokens[at + 1]?.text === '/' && tokens[at + 2]?.text === 'ou'
    return { end: isBoth ? at + 3 : at + 1, isRange: false, isWeak: false }
  }
  return word === 'ainsi' && tokens[at + 1]?.text === 'que' ? { end: at + 2, isRange: false, isWeak: false } : null
}

/** Skips « l'article » in « de l'article L. 1 à l'article L. 3 ». */
function skipKeyword(tokens: readonly Token[], at: number): number {
  const start = tokens[at]?.text === 'l' && tokens[at + 1]?.text === "'" ? at + 2 : at
  return /^(?:article|art)$/.test(tokens[start]?.text ?? '') ? start + (tokens[start + 1]?.text === '.' ? 2 : 1) : at
}

/** Skips « et suivants », « et s. ». */
function skipFollowing(tokens: readonly Token[], at: number): number {
  const start = tokens[at]?.text === 'et' ? at + 1 : at
  const word = tokens[start]?.text ?? ''
  if (/^(?:suivante?s?|sqq|ss)$/.test(word)) return start + 1
  if ((word === 's' || word === 'suiv') && tokens[start + 1]?.text === '.') return start + 2
  return at
}

/** Reads the list of articles that begins at `at`. `isPlural`: after « articles », which numbers alone may follow. */
export function readList(tokens: readonly Token[], at: number, isPlural: boolean, isCode: IsCode): ArticleList | null {
  const first = readNumber(tokens, at, isCode)
  if (first === null) return null
  const items: ListItem[] = [{ articles: [nameOf(first)], start: at, end: first.end }]
  let hasSeries = first.series !== ''
  let last = first
  let end = skipFollowing(tokens, first.end)
  for (;;) {
    const detailed = skipSubdivisions(tokens, end)
    const next = readNextItem(tokens, end, { last, isPlural, isCode }) ?? (detailed > end ? readNextItem(tokens, detailed, { last, isPlural, isCode }) : null)
    if (next === null) break
    const item = items.at(-1)!
    if (next.isRange) items[items.length - 1] = { articles: spellRange(last, next.number), start: item.start, end: next.number.end }
    else items.push({ articles: [nameOf(next.number)], start: next.start, end: next.number.end })
    hasSeries &&= next.number.series !== ''
    last = { ...next.number, series: next.number.series || last.series }
    end = skipFollowing(tokens, next.number.end)
  }
  return { items, first, hasSeries, end }
}

type ListState = { last: ArticleNumber; isPlural: boolean; isCode: IsCode }

function readNextItem(
  tokens: readonly Token[],
  at: number,
  { last, isPlural, isCode }: ListState,
): { number: ArticleNumber; isRange: boolean; start: number } | null {
  const separator = readSeparator(tokens, at)
  if (separator === null) return null
  const number = readNumber(tokens, separator.end, isCode, last.series)
  if (number === null) return null
  // « article L. 5, 12 mars » and « article 5 à 8 heures » are no lists of « article » in the singular.
  const hasOwnSeries = tokens[separator.end]!.kind === 'word'
  if (separator.isRange && last.series !== '' && number.series === '' && !number.number.includes('-')) {
    const isPart = /^\d{1,3}$/.test(number.number) && last.number.includes('-')
    return isPlural && isPart ? { number, isRange: true, start: separator.end } : null
  }
  if (!hasOwnSeries && last.series !== '' && number.series === '') return null
  if (!hasOwnSeries && !isPlural && (separator.isWeak || last.series === '')) return null
  if (hasOwnSeries && !number.isMarked && !number.isCapital && number.series !== '') return null
  return { number, isRange: separator.isRange, start: separator.end }
}
