import { cutIntoRegions } from './columns.ts'
import type { PlacedText, TextLayer } from './text-items.ts'

/** A part of a line between two wide gaps. */
export type LineCell = { text: string; x: number; right: number }
/** A line of text with its cells. Positions and height in points. */
export type PdfLine = { text: string; cells: LineCell[]; x: number; right: number; y: number; height: number; upright: boolean }

/** Maximum ratio of text sizes on one line. Texts of clearly different sizes may share a baseline without being one line. */
const SIZE_RATIO = 1.3

/**
 * Minimum size of a drop cap, as a multiple of the size of its paragraph, and its maximum distance from the word that it begins, relative to its own size.
 */
const DROP_CAP = { size: 1.8, gap: 0.45 }
/** Maximum number of drop caps searched on one page. */
const MAX_DROP_CAPS = 20

/** Joins drop caps to the word that they begin, on the first of the adjacent lines. */
function joinDropCaps(items: PlacedText[]): PlacedText[] {
  const smallest = items.reduce((min, { height }) => Math.min(min, height), Infinity)
  const caps = items.filter(({ text, height }) => height >= DROP_CAP.size * smallest && /^[«“"]?\s?\p{Lu}[’']?\s*$/u.test(text)).slice(0, MAX_DROP_CAPS)
  if (caps.length === 0) return items
  const joinedItems = new Set<PlacedText>()
  const joinedWords = new Map<PlacedText, PlacedText>()
  for (const cap of caps) {
    const right = cap.x + cap.width
    const next = items
      .filter(({ text, x, y, height }) => {
        const isNear = x >= right - 1 && x - right <= DROP_CAP.gap * cap.height && y > cap.y - cap.height && y <= cap.y + 1
        return isNear && cap.height >= DROP_CAP.size * height && /^[\p{Ll}’']/u.test(text)
      })
      .toSorted((one, other) => one.y - other.y)[0]
    if (!next || joinedWords.has(next)) continue
    joinedWords.set(next, { ...next, text: cap.text.trim() + next.text, x: cap.x, width: next.x + next.width - cap.x })
    joinedItems.add(cap)
  }
  return items.filter((item) => !joinedItems.has(item)).map((item) => joinedWords.get(item) ?? item)
}

/** Returns the lines of a page in reading order, from its layers of placed text. */
export function linesOf(layers: TextLayer[]): PdfLine[] {
  return layers.flatMap(({ rotation, items }) => cutIntoRegions(joinDropCaps(items)).flatMap((region) => linesOfRegion(region, rotation === 0)))
}

function linesOfRegion(items: PlacedText[], upright: boolean): PdfLine[] {
  const rows: { y: number; height: number; items: PlacedText[] }[] = []
  for (const item of items.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const row = rows.at(-1)
    if (row && Math.abs(item.y - row.y) < 0.5 * Math.max(item.height, row.height)) row.items.push(item)
    else rows.push({ y: item.y, height: item.height, items: [item] })
  }
  return rows.flatMap((row) => splitRow(row.items, row.y, upright)).filter(({ text }) => text !== '')
}

function splitRow(unsorted: PlacedText[], y: number, upright: boolean): PdfLine[] {
  const lines: PdfLine[] = []
  let end = 0
  for (const { text, x, width, height } of unsorted.toSorted((one, other) => one.x - other.x)) {
    const line = lines.at(-1)
    const gap = x - end
    const isSeparate = line !== undefined && gap > 1.2 * height + 4
    if (!line || (isSeparate && Math.max(line.height, height) > SIZE_RATIO * Math.min(line.height, height))) {
      lines.push({ text: '', cells: [{ text, x, right: x + width }], x, right: x + width, y, height, upright })
    } else if (isSeparate) line.cells.push({ text, x, right: x + width })
    else {
      const cell = line.cells.at(-1)!
      cell.text += (gap > 0.15 * height ? ' ' : '') + text
      cell.right = Math.max(cell.right, x + width)
    }
    const current = lines.at(-1)!
    current.height = Math.max(current.height, height)
    current.right = end = Math.max(line === current ? end : 0, x + width)
  }
  for (const line of lines) {
    line.cells = withMarker(
      line.cells.map((cell) => ({ ...cell, text: cell.text.trim() })).filter(({ text }) => text !== ''),
      line.height,
    )
    line.text = line.cells
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ')
  }
  return lines
}

/** Pattern of the number or bullet of a list item. The next constant is its maximum distance from the text of the item, relative to the line height. */
const MARKER = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|[•▪◦‣–-])$/i
const MARKER_DISTANCE = 4

/** Joins the number of a list item to its text. A tab separates them, but the two cells are not a table row. */
function withMarker(cells: LineCell[], height: number): LineCell[] {
  const [marker, text] = cells
  if (cells.length !== 2 || !MARKER.test(marker!.text) || text!.x - marker!.right > MARKER_DISTANCE * height) return cells
  return [{ text: `${marker!.text} ${text!.text}`, x: marker!.x, right: text!.right }]
}
