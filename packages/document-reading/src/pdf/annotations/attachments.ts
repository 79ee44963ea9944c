import type { PDFDocumentProxy } from 'unpdf/pdfjs'

const MAX_ATTACHMENTS = 1_000
/** Number of bytes of a file specification in which its name is searched. */
const SPECIFICATION_BYTES = 500

/**
 * Names of the files embedded in a PDF. The engine lists those of the names tree. Files only associated with an object (`/AF`) are found in the bytes of
 * the PDF, where the dictionary of an embedded file is never compressed.
 */
export async function attachmentsOf(document: PDFDocumentProxy, bytes: Uint8Array): Promise<string[]> {
  const attachments = (await document.getAttachments().catch(() => null)) as ReadonlyMap<string, { filename?: string }> | null
  if (attachments && attachments.size > 0) return [...attachments].map(([name, file]) => file.filename || name)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = offsetsOf(file, '/EmbeddedFile').filter((index) => !/[\w]/.test(String.fromCharCode(file[index + '/EmbeddedFile'.length] ?? 0))).length
  const names = offsetsOf(file, '/Filespec').flatMap((index) => specifiedName(file, index) ?? [])
  return Array.from({ length: count }, (_, index) => names[index] ?? 'sans nom')
}

function offsetsOf(file: Buffer, word: string): number[] {
  const offsets: number[] = []
  for (let index = file.indexOf(word); index !== -1 && offsets.length < MAX_ATTACHMENTS; index = file.indexOf(word, index + word.length)) offsets.push(index)
  return offsets
}

/** Reads the name in a file specification. Null when the specification is encrypted or compressed. */
function specifiedName(file: Buffer, index: number): string | null {
  const from = file.lastIndexOf('<<', index)
  const dictionary = file.toString('latin1', Math.max(from, index - SPECIFICATION_BYTES), index + SPECIFICATION_BYTES).split('endobj', 1)[0]!
  return /\/EF\b/.test(dictionary) ? (/\/UF\s*\(([ -~]{1,200}?)\)/.exec(dictionary)?.[1] ?? /\/F\s*\(([ -~]{1,200}?)\)/.exec(dictionary)?.[1] ?? null) : null
}
