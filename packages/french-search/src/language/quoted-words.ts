import { fold, normalise } from './normalise.ts'

/** Words of a text, each between spaces, and the positions of the spaces where a quotation may not begin or end, because a number must be quoted whole. */
export type QuotedWords = { words: string; unbreakable: ReadonlySet<number> }

const WORD = /\d+|(?:(?!\d)[\p{L}\p{N}])+|[%‰€$£]|-(?= ?\d)/gu
const REFERENCE = /(?:(?<!\p{L})(?:articles?|art\.?|n[°ºo]) ?|(?<!\p{L})[lrd](?:\. ?| ))[\d.-]*$/u
/** Pattern of the final zeros of decimals: « 2,50 » is « 2,5 », « 2,00 » is « 2 ». « 2.000 » is two thousand. */
const LAST_ZEROS = /(?<=\d)(?:,|\.(?!\d{3}(?!\d)))(\d{0,9}?)0{1,9}(?!\d|[.,]\d)/gu

/** Whether a hyphen before a number makes it negative. It may also be that of a list, a range or a dash: the answer is then 'perhaps'. */
const signAt = (plainText: string, index: number, isQuotation: boolean): 'none' | 'perhaps' | 'surely' => {
  const before = plainText.slice(Math.max(0, index - 20), index)
  const after = plainText.slice(index, index + 40)
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

/** Splits digits by thousands, so that a number is the same with or without separators: « 12500 » → 12, 500. */
const groupsOf = (digits: string): string[] => (digits.length > 30 ? [digits] : digits.split(/(?=(?:\d{3})+$)/))

const read = (plainText: string, isQuotation: boolean, withSigns: boolean): QuotedWords => {
  let words = ' '
  const uncuttable = new Set<number>()
  let last = ''
  let end = 0
  for (const { 0: word, index } of plainText.matchAll(WORD)) {
    const sign = word === '-' ? signAt(plainText, index, isQuotation) : null
    if (sign === 'none' || (sign === 'perhaps' && !withSigns)) continue
    const textBetween = plainText.slice(end, index)
    const areNumbers = isDigits(last) && isDigits(word)
    const isThousand = areNumbers && /^[ .]$/.test(textBetween) && last.length <= 3 && word.length === 3
    const isDecimal = areNumbers && /^[.,]$/.test(textBetween)
    const isOneReference = areNumbers && textBetween === '-' && REFERENCE.test(plainText.slice(Math.max(0, end - last.length - 30), end - last.length))
    const isOneWord = textBetween === '' && isWord(last) && isWord(word)
    if (isThousand || isDecimal || isOneReference || isOneWord || last === '-') uncuttable.add(words.length - 1)
    for (const [at, part] of (isDigits(word) ? groupsOf(word) : [/^(?:€|euro)$/.test(word) ? 'euros' : word]).entries()) {
      if (at > 0) uncuttable.add(words.length - 1)
      words += `${part} `
    }
    last = sign === 'perhaps' ? '' : word
    end = index + word.length
  }
  return { words, unbreakable: uncuttable }
}

/**
 * Returns the possible readings of a text, to compare quotations. Spaces, case, accents of capitals, apostrophes, hyphens, punctuation and the form of
 * numbers do not count. There is a reading with and one without the signs that may be list marks, and one without the final zeros of decimals.
 */
export const readingsOf = (text: string, isQuotation: boolean): QuotedWords[] => {
  const plainText = fold(normalise(text)).replace(/(?<=\d ?)pour ?cents?(?!\p{L})/gu, '%')
  const short = plainText.replace(LAST_ZEROS, (_, significant: string) => (significant === '' ? '' : `,${significant}`))
  const readings = [read(plainText, isQuotation, false), read(plainText, isQuotation, true), read(short, isQuotation, false)]
  return readings.filter(({ words }, index) => readings.findIndex((other) => other.words === words) === index)
}

/** Finds the end of the quoted words in a text, from an offset on. -1 when they are not there, or would cut a number. */
export const endOfQuoted = (quotation: string, { words, unbreakable }: QuotedWords, from: number): number => {
  for (let index = words.indexOf(quotation, from); index >= 0; index = words.indexOf(quotation, index + 1)) {
    const end = index + quotation.length - 1
    if (!unbreakable.has(index) && !unbreakable.has(end)) return end
  }
  return -1
}
