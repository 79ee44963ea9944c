import { tokenize, type Token } from './tokens.ts'

/** Number of an article as it stands in a text. `end`: index of the token after it. */
export type ArticleNumber = {
  /** Letters of the series (`L`, `R`, `D`, `A`, `LO`), or empty. */
  series: string
  /** Without the series: `2121-29`, `1639 A bis`. */
  number: string
  end: number
  /** The series has a point (« L. 2121-29 ») or touches its number (« L2121-29 »). */
  isMarked: boolean
  isCapital: boolean
}

const seriesLetters = new Set(['l', 'r', 'd', 'a', 'lo', 'ro'])
const latin =
  /^(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|(?:un|duo|ter|quater|quin|sex|sept|octo|novo)?(?:decies|vicies|tricies)|(?:un|duo|ter|quater|quin|sex|sept|octo|novo)(?:de|vi)cies)$/

/** Returns the end of the letters of a series at `at`, with their name. */
function readSeries(tokens: readonly Token[], at: number): { series: string; end: number; isMarked: boolean; isCapital: boolean } | null {
  const first = tokens[at]
  if (first?.kind !== 'word' || !seriesLetters.has(first.text)) return null
  let end = at + 1
  let series = first.text
  let isMarked = false
  if (tokens[end]?.text === '.' && !tokens[end]!.isSpaced) {
    isMarked = true
    end += 1
    if (series === 'l' && tokens[end]?.text === 'o' && tokens[end]?.kind === 'word') {
      series = 'lo'
      end += 1
      if (tokens[end]?.text === '.') end += 1
    }
  }
  const number = tokens[end]
  if (number?.kind !== 'number') return null
  return { series: series.toUpperCase(), end, isMarked: isMarked || !number.isSpaced, isCapital: first.isUpper }
}

/** Longest run of parts of a number that is read: « L. 1234-5-6-7-8-9 ». */
const maxParts = 7

/** Reads the digits of a number and its parts, `2121-29-1`. Null for a decimal, a date, a quantity or a subdivision (« 4.2.1 », « 3° », « 12/2026 »). */
function readDigits(tokens: readonly Token[], at: number, isSeries: boolean): { number: string; end: number } | null {
  const first = tokens[at]
  if (first?.kind !== 'number' || first.text.length > 5) return null
  let number = first.text
  let end = at + 1
  for (let parts = 1; parts < maxParts && tokens[end]?.text === '-'; parts += 1) {
    const [dash, next] = [tokens[end]!, tokens[end + 1]]
    const isTight = !dash.isSpaced && next?.isSpaced === false
    // « L. 2121 - 29 »: spaces around the hyphen, once, of a number that is long enough.
    const isLoose = isSeries && parts === 1 && first.text.length >= 3 && next?.kind === 'number' && next.text.length <= 3
    if (!isTight && !isLoose) break
    if (next?.kind === 'number' && next.text.length <= 4) {
      number += `-${next.text}`
      end += 2
    } else if (next?.kind === 'word' && next.isUpper && next.text.length === 1 && isTight) {
      number += `-${next.text.toUpperCase()}`
      end += 2
      break
    } else break
  }
  const [after, beyond] = [tokens[end], tokens[end + 1]]
  if (after !== undefined && !after.isSpaced) {
    if (after.text === '°' || after.text === '%') return null
    if (/^[.,/:]$/.test(after.text) && beyond?.kind === 'number' && !beyond.isSpaced) return null
    if (after.kind === 'word' && !/^(?:er|bis|ter|quater)$/.test(after.text)) {
      // « 1407A », but neither « 2V » nor « 3e ».
      if (!after.isUpper || after.text.length > 1 || (isSeries && !number.includes('-'))) return null
    }
  }
  return { number, end }
}

/** Words after which a capital letter is the end of a number: « 1639 A du code », not « L'ARTICLE 5 A ÉTÉ ». */
const afterLetter = /^(?:du|de|des|et|ou|a|au|dudit|cgi|lpf|[.,;:)(-])$/

