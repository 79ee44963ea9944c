import { hasHeader, withNoBreakSpaces, inlineText, type InlineNode } from '@parvis/markdown'

/** Area of a page for its text. */
export interface TextArea {
  /** Width between the margins, in points. */
  width: number
  /** Font size of the text, in points. */
  fontSize: number
}

/** Sizes of the characters of a table: that of the text, or a smaller one in points. */
export type TableSize = 'text' | 9 | 8 | 7 | 6

interface ColumnPlan {
  /** Share of the width of each column; the sum is 1. */
  shares: number[]
  size: TableSize
}

const smallerSizes = [9, 8, 7, 6] as const

/** Whether cell margins are reduced too. */
export const isTight = (size: TableSize): boolean => size !== 'text' && size < 9

/** Horizontal space around the text of a cell, in points: margins and border. */
const paddingAt = (size: TableSize) => (isTight(size) ? 5.5 : 11.5)
/** Maximum share of the page for one word: an address is broken rather than the words of the other columns. */
const maxWordShare = 0.4
/** Number of characters beyond which a longer text does not widen its column: it takes several lines. */
const maxLineCharacters = 45

const narrow = new Set("iljtfrI.,;:!|'’()[] \u00a0\u202f-/°")
const wideCharacters = new Set('mwMWŒœ%€@—→')

/** Estimated width of a text in em, slightly too large, because letterheads may use wide fonts. */
function emsOf(text: string): number {
  let width = 0
  for (const character of text) width += narrow.has(character) ? 0.37 : wideCharacters.has(character) ? 0.95 : /\p{Lu}/u.test(character) ? 0.72 : 0.63
  return width
}

/** Pattern of the positions where a line may break: at a breaking space, or after the hyphen of a compound. */
const breaks = /[ \t\n\u2002\u2003\u2009\u200b]+|(?<=\p{L}[-–])(?=\p{L})/u

interface ColumnNeed {
  /** Width in em of the longest word, and of the longest text. */
  word: number
  text: number
}

/** Ratio of bold to normal character widths. */
const boldFactor = 1.12

const isBold = (content: readonly InlineNode[]): boolean =>
  content.some((part) => (part.kind === 'text' && part.marks.includes('bold')) || (part.kind === 'link' && isBold(part.content)))

function needOf(cells: readonly (readonly InlineNode[])[], isHead: (index: number) => boolean): ColumnNeed {
  let [word, text] = [0, 0]
  for (const [index, cell] of cells.entries()) {
    const words = withNoBreakSpaces(inlineText(cell))
    const factor = isHead(index) || isBold(cell) ? boldFactor : 1
    text = Math.max(text, factor * emsOf(words.slice(0, 4 * maxLineCharacters)))
    for (const part of words.split(breaks)) word = Math.max(word, factor * emsOf(part.slice(0, 4 * maxLineCharacters)))
  }
  return { word, text }
}

/**
 * Computes the column widths and font size of a table. The font is reduced until the words of all columns fit side by side. If the smallest size is still
 * too large, the longest words are broken.
 */
export function planColumns(header: readonly InlineNode[][], rows: readonly InlineNode[][][], { width, fontSize }: TextArea): ColumnPlan {
  const needs = header.map((head, index) => needOf([head, ...rows.map((row) => row[index] ?? [])], (line) => line === 0 && hasHeader(header)))
  for (const size of ['text', ...smallerSizes.filter((points) => points < fontSize)] as const) {
    const shares = sharesAt(needs, width, size === 'text' ? fontSize : size, paddingAt(size))
    if (shares !== null) return { shares, size }
  }
  const claimed = needs.map(({ word }) => Math.min(word, 12) + 1)
  const total = claimed.reduce((sum, one) => sum + one, 0)
  return { shares: claimed.map((one) => one / total), size: 6 }
}

/** @returns null when the words do not fit */
function sharesAt(needs: readonly ColumnNeed[], width: number, size: number, padding: number): number[] | null {
  const minWidths = needs.map(({ word }) => Math.min(word * size, needs.length > 1 ? width * maxWordShare : width) + padding)
  const remainingWidth = width - minWidths.reduce((sum, one) => sum + one, 0)
  if (remainingWidth < 0) return null
  const extraWidths = needs.map(({ text }, index) => Math.max(0, Math.min(text, maxLineCharacters * 0.55) * size + padding - minWidths[index]!))
  const totalExtra = extraWidths.reduce((sum, one) => sum + one, 0)
  // The remaining width goes first to texts that need several lines, then to all columns.
  const givenWidths = extraWidths.map((one) => (totalExtra > remainingWidth ? (one * remainingWidth) / totalExtra : one))
  const rest = Math.max(0, remainingWidth - totalExtra)
  const widths = minWidths.map((one, index) => one + givenWidths[index]!)
  const total = widths.reduce((sum, one) => sum + one, 0)
  return widths.map((one) => (one + (rest * one) / total) / width)
}
