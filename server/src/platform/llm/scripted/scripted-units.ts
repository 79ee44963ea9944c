import type { Passage } from './scripted-prompt.ts'
import { sentencesOf } from './scripted-words.ts'

/** What can be quoted of a passage so that it is understood alone. */
export type Unit = {
  passage: Passage
  /** Rank of the passage, and of the unit in it. */
  rank: number
  place: number
  /** The sentence; of a list or a table, the line that announces it, or nothing. */
  text: string
  /** Items of a list, rows of a table. */
  items: readonly string[]
  /** The head of a table; null for anything else. */
  head: string | null
  isTable: boolean
  /** A heading: nothing to quote, but it may hold a date or a name. */
  isHeading: boolean
  /** The heading right above. */
  heading: string
  /** The same, and the sentence before where this one points back to it. */
  above: string
}

const ITEM = /^[-*•–]\s+/
const ROW = /(?:^|\s)\|\s/
const ANNOUNCES = /:$/
/** Lines that all end with a colon announce nothing: they do not pile up. */
const LONGEST_LEAD = 600
const ENDED = /[.!?…;,:»]$/
const MEASURED = /\d\s?(?:%|€|ans?\b|mois\b|jours?\b|heures?\b|semaines?\b)|\s:\s/i
/** « Ce délai… », « Elle… »: what it speaks of is in the sentence before. */
const POINTS_BACK =
  /^(?:(?:il|elle|ils|elles|ce|cet|cette|ces|cela|celui-ci|celle-ci|celui|celle|ceux|son|sa|ses|leurs?|toutefois|cependant|ainsi|dans ce cas|dans ces cas|à défaut|en revanche|sinon)(?![\p{L}'’])|c['’]est|s['’]il)/iu

export const cellsOf = (row: string): string[] => row.split(/(?:^|\s)\|(?:\s|$)/).map((cell) => cell.trim())

/** A table without a head begins with values. */
const isHead = (row: string): boolean => cellsOf(row).every((cell) => !/\d/.test(cell) || /^\d{4}$/.test(cell) || /\p{L}{3}/u.test(cell)) && !MEASURED.test(row)
const isHeading = (line: string): boolean => line.length <= 90 && !ENDED.test(line) && !MEASURED.test(line) && /^[\p{Lu}\d«]/u.test(line)

/** Sentences, lists with the line that announces them, tables with their head, in order. */
export const unitsOf = (passage: Passage, rank: number): Unit[] => {
  const units: Unit[] = []
  const leaf = passage.section.split(' › ').at(-1)!
  let heading = leaf
  let before = ''
  const add = (unit: Pick<Unit, 'text' | 'items' | 'head' | 'isTable'> & { isHeading?: true }) => {
    const above = before !== '' && POINTS_BACK.test(unit.text) ? `${heading}. ${before}` : heading
    units.push({ passage, rank, place: units.length, heading, above, isHeading: false, ...unit })
  }
  /** The announcing sentence, taken back from the units when what it announces comes. */
  const takeLead = (): string => {
    const last = units.at(-1)
    return last !== undefined && last.items.length === 0 && last.text.length <= LONGEST_LEAD && ANNOUNCES.test(last.text) && last.text === before
      ? units.pop()!.text
      : ''
  }
  const lines = passage.text.split('\n').map((line) => line.trimEnd())
  const isOf = (line: string, kind: RegExp) => (kind === ITEM ? ITEM.test(line.trimStart()) : ROW.test(line) && !ITEM.test(line.trimStart()))
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const kind = isOf(line, ITEM) ? ITEM : isOf(line, ROW) ? ROW : null
    if (kind !== null) {
      const block: string[] = []
      const width = cellsOf(line).length
      for (; at < lines.length && (lines[at]!.trim() === '' || isOf(lines[at]!, kind)); at++) {
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
      // « selon la formule suivante : » goes with the formula.
      const lead = takeLead()
      add({ text: lead === '' ? sentence : `${lead} ${sentence}`, items: [], head: null, isTable: false })
      before = units.at(-1)!.text
    }
  }
  return units
}
