import { keyOf, numberOf } from './text/fold.ts'
import type { FigureChange, Unit, WordPart } from './types.ts'

const months = 'janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre'
const space = '[\\s\\u00a0\\u202f]'
const date = `(?:1er|\\d{1,2})${space}+(?:${months})(?:${space}+\\d{4})?|(?:${months})${space}+\\d{4}|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{4}-\\d{2}-\\d{2}`
const digits = `\\d{1,3}(?:[\\u00a0\\u202f .]\\d{3})+(?!\\d)(?:,\\d+)?|\\d+(?:[.,]\\d+)?`
const spelled =
  'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt(?:-(?:et-un|deux|trois|quatre|cinq|six|sept|huit|neuf))?|vingt et un|trente|quarante|cinquante|soixante(?:-dix)?|quatre-vingts?|quatre-vingt-dix|cent|mille|un|une'
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<date>${date})(?![\\p{L}\\p{N}])|(?<number>[-−]?(?:${digits}))(?<sign>${space}?(?:€|%|euros?(?!\\p{L})|pour cent))?|(?<word>${spelled})(?![\\p{L}\\p{N}-]))`,
  'giu',
)
/** Pattern of what stands before the number of an article or of a text, which is a reference. */
const reference =
  /(?:(?<!\p{L})(?:articles?|art\.|alinéas?|annexes?|chapitres?|titres?|sections?|pages?|p\.|n°|nº|numéro|loi|décret|[LRDA]\.?\s?\*?)\s*|\d-)$/iu
const year = /^(?:19|20)\d\d$/
/** Words that follow a number without being what it counts. */
const notUnits = new Set(
  'de des du la le les et ou par sur au aux en dans pour d l à a avec est sont x sans dont qui que afin entre puis soit jusqu se il elle ne peut doit'.split(
    ' ',
  ),
)

interface Figure {
  text: string
  /** Value, so that « trois » and « 3 » are equal. */
  value: string
  kind: 'date' | 'amount' | 'number'
  /** Whether the word is also an article: « un », « une ». */
  isArticle: boolean
  unit: string
  start: number
  end: number
}

const spelledValues: Record<string, string> = Object.fromEntries(
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt'
    .split(' ')
    .map((word, at) => [keyOf(word), String(at + 1)]),
)
spelledValues[keyOf('une')] = '1'

/** Finds the figures of a text. The number of an article, of a paragraph or of a law is none. */
function figuresOf(text: string, kind: Unit['kind']): Figure[] {
  const start = kind === 'row' ? 0 : (numberOf(text, kind === 'heading')?.length ?? 0)
  return [...text.matchAll(figure)].flatMap(({ 0: whole, index, groups }) => {
    const end = index + whole.length
    const isRange = year.test(whole) && (/^-(?:19|20)\d\d(?!\d)/.test(text.slice(end)) || /(?<!\d)(?:19|20)\d\d-$/.test(text.slice(0, index)))
    if (index < start || (!isRange && reference.test(text.slice(Math.max(0, index - 14), index)))) return []
    // The number of a law: « 2016-360 ».
    if (!isRange && year.test(whole) && /^-\d/.test(text.slice(end))) return []
    const word = groups!['word']
    const isAmount = groups!['sign'] !== undefined
    const noun =
      groups!['date'] !== undefined || isAmount || year.test(whole) ? '' : (/^[\s\u00a0\u202f]?([\p{L}°][\p{L}²³]*)/u.exec(text.slice(end))?.[1] ?? '')
    const unit = notUnits.has(noun.toLowerCase()) ? '' : noun
    const key = keyOf(whole)
    return [
      {
        text: whole,
        value: word === undefined ? key.replace(/eur(os?)?$|pct$|pourcent$/, '') : (spelledValues[key] ?? key),
        kind: groups!['date'] !== undefined ? 'date' : isAmount ? 'amount' : 'number',
        isArticle: /^une?$/i.test(whole),
        unit,
        start: index,
        end,
      },
    ]
  })
}

/** Range of characters in the old and in the new text. */
interface Hunk {
  before: readonly [number, number]
  after: readonly [number, number]
}

function hunksOf(words: readonly WordPart[], before: string): Hunk[] {
  const hunks: { before: [number, number]; after: [number, number] }[] = []
  let [i, j] = [0, 0]
  let isOpen = false
  for (const { kind, text } of words) {
    if (kind === 'same') {
      isOpen = false
      // The unchanged text has the new typography: its length in the old text may differ.
      i = alignedEnd(before, i, text)
      j += text.length
      continue
    }
    if (!isOpen) hunks.push({ before: [i, i], after: [j, j] })
    isOpen = true
    if (kind === 'removed') i += text.length
    else j += text.length
    hunks.at(-1)!.before[1] = i
    hunks.at(-1)!.after[1] = j
  }
  return hunks
}

/** Returns the position in the old text where a run equal to `text` up to typography ends: after as many letters and digits, and the signs that follow. */
function alignedEnd(before: string, from: number, text: string): number {
  if (before.startsWith(text, from)) return from + text.length
  const wanted = keyOf(text).length
  let at = from
  for (let length = 0; at < before.length && length < wanted; at += 1) length += keyOf(before[at]!).length
  while (at < before.length && !/[\p{L}\p{N}]/u.test(before[at]!) && /[^\p{L}\p{N}]$/u.test(text)) at += 1
  return at
}

/** Number of characters of a text beyond which its figures are not compared. */
const maxCharacters = 20_000

/** Lists the figures that a change of words replaced by others, in pairs. */
export function compareFigures(before: Unit, after: Unit, words: readonly WordPart[]): Omit<FigureChange, 'change'>[] {
  if (before.text.length > maxCharacters || after.text.length > maxCharacters) return []
  const [left, right] = [figuresOf(before.text, before.kind), figuresOf(after.text, after.kind)]
  if (left.length === 0 || right.length === 0) return []
  const touches = ({ start, end }: Figure, [from, to]: readonly [number, number]) => (from === to ? start <= from && end >= from : start < to && end > from)
  const changes: Omit<FigureChange, 'change'>[] = []
  const used = new Set<Figure>()
  for (const hunk of hunksOf(words, before.text)) {
    const inside = (figures: Figure[], range: readonly [number, number]) => figures.filter((one) => !used.has(one) && touches(one, range))
    for (const [old, next] of pairFigures(inside(left, hunk.before), inside(right, hunk.after))) {
      used.add(old).add(next)
      if (old.value === next.value || (old.isArticle && next.isArticle)) continue
      const label = labelOf(after, next)
      changes.push({
        before: old.text.trim(),
        after: next.text.trim(),
        ...(old.unit !== '' && { before_unit: old.unit }),
        ...(next.unit !== '' && { after_unit: next.unit }),
        ...(label !== '' && { label }),
      })
    }
  }
  return changes
}

/** Pairs the figures of a change: those of the same kind, in order. */
function pairFigures(left: readonly Figure[], right: readonly Figure[]): [Figure, Figure][] {
  const pairs: [Figure, Figure][] = []
  let from = 0
  for (const [at, old] of left.entries()) {
    const remaining = left.length - at - 1
    const fits = (one: Figure) => one.kind === old.kind || (one.kind !== 'date' && old.kind !== 'date')
    let to = from
    while (to < right.length && !fits(right[to]!)) to += 1
    // Among more new figures than old ones, one with the same unit is preferred.
    for (let other = to; other < right.length - remaining; other += 1)
      if (fits(right[other]!) && keyOf(right[other]!.unit) === keyOf(old.unit)) {
        to = other
        break
      }
    if (to >= right.length) continue
    pairs.push([old, right[to]!])
    from = to + 1
  }
  return pairs
}

const maxLabelWords = 7

/** Names what a figure counts: the first cell of its row and its column, or the words before it. */
function labelOf(unit: Unit, { start, end }: Figure): string {
  if (unit.kind === 'row' && unit.cells !== undefined) {
    let at = 0
    const column = unit.cells.findIndex((cell) => {
      const from = at
      at += cell.length + 3
      return start >= from && start < at
    })
    const name = unit.cells.slice(0, Math.max(column, 1)).filter((cell, nth) => nth !== column && /\p{L}/u.test(cell) && cell.length < 60)
    const first = name.length > 0 ? name.join(', ') : column > 0 ? (unit.cells[0] ?? '') : ''
    return [first, unit.columns?.[column] ?? ''].filter((part) => part !== '' && part.length < 120).join(' – ')
  }
  const clause = unit.text
    .slice(0, start)
    .split(/[.;:!?]\s/)
    .at(-1)!
    .trim()
    .split(/\s+/)
  const lead = (clause.length > maxLabelWords ? '… ' : '') + clause.slice(-maxLabelWords).join(' ')
  const tail = /^[\s\u00a0\u202f]*[^.;:!?|]*/.exec(unit.text.slice(end))![0].trim().split(/\s+/).slice(0, 4).join(' ')
  return `${lead} […]${/^[,)\]-]/.test(tail) ? '' : ' '}${tail}`.trim()
}
