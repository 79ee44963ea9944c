import { fraction, toFormulaPiece } from '../text/formula-text.ts'
import { heightOf, type PdfContent, type PdfTextItem } from './text-items.ts'

const WORD = /[\p{L}\p{N}]/u

/** Text items that follow one another on a baseline. `items`: in file order. Positions in points, from the bottom left corner. */
type BaselineRun = { items: PdfTextItem[]; text: string; x: number; right: number; y: number; size: number }

/** Maximum length of a numerator or denominator, in characters: longer ones are lines of text. */
const MAX_FRACTION_PART_LENGTH = 24
/** Ranges of distances, relative to the text size: between the two baselines, and from the adjacent text. */
const STACKED_DISTANCE = [0.55, 2.1] as const
const ADJACENT_DISTANCE = [-0.25, 0.7] as const
/** Minimum vertical distance between the baseline of the adjacent text and each part, relative to the text size. */
const MIN_BASELINE_DISTANCE = 0.1
/** Maximum gap inside a run, relative to its text size. */
const MAX_RUN_GAP = 0.6

/**
 * Rewrites fractions drawn as a number above another (« 1 » over « 2 » beside « du coût ») on the line of the adjacent text: « 1/2 du coût ». Without
 * adjacent text, two numbers one above the other are a table column.
 */
export function writeFractions(content: PdfContent): void {
  const runs = runsOf(content)
  for (let index = 0; index + 1 < runs.length; index++) {
    const [upperRun, lowerRun] = [runs[index]!, runs[index + 1]!]
    if (!isStacked(upperRun, lowerRun)) continue
    const [before, after] = [runs[index - 1], runs[index + 2]].map((run) => (run && isAdjacent(run, upperRun, lowerRun) ? run : null))
    const line = before ?? after
    if (!line) continue
    const { text: fractionText } = fraction(toFormulaPiece(upperRun.text.trim()), toFormulaPiece(lowerRun.text.trim()))
    // « 2 1/2 » must not become 21/2.
    const text = `${before && WORD.test(before.text.trimEnd().slice(-1)) ? ' ' : ''}${fractionText}${after && WORD.test(after.text.trimStart().charAt(0)) ? ' ' : ''}`
    const [first, ...rest] = [...upperRun.items, ...lowerRun.items]
    const x = Math.min(upperRun.x, lowerRun.x)
    Object.assign(first!, {
      str: text,
      transform: [line.size, 0, 0, line.size, x, line.y],
      width: Math.max(upperRun.right, lowerRun.right) - x,
      height: line.size,
    })
    for (const item of rest) item.str = ''
    index++
  }
}

/** Groups upright text items into runs: formulas are not written sideways. */
function runsOf(content: PdfContent): BaselineRun[] {
  const runs: BaselineRun[] = []
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[]
    if (a <= 0 || Math.abs(b) > 0.01 * a) continue
    const size = heightOf(item)
    const run = runs.at(-1)
    const gap = run ? x - run.right : Infinity
    if (run && Math.abs(run.y - y) < 0.05 * size && gap > -0.3 * size && gap < MAX_RUN_GAP * size) {
      run.items.push(item)
      run.text += (gap > 0.15 * size ? ' ' : '') + item.str
      run.right = x + item.width
    } else runs.push({ items: [item], text: item.str, x, right: x + item.width, y, size })
  }
  return runs
}

const isWithin = (value: number, [min, max]: readonly [number, number]): boolean => value >= min && value <= max

function isStacked(upperRun: BaselineRun, lowerRun: BaselineRun): boolean {
  const size = Math.max(upperRun.size, lowerRun.size)
  const width = Math.max(upperRun.right - upperRun.x, lowerRun.right - lowerRun.x)
  return (
    upperRun.text.trim().length <= MAX_FRACTION_PART_LENGTH &&
    lowerRun.text.trim().length <= MAX_FRACTION_PART_LENGTH &&
    isWithin((upperRun.y - lowerRun.y) / size, STACKED_DISTANCE) &&
    Math.abs(upperRun.x + upperRun.right - lowerRun.x - lowerRun.right) / 2 < Math.max(0.15 * width, 0.2 * size)
  )
}

function isAdjacent(line: BaselineRun, upperRun: BaselineRun, lowerRun: BaselineRun): boolean {
  const margin = MIN_BASELINE_DISTANCE * line.size
  if (line.size < 0.9 * Math.max(upperRun.size, lowerRun.size) || line.y > upperRun.y - margin || line.y < lowerRun.y + margin) return false
  const [left, right] = [Math.min(upperRun.x, lowerRun.x), Math.max(upperRun.right, lowerRun.right)]
  return isWithin((left - line.right) / line.size, ADJACENT_DISTANCE) || isWithin((line.x - right) / line.size, ADJACENT_DISTANCE)
}
