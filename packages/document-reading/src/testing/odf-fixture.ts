import { documentOf, sketch } from './parse-fixture.ts'
import { makeZip } from './office-fixtures.ts'

const BODIES = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' } as const
const NAMESPACES = Object.entries({
  ...Object.fromEntries(
    ['office', 'style', 'text', 'table', 'form', 'chart', 'presentation'].map((name) => [name, `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`]),
  ),
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
  loext: 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0',
  field: 'urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ')

/** Makes the XML of a content part, with its automatic styles. */
export const odfContent = (body: string, styles = '') =>
  `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`

type Options = { styles?: string; named?: string; masters?: string; objects?: Record<string, string> }

/**
 * Makes a document around the XML of its body, and reads it. `named`: named styles; `masters`: page styles; `objects`: contents of embedded objects, by
 * folder.
 */
export async function sketchOdf(kind: keyof typeof BODIES, body: string, { styles = '', named = '', masters = '', objects = {} }: Options = {}) {
  const bytes = makeZip({
    mimetype: `application/vnd.oasis.opendocument.${BODIES[kind]}`,
    'styles.xml': `<office:document-styles ${NAMESPACES}><office:styles>${named}</office:styles><office:master-styles>${masters}</office:master-styles></office:document-styles>`,
    'content.xml': odfContent(`<office:${BODIES[kind]}>${body}</office:${BODIES[kind]}>`, styles),
    ...Object.fromEntries(Object.entries(objects).map(([folder, xml]) => [`${folder}/content.xml`, xml])),
  })
  const document = await documentOf(bytes, `a.${kind}`)
  return { blocks: sketch(document), warnings: document.warnings.map(({ code, message }) => `${code} ${message}`) }
}
export const blocksOfOdf = async (...given: Parameters<typeof sketchOdf>) => (await sketchOdf(...given)).blocks

export const odfParagraph = (inside: string, attributes = '') => `<text:p ${attributes}>${inside}</text:p>`
/** Makes a frame around an image, a text box or an object. */
export const odfFrame = (inside: string, attributes = '') => `<draw:frame ${attributes}>${inside}</draw:frame>`
