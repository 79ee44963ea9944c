import { fold, normalise } from './normalise.ts'

/** The words of a text, a space around each, and the spaces where no quotation begins or ends: a number is quoted whole. */
export type QuotedWords = { words: string; uncuttable: ReadonlySet<number> }

const WORD = /\d+|(?:(?!\d)[\p{L}\p{N}])+|[%‰€$£]|-(?= ?\d)/gu
const REFERENCE = /(?:(?<!\p{L})(?:articles?|art\.?|n[°ºo]) ?|(?<!\p{L})[lrd](?:\. ?| ))[\d.-]*$/u
/** « 2,50 » is « 2,5 », and « 2,00 » is « 2 »; « 2.000 » is two thousand. */
const LAST_ZEROS = /(?<=\d)(?:,|\.(?!\d{3}(?!\d)))(\d{0,9}?)0{1,9}(?!\d|[.,]\d)/gu

/** Whether a hyphen before a number makes it negative: of a list's, a range's or a dash, nobody knows. */
const signAt = (plain: string, at: number, isQuotation: boolean): 'none' | 'perhaps' | 'surely' => {
  const before = plain.slice(Math.max(0, at - 20), at)
  const after = plain.slice(at, at + 40)
  if (/[\p{L}\p{N}]$/u.test(before)) return 'none'
  if (/\d\s*$/.test(before)) return 'perhaps'
  const isTight = /^-\d/.test(after)
  const isShare = /^- ?\d[\d., ]*[%‰]/.test(after)
  const isMoney = isTight && /^-\d[\d., ]*(?:[€$£]|euros?(?!\p{L}))/u.test(after)
  if (/(?:^|\n)\s*$/.test(before)) return isQuotation && isTight && (isShare || isMoney) ? 'surely' : 'perhaps'
  const isAlone = isTight && /[:=(]\s?$/.test(before) && /^-\d+(?:[ .,]\d+)*(?! ?[\p{L}\d]|[.,]\d)/u.test(after)
  return isShare || isMoney || isAlone ? 'surely' : 'perhaps'
}

const isDigits = (word: string): boolean => /^\d/.test(word)
const isWord = (word: string): boolean => /^[\p{L}\p{N}]/u.test(word)

/** « 12500 » → 12, 500: written apart or together, it is the same number. */
const groupsOf = (digits: string): string[] => (digits.length > 30 ? [digits] : digits.split(/(?=(?:\d{3})+$)/))

const read = (plain: string, isQuotation: boolean, withSigns: boolean): QuotedWords => {
  let words = ' '
  const uncuttable = new Set<number>()
  let last = ''
  let end = 0
  for (const { 0: word, index } of plain.matchAll(WORD)) {
    const sign = word === '-' ? signAt(plain, index, isQuotation) : null
    if (sign === 'none' || (sign === 'perhaps' && !withSigns)) continue
    const between = plain.slice(end, index)
    const areNumbers = isDigits(last) && isDigits(word)
    const isThousand = areNumbers && /^[ .]$/.test(between) && last.length <= 3 && word.length === 3
    const isDecimal = areNumbers && /^[.,]$/.test(between)
    const isOneReference = areNumbers && between === '-' && REFERENCE.test(plain.slice(Math.max(0, end - last.length - 30), end - last.length))
    const isOneWord = between === '' && isWord(last) && isWord(word)
    if (isThousand || isDecimal || isOneReference || isOneWord || last === '-') uncuttable.add(words.length - 1)
    for (const [at, part] of (isDigits(word) ? groupsOf(word) : [/^(?:€|euro)$/.test(word) ? 'euros' : word]).entries()) {
      if (at > 0) uncuttable.add(words.length - 1)
      words += `${part} `
    }
    last = sign === 'perhaps' ? '' : word
    end = index + word.length
  }
  return { words, uncuttable }
}

/**
 * The ways to read a text of which a quotation may be one: white space, case, accents of capitals, apostrophes, hyphens and marks
 * do not count, nor how a number is typed. A sign that may be the mark of a list is read or not, as are the zeros that end decimals.
 */
export const readingsOf = (text: string, isQuotation: boolean): QuotedWords[] => {
  const plain = fold(normalise(text)).replace(/(?<=\d ?)pour ?cents?(?!\p{L})/gu, '%')
  const short = plain.replace(LAST_ZEROS, (_, kept: string) => (kept === '' ? '' : `,${kept}`))
  const readings = [read(plain, isQuotation, false), read(plain, isQuotation, true), read(short, isQuotation, false)]
  return readings.filter(({ words }, at) => readings.findIndex((other) => other.words === words) === at)
}

/** Where the words that are quoted end in others, whole; -1 when they are not there from a place on. */
export const endOfQuoted = (quoted: string, { words, uncuttable }: QuotedWords, from: number): number => {
  for (let at = words.indexOf(quoted, from); at >= 0; at = words.indexOf(quoted, at + 1)) {
    const end = at + quoted.length - 1
    if (!uncuttable.has(at) && !uncuttable.has(end)) return end
  }
  return -1
}
