const SUPERSCRIPTS = new Map(zip('0123456789+-−–=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾'))
const SUBSCRIPTS = new Map(zip('0123456789+-−–=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'))

const SIGNED_DIGITS = /^[-+−–]?\d+$/
/** Pattern of digits, operators and single letters: « n », « 2n+1 », « -0,5 », « 1/2 ». */
const EXPRESSION = /^(?:[\d\s+\-−–×*/.,()=]|(?<!\p{L})\p{L}(?!\p{L}))+$/u
/** Pattern of ordinals (« 1er », « 2e », « n° » written « no ») and note calls (« (1) », « * »). */
const ORDINAL_OR_NOTE = /^(?:[eodaEODA]|\(\d+\)|\*+)$/
/** Pattern of units of length, time, mass… that may have powers; after other words, a raised number is a note call. */
const UNIT = /(?<!\p{L})(?:[kdcmµμnh]?m|da?m|[mµμn]?s|[kmµμ]?g|ft|in|an|jour|hab|W|kW|VA|V|A|N|J|K|mol|L|l)$/u
/** Pattern of a variable: a single letter that is not in a word. « à » and « y » are words. */
const VARIABLE = /(?<![\p{Script=Latin}’'])[\p{Lu}\p{Script=Greek}b-xz]$/u
/** Pattern of a parenthesised expression: « (1+t) », « (x) ». A number after « (CGCT) » is a note call. */
const GROUP = /\((?:[^()]*[\d+−×*/=][^()]*|\p{L}{1,2})\)$/u
/** Letters that may be exponents. Others are abbreviations written above the line: « Dr », « St », « Pr ». */
const LETTER_EXPONENT = /^[nkxyijpm]$/i
const DIGIT_END = /[\d⁰¹²³⁴-⁹₀-₉]$/u

/**
 * Writes a superscript in plain text. An exponent becomes « ³ » or « ^(n+1) »; an ordinal, a note call or a word is unchanged. Digits after a digit are
 * always an exponent: « 12 000 » with a note call « 1 » must not become 120001.
 * @param before text of the paragraph on the left of `text`
 */
export function superscript(text: string, before: string): string {
  return mapTrimmed(text, (inner) => {
    if (SIGNED_DIGITS.test(inner)) {
      const isSigned = !/^\d/.test(inner)
      const isPower = isBase(before) || /[⁺⁻]$/.test(before) || UNIT.test(before)
      return isPower || (isSigned && /\p{L}$/u.test(before)) ? toExponent(inner) : inner
    }
    if (ORDINAL_OR_NOTE.test(inner) || !EXPRESSION.test(inner)) return inner
    if (/^\p{L}$/u.test(inner) && !LETTER_EXPONENT.test(inner) && VARIABLE.test(before)) return inner
    return isBase(before) ? toExponent(inner) : inner
  })
}

const isBase = (before: string): boolean => DIGIT_END.test(before) || VARIABLE.test(before) || GROUP.test(before)

/**
 * Writes a subscript in plain text: « CO₂ », « PM₁₀ », « x_i ». After a word, other words and decimal numbers are unchanged.
 * @param before text of the paragraph on the left of `text`
 */
export function subscript(text: string, before: string): string {
  return mapTrimmed(text, (inner) => {
    if (SIGNED_DIGITS.test(inner)) return /[\p{L}\p{N})\]₋₊]$/u.test(before) ? toIndex(inner) : inner
    return DIGIT_END.test(before) || VARIABLE.test(before) ? toIndex(inner) : inner
  })
}

/** Maximum length of an exponent or index written without parentheses, in characters. */
const MAX_PLAIN = 40

const isSignedNumber = (text: string): boolean => text.length < MAX_PLAIN && SIGNED_DIGITS.test(text)

/** Writes an exponent: « ³ », « ⁻¹ », « ^n », « ^(n+1) ». */
export const toExponent = (text: string): string => (isSignedNumber(text) ? mapCharacters(text, SUPERSCRIPTS) : `^${withParentheses(text)}`)

/** Writes an index: « ₂ », « _i », « _(i+1) ». */
export const toIndex = (text: string): string => (isSignedNumber(text) ? mapCharacters(text, SUBSCRIPTS) : `_${withParentheses(text)}`)

/** Position of a text relative to the line; null for a text on it. */
export type Script = 'superscript' | 'subscript' | null

const withParentheses = (text: string): string => (text.length < MAX_PLAIN && /^(?:[\p{L}\p{M}]+|\d+)$/u.test(text) ? text : `(${text})`)

const mapCharacters = (text: string, scripts: ReadonlyMap<string, string>): string =>
  Array.from(text, (character) => scripts.get(character) ?? character).join('')

/** Applies `write` to the text without its surrounding blanks, which are kept. */
function mapTrimmed(text: string, write: (inner: string) => string): string {
  const inner = text.trim()
  if (inner === '') return text
  const index = text.indexOf(inner)
  return text.slice(0, index) + write(inner) + text.slice(index + inner.length)
}

function zip(from: string, to: string): [string, string][] {
  const images = Array.from(to)
  return Array.from(from, (character, index) => [character, images[index]!])
}
