import { ExtractionError } from './failure.ts'
import type { DocumentFormat } from './port.ts'

/** Type of a file according to its first bytes. */
type ContentType = 'pdf' | 'zip' | 'ole' | 'rtf' | 'png' | 'jpeg' | 'tiff' | 'html' | 'xml' | 'text' | 'binary' | 'empty'

const EXTENSIONS: Record<string, DocumentFormat> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
  txt: 'txt',
  text: 'txt',
  md: 'md',
  markdown: 'md',
  csv: 'csv',
  tsv: 'csv',
  xls: 'xls',
  xlsx: 'xlsx',
  ods: 'ods',
  pptx: 'pptx',
  odp: 'odp',
  html: 'html',
  htm: 'html',
  eml: 'eml',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  tif: 'tiff',
  tiff: 'tiff',
}

const EXPECTED_CONTENT: Record<DocumentFormat, ContentType[]> = {
  pdf: ['pdf'],
  doc: ['ole'],
  xls: ['ole'],
  docx: ['zip', 'ole'],
  xlsx: ['zip', 'ole'],
  pptx: ['zip', 'ole'],
  odt: ['zip'],
  ods: ['zip'],
  odp: ['zip'],
  rtf: ['rtf'],
  png: ['png'],
  jpeg: ['jpeg'],
  tiff: ['tiff'],
  txt: ['text'],
  md: ['text', 'html'],
  csv: ['text'],
  html: ['html', 'text', 'xml'],
  eml: ['text'],
}

/** Formats read instead of the announced one, by actual content: office programs write and open such files without warning. */
const SUBSTITUTES: Partial<Record<DocumentFormat, Partial<Record<ContentType, DocumentFormat>>>> = {
  doc: { rtf: 'rtf', html: 'html', zip: 'docx' },
  xls: { html: 'html', zip: 'xlsx' },
  docx: { rtf: 'rtf' },
}

const CONTENT_NAMES: Record<ContentType, string> = {
  pdf: 'un PDF',
  zip: 'une archive',
  ole: 'un ancien fichier Office',
  rtf: 'un fichier RTF',
  png: 'une image PNG',
  jpeg: 'une image JPEG',
  tiff: 'une image TIFF',
  html: 'une page HTML',
  xml: 'un fichier XML',
  text: 'du texte',
  binary: 'un fichier d’un autre type',
  empty: 'vide',
}

/** Returns the extension in lower case, '' when there is none. */
function extensionOf(filename: string): string {
  return /\.([^./\\]{1,12})$/u.exec(filename.trim())?.[1]?.toLowerCase() ?? ''
}

/** Returns the format on which the extension and the first bytes agree, or null. */
export function detectFormat(head: Uint8Array, filename: string): DocumentFormat | null {
  try {
    return identifyFormat(head, filename)
  } catch {
    return null
  }
}

/**
 * Returns the format to read the file as.
 * @throws {ExtractionError} `extraction.empty`, `extraction.unsupported` (unknown extension) or `extraction.type_mismatch` (the content contradicts the
 *   extension, trust case FIC-02)
 */
export function identifyFormat(bytes: Uint8Array, filename: string): DocumentFormat {
  const content = sniffContent(bytes)
  if (content === 'empty') throw new ExtractionError('extraction.empty')
  const extension = extensionOf(filename)
  const declaredFormat = EXTENSIONS[extension]
  if (!declaredFormat) {
    throw new ExtractionError(
      'extraction.unsupported',
      extension ? `format « .${extension} » non pris en charge` : 'format non pris en charge (fichier sans extension)',
    )
  }
  if (EXPECTED_CONTENT[declaredFormat].includes(content)) return declaredFormat
  const substitute = SUBSTITUTES[declaredFormat]?.[content]
  if (substitute) return substitute
  throw new ExtractionError('extraction.type_mismatch', `le fichier porte l’extension « .${extension} » mais contient ${CONTENT_NAMES[content]}`)
}

/** Detects the type of a file from its first bytes alone. */
function sniffContent(bytes: Uint8Array): ContentType {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.subarray(0, 4096))
  const latin = head.toString('latin1')
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'zip'
  if (latin.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return 'ole'
  if (latin.startsWith('{\\rtf')) return 'rtf'
  if (latin.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (latin.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (latin.startsWith('II*\0') || latin.startsWith('MM\0*')) return 'tiff'
  // PDF readers accept bytes before the header. Those of another known type are refused.
  const pdf = latin.slice(0, 1024).indexOf('%PDF-')
  if (pdf === 0 || (pdf > 0 && !/^(MZ|GIF8|\x7fELF|#!|BM)/.test(latin) && !/<(html|script|svg|!doctype)/i.test(latin.slice(0, pdf)))) return 'pdf'
  const text = latin
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(!doctype html|html|head|body|script|meta)\b/.test(withoutComments(text))) return 'html'
  if (/^<\?xml|^<svg|^<!doctype/.test(text)) return /<html[\s>]/.test(text) ? 'html' : 'xml'
  return isBinary(head) ? 'binary' : 'text'
}

function withoutComments(text: string): string {
  let rest = text
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end < 0) break
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function isBinary(head: Buffer): boolean {
  const mark = head.length >= 2 && ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
  if (mark) return false
  const nul = [0, 0]
  let controls = 0
  head.forEach((byte, i) => {
    if (byte === 0) nul[i & 1]!++
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++
  })
  if (controls > head.length * 0.02 + 2) return true
  if (nul[0] === 0 && nul[1] === 0) return false
  // UTF-16 without a byte order mark has its NUL bytes at even or at odd positions only.
  const halfLength = head.length / 2
  return !((nul[0]! > halfLength * 0.6 && nul[1]! < halfLength * 0.1) || (nul[1]! > halfLength * 0.6 && nul[0]! < halfLength * 0.1))
}
