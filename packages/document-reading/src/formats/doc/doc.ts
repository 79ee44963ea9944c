import WordExtractor from 'word-extractor'
import { createUnread } from '../../building/unread.ts'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import { convertSymbols } from '../../text/symbol-fonts.ts'
import { restoreSigns, writeMarks } from './doc-marks.ts'
import { NUMBERED_END, writeNumberedEnds } from './doc-numbers.ts'
import { openStreams } from './doc-streams.ts'

/**
 * Reads a Word 97-2003 document: paragraphs, list numbers, form boxes, tables (recognised by tabs between cells), notes, headers and footers. The library
 * gives no headings.
 */
export async function readDoc(bytes: Uint8Array, builder: DocumentBuilder): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = findFileInformation(buffer)
  if (header === 'encrypted') throw new ExtractionError('extraction.password')
  if (header === 'old')
    throw new ExtractionError('extraction.unsupported', 'version de Word trop ancienne (antérieure à 1997) : réenregistrez le fichier en .docx')
  const { file, numbers, isNumbered, objects, deletions, struckTexts } = markDoc(buffer)
  let document
  try {
    document = await new WordExtractor().extract(file)
  } catch (error) {
    throw new ExtractionError('extraction.damaged', undefined, { cause: error })
  }
  // The library's own filter would replace typographic characters.
  const raw = { filterUnicode: false }
  builder.page(null)
  const body = readCharacters(document.getBody(raw))
  // A wrong number is worse than none.
  const isAligned = body.split(NUMBERED_END).length === numbers.length + 1
  writeBody(body, isAligned ? numbers : numbers.map(() => ''), builder)
  if (!(isNumbered && isAligned)) builder.warn('content_unread', 'Des numéros de listes n’ont pas été lus.')
  const boxes = document.getTextboxes({ ...raw, includeBody: true, includeHeadersAndFooters: false })
  for (const text of [boxes, document.getFootnotes(raw), document.getEndnotes(raw)]) {
    for (const line of readCharacters(text).split('\n')) builder.paragraph(line)
  }
  for (const line of new Set(readCharacters(document.getHeaders(raw)).split('\n'))) builder.paragraph(line, { boilerplate: true })
  const unread = createUnread()
  for (let index = 0; index < objects; index++) unread.add('object')
  for (let index = 0; index < deletions; index++) unread.add('deletion')
  unread.warn(builder)
  for (const text of struckTexts) builder.struckText(text)
  if (document.getAnnotations(raw).trim()) builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
}

const readCharacters = (text: string): string => convertSymbols(restoreSigns(text), undefined)

/**
 * A Word file in which paragraph numbers, embedded objects, deletions and struck text are written as marks in the text, because the converter drops the
 * properties that hold them. `file` is the original when these properties cannot be read.
 */
type MarkedDoc = { file: Buffer; numbers: string[]; isNumbered: boolean; objects: number; deletions: number; struckTexts: string[] }

function markDoc(bytes: Buffer): MarkedDoc {
  try {
    const streams = openStreams(bytes)
    if (streams) {
      const marks = writeMarks(streams)
      const { numbers, isWhole } = writeNumberedEnds(streams)
      return { file: streams.write(), numbers, isNumbered: isWhole, objects: streams.objects, ...marks }
    }
  } catch {
    // Damaged, or written by an unusual program: the text may still be readable.
  }
  return { file: bytes, numbers: [], isNumbered: true, objects: 0, deletions: 0, struckTexts: [] }
}

/**
 * Writes the body of a document.
 * @param numbers numbers of the paragraphs that end with `NUMBERED_END`, in order
 */
function writeBody(body: string, numbers: readonly string[], builder: DocumentBuilder): void {
  let rows: string[][] = []
  let index = 0
  const flush = () => {
    if (rows.length > 0) builder.table(rows)
    rows = []
  }
  for (const [, line = '', end] of body.matchAll(/([^\n\x7f]*)(\n|\x7f|$)/g)) {
    const number = end === NUMBERED_END ? numbers[index++] : undefined
    const cells = line.split('\t').map((cell) => cell.trim())
    if (number === undefined && cells.filter(Boolean).length >= 2) {
      rows.push(cells)
      continue
    }
    flush()
    if (number !== undefined) builder.listItem(line.trim() && `${number} ${line}`)
    else if (/^\s*[•▪◦·\uF0B7\uF0A7]\s*/u.test(line)) builder.listItem(line)
    else builder.paragraph(line)
  }
  flush()
}

/** Reads the flags of the file information block that the library ignores. Source: [MS-DOC] 2.5.1, FibBase. */
function findFileInformation(buffer: Buffer): 'encrypted' | 'old' | 'readable' {
  // In a short document the block is in sectors of 64 bytes.
  for (let index = 512; index + 12 <= buffer.length; index += 64) {
    const ident = buffer.readUInt16LE(index)
    const version = buffer.readUInt16LE(index + 2)
    if ((ident !== 0xa5ec && ident !== 0xa5dc) || version < 0x0021 || version > 0x0112) continue
    if (ident === 0xa5dc || version < 0x00c1) return 'old'
    return buffer.readUInt16LE(index + 10) & 0x0100 ? 'encrypted' : 'readable'
  }
  return 'readable'
}
