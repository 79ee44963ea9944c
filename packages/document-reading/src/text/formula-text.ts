import { exponent, index } from './scripts.ts'

/**
 * A part of a formula, written on one line. `shape` decides where it needs parentheses: an atom never; a product below a fraction bar or in a power; a
 * fraction or a power also above a fraction bar; a sum everywhere.
 */
export type Piece = { text: string; shape: 'empty' | 'atom' | 'product' | 'fraction' | 'power' | 'sum' }

export const NOTHING: Piece = { text: '', shape: 'empty' }

/** Styled mathematical letters, which are replaced with plain ones, and invisible operators. */
const STYLED = /[\u{1D400}-\u{1D7FF}]/gu
const UNSEEN = /[\u2061-\u2064\u200B〖〗▒]/g

/** Converts a run of characters of a formula. */
export function symbols(raw: string): Piece {
  const text = raw.replace(STYLED, (letter) => letter.normalize('NFKC')).replace(UNSEEN, '')
  if (text === '') return NOTHING
  const inner = text.trim()
  if (/^(?:\p{L}[\p{L}\p{M}]*|\d+(?:[.,\u00A0\u202F]\d+)*%?)$/u.test(inner)) return { text, shape: 'atom' }
  return { text, shape: /^[\p{L}\p{M}\d.,·×*%]*$/u.test(inner) ? 'product' : 'sum' }
}

/** Joins pieces side by side. A fraction is separated from a number or a letter: « 2 1/2 » must not become 21/2. */
export function sequence(pieces: readonly Piece[]): Piece {
  const parts = pieces.filter(({ shape }) => shape !== 'empty')
  if (parts.length <= 1) return parts[0] ?? NOTHING
  let text = ''
  let shape: Piece['shape'] = 'product'
  for (const [nth, part] of parts.entries()) {
    const before = parts[nth - 1]
    if (part.shape === 'sum') shape = 'sum'
    const meets = before && (part.shape === 'fraction' || before.shape === 'fraction') && before.shape !== 'sum' && part.shape !== 'sum'
    text += (meets || (before && touches(before, part)) ? ' ' : '') + part.text
  }
  return { text, shape }
}

/** Whether a fraction follows or precedes a digit or a letter. */
function touches(before: Piece, after: Piece): boolean {
  const isWord = /[\p{L}\p{N}]/u
  if (after.shape === 'fraction') return isWord.test(before.text.at(-1) ?? '')
  return before.shape === 'fraction' && isWord.test(after.text[0] ?? '')
}

const within = ({ text, shape }: Piece, bare: readonly Piece['shape'][]): string => (shape === 'empty' || bare.includes(shape) ? text : `(${text})`)

export const fraction = (above: Piece, under: Piece): Piece => ({
  text: `${within(above, ['atom', 'product', 'power'])}/${within(under, ['atom', 'power'])}`,
  shape: 'fraction',
})

export const power = (base: Piece, raised: Piece): Piece =>
  raised.shape === 'empty' ? base : { text: within(base, ['atom']) + exponent(raised.text), shape: 'power' }

export const indexed = (base: Piece, lowered: Piece): Piece =>
  lowered.shape === 'empty' ? base : { text: within(base, ['atom']) + index(lowered.text), shape: 'atom' }

const ROOTS: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' }

export function root(degree: Piece, inside: Piece): Piece {
  const sign = ROOTS[degree.text] ?? `${/^\d+$/.test(degree.text.slice(0, 4)) ? exponent(degree.text) : `[${degree.text}]`}√`
  return { text: `${sign}(${inside.text})`, shape: 'atom' }
}

/** Writes a sum, a product or an integral with its bounds: « ∑_(i=1)^n x ». */
export function operator(sign: string, from: Piece, to: Piece, inside: Piece): Piece {
  const bounds = (from.shape === 'empty' ? '' : index(from.text)) + (to.shape === 'empty' ? '' : exponent(to.text))
  return { text: `${sign}${bounds} ${within(inside, ['atom', 'product', 'power', 'fraction'])}`.trim(), shape: 'sum' }
}

export function delimited(parts: readonly Piece[], { begin, separator, end }: { begin: string; separator: string; end: string }): Piece {
  const inside = parts.map(({ text }) => text).join(separator.trim() ? `${separator === ',' || separator === ';' ? '' : ' '}${separator} ` : ' ')
  // A cases brace has no right side.
  return { text: begin + inside + end, shape: begin && end ? 'atom' : 'sum' }
}

/** Writes a function: « sin(x) ». An argument in parentheses gets no others. */
export const applied = (name: Piece, argument: Piece): Piece => ({
  text:
    argument.shape === 'empty' ? name.text : name.text + (argument.shape === 'atom' && argument.text.startsWith('(') ? argument.text : `(${argument.text})`),
  shape: 'atom',
})

/** Joins rows that are one below the other: equations, or rows of a matrix. */
export const rows = (parts: readonly Piece[]): Piece => {
  const kept = parts.filter(({ shape }) => shape !== 'empty')
  return kept.length <= 1 ? (kept[0] ?? NOTHING) : { text: kept.map(({ text }) => text).join(' ; '), shape: 'sum' }
}

export const matrix = (lines: readonly (readonly Piece[])[]): Piece => ({
  text: `[${lines.map((cells) => cells.map(({ text }) => text).join(', ')).join(' ; ')}]`,
  shape: 'atom',
})

/** Adds an accent or a bar: as a combining character on one letter, otherwise after parentheses. */
export function accented(base: Piece, mark: string): Piece {
  if (base.shape === 'empty') return base
  return { text: Array.from(base.text.slice(0, 4)).length === 1 ? base.text + mark : `(${base.text})${mark}`, shape: 'atom' }
}
