import type { PDFPageProxy } from 'unpdf/pdfjs'

/** Content of a page as the PDF engine returns it: text items, between marks of structure. */
export type PdfContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
export type PdfTextItem = Extract<PdfContent['items'][number], { str: string }>

/** A text item at its position on the page, in points from the top left corner, turned upright. */
export type PlacedText = { text: string; x: number; y: number; width: number; height: number }

/** The texts of one reading direction. `rotation`: rotation in degrees, a multiple of 90, 0 for normal text. */
export type TextLayer = { rotation: number; items: PlacedText[] }

/** Minimum size of readable text, in points: smaller text is meant for machines (trust case LLM-04). */
const MIN_READABLE_SIZE = 2

export type Viewport = ReturnType<PDFPageProxy['getViewport']>

/**
 * Removes text that is too small to be read.
 * @returns whether something was removed
 */
export function dropTinyText(content: PdfContent): boolean {
  const readableItems = content.items.filter((item) => !('str' in item) || item.str.trim() === '' || heightOf(item) >= MIN_READABLE_SIZE)
  const dropped = readableItems.length < content.items.length
  content.items = readableItems
  return dropped
}

/** Height of a text, in points. */
export function heightOf({ transform, height }: PdfTextItem): number {
  const [, , c = 0, d = 1] = transform as number[]
  return Math.hypot(c, d) || height || 1
}

/**
 * Positions text items as a reader sees them, with page rotation and crop box applied. Sideways texts have a layer of their own. The layer with most text
 * comes first.
 */
export function placeTexts(items: PdfTextItem[], viewport: Viewport): TextLayer[] {
  const layers = new Map<number, PlacedText[]>()
  const [va = 1, vb = 0, vc = 0, vd = -1] = viewport.transform as number[]
  for (const item of items) {
    const { str, transform, width } = item
    if (str.trim() === '') continue
    const [a = 1, b = 0, , , e = 0, f = 0] = transform as number[]
    const [x = 0, y = 0] = viewport.convertToViewportPoint(e, f) as number[]
    const angle = Math.atan2(vb * a + vd * b, va * a + vc * b)
    const quarter = ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4
    const [left, baseline] = quarter === 0 ? [x, y] : quarter === 1 ? [y, -x] : quarter === 2 ? [-x, -y] : [-y, x]
    const layer = layers.get(quarter) ?? []
    layers.set(quarter, layer)
    layer.push({ text: str, x: left, y: baseline, width, height: heightOf(item) })
  }
  const weight = (texts: PlacedText[]) => texts.reduce((sum, { text }) => sum + text.length, 0)
  return [...layers].map(([quarter, texts]) => ({ rotation: quarter * 90, items: texts })).sort((one, other) => weight(other.items) - weight(one.items))
}
