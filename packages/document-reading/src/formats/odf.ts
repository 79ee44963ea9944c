import type { DocumentBuilder } from '../building/document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { readXmlPart } from '../containers/xml.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { readCoreTitle } from './office-title.ts'
import { createContentHandler, type OdfKind } from './odf-content.ts'

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
  const content = createContentHandler(kind, builder)
  if (!(await readXmlPart(zip, 'content.xml', content, depth))) throw new ExtractionError('extraction.damaged')
  if (!content.isPaginated()) builder.forgetPageNumbers()
}
