import { ExtractionError } from './failure.ts'
import { oleRootNames } from './containers/ole.ts'
import type { DocumentFormat } from './port.ts'
import { readXmlPart } from './containers/xml.ts'
import type { BoundedZip } from './containers/zip.ts'

const MAIN_TYPES: [RegExp, DocumentFormat][] = [
  [/wordprocessingml\.(document|template)\.main\+xml$/, 'docx'],
  [/spreadsheetml\.(sheet|template)\.main\+xml$/, 'xlsx'],
  [/presentationml\.(presentation|slideshow|template)\.main\+xml$/, 'pptx'],
]
const ODF_TYPES: Record<string, DocumentFormat> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
}

/**
 * Checks that an archive declares the content that its extension announces (FIC-02). Documents with macros are refused, whatever their extension.
 * @throws {ExtractionError} `extraction.type_mismatch` or `extraction.damaged`
 */
export async function checkZipStructure(zip: BoundedZip, declaredFormat: DocumentFormat, depth: number): Promise<void> {
  const actual = (await formatOfContentTypes(zip, depth)) ?? (await formatOfMimetype(zip))
  if (actual === declaredFormat) return
  if (actual === 'macros') throw new ExtractionError('extraction.type_mismatch', 'le fichier contient des macros : enregistrez-le sans macros')
  if (actual === null) throw new ExtractionError('extraction.damaged')
  throw new ExtractionError('extraction.type_mismatch', `le fichier porte une extension « .${declaredFormat} » mais contient un document « .${actual} »`)
}

const MACROS = /macroEnabled|vbaProject/i

/**
 * Returns the format declared for the parts, 'macros' if a part has macros. A macro type declared for an extension that no part has is ignored: SheetJS
 * declares one in every workbook that it writes.
 */
async function formatOfContentTypes(zip: BoundedZip, depth: number): Promise<DocumentFormat | 'macros' | null> {
  let format: DocumentFormat | null = null
  const declared = new Set<string>()
  const macroParts = new Set<string>()
  const macroExtensions = new Set<string>()
  await readXmlPart(
    zip,
    '[Content_Types].xml',
    {
      open(_name, a) {
        const type = a['ContentType'] ?? ''
        const part = (a['PartName'] ?? '').replace(/^\//, '').toLowerCase()
        const hasMacros = MACROS.test(type)
        if (part) (hasMacros ? macroParts : declared).add(part)
        else if (hasMacros) macroExtensions.add((a['Extension'] ?? '').toLowerCase())
        if (!hasMacros) format ??= MAIN_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? null
      },
    },
    depth,
  )
  const isMacro = (part: string) => macroParts.has(part) || (!declared.has(part) && macroExtensions.has(part.slice(part.lastIndexOf('.') + 1)))
  return zip.names.some((name) => isMacro(name.toLowerCase())) ? 'macros' : format
}

async function formatOfMimetype(zip: BoundedZip): Promise<DocumentFormat | null> {
  let mimetype = ''
  await zip.stream('mimetype', (chunk) => {
    mimetype = (mimetype + chunk.toString('latin1')).slice(0, 200)
  })
  return ODF_TYPES[mimetype.trim()] ?? null
}

/**
 * Makes the same check for an OLE compound file: old Word, old Excel, or a modern document with a password.
 * @throws {ExtractionError} `extraction.password`, `extraction.unsupported`, `extraction.type_mismatch` or `extraction.damaged`
 */
export function checkOleStructure(bytes: Uint8Array, announced: DocumentFormat): void {
  const names = oleRootNames(bytes)
  if (names.includes('ENCRYPTEDPACKAGE')) throw new ExtractionError('extraction.password')
  const actual = names.includes('WORDDOCUMENT') ? 'doc' : names.includes('WORKBOOK') || names.includes('BOOK') ? 'xls' : null
  if (actual === announced) return
  if (names.includes('POWERPOINT DOCUMENT')) throw new ExtractionError('extraction.unsupported', 'ancien format PowerPoint : réenregistrez le fichier en .pptx')
  if (actual === null) throw new ExtractionError('extraction.damaged')
  throw new ExtractionError('extraction.type_mismatch', `le fichier porte une extension « .${announced} » mais contient un document « .${actual} »`)
}
