import { getResolvedPDFJS } from 'unpdf'
import type { PDFPageProxy } from 'unpdf/pdfjs'

type Matrix = readonly number[]
type GraphicsState = { matrix: Matrix; isInvisible: boolean }

/** Minimum share of a page covered by images for it to be a scan rather than a page with a letterhead or an illustration. */
const MIN_COVERED_SHARE = 0.5
/** Number of invisible characters from which a page has text recognised by the scanner. */
const RECOGNISED_CHARACTERS = 20
/** Prefix of the engine's names for images already used on an earlier page: a background, as in slides. */
const SHARED_IMAGE = 'g_'

/**
 * Whether images used only on this page cover half of it, as on a scan without recognised text. Reads the whole drawing and decodes its images, so it is
 * only for pages with little text.
 */
export async function isPicturePage(page: PDFPageProxy): Promise<boolean> {
  const { OPS, AnnotationMode } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  // Drops the images as they are decoded: thirty megabytes for a scan.
  page.cleanup()
  const images = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const savedStates: GraphicsState[] = []
  let state: GraphicsState = { matrix: [1, 0, 0, 1, 0, 0], isInvisible: false }
  let covered = 0
  let invisible = 0
  for (const [i, operator] of fnArray.entries()) {
    const args = (argsArray[i] ?? []) as unknown[]
    if (operator === OPS.save) savedStates.push(state)
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) state = savedStates.pop() ?? state
    else if (operator === OPS.transform) state = { ...state, matrix: multiply(state.matrix, args as number[]) }
    else if (operator === OPS.paintFormXObjectBegin) {
      savedStates.push(state)
      if (args[0]) state = { ...state, matrix: multiply(state.matrix, Array.from(args[0] as Iterable<number>)) }
    } else if (operator === OPS.setTextRenderingMode) state = { ...state, isInvisible: args[0] === 3 }
    else if (operator === OPS.showText && state.isInvisible) invisible += (args[0] as unknown[]).length
    else if (images.has(operator) && !String(args[0]).startsWith(SHARED_IMAGE)) covered += coveredArea(state.matrix, page.view)
  }
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  return invisible < RECOGNISED_CHARACTERS && covered >= MIN_COVERED_SHARE * (right - left) * (top - bottom)
}

/** Composes two transformation matrices; the inner one is the second. */
function multiply([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Area of a page covered by an image drawn in the unit square. */
function coveredArea([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: number[]): number {
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const width = Math.min(right, Math.max(...xs)) - Math.max(left, Math.min(...xs))
  const height = Math.min(top, Math.max(...ys)) - Math.max(bottom, Math.min(...ys))
  return Math.max(0, width) * Math.max(0, height)
}
