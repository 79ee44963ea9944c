import type { PlacedText } from './text-items.ts'

const MIN_ITEMS = 8
const MAX_CUTS = 6
/** Minimum number of lines in a column of text. */
const MIN_COLUMN_LINES = 4
/** Average line length of a column of prose, in characters; the columns of a table are narrower. */
const PROSE_CHARACTERS = 30
/**
 * Minimum average line length of any column, in characters. A narrow column is accepted if its lines continue sentences, or are not level with those of
 * the other column as in a table.
 */
const NARROW_CHARACTERS = 15
const LEVEL_TOLERANCE = 1.5
/** Minimum share of lines that begin in the middle of a sentence, in a column of prose. */
const MIN_CONTINUED_SHARE = 0.6

/**
 * Splits a page into blocks in reading order (recursive XY cut): side by side where an empty gutter separates two real columns of text, otherwise one
 * above the other at the widest gap.
 */
export function cutIntoRegions(items: PlacedText[], cuts = 0): PlacedText[][] {
  if (items.length < MIN_ITEMS || cuts > MAX_CUTS) return [items]
  const lineHeight = median(items.map(({ height }) => height))
  const splitPart = (part: PlacedText[]) => cutIntoRegions(part, cuts + 1)

  const gutter = widestGap(
    items.map(({ x, width }) => [x, x + width]),
    Math.max(lineHeight * 0.9, 7),
  )
  if (gutter !== null) {
    const leftItems = items.filter(({ x, width }) => x + width <= gutter)
    const right = items.filter(({ x }) => x >= gutter)
    if (areColumns(leftItems, right)) return [...splitPart(leftItems), ...splitPart(right)]
  }
  const blank = widestGap(
    items.map(({ y, height }) => [y - height, y]),
    lineHeight * 0.8,
  )
  if (blank !== null) {
    const itemsAbove = items.filter(({ y }) => y <= blank)
    const itemsBelow = items.filter(({ y }) => y > blank)
    if (itemsAbove.length > 0 && itemsBelow.length > 0) return [...splitPart(itemsAbove), ...splitPart(itemsBelow)]
  }
  return [items]
}

/** Middle of the widest interval that no segment covers. Null when none is wider than `minimum`. */
function widestGap(segments: [number, number][], minimum: number): number | null {
  const sorted = segments.toSorted((one, other) => one[0] - other[0])
  let end = sorted[0]![1]
  let best: { width: number; middle: number } | null = null
  for (const [start, stop] of sorted) {
    const width = start - end
    if (width > minimum && width > (best?.width ?? 0)) best = { width, middle: (start + end) / 2 }
    end = Math.max(end, stop)
  }
  return best?.middle ?? null
}

function areColumns(leftItems: PlacedText[], right: PlacedText[]): boolean {
  const sides = [leftItems, right].map((items) => {
    const levels = [...new Set(items.map(({ y }) => Math.round(y)))]
    return { levels, average: items.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, levels.length) }
  })
  const average = Math.min(...sides.map((side) => side.average))
  if (sides.some(({ levels }) => levels.length < MIN_COLUMN_LINES) || average <= NARROW_CHARACTERS) return false
  if (average > PROSE_CHARACTERS || [leftItems, right].every(isProse)) return true
  const [fewer, more] = sides.toSorted((one, other) => one.levels.length - other.levels.length)
  const level = fewer!.levels.filter((y) => more!.levels.some((other) => Math.abs(other - y) <= LEVEL_TOLERANCE))
  return level.length / fewer!.levels.length < 0.5
}

/** Whether most lines after the first begin with a lower-case letter: the cells of a table begin with a capital or a number. */
function isProse(items: PlacedText[]): boolean {
  const starts = new Map<number, PlacedText>()
  for (const item of items) {
    const level = Math.round(item.y)
    const start = starts.get(level)
    if (item.text.trim() !== '' && (!start || item.x < start.x)) starts.set(level, item)
  }
  const [, ...next] = [...starts].toSorted(([one], [other]) => one - other).map(([, { text }]) => text)
  return next.length > 0 && next.filter((text) => /^\s*\p{Ll}/u.test(text)).length / next.length >= MIN_CONTINUED_SHARE
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
