import type { DocumentBuilder } from '../building/document-builder.ts'
import { decodeText } from '../text/encoding.ts'

/** Reads plain text. Blank lines separate paragraphs; bullets start list items. */
export function readPlainText(bytes: Uint8Array, builder: DocumentBuilder): void {
  builder.page(null)
  writeParagraphs(decodeText(bytes).text, builder)
}

/** Writes a text without markup. A form feed starts a page. */
export function writeParagraphs(text: string, builder: DocumentBuilder): void {
  const pages = text.replace(/\r\n?/g, '\n').split('\f')
  for (const [index, page] of pages.entries()) {
    if (pages.length > 1) builder.page(index + 1)
    for (const paragraph of page.split(/\n[ \t\u00A0]*\n+/)) {
      const lines = paragraph.trim().split('\n')
      if (lines.length > 1 && lines.every((line) => LIST_MARKER.test(line))) for (const line of lines) builder.listItem(line.replace(BULLET_SIGN, ''))
      else builder.paragraph(paragraph)
    }
  }
}

const LIST_MARKER = /^\s*([-*•–▪]|\d{1,3}[.)])\s+/
/** Bullet to remove from a list item. A number is kept, because other texts may refer to it. */
const BULLET_SIGN = /^\s*[-*•–▪]\s+/
