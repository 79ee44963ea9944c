const raisedCharacters: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789'].map((digit, index) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹'[index]!])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
}
const lowered: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789'].map((digit, index) => [digit, '₀₁₂₃₄₅₆₇₈₉'[index]!])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '=': '₌',
  '(': '₍',
  ')': '₎',
}

export type ScriptLevel = 'raised' | 'lowered'

/**
 * Converts a text to Unicode superscript or subscript characters: « 2 » gives « ² ». They stay right when copied, whereas a raised « 3 » after « 10 »
 * would become 103. Null when a character has no such form.
 */
export function toSmallCharacters(text: string, level: ScriptLevel): string | null {
  const table = level === 'raised' ? raisedCharacters : lowered
  let result = ''
  for (const character of text) {
    if (!Object.hasOwn(table, character)) return null
    result += table[character]!
  }
  return result === '' ? null : result
}

/** Pattern of the raised ends of ordinals and short titles: « 1er », « 2e », « Mme », « n° ». */
const ordinalEnd = /^(?:e|er|ers|re|res|ère|ème|èmes|nd|nde|es|me|mes|lle|lles|r|rs|o|os|gr|ter|bis)$/i

/** Writes a raised or lowered text in plain characters: « ² », or « ^(n + 1) » and « _(max) ». The end of an ordinal is unchanged: « 1er ». */
export function toPlainScript(text: string, level: ScriptLevel): string {
  if (level === 'raised' && ordinalEnd.test(text)) return text
  const sign = level === 'raised' ? '^' : '_'
  return toSmallCharacters(text, level) ?? (/^[\p{L}\p{N}]$/u.test(text) ? `${sign}${text}` : `${sign}(${text})`)
}
