import type { CitedPassage, Source } from '@parvis/contract'
import type { AnsweringPart } from './answering-parts.ts'
import { comparable, shareOn } from './highlight.ts'

/** Share of its letters that a text has to give another to be the same place: neighbours share a heading or a formula. */
const enough = 1 / 3

/**
 * Whether the passage of a document still is what an answer cited of it. A source knows its passage by its rank, and a document
 * that was cut anew has another one there.
 */
export const isStillThere = (passage: string, extract: string): boolean =>
  comparable(extract) === '' || Math.max(shareOn([passage], extract), shareOn([extract], passage)) >= enough

/** What an answer kept of a passage, as a passage. */
export const asCited = ({ page, page_to, section, extract }: Source): Omit<CitedPassage, 'passage_id'> => ({
  page_from: page,
  page_to: page_to ?? page,
  section,
  text: extract,
})

/** Parts of the lines of a passage as ranges of its text, in UTF-16 units. */
export function inPassage(lines: readonly string[], parts: readonly AnsweringPart[]): { from: number; to: number }[] {
  const starts = lines.reduce<number[]>((found, line) => [...found, found.at(-1)! + line.length + 1], [0])
  return parts.map(({ line, from, to }) => ({ from: starts[line]! + from, to: starts[line]! + to }))
}
