const notAscii = /[^\x20-\x7e]/
const signs = /[%€œæ×−-]/
const plainWord = /^[a-z]+$/

/**
 * Folds what typography alone changes: case, accents, ligatures, apostrophes, quotes, dashes, kinds of space. A decimal sign, a minus before a number, `%`,
 * `€` and the signs of comparison still count.
 */
export function fold(text: string): string {
  let folded = text
  if (notAscii.test(text)) folded = text.normalize('NFKD').replace(/[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+/g, '')
  folded = folded.toLowerCase()
  if (signs.test(folded))
    folded = folded
      .replace(/œ/g, 'oe')
      .replace(/æ/g, 'ae')
      .replace(/%/g, ' pct ')
      .replace(/€/g, ' eur ')
      .replace(/×/g, 'x')
      .replace(/(?<=^|[\s(])[-−](?=\d)/g, 'minus')
  return folded.replace(/(\d)[,.](?=\d)/g, '$1v')
}

/** Drops from a folded text all that is not a letter, a digit or a sign that counts. */
export const compact = (folded: string): string => folded.replace(/[^a-z0-9\u0080-\uffff<>=+]+|[^\p{L}\p{N}<>≤≥=±+]+/gu, '')

/** Returns the text without anything that typography alone changes, spaces included: two units with the same key are equal. */
export const keyOf = (text: string): string => (plainWord.test(text) ? text : compact(fold(text)))

/** Splits a folded text into words, in order. A number is one word with its decimals and its groups of thousands; a plural is folded. */
export function wordsOf(folded: string): string[] {
  const joined = folded.replace(/(?<![\p{L}\p{N}])(\d{1,3})((?:\s\d{3})+)(?![\p{L}\d])/gu, (_, head: string, rest: string) => head + rest.replace(/\s/g, ''))
  return (joined.match(/\d+(?:v\d+)*|[a-z]+|[<>≤≥=±+]|\p{L}+/gu) ?? []).map((word) => {
    const last = word.charCodeAt(word.length - 1)
    return word.length > 3 && (last === 115 || last === 120) && word.charCodeAt(0) > 57 ? word.slice(0, -1) : word
  })
}

const roman = '(?=[IVXLC])(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})'
const headingNumber = new RegExp(
  `^\\s*(?:(?:articles?|art\\.?|titre|chapitre|section|sous-section|annexe|partie|paragraphe|§)\\s*(?:n°\\s*)?(?:[A-Z]{0,2}\\s?[-.]?\\s?\\d+(?:[.-]\\d+)*(?:er|bis|ter|quater)?|premier|première|unique|${roman}|[A-Z])(?=[^\\p{L}\\p{N}]|$)|\\d+(?:\\.\\d+)+(?=[^\\p{L}\\p{N}]|$)|\\d+(?=\\s*[.)°:–—-]|\\s*$|(?-i:\\s+\\p{Lu}))|(?-i:(?:${roman}|[A-Z])(?=\\s*[.)\\-–—:])|[A-Z]{1,3}\\s?\\d+(?=\\s)))[\\s.):°\\-–—]*`,
  'iu',
)
const leadingNumber =
  /^\s*(?:(?:article|art\.)\s*(?:\d+(?:[.-]\d+)*(?:er)?|premier|unique)(?=[^\p{L}\p{N}]|$)|\d{1,3}(?:\.\d{1,3})*\s*[.)°]|\d{1,3}(?:\.\d{1,3})+(?=\s)|[a-z]\s*[)°]|(?=[IVX])[IVX]+\s*[.)])[\s.):°\-–—]*/iu

/**
 * Returns the number at the start of a heading (« Article 6 », « UB 7 », « 3.2 », « Annexe B ») or of a numbered paragraph (« 3° », « a) »), and the length
 * of what precedes the text itself. Null when there is none.
 */
export function numberOf(text: string, isHeading: boolean): { number: string; length: number } | null {
  const found = (isHeading ? headingNumber : leadingNumber).exec(text)?.[0]
  return found === undefined || found.trim() === '' ? null : { number: keyOf(found), length: found.length }
}
