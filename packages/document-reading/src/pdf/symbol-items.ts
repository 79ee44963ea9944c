import type { PDFPageProxy } from 'unpdf/pdfjs'
import { convertSymbols } from '../text/symbol-fonts.ts'
import type { PdfContent, PdfTextItem } from './text-items.ts'

/** Pattern of the codes of boxes and ticks in Zapf Dingbats and the Wingdings fonts. */
const SIGNS = /^(?:[3-8]|[OPQRSTUVx-z£¤¨þýûüa-cl-u\uF020-\uF0FF\s]{1,2})$/u

/**
 * Converts the signs of symbol fonts (Zapf Dingbats, Wingdings), which the engine gives as letters or private characters. Getting font names requires a
 * slow reading of the whole drawing of the page. It is done only if some font of the page draws nothing but such signs.
 */
export async function readSymbolFonts(page: PDFPageProxy, content: PdfContent): Promise<void> {
  const items = content.items.filter((item): item is PdfTextItem => 'str' in item && item.str.trim() !== '')
  const texts = new Set(items.filter(({ str }) => !SIGNS.test(str)).map(({ fontName }) => fontName))
  const signs = items.filter(({ fontName }) => !texts.has(fontName))
  const names = texts.size > 0 && signs.length > 0 ? await fontNames(page, signs).catch(() => null) : null
  for (const item of items) {
    const name = names?.get(item.fontName)
    if (name !== undefined || /[\uF020-\uF0FF]/.test(item.str)) item.str = convertSymbols(item.str, name)
  }
}

async function fontNames(page: PDFPageProxy, items: readonly PdfTextItem[]): Promise<Map<string, string>> {
  await page.getOperatorList()
  const names = new Map<string, string>()
  for (const { fontName } of items) {
    if (names.has(fontName) || !page.commonObjs.has(fontName)) continue
    const { name } = page.commonObjs.get(fontName) as { name?: string }
    if (name) names.set(fontName, familyOf(name))
  }
  return names
}

/** Normalises a font name: « ABCDEF+Wingdings2-Regular » → « wingdings 2 ». */
const familyOf = (name: string): string =>
  name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[-,](?:regular|normal|bold|italic|roman)+$/i, '')
    .replace(/^(wingdings)[-_]?([23])$/i, '$1 $2')
    .toLowerCase()
