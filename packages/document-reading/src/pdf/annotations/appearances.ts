import { getResolvedPDFJS } from 'unpdf'
import type { PDFPageProxy } from 'unpdf/pdfjs'

type Glyph = { unicode?: string } | number

/** Reads the lines of text drawn by the appearance streams of annotations, by annotation id. Reads the whole drawing of the page, which is slow. */
export async function readAppearanceTexts(page: PDFPageProxy): Promise<Map<string, string[]>> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const breaks = new Set<number>([OPS.beginText, OPS.nextLine, OPS.setTextMatrix, OPS.moveText, OPS.setLeadingMoveText])
  const appearanceTexts = new Map<string, string[]>()
  let lines: string[] | null = null
  let isNewLine = true
  fnArray.forEach((operator, i) => {
    const args = argsArray[i] as unknown[]
    if (operator === OPS.beginAnnotation) {
      lines = []
      appearanceTexts.set(String(args[0]), lines)
    } else if (operator === OPS.endAnnotation) lines = null
    else if (lines === null) return
    else if (breaks.has(operator)) isNewLine ||= startsLine(operator, args, OPS)
    else if (operator === OPS.showText) {
      const text = (args[0] as Glyph[]).map((glyph) => (typeof glyph === 'number' ? (glyph < -200 ? ' ' : '') : (glyph.unicode ?? ''))).join('')
      if (isNewLine || lines.length === 0) lines.push(text)
      else lines.push(`${lines.pop()}${text}`)
      isNewLine = false
    }
  })
  for (const [id, texts] of appearanceTexts) appearanceTexts.set(id, texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean))
  return appearanceTexts
}

/** Whether a text operator begins a new line: a move along the baseline does not. */
function startsLine(operator: number, args: unknown[], OPS: Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']): boolean {
  if (operator !== OPS.moveText && operator !== OPS.setLeadingMoveText) return true
  return Math.abs(Number(args?.[1] ?? 0)) > 1
}
