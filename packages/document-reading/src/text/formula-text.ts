import { toExponent, toIndex } from './scripts.ts'

/**
 * A part of a formula, written on one line. `shape` decides where it needs parentheses: an atom never; a product below a fraction bar or in a power; a
 * fraction or a power also above a fraction bar; a sum everywhere.
 */
export type FormulaPiece = { text: string; shape: 'empty' | 'atom' | 'product' | 'fraction' | 'power' | 'sum' }

export const EMPTY_PIECE: FormulaPiece = { text: '', shape: 'empty' }

/** Styled mathematical letters, which are replaced with plain ones, and invisible operators. */
const STYLED = /[\u{1D400}-\u{1D7FF}]/gu
const INVISIBLE = /[\u2061-\u2064\u200B〖〗▒]/g

/** Converts a run of characters of a formula. */
export function toFormulaPiece(raw: string): FormulaPiece {
  const text = raw.replace(STYLED, (letter) => letter.normalize('NFKC')).replace(INVISIBLE, '')
  if (text === '') return EMPTY_PIECE
  const inner = text.trim()
  if (/^(?:\p{L}[\p{L}\p{M}]*|\d+(?:[.,\u00A0\u202F]\d+)*%?)$/u.test(inner)) return { text, shape: 'atom' }
  return { text, shape: /^[\p{L}\p{M}\d.,·×*%]*$/u.test(inner) ? 'product' : 'sum' }
}

/** Joins pieces side by side. A fraction is separated from a number or a letter: « 2 1/2 » must not become 21/2. */
export function sequence(pieces: readonly FormulaPiece[]): FormulaPiece {
  const parts = pieces.filter(({ shape }) => shape !== 'empty')
  if (parts.length <= 1) return parts[0] ?? EMPTY_PIECE
  let text = ''
  let shape: FormulaPiece['shape'] = 'product'
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (part.shape === 'sum') shape = 'sum'
    const areAdjacent = before && (part.shape === 'fraction' || before.shape === 'fraction') && before.shape !== 'sum' && part.shape !== 'sum'
    text += (areAdjacent || (before && touchesWord(before, part)) ? ' ' : '') + part.text
  }
  return { text, shape }
}

/** Whether a fraction follows or precedes a digit or a letter. */
function touchesWord(before: FormulaPiece, after: FormulaPiece): boolean {
  const isWord = /[\p{L}\p{N}]/u
  if (after.shape === 'fraction') return isWord.test(before.text.at(-1) ?? '')
  return before.shape === 'fraction' && isWord.test(after.text[0] ?? '')
}

const parenthesise = ({ text, shape }: FormulaPiece, bareShapes: readonly FormulaPiece['shape'][]): string =>
  shape === 'empty' || bareShapes.includes(shape) ? text : `(${text})`

export const fraction = (numerator: FormulaPiece, denominator: FormulaPiece): FormulaPiece => ({
  text: `${parenthesise(numerator, ['atom', 'product', 'power'])}/${parenthesise(denominator, ['atom', 'power'])}`,
  shape: 'fraction',
})

export const power = (base: FormulaPiece, exponent: FormulaPiece): FormulaPiece =>
  exponent.shape === 'empty' ? base : { text: parenthesise(base, ['atom']) + toExponent(exponent.text), shape: 'power' }

export const subscripted = (base: FormulaPiece, lowered: FormulaPiece): FormulaPiece =>
  lowered.shape === 'empty' ? base : { text: parenthesise(base, ['atom']) + toIndex(lowered.text), shape: 'atom' }

const ROOTS: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' }

export function root(degree: FormulaPiece, radicand: FormulaPiece): FormulaPiece {
  const sign = ROOTS[degree.text] ?? `${/^\d+$/.test(degree.text.slice(0, 4)) ? toExponent(degree.text) : `[${degree.text}]`}√`
  return { text: `${sign}(${radicand.text})`, shape: 'atom' }
}

/** Writes a sum, a product or an integral with its bounds: « ∑_(i=1)^n x ». */
export function operator(sign: string, from: FormulaPiece, to: FormulaPiece, radicand: FormulaPiece): FormulaPiece {
  const bounds = (from.shape === 'empty' ? '' : toIndex(from.text)) + (to.shape === 'empty' ? '' : toExponent(to.text))
  return { text: `${sign}${bounds} ${parenthesise(radicand, ['atom', 'product', 'power', 'fraction'])}`.trim(), shape: 'sum' }
}

export function delimited(parts: readonly FormulaPiece[], { begin, separator, end }: { begin: string; separator: string; end: string }): FormulaPiece {
  const innerText = parts.map(({ text }) => text).join(separator.trim() ? `${separator === ',' || separator === ';' ? '' : ' '}${separator} ` : ' ')
  // A cases brace has no right side.
  return { text: begin + innerText + end, shape: begin && end ? 'atom' : 'sum' }
}

/** Writes a function: « sin(x) ». An argument in parentheses gets no others. */
export const functionCall = (name: FormulaPiece, argument: FormulaPiece): FormulaPiece => ({
  text:
    argument.shape === 'empty' ? name.text : name.text + (argument.shape === 'atom' && argument.text.startsWith('(') ? argument.text : `(${argument.text})`),
  shape: 'atom',
})

/** Joins rows that are one below the other: equations, or rows of a matrix. */
export const rows = (parts: readonly FormulaPiece[]): FormulaPiece => {
  const nonEmpty = parts.filter(({ shape }) => shape !== 'empty')
  return nonEmpty.length <= 1 ? (nonEmpty[0] ?? EMPTY_PIECE) : { text: nonEmpty.map(({ text }) => text).join(' ; '), shape: 'sum' }
}

export const matrix = (lines: readonly (readonly FormulaPiece[])[]): FormulaPiece => ({
  text: `[${lines.map((cells) => cells.map(({ text }) => text).join(', ')).join(' ; ')}]`,
  shape: 'atom',
})

/** Adds an accent or a bar: as a combining character on one letter, otherwise after parentheses. */
export function accented(base: FormulaPiece, mark: string): FormulaPiece {
  if (base.shape === 'empty') return base
  return { text: Array.from(base.text.slice(0, 4)).length === 1 ? base.text + mark : `(${base.text})${mark}`, shape: 'atom' }
}
