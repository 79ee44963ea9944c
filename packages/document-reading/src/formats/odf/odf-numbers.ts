import type { XmlAttributes } from '../../containers/xml-names.ts'
import { readSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { letters, roman } from '../list-numbers.ts'

/**
 * Numbering of one list level. `pattern`: position of each number, “%1%.%2%”, in later versions of the format. `box`: tick box drawn by the bullet.
 * `shown`: number of levels displayed.
 */
type Level = { format: string; prefix: string; suffix: string; shown: number; start: number; pattern: string | undefined; box: string }
type Levels = Map<number, Level>
type Counts = number[]
type List = { style: string; counts: Counts }

export type OdfNumbers = ReturnType<typeof createNumbers>

const MOST_LEVELS = 10
const LONGEST_TEXT = 100

/** Computes the numbers displayed before paragraphs, which the text does not contain. */
export function createNumbers() {
  const styles = new Map<string, Levels>()
  const outline: Levels = new Map()
  const headings: Counts = []
  const unnumbered = new Set<string>()
  const lists: List[] = []
  /** For each open item, whether its number has not been written yet. */
  const items: boolean[] = []
  const byStyle = new Map<string, Counts>()
  const byId = new Map<string, Counts>()
  let described: Levels | null = null
  let start: number | undefined

  const isDescribing: Readonly<Record<string, (a: XmlAttributes) => void>> = {
    'text:list-style': (a) => void styles.set(a['style:name'] ?? '', (described = new Map())),
    'text:outline-style': () => void (described = outline),
    'text:list-level-style-number': (a) => describe(described, a),
    'text:list-level-style-bullet': (a) => describe(described, { 'text:level': a['text:level'] ?? '' }, boxOf(a['text:bullet-char'])),
    'text:outline-level-style': (a) => describe(described, a),
    // Style of a heading whose number was removed.
    'style:style': (a) => void (a['style:list-style-name'] === '' && unnumbered.add(a['style:name'] ?? '')),
  }
  const describing = new Map(Object.entries(isDescribing))
  return {
    /** Reads an element of the styles. */
    describe: (name: string, a: XmlAttributes) => describing.get(name)?.(a),
    beginList(a: XmlAttributes): void {
      const around = lists.at(-1)
      const style = a['text:style-name'] ?? around?.style ?? ''
      const earlier = byId.get(a['text:continue-list'] ?? '') ?? (a['text:continue-numbering'] === 'true' ? byStyle.get(style) : undefined)
      const counts = around?.counts ?? earlier ?? []
      lists.push({ style, counts })
      byStyle.set(style, counts)
      if (a['xml:id']) byId.set(a['xml:id'], counts)
    },
    endList: () => void lists.pop(),
    beginItem(a: XmlAttributes): void {
      items.push(true)
      start = numberIn(a['text:start-value'])
    },
    beginHeader: () => void items.push(false),
    endItem: () => void items.pop(),
    /**
     * Returns the number of a paragraph or heading that begins: that of its list item if it is the first paragraph, otherwise that of the outline. Empty
     * when there is none. Advances the counters.
     */
    next(a: XmlAttributes, outlineLevel: number): string {
      const list = lists.at(-1)
      if (list) {
        if (!items.at(-1)) return ''
        items[items.length - 1] = false
        const from = start
        start = undefined
        return nextNumber(styles.get(list.style), list.counts, lists.length, from)
      }
      if (outlineLevel === 0 || a['text:is-list-header'] === 'true' || unnumbered.has(a['text:style-name'] ?? '')) return ''
      return nextNumber(outline, headings, outlineLevel, numberIn(a['text:start-value']))
    },
  }
}

const numberIn = (value: string | undefined): number | undefined => {
  const number = Math.floor(Number(value ?? NaN))
  return number >= 0 ? number : undefined
}

function boxOf(bullet = ''): string {
  const sign = readSymbols(bullet, undefined)
  return sign === TICKED || sign === UNTICKED ? sign : ''
}

function describe(levels: Levels | null, a: XmlAttributes, box = ''): void {
  const level = numberIn(a['text:level']) ?? 0
  if (!levels || level < 1 || level > MOST_LEVELS) return
  const text = (value: string | undefined) => value?.slice(0, LONGEST_TEXT)
  levels.set(level, {
    format: a['style:num-format'] ?? '',
    prefix: text(a['style:num-prefix']) ?? '',
    suffix: text(a['style:num-suffix']) ?? '',
    shown: numberIn(a['text:display-levels']) ?? 1,
    start: numberIn(a['text:start-value']) ?? 1,
    pattern: text(a['style:num-list-format'] ?? a['loext:num-list-format']),
    box,
  })
}

function nextNumber(levels: Levels | undefined, counts: Counts, at: number, start: number | undefined): string {
  const level = levels?.get(at)
  if (!levels || !level) return ''
  const before = counts[at]
  counts[at] = start ?? (before === undefined ? level.start : before + 1)
  // Deeper levels restart.
  counts.length = at + 1
  if (level.format === '') return level.box
  const shown = (nth: number): string => {
    const of = levels.get(nth)
    return of && nth <= at ? written(counts[nth] ?? of.start, of.format) : ''
  }
  if (level.pattern !== undefined) return level.pattern.replace(/%(\d+)%/g, (_, nth: string) => shown(Number(nth))).trim()
  const first = Math.max(1, at - level.shown + 1)
  const numbers = Array.from({ length: at - first + 1 }, (_, nth) => shown(first + nth)).filter(Boolean)
  return (level.prefix + numbers.join('.') + level.suffix).trim()
}

function written(count: number, format: string): string {
  switch (format) {
    case '':
      return ''
    case 'a':
      return letters(count)
    case 'A':
      return letters(count).toUpperCase()
    case 'i':
      return roman(count)
    case 'I':
      return roman(count).toUpperCase()
    default:
      return String(count)
  }
}
