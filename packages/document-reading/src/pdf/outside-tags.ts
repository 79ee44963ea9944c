import { linesOf, type Cell, type Line } from './lines.ts'
import { placeTexts, type PdfTextItem, type PlacedText, type Viewport } from './text-items.ts'

/** A text item of a tagged page, with the index of the block that contains it; null when no tag contains it. */
export type HeldText = { item: PdfTextItem; block: number | null }

type Box = PlacedText & { block: number }

/**
 * Returns the lines that no tag contains (form values typed after tagging, stamps), by the index of the block to read them after. Text beside a label
 * follows the label. -1 means before the first block.
 */
export function linesOutsideTags(texts: HeldText[], viewport: Viewport): Map<number, Line[]> {
  const outside = texts.filter(({ block }) => block === null).map(({ item }) => item)
  const lines = linesOf(placeTexts(outside, viewport))
  const after = new Map<number, Line[]>()
  if (lines.length === 0) return after
  const boxes = boxesOf(texts, viewport)
  const last = texts.reduce((most, { block }) => Math.max(most, block ?? -1), -1)
  for (const line of lines) {
    // Sideways text, such as a signature in a margin, goes at the end.
    for (const [block, part] of line.upright ? partsOf(line, boxes) : [[last, line] as const]) {
      const before = after.get(block)
      if (before) before.push(part)
      else after.set(block, [part])
    }
  }
  return after
}

function boxesOf(texts: HeldText[], viewport: Viewport): Box[] {
  const held = Map.groupBy(texts, ({ block }) => block)
  return [...held].flatMap(([block, runs]) => {
    if (block === null) return []
    const layers = placeTexts(
      runs.map(({ item }) => item),
      viewport,
    )
    return layers.filter(({ turned }) => turned === 0).flatMap(({ items }) => items.map((item) => ({ ...item, block })))
  })
}

/** Splits a line whose cells follow different blocks. */
function partsOf(line: Line, boxes: Box[]): Map<number, Line> {
  const cells = Map.groupBy(line.cells, (cell) => blockBefore(cell, line, boxes))
  return new Map(
    [...cells].map(([block, of]) => [block, { ...line, cells: of, text: of.map(({ text }) => text).join(' '), x: of[0]!.x, right: of.at(-1)!.right }]),
  )
}

/** Index of the block on the left of a cell, or else above it. */
function blockBefore({ x, right }: Cell, { y, height }: Line, boxes: Box[]): number {
  const beside = boxes.filter((box) => Math.abs(box.y - y) < 0.5 * Math.max(box.height, height) && box.x <= x)
  if (beside.length > 0) return beside.reduce((one, other) => (other.x > one.x ? other : one)).block
  const above = boxes.filter((box) => box.y < y)
  const over = above.filter((box) => box.x < right && box.x + box.width > x)
  const nearest = (over.length > 0 ? over : above).reduce<Box | null>((one, other) => (one === null || other.y > one.y ? other : one), null)
  return nearest?.block ?? -1
}
