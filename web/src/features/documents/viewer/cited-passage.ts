import type { CitedPassage, Source } from '@parvis/contract'
import type { AnsweringPart } from './answering-parts.ts'
import { normalizeLetters, sharedFraction } from './highlight.ts'

/** Minimum share of common letters for two texts to be the same passage. Neighbouring passages may share a heading or a set phrase. */
const minShare = 1 / 3

/**
 * Whether a passage still has the text that an answer cited. Sources identify passages by position, and a document that was read again may have another
 * passage there.
 */
export const isSamePassage = (passage: string, extract: string): boolean =>
  normalizeLetters(extract) === '' || Math.max(sharedFraction([passage], extract), sharedFraction([extract], passage)) >= minShare

/** Builds a passage from the data stored with the source of an answer. */
export const toCitedPassage = ({ page, page_to, section, extract }: Source): Omit<CitedPassage, 'passage_id'> => ({
  page_from: page,
  page_to: page_to ?? page,
  section,
  text: extract,
})

/** Converts parts of the lines of a passage to ranges of its text, in UTF-16 units. */
export function toPassageRanges(lines: readonly string[], parts: readonly AnsweringPart[]): { from: number; to: number }[] {
  const starts = lines.reduce<number[]>((found, line) => [...found, found.at(-1)! + line.length + 1], [0])
  return parts.map(({ line, from, to }) => ({ from: starts[line]! + from, to: starts[line]! + to }))
}
