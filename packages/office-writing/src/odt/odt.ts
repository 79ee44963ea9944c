import { escapeXml } from '@parvis/markdown'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { fillMarkers, openLetterhead, withNamespaces, type DocumentReport } from '../fill-letterhead.ts'
import { odtBody } from './odt-body.ts'
import { automaticStyles, withOdtStyles } from './odt-styles.ts'
import type { TextArea } from '../columns.ts'
import { xmlDeclaration, element } from '../xml.ts'

const oasis = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`
const namespaces = {
  office: oasis('office'),
  style: oasis('style'),
  text: oasis('text'),
  table: oasis('table'),
  fo: oasis('xsl-fo-compatible'),
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
}
const mediaType = 'application/vnd.oasis.opendocument.text'

/** Smallest letterhead: a page with margins, and nothing else. */
export function plainOdtLetterhead(): Uint8Array<ArrayBuffer> {
  const declared = `${Object.entries(namespaces)
    .map(([name, value]) => `xmlns:${name}="${value}"`)
    .join(' ')} office:version="1.3"`
  const entries = [['/', mediaType], ...['content.xml', 'styles.xml'].map((name) => [name, 'text/xml'])]
  const page =
    '<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout>'
  const parts = {
    'content.xml': `<office:document-content ${declared}><office:automatic-styles/><office:body><office:text><text:p>{{contenu}}</text:p></office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${declared}><office:styles/><office:automatic-styles>${page}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles></office:document-styles>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${oasis('manifest')}" manifest:version="1.3">${entries.map(([path, type]) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`).join('')}</manifest:manifest>`,
  }
  const files = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(`${xmlDeclaration}${xml}`)]))
  return zipSync({ mimetype: [strToU8(mediaType), { level: 0 }], ...files })
}

/**
 * Makes an OpenDocument text: the report in a letterhead, with its headers, footers, margins and styles.
 * @param letterhead a cleaned .odt, whose `{{contenu}}` is replaced with the text
 * @throws when the letterhead cannot be read
 */
export function toOdt(report: DocumentReport, letterhead: Uint8Array): Uint8Array<ArrayBuffer> {
  const { parts, text } = openLetterhead(letterhead)
  const body = odtBody(report, textArea(text('styles.xml') ?? ''))
  const content = withNamespaces(text('content.xml') ?? '', 'office:document-content', namespaces)
  const automatic = `${automaticStyles}${body.tableStyles}`
  const styled = content.includes('</office:automatic-styles>')
    ? content.replace('</office:automatic-styles>', () => `${automatic}</office:automatic-styles>`)
    : content.replace('<office:body>', () => `<office:automatic-styles>${automatic}</office:automatic-styles><office:body>`)
  const changes = body.changes.length === 0 ? '' : `<text:tracked-changes text:track-changes="false">${body.changes.join('')}</text:tracked-changes>`
  const styles = withNamespaces(text('styles.xml') ?? '', 'office:document-styles', namespaces)
  const newParts: Record<string, string> = {
    'content.xml': withChanges(fillMarkers(styled, report, { ...body, contentMarker: /<text:p(?: [^>]*)?>\{\{contenu\}\}<\/text:p>/ }), changes),
    'styles.xml': withOdtStyles(fillMarkers(styles, report)),
    'meta.xml': meta(report),
  }
  const keptParts = Object.fromEntries(
    Object.entries(parts).filter(([name]) => !['mimetype', 'META-INF/manifest.xml', ...Object.keys(newParts)].includes(name)),
  )
  const files: Zippable = {
    // First and uncompressed: this identifies an OpenDocument file.
    mimetype: [strToU8(mediaType), { level: 0 }],
    'META-INF/manifest.xml': strToU8(manifest([...Object.keys(newParts), ...Object.keys(keptParts)])),
    ...Object.fromEntries(Object.entries(newParts).map(([name, xml]) => [name, strToU8(xml)])),
    ...keptParts,
  }
  return zipSync(files, { level: 6 })
}

/** Adds the tracked changes before the text; a cleaned letterhead has none of its own. */
const withChanges = (content: string, changes: string) => content.replace(/<office:text(?: [^>]*)?>/, (open) => `${open}${changes}`)

const perUnit: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pt: 1 }

/** Reads the width between the margins of the letterhead, and its font size. */
function textArea(styles: string): TextArea {
  const layout = /<style:page-layout-properties [^>]*/.exec(styles)?.[0] ?? ''
  const points = (xml: string, attribute: string, otherwise: number) => {
    const [, value, unit] = new RegExp(`\\sfo:${attribute}="([\\d.]+)(cm|mm|in|pt)"`).exec(xml) ?? []
    return value === undefined ? otherwise : Number(value) * perUnit[unit!]!
  }
  const margin = points(layout, 'margin', 2 * perUnit.cm!)
  const width = points(layout, 'page-width', 21 * perUnit.cm!) - points(layout, 'margin-left', margin) - points(layout, 'margin-right', margin)
  const named = (pattern: RegExp) => points(pattern.exec(styles)?.[0] ?? '', 'font-size', 0)
  const fontSize =
    named(/<style:style [^>]*style:name="Standard"[^>]*(?<!\/)>[\s\S]*?<\/style:style>/) ||
    named(/<style:default-style [^>]*style:family="paragraph"[^>]*>[\s\S]*?<\/style:default-style>/) ||
    12
  return { width: Math.max(100, width), fontSize }
}

function meta({ title, date, author, description, keywords, properties = {} }: DocumentReport): string {
  const custom = Object.entries(properties).map(
    ([name, value]) => `<meta:user-defined meta:name="${escapeXml(name)}" meta:value-type="string">${escapeXml(value)}</meta:user-defined>`,
  )
  return `${xmlDeclaration}<office:document-meta xmlns:office="${namespaces.office}" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="${oasis('meta')}" office:version="1.3"><office:meta><meta:generator>${escapeXml(author)}</meta:generator><dc:title>${escapeXml(title)}</dc:title><dc:description>${escapeXml(description)}</dc:description><meta:keyword>${escapeXml(keywords)}</meta:keyword><meta:initial-creator>${escapeXml(author)}</meta:initial-creator><dc:creator>${escapeXml(author)}</dc:creator><meta:creation-date>${escapeXml(date)}</meta:creation-date><dc:date>${escapeXml(date)}</dc:date><dc:language>fr-FR</dc:language>${custom.join('')}</office:meta></office:document-meta>`
}

const pictures: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', svg: 'image/svg+xml' }

function manifest(names: readonly string[]): string {
  const entry = (name: string, type: string) => element('manifest:file-entry', { 'manifest:full-path': name, 'manifest:media-type': type })
  const typeOf = (name: string) => (name.endsWith('.xml') ? 'text/xml' : (pictures[name.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream'))
  return `${xmlDeclaration}<manifest:manifest xmlns:manifest="${oasis('manifest')}" manifest:version="1.3">${entry('/', mediaType)}${names.map((name) => entry(name, typeOf(name))).join('')}</manifest:manifest>`
}
