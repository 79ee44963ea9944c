import { subscript, superscript } from '../text/scripts.ts'
import { heightOf, type PdfContent, type PdfTextItem } from './text-items.ts'

/** Maximum size of an exponent or index, relative to its base. */
const MAX_SCRIPT_RATIO = 0.85
/** Minimum size of an exponent or index, relative to its base: a smaller text is beside a drop cap. */
const MIN_SCRIPT_RATIO = 0.4
/** Ranges of distances relative to the size of the base: above its baseline, below it, and from its end. */
const RAISED_RANGE = [0.18, 0.9] as const
const LOWERED_RANGE = [0.06, 0.5] as const
const ADJACENT_RANGE = [-0.3, 0.45] as const
/** Minimum rise for a text as large as its base to be an exponent; it must also have only digits. */
const MIN_FULL_SIZE_RISE = 0.28
/** Number of characters on the left that decide how an exponent is written. */
const TAIL = 20

/** Distances in points, along the direction of the base and perpendicular to it. */
type RelativePosition = { gap: number; rise: number }

/** Text that a script may follow. `end`: distance from the start of `item` to the end of the last text of the line. */
type ScriptBase = { item: PdfTextItem; size: number; end: number; before: string }

/**
 * Rewrites small raised and lowered texts as exponents and indices (« 10³ », « CO₂ »), on the baseline of the preceding text. Joined as they are, they
 * would look like digits of one number.
 */
export function writeScripts(content: PdfContent): void {
  let base = null as ScriptBase | null
  for (const item of content.items) {
    if (!('str' in item) || item.str === '') continue
    const size = heightOf(item)
    const position: RelativePosition | null = base && positionAfter(base, item)
    if (base && position && isWithin(position.gap / base.size, ADJACENT_RANGE)) {
      const script = scriptOf(item, { ratio: size / base.size, rise: position.rise / base.size })
      if (script) {
        item.str = script === 'superscript' ? superscript(item.str, base.before) : subscript(item.str, base.before)
        toBaseline(item, base.item, position.rise)
      }
      const before: string = (base.before + item.str).slice(-TAIL)
      const isScript: boolean = script !== null || (item.str.trim() === '' && size < base.size)
      base = isScript ? { ...base, end: base.end + position.gap + item.width, before } : { item, size, end: item.width, before }
    } else base = { item, size, end: item.width, before: item.str.slice(-TAIL) }
  }
}

const isWithin = (value: number, [min, max]: readonly [number, number]): boolean => value >= min && value <= max

function scriptOf({ str }: PdfTextItem, { ratio, rise }: { ratio: number; rise: number }): 'superscript' | 'subscript' | null {
  if (str.trim() === '' || ratio < MIN_SCRIPT_RATIO) return null
  if (ratio <= MAX_SCRIPT_RATIO && isWithin(rise, RAISED_RANGE)) return 'superscript'
  if (ratio <= MAX_SCRIPT_RATIO && isWithin(-rise, LOWERED_RANGE)) return 'subscript'
  return ratio <= 1.01 && isWithin(rise, [MIN_FULL_SIZE_RISE, RAISED_RANGE[1]]) && /^\d{1,3}$/.test(str.trim()) ? 'superscript' : null
}

/** Computes the distances of a text from the end of its base, and above the baseline of the base. */
function positionAfter({ item, size, end }: ScriptBase, next: PdfTextItem): RelativePosition {
  const [a = 1, b = 0, , , e = 0, f = 0] = item.transform as number[]
  const [, , , , nextE = 0, nextF = 0] = next.transform as number[]
  const length = Math.hypot(a, b) || size || 1
  const [cos, sin] = [a / length, b / length]
  const [x, y] = [nextE - e, nextF - f]
  return { gap: x * cos + y * sin - end, rise: y * cos - x * sin }
}

function toBaseline(item: PdfTextItem, base: PdfTextItem, rise: number): void {
  const [a = 1, b = 0] = base.transform as number[]
  const length = Math.hypot(a, b) || 1
  const transform = [...(item.transform as number[])]
  transform[4] = (transform[4] ?? 0) + (rise * b) / length
  transform[5] = (transform[5] ?? 0) - (rise * a) / length
  item.transform = transform
}
