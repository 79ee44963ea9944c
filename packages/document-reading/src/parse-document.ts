import { identify } from './detect.ts'
import { createDocumentBuilder, TextLimitReached, type DocumentBuilder } from './building/document-builder.ts'
import { ExtractionError, failureOf } from './failure.ts'
import { readCsv } from './formats/csv.ts'
import { readDoc } from './formats/doc.ts'
import { readDocx } from './formats/docx/docx.ts'
import { readEml } from './formats/eml.ts'
import { readHtml } from './formats/html/html.ts'
import { readImage } from './formats/image.ts'
import { readMarkdown } from './formats/markdown.ts'
import { readOdf } from './formats/odf.ts'
import { readPlainText } from './formats/plain-text.ts'
import { readPptx } from './formats/pptx.ts'
import { readRtf } from './formats/rtf/rtf.ts'
import { readXls } from './formats/xls.ts'
import { readXlsx } from './formats/xlsx.ts'
import type { ExtractionLimits } from './limits.ts'
import { readPdf } from './pdf/read-pdf.ts'
import type { ScanReader } from './pdf/scanned-pages.ts'
import type { ExtractionResult, Format, ProgressListener } from './port.ts'
import { checkOleStructure, checkZipStructure } from './structure.ts'
import { openZip } from './containers/zip.ts'

type ParseOptions = { limits: ExtractionLimits; scans: ScanReader; onProgress: ProgressListener }

/**
 * Reads a whole file held in memory. Every refusal is an answer; an unexpected error of a parser
 * means a damaged file. Meant to run where it can be killed: see `isolation/`.
 */
export async function parseDocument(bytes: Uint8Array, filename: string, options: ParseOptions): Promise<ExtractionResult> {
  const builder = createDocumentBuilder(options.limits)
  try {
    const format = identify(bytes, filename)
    try {
      await read(format, bytes, builder, options)
    } catch (error) {
      if (!(error instanceof TextLimitReached)) throw error
      builder.warn('text_truncated', 'Document très long : la fin n’a pas été lue.')
    }
    if (builder.size() === 0) {
      throw new ExtractionError(
        format === 'pdf' || isImage(format) ? 'extraction.no_text' : 'extraction.empty',
        isImage(format) || format === 'pdf' ? undefined : 'le document ne contient aucun texte',
      )
    }
    return { ok: true, document: builder.finish(format) }
  } catch (error) {
    if (error instanceof ExtractionError) return { ok: false, failure: failureOf(error.code, error.message) }
    return { ok: false, failure: failureOf('extraction.damaged') }
  }
}

async function read(format: Format, bytes: Uint8Array, builder: DocumentBuilder, { limits, scans, onProgress }: ParseOptions): Promise<void> {
  switch (format) {
    case 'pdf':
      return readPdf(bytes, builder, scans, onProgress)
    case 'png':
    case 'jpeg':
    case 'tiff':
      return readImage(bytes, builder, scans)
    case 'rtf':
      return readRtf(bytes, builder)
    case 'txt':
      return readPlainText(bytes, builder)
    case 'md':
      return readMarkdown(bytes, builder)
    case 'csv':
      return readCsv(bytes, builder)
    case 'html':
      return readHtml(bytes, builder)
    case 'eml':
      return readEml(bytes, builder)
    case 'doc':
    case 'xls':
      checkOleStructure(bytes, format)
      return format === 'doc' ? readDoc(bytes, builder) : readXls(bytes, builder)
    case 'docx':
    case 'xlsx':
    case 'pptx':
    case 'odt':
    case 'ods':
    case 'odp': {
      // A modern document under a password is wrapped in a compound file.
      if (bytes[0] === 0xd0) checkOleStructure(bytes, format)
      const zip = await openZip(bytes, limits)
      await checkZipStructure(zip, format, limits.depth)
      if (format === 'docx') return readDocx(zip, builder)
      if (format === 'xlsx') return readXlsx(zip, builder)
      if (format === 'pptx') return readPptx(zip, builder)
      return readOdf(zip, format, builder)
    }
  }
}

function isImage(format: Format): boolean {
  return format === 'png' || format === 'jpeg' || format === 'tiff'
}
