import { linesOf, type LineCell, type PdfLine } from './lines.ts'
import { placeTexts, type PdfTextItem, type PlacedText, type Viewport } from './text-items.ts'

/** A text item of a tagged page, with the index of the block that contains it; null when no tag contains it. */
export type TaggedText = { item: PdfTextItem; block: number | null }

type BlockBox = PlacedText & { block: number }

/**
 * Returns the lines that no tag contains (form values typed after tagging, stamps), by the index of the block to read them after. Text beside a label
 * follows the label. -1 means before the first block.
 */
export function linesOutsideTags(texts: TaggedText[], viewport: Viewport): Map<number, PdfLine[]> {
  const outside = texts.filter(({ block }) => block === null).map(({ item }) => item)
  const lines = linesOf(placeTexts(outside, viewport))
  const after = new Map<number, PdfLine[]>()
  if (lines.length === 0) return after
  const boxes = boxesOf(texts, viewport)
  const last = texts.reduce((max, { block }) => Math.max(max, block ?? -1), -1)
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

function boxesOf(texts: TaggedText[], viewport: Viewport): BlockBox[] {
  const textsByBlock = Map.groupBy(texts, ({ block }) => block)
  return [...textsByBlock].flatMap(([block, runs]) => {
    if (block === null) return []
    const layers = placeTexts(
      runs.map(({ item }) => item),
      viewport,
    )
    return layers.filter(({ rotation }) => rotation === 0).flatMap(({ items }) => items.map((item) => ({ ...item, block })))
  })
}

/** Splits a line whose cells follow different blocks. */
function partsOf(line: PdfLine, boxes: BlockBox[]): Map<number, PdfLine> {
  const cells = Map.groupBy(line.cells, (cell) => blockBefore(cell, line, boxes))
  return new Map(
    [...cells].map(([block, blockCells]) => [
      block,
      { ...line, cells: blockCells, text: blockCells.map(({ text }) => text).join(' '), x: blockCells[0]!.x, right: blockCells.at(-1)!.right },
    ]),
  )
}

/** Index of the block on the left of a cell, or else above it. */
function blockBefore({ x, right }: LineCell, { y, height }: PdfLine, boxes: BlockBox[]): number {
  const boxesBeside = boxes.filter((box) => Math.abs(box.y - y) < 0.5 * Math.max(box.height, height) && box.x <= x)
  if (boxesBeside.length > 0) return boxesBeside.reduce((one, other) => (other.x > one.x ? other : one)).block
  const boxesAbove = boxes.filter((box) => box.y < y)
  const over = boxesAbove.filter((box) => box.x < right && box.x + box.width > x)
  const nearest = (over.length > 0 ? over : boxesAbove).reduce<BlockBox | null>((one, other) => (one === null || other.y > one.y ? other : one), null)
  return nearest?.block ?? -1
}
