import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createUnread, type UnreadContent } from '../../building/unread.ts'
import { readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { ExtractionError } from '../../failure.ts'
import { readCoreTitle } from '../office-title.ts'
import { createContentHandler } from './odf-content.ts'
import type { NamedStyles } from './odf-parts.ts'
import { createMasterPages, type MasterPages } from './odf-headers.ts'
import { createOdfNumbers } from './odf-numbers.ts'
import { readObjects, type OdfObjects } from './odf-objects.ts'
import { createPageBreaks, type OdfKind, type OdfPageCounter } from './odf-pages.ts'
import { createStyles } from './odf-styles.ts'

/**
 * Reads an OpenDocument text, spreadsheet or presentation, with its headers and footers, formulas and charts.
 * @throws {ExtractionError} `extraction.password` or `extraction.damaged`
 */
export async function readOdf(zip: BoundedZip, kind: OdfKind, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await refuseEncrypted(zip, depth)
  await readCoreTitle(zip, builder)
  const unread = createUnread()
  const objects = await readObjects({ zip, builder, unread, contentOf: (embeddedKind, recorder) => createEmbeddedHandler(embeddedKind, recorder, unread) })
  const namedStyles = createNamedStyles(kind)
  // Pictures of headers and footers are logos.
  const unreadInHeaders: UnreadContent = { ...unread, add: (kind, name) => void (kind !== 'image' && unread.add(kind, name)) }
  const masters = createMasterPages(builder, (recorder) => createEmbeddedHandler('odt', recorder, unreadInHeaders, objects))
  await readNamedStyles(zip, { namedStyles, masters: kind === 'odp' ? null : masters, depth })
  const headersAndFooters = () => masters.textsOf(namedStyles.styles.masterPages())
  const onBody = (pages: OdfPageCounter) => {
    if (kind !== 'odt') return
    const { headers } = headersAndFooters()
    if (headers.length > 0) pages.start(pages.current())
    writeBoilerplate(builder, headers)
  }
  const content = createContentHandler(kind, { builder, unread, objects, onBody }, namedStyles)
  try {
    if (!(await readXmlPart(zip, 'content.xml', content, depth))) throw new ExtractionError('extraction.damaged')
    const { headers, footers } = headersAndFooters()
    writeBoilerplate(builder, kind === 'ods' ? [...headers, ...footers] : kind === 'odt' ? footers : [])
  } finally {
    content.finish()
    unread.warn(builder)
  }
  if (!content.isPaginated()) builder.forgetPageNumbers()
}

/** @throws {ExtractionError} `extraction.password` when the file has a password */
export async function refuseEncrypted(zip: BoundedZip, depth: number): Promise<void> {
  const open = (name: string) => {
    if (name.endsWith('encryption-data')) throw new ExtractionError('extraction.password')
  }
  await readXmlPart(zip, 'META-INF/manifest.xml', { open }, depth)
}

/** Writes headers or footers, once each, marked as boilerplate because they repeat on every page. */
function writeBoilerplate(builder: DocumentBuilder, texts: readonly string[]): void {
  for (const text of texts) builder.paragraph(text, { boilerplate: true })
}

function createNamedStyles(kind: OdfKind): NamedStyles {
  const breaks = createPageBreaks()
  return { breaks, numbers: createOdfNumbers(), styles: createStyles(kind, breaks) }
}

/** Creates the handler of a header or footer, or of an embedded document. Objects inside an embedded document are not read. */
function createEmbeddedHandler(kind: OdfKind, builder: DocumentBuilder, unread: UnreadContent, objects: OdfObjects = new Map()) {
  return createContentHandler(kind, { builder, unread, objects }, createNamedStyles(kind))
}

type StylesReading = { namedStyles: NamedStyles; masters: MasterPages | null; depth: number }

/**
 * Reads the named styles of `styles.xml` (`office:styles`), such as those of headings. The automatic styles of that part are skipped, because they have
 * the same names as those of the text.
 */
async function readNamedStyles(zip: BoundedZip, { namedStyles: { breaks, numbers, styles }, masters, depth }: StylesReading): Promise<void> {
  let isNamed = false
  const describe = (name: string, a: XmlAttributes) => {
    numbers.describe(name, a)
    if (name === 'style:style') styles.begin(a)
    else if (name === 'style:paragraph-properties') breaks.readProperties(a)
    else if (name === 'style:text-properties') styles.readCharacterProperties(a)
  }
  await readXmlPart(
    zip,
    'styles.xml',
    {
      open(name, a) {
        if (name === 'office:styles') isNamed = true
        if (isNamed) describe(name, a)
        masters?.open(name, a)
      },
      close(name) {
        if (name === 'office:styles') isNamed = false
        masters?.close(name)
      },
      text: (text) => masters?.text(text),
    },
    depth,
  )
}
