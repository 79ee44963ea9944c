import WordExtractor from 'word-extractor'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { ExtractionError } from '../failure.ts'

/** Reads a Word 97-2003 document: paragraphs, tables (cells were separated by tabs), notes. The format gives no headings. */
export async function readDoc(bytes: Uint8Array, builder: DocumentBuilder): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = findFileInformation(buffer)
  if (header === 'encrypted') throw new ExtractionError('extraction.password')
  if (header === 'old')
    throw new ExtractionError('extraction.unsupported', 'version de Word trop ancienne (antérieure à 1997) : réenregistrez le fichier en .docx')
  let document
  try {
    document = await new WordExtractor().extract(buffer)
  } catch (error) {
    throw new ExtractionError('extraction.damaged', undefined, { cause: error })
  }
  // The library's own filter would replace typographic characters.
  const raw = { filterUnicode: false }
  builder.page(null)
  writeBody(document.getBody(raw), builder)
  const boxes = document.getTextboxes({ ...raw, includeBody: true, includeHeadersAndFooters: false })
  for (const text of [boxes, document.getFootnotes(raw), document.getEndnotes(raw)]) {
    for (const line of text.split('\n')) builder.paragraph(line)
  }
  for (const text of [document.getHeaders(raw)]) {
    for (const line of new Set(text.split('\n'))) builder.paragraph(line, { boilerplate: true })
  }
  if (document.getAnnotations(raw).trim()) builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
}

function writeBody(body: string, builder: DocumentBuilder): void {
  let rows: string[][] = []
  const flush = () => {
    if (rows.length > 0) builder.table(rows)
    rows = []
  }
  for (const line of body.split('\n')) {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.filter(Boolean).length >= 2) {
      rows.push(cells)
      continue
    }
    flush()
    if (/^\s*[•▪◦·\uF0B7\uF0A7]\s*/u.test(line)) builder.listItem(line)
    else builder.paragraph(line)
  }
  flush()
}

/** Reads the two flags of the file information block that the library ignores. Source: [MS-DOC] 2.5.1, FibBase. */
function findFileInformation(buffer: Buffer): 'encrypted' | 'old' | 'readable' {
  // A short document lies in sectors of 64 bytes.
  for (let at = 512; at + 12 <= buffer.length; at += 64) {
    const ident = buffer.readUInt16LE(at)
    const version = buffer.readUInt16LE(at + 2)
    if ((ident !== 0xa5ec && ident !== 0xa5dc) || version < 0x0021 || version > 0x0112) continue
    if (ident === 0xa5dc || version < 0x00c1) return 'old'
    return buffer.readUInt16LE(at + 10) & 0x0100 ? 'encrypted' : 'readable'
  }
  return 'readable'
}
