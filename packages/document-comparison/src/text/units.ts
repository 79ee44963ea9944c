import type { ComparedDocument, Unit } from '../types.ts'
import { compact, fold, keyOf, numberOf, wordsOf } from './fold.ts'

/** Unit with what the alignment compares. */
export interface KeyedUnit extends Unit {
  /** Folded text, and the same without the number at its start. Units that have the same key are equal. */
  key: string
  titleKey: string
  number: string | null
  /** Folded words and those where numbers are masked, as sorted ids, with the sum of their weights. */
  words: Int32Array
  masked: Int32Array
  weight: number
  maskedWeight: number
  /** Position of the heading above; -1 before the first. A heading is its own section. */
  section: number
  cellKeys: readonly string[]
}

/** Ids and weights of words, shared by the two documents. */
export interface Lexicon {
  ids: Map<string, number>
  weights: number[]
}

export const createLexicon = (): Lexicon => ({ ids: new Map(), weights: [] })

/** Weight of words that many sentences share (articles, prepositions), of numbers, and of other words. */
const weightOf = (word: string): number => (/^\d/.test(word) ? 0.8 : word.length <= 3 ? 0.3 : 1)

function idsOf(words: readonly string[], { ids, weights }: Lexicon): { sorted: Int32Array; weight: number } {
  let weight = 0
  const sorted = Int32Array.from(words, (word) => {
    let id = ids.get(word)
    if (id === undefined) {
      id = weights.length
      ids.set(word, id)
      weights.push(weightOf(word))
    }
    weight += weights[id]!
    return id
  }).sort()
  return { sorted, weight }
}

/** Number of characters beyond which a paragraph is cut at its lines and sentences: a text without blank lines is one paragraph. */
const maxParagraph = 4_000

const cutParagraph = (text: string): string[] => (text.length <= maxParagraph ? [text] : text.split(/\n+|(?<=[.;!?])\s+(?=\p{Lu})/u))

/** Lists the units of a document. Repeated running headers and the repeated head of a table cut in two are left out. */
export function unitsOf(document: ComparedDocument): Unit[] {
  const units: (Unit & { boilerplate?: true })[] = []
  let table = -1
  let head = ''
  for (const { page, blocks } of document.pages)
    for (const block of blocks) {
      const boilerplate = block.boilerplate === true ? { boilerplate: true as const } : {}
      if (block.kind !== 'table') {
        head = ''
        const kind = block.kind === 'list_item' ? 'item' : block.kind
        for (const text of cutParagraph(block.text)) units.push({ kind, level: block.kind === 'heading' ? block.level : null, text, page, ...boilerplate })
        continue
      }
      const first = block.header ? keyOf((block.rows[0] ?? []).join('|')) : ''
      const continues = head !== '' && first === head
      if (!continues) table += 1
      head = first
      const columns = block.header ? { columns: block.rows[0] ?? [] } : {}
      for (const cells of continues ? block.rows.slice(1) : block.rows)
        units.push({ kind: 'row', level: null, text: cells.join(' | '), page, cells, ...columns, table, ...boilerplate })
    }
  const repeated = new Map<string, number>()
  const masked = (text: string) => keyOf(text).replace(/\d+/g, '#')
  for (const { text } of units.filter((unit) => unit.boilerplate)) repeated.set(masked(text), (repeated.get(masked(text)) ?? 0) + 1)
  return units
    .filter(({ boilerplate, text }) => /[\p{L}\p{N}]/u.test(text) && !(boilerplate && (repeated.get(masked(text))! > 1 || /^\W*(page)?\W*\d*\W*$/i.test(text))))
    .map(({ boilerplate: _, ...unit }) => unit)
}

/** Computes the keys of units. */
export function keyUnits(units: readonly Unit[], lexicon: Lexicon): KeyedUnit[] {
  let section = -1
  return units.map((unit, at) => {
    if (unit.kind === 'heading') section = at
    const found = unit.kind === 'row' ? null : numberOf(unit.text, unit.kind === 'heading')
    const folded = fold(unit.text)
    const key = compact(folded)
    const words = wordsOf(folded)
    const { sorted, weight } = idsOf(words, lexicon)
    const masked = /\d/.test(folded)
      ? idsOf(
          words.map((word) => (/^\d/.test(word) ? '#' : word)),
          lexicon,
        )
      : { sorted, weight }
    return {
      ...unit,
      key,
      titleKey: found === null ? key : keyOf(unit.text.slice(found.length)),
      number: found?.number ?? null,
      words: sorted,
      masked: masked.sorted,
      weight,
      maskedWeight: masked.weight,
      section,
      cellKeys: unit.cells?.map(keyOf) ?? [],
    }
  })
}
