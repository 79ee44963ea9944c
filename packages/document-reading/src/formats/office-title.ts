import type { DocumentBuilder } from '../building/document-builder.ts'
import { readXmlPart } from '../containers/xml.ts'
import type { BoundedZip } from '../containers/zip.ts'

/** Sets the document title from the properties of an Office or OpenDocument file. */
export async function readCoreTitle(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  for (const part of ['docProps/core.xml', 'meta.xml']) {
    let inTitle = false
    let title = ''
    await readXmlPart(
      zip,
      part,
      {
        open(name) {
          if (name === 'dc:title') inTitle = true
        },
        close(name) {
          if (name === 'dc:title') inTitle = false
        },
        text(text) {
          if (inTitle) title += text
        },
      },
      builder.limits.depth,
    )
    builder.title(title)
  }
}
