import { identifyFormat } from './detect.ts'
import { createDocumentBuilder, TextLimitReached, type DocumentBuilder } from './building/document-builder.ts'
import type { BoundedZip } from './containers/zip.ts'
import { ExtractionError, failureOf } from './failure.ts'
import type { ExtractionLimits } from './limits.ts'
import type { ScanReader } from './pdf/scanned-pages.ts'
import type { ExtractionResult, DocumentFormat, ExtractedDocument, ProgressListener } from './port.ts'

/** Options of a parse. `now`: clock of the soft deadline, in milliseconds; elapsed time by default. */
type ParseOptions = { limits: ExtractionLimits; scans: ScanReader; onProgress: ProgressListener; now?: () => number; isRich?: boolean }

/**
 * Reads a whole file held in memory. Never throws: an unexpected error of a parser is reported as a damaged file. It should run in a process that can be
 * killed: see `isolation/`.
 */
export async function parseDocument(bytes: Uint8Array, filename: string, options: ParseOptions): Promise<ExtractionResult> {
  const builder = createDocumentBuilder(options.limits, options.now)
  try {
    const format = identifyFormat(bytes, filename)
    if (options.isRich) return { ok: true, document: { format, pages: [], ...(await readRich(format, bytes, builder)) } }
    try {
      await readFormat(format, bytes, builder, options)
    } catch (error) {
      if (!(error instanceof TextLimitReached)) throw error
      builder.warn('text_truncated', 'Document très long : la fin n’a pas été lue.')
    }
    if (builder.size() === 0) {
      if (isImage(format)) throw new ExtractionError('extraction.no_text', 'aucun texte reconnu dans cette image')
      if (format === 'pdf') throw new ExtractionError('extraction.no_text')
      throw new ExtractionError('extraction.empty', 'le document ne contient aucun texte')
    }
    return { ok: true, document: builder.finish(format) }
  } catch (error) {
    if (error instanceof ExtractionError) return { ok: false, failure: failureOf(error.code, error.message) }
    return { ok: false, failure: failureOf('extraction.damaged') }
  }
}

/** Reads a text as rich blocks. @throws {ExtractionError} `extraction.too_big` when it is too long to be read whole: half a text must not be written in */
async function readRich(format: DocumentFormat, bytes: Uint8Array, builder: DocumentBuilder): Promise<Pick<ExtractedDocument, 'rich' | 'title' | 'warnings'>> {
  if (format !== 'docx' && format !== 'odt')
    throw new ExtractionError('extraction.unsupported', 'seuls les textes Word (.docx) et OpenDocument (.odt) s’ouvrent pour être rédigés')
  const [{ readRichDocx }, { readRichOdt }] = await Promise.all([import('./rich/rich-docx.ts'), import('./rich/rich-odt.ts')])
  const zip = await openChecked(bytes, format, builder.limits)
  const rich = await (format === 'docx' ? readRichDocx : readRichOdt)(zip, builder).catch((error: unknown) => {
    throw error instanceof TextLimitReached ? new ExtractionError('extraction.too_big', 'ce texte est trop long pour être rédigé ici') : error
  })
  if (rich.length === 0) throw new ExtractionError('extraction.empty', 'le document ne contient aucun texte')
  const { title, warnings } = builder.finish(format)
  return { rich, title, warnings }
}

/** Opens the archive of an Office or OpenDocument file and checks its structure. */
async function openChecked(bytes: Uint8Array, format: DocumentFormat, limits: ExtractionLimits): Promise<BoundedZip> {
  const [{ checkOleStructure, checkZipStructure }, { openZip }] = await Promise.all([import('./structure.ts'), import('./containers/zip.ts')])
  // A modern document with a password is wrapped in an OLE compound file.
  if (bytes[0] === 0xd0) checkOleStructure(bytes, format)
  const zip = await openZip(bytes, limits)
  await checkZipStructure(zip, format, limits.depth)
  return zip
}

/** Reads one format. Each parser is loaded at its first document, so that a plain text does not wait for the code of the others. */
async function readFormat(format: DocumentFormat, bytes: Uint8Array, builder: DocumentBuilder, { limits, scans, onProgress }: ParseOptions): Promise<void> {
  switch (format) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(bytes, builder, scans, onProgress)
    case 'png':
    case 'jpeg':
    case 'tiff':
      return (await import('./formats/image.ts')).readImage(bytes, builder, scans)
    case 'rtf':
      return (await import('./formats/rtf/rtf.ts')).readRtf(bytes, builder)
    case 'txt':
      return (await import('./formats/plain-text.ts')).readPlainText(bytes, builder)
    case 'md':
      return (await import('./formats/markdown.ts')).readMarkdown(bytes, builder)
    case 'csv':
      return (await import('./formats/csv.ts')).readCsv(bytes, builder)
    case 'html':
      return (await import('./formats/html/html.ts')).readHtml(bytes, builder)
    case 'eml':
      return (await import('./formats/eml.ts')).readEml(bytes, builder)
    case 'doc':
    case 'xls': {
      const { checkOleStructure } = await import('./structure.ts')
      checkOleStructure(bytes, format)
      if (format === 'doc') return (await import('./formats/doc/doc.ts')).readDoc(bytes, builder)
      return (await import('./formats/sheets/xls.ts')).readXls(bytes, builder)
    }
    case 'docx':
    case 'xlsx':
    case 'pptx':
    case 'odt':
    case 'ods':
    case 'odp': {
      const zip = await openChecked(bytes, format, limits)
      if (format === 'docx') return (await import('./formats/docx/docx.ts')).readDocx(zip, builder)
      if (format === 'xlsx') return (await import('./formats/sheets/xlsx.ts')).readXlsx(zip, builder)
      if (format === 'pptx') return (await import('./formats/pptx/pptx.ts')).readPptx(zip, builder)
      return (await import('./formats/odf/odf.ts')).readOdf(zip, format, builder)
    }
  }
}

function isImage(format: DocumentFormat): boolean {
  return format === 'png' || format === 'jpeg' || format === 'tiff'
}
