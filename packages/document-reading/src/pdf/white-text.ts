import { getResolvedPDFJS } from 'unpdf'
import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { PdfContent } from './text-items.ts'

/** Minimum size of a background, in points: a smaller coloured shape is a rule or a dot. */
const MIN_BACKGROUND_SIZE = 8

type Glyph = { unicode?: string } | number

/**
 * Removes text drawn in white where nothing coloured was drawn before, which no reader sees (trust case LLM-04). White text after any coloured area or
 * image is kept: whether it overlaps is not checked.
 * @returns whether something was removed
 */
export async function dropWhiteText(page: PDFPageProxy, content: PdfContent): Promise<boolean> {
  // The drawing of a scan is an image, slow to decode, without text to remove.
  if (!content.items.some((item) => 'str' in item && item.str.trim() !== '')) return false
  const pageTexts = await drawnTexts(page)
  if (pageTexts.white === '') return false
  const visibleItems = content.items.filter((item) => {
    if (!('str' in item)) return true
    const text = withoutSpaces(item.str)
    return text === '' || !pageTexts.white.includes(text) || pageTexts.visible.includes(text)
  })
  const dropped = visibleItems.length < content.items.length
  content.items = visibleItems
  return dropped
}

async function drawnTexts(page: PDFPageProxy): Promise<{ white: string; visible: string }> {
  const { OPS } = await getResolvedPDFJS()
  const images = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.shadingFill])
  const { fnArray, argsArray } = await page.getOperatorList()
  const white: string[] = []
  const visible: string[] = []
  const savedStates: boolean[] = []
  let isWhite = false
  let hasBackground = false
  fnArray.forEach((operator, i) => {
    const args = argsArray[i] as unknown[]
    if (operator === OPS.save) savedStates.push(isWhite)
    else if (operator === OPS.restore) isWhite = savedStates.pop() ?? false
    else if (operator === OPS.setFillRGBColor) isWhite = /^#f[0-9a-f]f[0-9a-f]f[0-9a-f]$/i.test(String(args[0]))
    else if (operator === OPS.setFillColorN || operator === OPS.setFillTransparent) isWhite = false
    else if (images.has(operator)) hasBackground = true
    else if (operator === OPS.constructPath) hasBackground ||= !isWhite && isArea(args, OPS.fill, OPS.eoFill)
    else if (operator === OPS.showText) (isWhite && !hasBackground ? white : visible).push(textOf(args[0] as Glyph[]))
  })
  return { white: white.join(' '), visible: visible.join(' ') }
}

/** Whether a path is filled, and large in both directions. */
function isArea([paint, , box]: unknown[], fill: number, evenOddFill: number): boolean {
  if (paint !== fill && paint !== evenOddFill) return false
  const [left = 0, bottom = 0, right = 0, top = 0] = Object.values((box ?? {}) as Record<string, number>)
  return right - left >= MIN_BACKGROUND_SIZE && top - bottom >= MIN_BACKGROUND_SIZE
}

function textOf(glyphs: Glyph[]): string {
  return withoutSpaces(glyphs.map((glyph) => (typeof glyph === 'number' ? '' : (glyph.unicode ?? ''))).join(''))
}

function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '')
}
