import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import { readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { readCoreTitle } from '../office-title.ts'
import { createContentHandler, type NamedStyles } from './odf-content.ts'
import { createNumbers } from './odf-numbers.ts'
import { createPageBreaks, type OdfKind } from './odf-pages.ts'

/** Reads an OpenDocument text, spreadsheet or presentation. */
export async function readOdf(zip: BoundedZip, kind: OdfKind, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readXmlPart(
    zip,
    'META-INF/manifest.xml',
    {
      open(name) {
        if (name.endsWith('encryption-data')) throw new ExtractionError('extraction.password')
      },
    },
    depth,
  )
  await readCoreTitle(zip, builder)
  const named = { breaks: createPageBreaks(), numbers: createNumbers() }
  if (kind === 'odt') await readNamedStyles(zip, named, depth)
  const content = createContentHandler(kind, builder, named)
  if (!(await readXmlPart(zip, 'content.xml', content, depth))) throw new ExtractionError('extraction.damaged')
  if (!content.isPaginated()) builder.forgetPageNumbers()
}

/** The styles that people name, as those of headings. The others of that part, of headers and footers, have the names of those of the text. */
async function readNamedStyles(zip: BoundedZip, { breaks, numbers }: NamedStyles, depth: number): Promise<void> {
  let isNamed = false
  await readXmlPart(
    zip,
    'styles.xml',
    {
      open(name, a) {
        if (name === 'office:styles') isNamed = true
        if (!isNamed) return
        numbers.describe(name, a)
        if (name === 'style:style') breaks.begin(a)
        else if (name === 'style:paragraph-properties') breaks.say(a)
      },
      close(name) {
        if (name === 'office:styles') isNamed = false
      },
    },
    depth,
  )
}
