import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { UnreadKind } from '../../building/unread.ts'
import { readAppearanceTexts } from './appearances.ts'
import { boxOf, filledField, type FormField, type FormWidget } from './form-fields.ts'
import { heightOf, type PdfContent, type PdfTextItem, type Viewport } from '../text-items.ts'

/** An annotation, as returned by the PDF engine. `rect`: in points of the page, from the bottom left corner. */
type Annotation = FormWidget & {
  id: string
  subtype: string
  annotationFlags: number
  rect: [number, number, number, number]
  contentsObj?: { str?: string }
  hasAppearance?: boolean
  textContent?: string[]
  /** Position of the baseline of the first line, from the bottom left corner of `rect`. */
  textPosition?: [number, number]
  defaultAppearanceData?: { fontSize?: number; fontColor?: ArrayLike<number> }
  /** Background of a typed text. */
  color?: ArrayLike<number> | null
  file?: { filename?: string }
}

/** Annotations of a page: texts read with those of the page, form values, and content that is not read. */
export type PageAnnotations = {
  items: PdfTextItem[]
  fields: FormField[]
  attachments: string[]
  hasComments: boolean
  /** Whether an annotation strikes out text of the page, which its characters do not show. */
  hasStruckText: boolean
  media: UnreadKind[]
  hasHiddenText: boolean
}

/** Mask of the flags Invisible, Hidden and NoView. Source: ISO 32000-1, table 165. */
const HIDDEN_FLAGS = 1 | 2 | 32
const COMMENTS = new Set([
  'Text',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'Ink',
  'Square',
  'Circle',
  'Line',
  'Polygon',
  'PolyLine',
  'Stamp',
])
const MEDIA = new Map<string, UnreadKind>([
  ['Sound', 'sound'],
  ['Movie', 'video'],
  ['Screen', 'video'],
  ['RichMedia', 'object'],
  ['3D', 'model'],
])
/** Annotations that draw an icon, or whose text is read in another way. */
const WITHOUT_DRAWN_TEXT = new Set(['Text', 'Link', 'Popup', 'FreeText', 'FileAttachment', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', ...MEDIA.keys()])
/** Minimum value, of 255, of each component of a colour that looks white. */
const MIN_WHITE = 0xf0
/** Maximum number of boxes of a page whose label is searched: each search reads all the texts of the page. */
const MAX_PLACED_BOXES = 2_000
/** Maximum distance between a box and its label, in points. */
const MAX_LABEL_DISTANCE = 60

export const noAnnotations = (): PageAnnotations => ({
  items: [],
  fields: [],
  attachments: [],
  hasComments: false,
  hasStruckText: false,
  media: [],
  hasHiddenText: false,
})

/**
 * Reads the annotations of a page.
 * @param content texts of the page, where the labels of boxes are searched
 */
export async function readAnnotations(page: PDFPageProxy, content: PdfContent, viewport: Viewport): Promise<PageAnnotations> {
  const pageAnnotations = noAnnotations()
  const annotations = (await page.getAnnotations({ intent: 'any' })) as Annotation[]
  if (annotations.length === 0) return pageAnnotations
  const appearanceTexts = annotations.some(mayDrawText) ? await readAppearanceTexts(page).catch(() => null) : null
  const texts = content.items.filter((item): item is PdfTextItem => 'str' in item && item.str.trim() !== '')
  for (const annotation of annotations) {
    if (annotation.annotationFlags & HIDDEN_FLAGS || isWhiteOnPage(annotation)) {
      pageAnnotations.hasHiddenText ||= (annotation.subtype === 'FreeText' && linesOf(annotation).length > 0) || filledField(annotation) !== null
      continue
    }
    const { subtype } = annotation
    const lines = mayDrawText(annotation) ? (appearanceTexts?.get(annotation.id) ?? []) : subtype === 'FreeText' ? linesOf(annotation) : []
    pageAnnotations.items.push(...placeLines(annotation, lines, viewport))
    if (subtype === 'Ink') pageAnnotations.media.push('ink')
    // A stamp is a text or a picture, such as a scanned signature or a seal.
    else if (subtype === 'Stamp' && lines.length === 0) pageAnnotations.media.push('image')
    if (subtype === 'Widget') readWidget(annotation, { texts, viewport }, pageAnnotations)
    else if (subtype === 'FileAttachment') pageAnnotations.attachments.push(annotation.file?.filename || 'sans nom')
    else if (MEDIA.has(subtype)) pageAnnotations.media.push(MEDIA.get(subtype)!)
    else if (isComment(annotation, lines)) pageAnnotations.hasComments = true
    else if (subtype === 'StrikeOut') pageAnnotations.hasStruckText = true
  }
  return pageAnnotations
}

/**
 * Whether a typed text is drawn white on no background. Only for a text without appearance stream: with one, its drawing is checked with that of the page.
 */
const isWhiteOnPage = ({ subtype, hasAppearance, defaultAppearanceData, color }: Annotation): boolean =>
  subtype === 'FreeText' && !hasAppearance && !color && Array.from(defaultAppearanceData?.fontColor ?? [0]).every((part) => part >= MIN_WHITE)

/** Whether only the drawing gives the text: stamps, signatures, watermarks and captions. */
const mayDrawText = ({ subtype, fieldType, hasAppearance, annotationFlags }: Annotation): boolean =>
  hasAppearance === true && !(annotationFlags & HIDDEN_FLAGS) && (subtype === 'Widget' ? fieldType === 'Sig' : !WITHOUT_DRAWN_TEXT.has(subtype))

function isComment({ subtype, contentsObj }: Annotation, lines: readonly string[]): boolean {
  const withoutSpaces = (text: string) => text.replace(/\s/g, '')
  const contents = withoutSpaces(contentsObj?.str ?? '')
  return COMMENTS.has(subtype) && contents !== '' && contents !== withoutSpaces(lines.join(''))
}

const linesOf = ({ textContent, contentsObj }: Annotation): string[] =>
  (textContent?.some((line) => line.trim()) ? textContent : (contentsObj?.str ?? '').split(/\r\n?|\n/)).filter((line) => line.trim() !== '')

function readWidget(widget: Annotation, { texts, viewport }: { texts: PdfTextItem[]; viewport: Viewport }, pageAnnotations: PageAnnotations): void {
  const field = filledField(widget)
  if (field) pageAnnotations.fields.push(field)
  const box = boxOf(widget)
  if (!box) return
  const sign = box.isTicked ? '☒' : '☐'
  const placedItem = pageAnnotations.items.length < MAX_PLACED_BOXES ? placeBox(widget, sign, texts, viewport) : null
  pageAnnotations.items.push(placedItem ?? boxAlone(widget, `${sign} ${box.label}`, viewport))
}

type PageBox = { left: number; top: number; right: number; bottom: number }

/** Converts a rectangle to coordinates of the displayed page, from its top left corner. */
function boxOfRect(rect: Annotation['rect'], viewport: Viewport): PageBox {
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]) as number[]
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]) as number[]
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) }
}

