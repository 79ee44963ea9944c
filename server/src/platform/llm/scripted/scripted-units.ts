import type { PromptPassage } from './scripted-prompt.ts'
import { sentencesOf } from './scripted-words.ts'

/** Part of a passage that can be quoted and understood on its own: a sentence, a list or a table. */
export type QuotableUnit = {
  passage: PromptPassage
  /** Rank of the passage; `index` is the index of the unit in it. */
  rank: number
  index: number
  /** Sentence; for a list or a table, the line that introduces it, or ''. */
  text: string
  /** Items of a list, or rows of a table. */
  items: readonly string[]
  /** Head of a table; null for other units, and for tables without a head. */
  head: string | null
  isTable: boolean
  /** Heading: not quoted, but it may contain a date or a name. */
  isHeading: boolean
  /** Nearest heading above. */
  heading: string
  /** `heading`, with the previous sentence when this one refers back to it. */
  above: string
}

const ITEM = /^[-*•–]\s+/
const ROW = /(?:^|\s)\|\s/
const ANNOUNCES = /:$/
/** Maximum length of an introducing line, in characters: a series of lines that all end with a colon must not accumulate. */
const MAX_LEAD = 600
const ENDED = /[.!?…;,:»]$/
const QUANTITY = /\d\s?(?:%|€|ans?\b|mois\b|jours?\b|heures?\b|semaines?\b)|\s:\s/i
/** Sentence that refers back to the previous one: « Ce délai… », « Elle… ». */
const POINTS_BACK =
  /^(?:(?:il|elle|ils|elles|ce|cet|cette|ces|cela|celui-ci|celle-ci|celui|celle|ceux|son|sa|ses|leurs?|toutefois|cependant|ainsi|dans ce cas|dans ces cas|à défaut|en revanche|sinon)(?![\p{L}'’])|c['’]est|s['’]il)/iu

export const cellsOf = (row: string): string[] => row.split(/(?:^|\s)\|(?:\s|$)/).map((cell) => cell.trim())

/** Whether the first row of a table is its head: a row of values is not. */
const isHead = (row: string): boolean => cellsOf(row).every((cell) => !/\d/.test(cell) || /^\d{4}$/.test(cell) || /\p{L}{3}/u.test(cell)) && !QUANTITY.test(row)
const isHeading = (line: string): boolean => line.length <= 90 && !ENDED.test(line) && !QUANTITY.test(line) && /^[\p{Lu}\d«]/u.test(line)

/** Splits a passage into units: sentences, lists with the line that introduces them, tables with their head, in order. */
export const unitsOf = (passage: PromptPassage, rank: number): QuotableUnit[] => {
  const units: QuotableUnit[] = []
  const leaf = passage.section.split(' › ').at(-1)!
  let heading = leaf
  let before = ''
  const add = (unit: Pick<QuotableUnit, 'text' | 'items' | 'head' | 'isTable'> & { isHeading?: true }) => {
    const above = before !== '' && POINTS_BACK.test(unit.text) ? `${heading}. ${before}` : heading
    units.push({ passage, rank, index: units.length, heading, above, isHeading: false, ...unit })
  }
  /** Removes the introducing line from the units and returns it, to be joined to what it introduces; '' when there is none. */
  const takeLead = (): string => {
    const last = units.at(-1)
    return last !== undefined && last.items.length === 0 && last.text.length <= MAX_LEAD && ANNOUNCES.test(last.text) && last.text === before
      ? units.pop()!.text
      : ''
  }
  const lines = passage.text.split('\n').map((line) => line.trimEnd())
  const isLineOf = (line: string, kind: RegExp) => (kind === ITEM ? ITEM.test(line.trimStart()) : ROW.test(line) && !ITEM.test(line.trimStart()))
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const kind = isLineOf(line, ITEM) ? ITEM : isLineOf(line, ROW) ? ROW : null
    if (kind !== null) {
      const block: string[] = []
      const width = cellsOf(line).length
      for (; at < lines.length && (lines[at]!.trim() === '' || isLineOf(lines[at]!, kind)); at++) {
        if (lines[at]!.trim() === '') continue
        if (kind === ROW && cellsOf(lines[at]!).length !== width) break
        block.push(kind === ITEM ? lines[at]!.trimStart().replace(ITEM, '') : lines[at]!)
      }
      at--
      const text = takeLead()
      if (kind === ITEM) add({ text, items: block, head: null, isTable: false })
      else {
        const head = block.length > 1 && isHead(block[0]!) ? block[0]! : null
        add({ text, items: head === null ? block : block.filter((row) => row !== head), head, isTable: true })
      }
      before = ''
      continue
    }
    if (isHeading(line.trim())) {
      heading = line.trim()
      before = ''
      add({ text: heading, items: [], head: null, isTable: false, isHeading: true })
      continue
    }
    for (const sentence of sentencesOf(line)) {
      // « selon la formule suivante : » belongs with the formula.
      const lead = takeLead()
      add({ text: lead === '' ? sentence : `${lead} ${sentence}`, items: [], head: null, isTable: false })
      before = units.at(-1)!.text
    }
  }
  return units
}
