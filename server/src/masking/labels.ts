import { labelWords, maskedKinds, type MaskedKind } from '@parvis/contract'

/** Returns the label of a value: `[PERSONNE_1]`. */
export const labelOf = (kind: MaskedKind, number: number): string => `[${labelWords[kind]}_${number}]`

/** Label at a position of a text. `isLinkText`: its brackets are those of a Markdown link. */
type LabelMatch = { kind: MaskedKind; number: number; end: number; isLinkText: boolean }

const kindByWord = new Map<string, MaskedKind>(maskedKinds.flatMap((kind) => [[labelWords[kind], kind] as const, [`${labelWords[kind]}S`, kind] as const]))
const words = [...kindByWord.keys()]
const maxWordLength = Math.max(...words.map((word) => word.length))
/** Beginnings of the words, whole words included. */
const beginnings = new Set(words.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))))
const maxDigits = 6
const maxSeparators = 4

/** Returns the capital of a letter without its accent; an empty string for a combining mark; null for anything else. */
function capitalOf(code: number): string | null {
  if (code >= 65 && code <= 90) return String.fromCharCode(code)
  if (code >= 97 && code <= 122) return String.fromCharCode(code - 32)
  if (code >= 0x300 && code <= 0x36f) return ''
  // É, È, Ê, Ë and their small letters: TÉLÉPHONE, DONNÉE.
  return (code >= 0xc8 && code <= 0xcb) || (code >= 0xe8 && code <= 0xeb) ? 'E' : null
}

const isSmall = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 0xe8 && code <= 0xeb)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0 || code === 0x202f
const backslash = 92
const underscore = 95
const openBracket = 91
const closeBracket = 93
const isSeparator = (code: number): boolean => code === underscore || code === backslash || code === 45 || isSpace(code)
const isWordCharacter = (code: number): boolean => code === underscore || isDigit(code) || /[\p{L}\p{N}]/u.test(String.fromCharCode(code))

/** Whether a label may begin at a position: with a bracket, or with a word that no other character precedes. */
function mayBegin(text: string, at: number, previous: number): boolean {
  const code = text.charCodeAt(at)
  if (code === openBracket || code === backslash) return true
  const capital = capitalOf(code)
  return capital !== null && capital !== '' && beginnings.has(capital) && !isWordCharacter(previous)
}

/**
 * Reads a label at a position of a text, as models write them: any case, without a bracket, with spaces or Markdown escapes, in the plural. Without brackets,
 * it has an underscore or is in capitals.
 * @param isWhole whether the text goes no further
 * @returns `partial` when the text ends before it can be decided; null: no label
 */
function matchAt(text: string, start: number, isWhole: boolean): LabelMatch | 'partial' | null {
  const { length } = text
  let at = start
  const isCut = () => at >= length && !isWhole
  if (text.charCodeAt(at) === backslash) {
    at += 1
    if (isCut()) return 'partial'
    if (text.charCodeAt(at) !== openBracket) return null
  }
  const isOpen = text.charCodeAt(at) === openBracket
  if (isOpen) {
    at += 1
    while (at < length && at < start + 4 && (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === backslash)) at += 1
  }
  let word = ''
  let isCapitals = true
  for (; at < length && word.length <= maxWordLength; at += 1) {
    const code = text.charCodeAt(at)
    const capital = capitalOf(code)
    if (capital === null) break
    word += capital
    if (!beginnings.has(word)) return null
    if (isSmall(code)) isCapitals = false
  }
  if (isCut()) return 'partial'
  const kind = kindByWord.get(word)
  if (kind === undefined) return null
  const separators = at
  let hasUnderscore = false
  for (; at < length && at < separators + maxSeparators && isSeparator(text.charCodeAt(at)); at += 1)
    if (text.charCodeAt(at) === underscore) hasUnderscore = true
  if (isCut()) return 'partial'
  const digits = at
  while (at < length && at < digits + maxDigits && isDigit(text.charCodeAt(at))) at += 1
  if (isCut()) return 'partial'
  if (at === digits || !(isOpen || hasUnderscore || isCapitals)) return null
  const number = Number(text.slice(digits, at))
  return endOf(text, at, isWhole, isOpen, { kind, number })
}

/** Reads what follows the number of a label: a closing bracket, and the parenthesis of a link. */
function endOf(text: string, from: number, isWhole: boolean, isOpen: boolean, label: { kind: MaskedKind; number: number }): LabelMatch | 'partial' | null {
  const { length } = text
  let at = from
  while (at < length && at < from + 2 && (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === backslash)) at += 1
  if (at >= length && !isWhole) return 'partial'
  if (text.charCodeAt(at) !== closeBracket) return from < length && isWordCharacter(text.charCodeAt(from)) ? null : { ...label, end: from, isLinkText: false }
  at += 1
  if (isOpen && at >= length && !isWhole) return 'partial'
  return { ...label, end: at, isLinkText: isOpen && text.charCodeAt(at) === 40 }
}

/** Label of a text, with its position. */
type FoundLabel = LabelMatch & { start: number }

/**
 * Finds the labels of a text.
 * @param previous character before the text, 0 for none
 * @param isWhole whether the text goes no further
 * @returns the labels, and the position from which the text may be the beginning of one (its length when there is none)
 */
export function findLabels(text: string, previous: number, isWhole: boolean): { labels: FoundLabel[]; decided: number } {
  const labels: FoundLabel[] = []
  let before = previous
  for (let at = 0; at < text.length;) {
    const match = mayBegin(text, at, before) ? matchAt(text, at, isWhole) : null
    if (match === 'partial') return { labels, decided: at }
    if (match !== null) labels.push({ ...match, start: at })
    const next = match === null ? at + 1 : match.end
    before = text.charCodeAt(next - 1)
    at = next
  }
  return { labels, decided: text.length }
}