/** Makes an upright text item. `x` and `y` (of the baseline) are from the top left corner of the displayed page. */
function itemAt(text: string, { x, y, width, size }: { x: number; y: number; width: number; size: number }, viewport: Viewport): PdfTextItem {
  const [e, f] = viewport.convertToPdfPoint(x, y) as number[]
  const angle = (viewport.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
  return { str: text, dir: 'ltr', transform: [cos, sin, -sin, cos, e, f], width, height: size, fontName: '', hasEOL: true } as PdfTextItem
}

function placeLines(annotation: Annotation, lines: readonly string[], viewport: Viewport): PdfTextItem[] {
  const { rect, textPosition, defaultAppearanceData } = annotation
  const { left, top, right, bottom } = boxOfRect(rect, viewport)
  const size = defaultAppearanceData?.fontSize || Math.min(12, Math.max(4, (bottom - top) / (1.2 * Math.max(1, lines.length))))
  const isExact = textPosition !== undefined && viewport.rotation === 0
  const first = isExact ? bottom - textPosition[1] : top + size
  const leading = lines.length > 1 ? Math.min(1.2 * size, Math.max(0.6 * size, (bottom - first) / (lines.length - 1))) : 0
  const x = isExact ? left + Math.max(0, textPosition[0]) : left
  return lines.map((line, index) =>
    itemAt(line.trim(), { x, y: first + index * leading, width: Math.min(right - left, line.length * size * 0.5), size }, viewport),
  )
}

/** Makes the sign of a box next to its label, on its right or else on its left. Null when no text is near enough. */
function placeBox({ rect }: Annotation, sign: string, texts: readonly PdfTextItem[], viewport: Viewport): PdfTextItem | null {
  const box = boxOfRect(rect, viewport)
  const middle = (box.top + box.bottom) / 2
  let after: { distance: number; y: number } | null = null
  let before: { distance: number; y: number; end: number } | null = null
  for (const item of texts) {
    const size = heightOf(item)
    const [x = 0, y = 0] = viewport.convertToViewportPoint(item.transform[4] as number, item.transform[5] as number) as number[]
    if (Math.abs(y - 0.35 * size - middle) > 0.6 * Math.max(size, box.bottom - box.top)) continue
    const distance = x - box.right
    const end = x + item.width
    if (distance > -2 && distance < (after?.distance ?? MAX_LABEL_DISTANCE)) after = { distance, y }
    if (box.left - end > -2 && box.left - end < (before?.distance ?? MAX_LABEL_DISTANCE)) before = { distance: box.left - end, y, end }
  }
  const size = Math.min(12, box.bottom - box.top)
  // Wide enough to touch its label: a wider gap would be read as a table of boxes and labels.
  if (after) return itemAt(sign, { x: box.left, y: after.y, width: box.right - box.left + after.distance - 0.3 * size, size }, viewport)
  return before && itemAt(sign, { x: before.end + 0.3 * size, y: before.y, width: size, size }, viewport)
}

function boxAlone({ rect }: Annotation, text: string, viewport: Viewport): PdfTextItem {
  const { left, top, bottom } = boxOfRect(rect, viewport)
  const size = Math.min(12, bottom - top)
  return itemAt(text, { x: left, y: bottom, width: text.length * size * 0.5, size }, viewport)
}
