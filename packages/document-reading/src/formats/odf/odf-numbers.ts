import type { XmlAttributes } from '../../containers/xml-names.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { toLetters, toRoman } from '../list-numbers.ts'

/**
 * Numbering of one list level. `pattern`: position of each number, “%1%.%2%”, in later versions of the format. `box`: tick box drawn by the bullet.
 * `formatLevel`: number of levels displayed.
 */
type OdfListLevel = {
  format: string
  prefix: string
  suffix: string
  displayedLevels: number
  start: number
  pattern: string | undefined
  box: string
  isBullet: boolean
}
type OdfListLevels = Map<number, OdfListLevel>
type Counts = number[]
type OpenList = { style: string; counts: Counts }

export type OdfNumbers = ReturnType<typeof createOdfNumbers>

const MAX_LEVELS = 10
const MAX_TEXT_LENGTH = 100

/** Computes the numbers displayed before paragraphs, which the text does not contain. */
export function createOdfNumbers() {
  const styles = new Map<string, OdfListLevels>()
  const outline: OdfListLevels = new Map()
  const headings: Counts = []
  const unnumbered = new Set<string>()
  const lists: OpenList[] = []
  /** For each open item, whether its number has not been written yet. */
  const items: boolean[] = []
  const byStyle = new Map<string, Counts>()
  const byId = new Map<string, Counts>()
  let described: OdfListLevels | null = null
  let start: number | undefined

  const styleHandlers: Readonly<Record<string, (a: XmlAttributes) => void>> = {
    'text:list-style': (a) => void styles.set(a['style:name'] ?? '', (described = new Map())),
    'text:outline-style': () => void (described = outline),
    'text:list-level-style-number': (a) => describe(described, a),
    'text:list-level-style-bullet': (a) => describe(described, { 'text:level': a['text:level'] ?? '' }, { box: boxOf(a['text:bullet-char']) }),
    'text:outline-level-style': (a) => describe(described, a),
    // Style of a heading whose number was removed.
    'style:style': (a) => void (a['style:list-style-name'] === '' && unnumbered.add(a['style:name'] ?? '')),
  }
  const nextItem = () => {
    const list = lists.at(-1)
    if (!list || !items.at(-1)) return null
    items[items.length - 1] = false
    const from = start
    start = undefined
    return nextNumber(styles.get(list.style), list.counts, lists.length, from)
  }
  const styleHandlerMap = new Map(Object.entries(styleHandlers))
  return {
    /** Reads an element of the styles. */
    describe: (name: string, a: XmlAttributes) => styleHandlerMap.get(name)?.(a),
    beginList(a: XmlAttributes): void {
      const enclosing = lists.at(-1)
      const style = a['text:style-name'] ?? enclosing?.style ?? ''
      const earlier = byId.get(a['text:continue-list'] ?? '') ?? (a['text:continue-numbering'] === 'true' ? byStyle.get(style) : undefined)
      const counts = enclosing?.counts ?? earlier ?? []
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
      if (lists.length > 0) return nextItem()?.text ?? ''
      if (outlineLevel === 0 || a['text:is-list-header'] === 'true' || unnumbered.has(a['text:style-name'] ?? '')) return ''
      return nextNumber(outline, headings, outlineLevel, numberIn(a['text:start-value'])).text
    },
    /** Advances as `next`; null for a further paragraph of a list item. */
    nextItem,
    /** Number of lists around. */
    depth: () => lists.length,
  }
}

const numberIn = (value: string | undefined): number | undefined => {
  const number = Math.floor(Number(value ?? NaN))
  return number >= 0 ? number : undefined
}

function boxOf(bullet = ''): string {
  const sign = convertSymbols(bullet, undefined)
  return sign === TICKED || sign === UNTICKED ? sign : ''
}

function describe(levels: OdfListLevels | null, a: XmlAttributes, bullet: { box: string } | null = null): void {
  const level = numberIn(a['text:level']) ?? 0
  if (!levels || level < 1 || level > MAX_LEVELS) return
  const text = (value: string | undefined) => value?.slice(0, MAX_TEXT_LENGTH)
  levels.set(level, {
    format: a['style:num-format'] ?? '',
    prefix: text(a['style:num-prefix']) ?? '',
    suffix: text(a['style:num-suffix']) ?? '',
    displayedLevels: numberIn(a['text:display-levels']) ?? 1,
    start: numberIn(a['text:start-value']) ?? 1,
    pattern: text(a['style:num-list-format'] ?? a['loext:num-list-format']),
    box: bullet?.box ?? '',
    isBullet: bullet !== null,
  })
}

/** Number of a list item: as displayed, as a count, and its format (`1`, `a`, `i`…, empty for a bullet or nothing). */
type ItemNumber = { text: string; count: number; format: string; isBullet: boolean }

function nextNumber(levels: OdfListLevels | undefined, counts: Counts, index: number, start: number | undefined): ItemNumber {
  const level = levels?.get(index)
  if (!levels || !level) return { text: '', count: 0, format: '', isBullet: true }
  const before = counts[index]
  const count = start ?? (before === undefined ? level.start : before + 1)
  counts[index] = count
  // Deeper levels restart.
  counts.length = index + 1
  const { format, isBullet } = level
  if (format === '') return { text: level.box, count, format, isBullet }
  const formatLevel = (depth: number): string => {
    const depthLevel = levels.get(depth)
    return depthLevel && depth <= index ? formatNumber(counts[depth] ?? depthLevel.start, depthLevel.format) : ''
  }
  if (level.pattern !== undefined) {
    const text = level.pattern.replace(/%(\d+)%/g, (_, depth: string) => formatLevel(Number(depth))).trim()
    return { text, count, format, isBullet }
  }
  const first = Math.max(1, index - level.displayedLevels + 1)
  const numbers = Array.from({ length: index - first + 1 }, (_, depth) => formatLevel(first + depth)).filter(Boolean)
  return { text: (level.prefix + numbers.join('.') + level.suffix).trim(), count, format, isBullet }
}

function formatNumber(count: number, format: string): string {
  switch (format) {
    case '':
      return ''
    case 'a':
      return toLetters(count)
    case 'A':
      return toLetters(count).toUpperCase()
    case 'i':
      return toRoman(count)
    case 'I':
      return toRoman(count).toUpperCase()
    default:
      return String(count)
  }
}
