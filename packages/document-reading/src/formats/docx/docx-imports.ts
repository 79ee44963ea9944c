import { TextLimitReached, type DocumentBuilder } from '../../building/document-builder.ts'
import { createBlockRecorder } from '../../building/recorder.ts'
import { openZip, type BoundedZip } from '../../containers/zip.ts'
import { ExtractionError } from '../../failure.ts'
import type { ExtractedBlock } from '../../port.ts'

/** Maximum depth of documents imported inside imported documents. */
const MAX_NESTING = 2

type ReadDocx = (zip: BoundedZip, builder: DocumentBuilder, nesting: number) => Promise<void>

/**
 * Reads a document that another application inserted (`w:altChunk`): HTML, MHT, RTF, Word or plain text.
 * @param nesting number of enclosing imported documents
 * @returns null when it cannot be read
 */
export async function readImport(
  { zip, builder, readDocx }: { zip: BoundedZip; builder: DocumentBuilder; readDocx: ReadDocx },
  part: string,
  nesting: number,
): Promise<ExtractedBlock[] | null> {
  const chunks: Buffer[] = []
  await zip.stream(part, (chunk) => void chunks.push(chunk))
  const bytes = Buffer.concat(chunks)
  const recorder = createBlockRecorder(builder)
  try {
    const head = bytes.subarray(0, 4_096).toString('latin1').trimStart()
    if (head.startsWith('PK')) {
      if (nesting >= MAX_NESTING) return null
      await readDocx(await openZip(bytes, builder.limits), recorder.builder, nesting + 1)
    } else if (!(await readText(bytes, head, { part, builder: recorder.builder }))) return null
  } catch (error) {
    if (error instanceof TextLimitReached) builder.warn('text_truncated', 'Document très long : la fin n’a pas été lue.')
    else if (!(error instanceof ExtractionError) || error.code === 'extraction.time') throw error
    else return null
  }
  return recorder.take()
}

/**
 * Reads an imported document that is not an archive.
 * @returns false when its format is not supported
 */
async function readText(bytes: Buffer, head: string, { part, builder }: { part: string; builder: DocumentBuilder }): Promise<boolean> {
  if (head.startsWith('{\\rtf')) (await import('../rtf/rtf.ts')).readRtf(bytes, builder)
  else if (/^(?:mime-version|content-type|from|date|subject|message-id|snapshot-content-location):/im.test(head) && !head.startsWith('<')) {
    const { default: PostalMime } = await import('postal-mime')
    const { html, text } = await PostalMime.parse(new Uint8Array(bytes).buffer)
    if (html) (await import('../html/html.ts')).writeHtml(html, builder)
    else if (text) (await import('../plain-text.ts')).writeParagraphs(text, builder)
    else return false
  } else if (/<\w+:package\b|<\?mso-application/i.test(head)) return false
  else if (
    /\.x?html?$/i.test(part) ||
    /^(?:\uFEFF|ï»¿|<\?xml[^>]*>|<!--[^>]*>|\s)*<(?:!doctype html|html|body|head|p|div|table|ul|ol|h\d|span|b|i)\b/i.test(head)
  )
    (await import('../html/html.ts')).readHtml(bytes, builder)
  else if (/\.te?xt$/i.test(part)) (await import('../plain-text.ts')).readPlainText(bytes, builder)
  else return false
  return true
}