/** Reads what follows the digits: `1er`, `bis`, `A`, `0 B ter`. */
function readSuffix(tokens: readonly Token[], at: number, isCode: (at: number) => boolean): { suffix: string; end: number; isFirst: boolean } {
  let end = at
  let suffix = ''
  const isFirst = tokens[end]?.text === 'er' && tokens[end]?.kind === 'word'
  if (isFirst) end += 1
  for (let count = 0; count < 3; count += 1) {
    const token = tokens[end]
    if (token?.kind !== 'word') break
    const next = tokens[end + 1]
    const isLetters =
      token.isUpper &&
      token.text.length <= 2 &&
      !isCode(end) &&
      (next === undefined || next.kind === 'break' || latin.test(next.text) || afterLetter.test(next.text) || isCode(end + 1))
    if (!latin.test(token.text) && !(isLetters && !/^(?:l|r|d|c|et|ou|du|de|au|la|le|un)$/.test(token.text))) break
    suffix += latin.test(token.text) ? ` ${token.text}` : ` ${token.text.toUpperCase()}`
    end += 1
  }
  return { suffix, end, isFirst }
}

/** Nouns of « premier alinéa », which is no « article premier ». */
const ordinalNouns =
  /^(?:alinea|al|paragraphe|tiret|point|cas|lieu|vice|adjoint|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)$/

/**
 * Reads one article number. `inherited`: series of the number before it in a list (« L. 332-8, 332-13 »). `isCode` tells whether the name of a code begins
 * at an index, so that « L. 211-1 C. urb. » has no letter.
 */
export function readNumber(tokens: readonly Token[], at: number, isCode: (at: number) => boolean, inherited = ''): ArticleNumber | null {
  const series = readSeries(tokens, at)
  const first = tokens[at]
  if (series === null && first?.kind === 'word' && first.text === 'premier' && !ordinalNouns.test(tokens[at + 1]?.text ?? ''))
    return { series: '', number: '1', end: at + 1, isMarked: false, isCapital: false }
  const digits = readDigits(tokens, series?.end ?? at, series !== null)
  if (digits === null) return null
  const { suffix, end, isFirst } = readSuffix(tokens, digits.end, isCode)
  if (isFirst && digits.number !== '1') return null
  return {
    series: series?.series ?? (digits.number.includes('-') ? inherited : ''),
    number: digits.number + suffix,
    end,
    isMarked: series?.isMarked ?? false,
    isCapital: series?.isCapital ?? false,
  }
}

export const nameOf = ({ series, number }: Pick<ArticleNumber, 'series' | 'number'>): string => `${series}${number}`

/** Articles between two, at most: a longer range has its two ends only. */
const maxRange = 400

/** Spells a range out: `L2121-7` to `L2121-9`, `5` to `8`, `L2121-13` to `L2121-13-2`. Its two ends where the numbers between cannot be known. */
export function spellRange(from: ArticleNumber, to: ArticleNumber): string[] {
  const series = to.series || from.series
  const ends = [nameOf(from), nameOf({ series, number: to.number })]
  const [a, b] = [from.number.split('-'), to.number.split('-')]
  if (series !== from.series || ![...a, ...b].every((part) => /^\d+$/.test(part))) return ends
  // « L. 2121-7 à 9 »
  const last = b.length === 1 && a.length > 1 ? [...a.slice(0, -1), b[0]!] : b
  const prefix = last.slice(0, -1).join('-')
  const isChild = a.join('-') === prefix
  if (!isChild && (a.length !== last.length || a.slice(0, -1).join('-') !== prefix)) return ends
  const [low, high] = [isChild ? 1 : Number(a.at(-1)), Number(last.at(-1))]
  if (high <= low && !(isChild && high === low)) return ends
  if (high - low > maxRange) return ends
  const middle = Array.from({ length: high - low + 1 }, (_, index) => `${series}${prefix === '' ? '' : `${prefix}-`}${low + index}`)
  return isChild ? [nameOf(from), ...middle] : middle
}

/** Key by which the number of an article is compared: `L. 2121-29` and `l 2121-29` → `L2121-29`; `1er` → `1`. */
export const articleKey = (number: string): string =>
  tokenize(number)
    .filter(({ text }) => text !== '.')
    .map(({ text }) => text)
    .join('')
    .replace(/^1er/, '1')
    .toUpperCase()
