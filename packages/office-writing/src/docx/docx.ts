import { escapeXml } from '@parvis/markdown'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { abstractLists, docxBody } from './docx-body.ts'
import { withStyles } from './docx-styles.ts'
import type { TextArea } from '../columns.ts'
import { fillMarkers, openLetterhead, withNamespaces, type DocumentReport } from '../fill-letterhead.ts'
import { xmlDeclaration, element } from '../xml.ts'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const wordType = (kind: string) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`

const documentRels = 'word/_rels/document.xml.rels'
const footnotesRels = 'word/_rels/footnotes.xml.rels'

const separators =
  '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'

/** Smallest letterhead: a page with margins, and nothing else. */
export function plainLetterhead(): Uint8Array<ArrayBuffer> {
  const contentTypesXml = `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${wordType('document.main')}"/></Types>`
  const styles = `${xmlDeclaration}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Sans" w:hAnsi="Liberation Sans" w:cs="Liberation Sans"/><w:sz w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`
  const body =
    '<w:p><w:r><w:t>{{contenu}}</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>'
  const parts = {
    '[Content_Types].xml': contentTypesXml,
    'word/document.xml': `${xmlDeclaration}<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': styles,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}

/**
 * Makes a Word document: the report in a letterhead, with its headers, footers, margins and styles.
 * @param letterhead a cleaned .docx, whose `{{contenu}}` is replaced with the text
 * @throws when the letterhead cannot be read
 */
export function toDocx(report: DocumentReport, letterhead: Uint8Array): Uint8Array<ArrayBuffer> {
  const { parts, text } = openLetterhead(letterhead)
  const putPart = (name: string, xml: string) => void (parts[name] = strToU8(xml))
  const styles = withStyles(text('word/styles.xml') ?? `${xmlDeclaration}<w:styles xmlns:w="${main}"></w:styles>`)
  const numbering = text('word/numbering.xml') ?? `${xmlDeclaration}<w:numbering xmlns:w="${main}"></w:numbering>`
  const footnotes = withNamespaces(
    text('word/footnotes.xml') ?? `${xmlDeclaration}<w:footnotes xmlns:w="${main}" xmlns:r="${officeRelationships}">${separators}</w:footnotes>`,
    'w:footnotes',
    { r: officeRelationships },
  )
  const next = (xml: string, pattern: RegExp) => Math.max(0, ...[...xml.matchAll(pattern)].map(([, number]) => Number(number))) + 1
  const abstractList = next(numbering, /<w:abstractNum [^>]*w:abstractNumId="(\d+)"/g)
  const area = textArea(text('word/document.xml') ?? '', text('word/styles.xml') ?? '')
  const body = docxBody(
    report,
    styles.ids,
    {
      abstractList,
      list: next(numbering, /<w:num [^>]*w:numId="(\d+)"/g),
      note: next(footnotes, /<w:footnote [^>]*w:id="(-?\d+)"/g),
    },
    area,
  )
  const document = withNamespaces(text('word/document.xml') ?? '', 'w:document', { w: main, r: officeRelationships })
  putPart('word/document.xml', fillMarkers(document, report, { ...body, contentMarker: /<w:p><w:r><w:t>\{\{contenu\}\}<\/w:t><\/w:r><\/w:p>/ }))
  for (const name of Object.keys(parts).filter((part) => /^word\/(header|footer)\d*\.xml$/.test(part))) putPart(name, fillMarkers(text(name)!, report))
  putPart('word/styles.xml', inFrench(styles.xml))
  // Abstract lists must all precede the lists.
  const lists = `${abstractLists(abstractList)}`
  const withAbstract = /<w:num /.test(numbering)
    ? numbering.replace(/<w:num /, `${lists}<w:num `)
    : numbering.replace('</w:numbering>', `${lists}</w:numbering>`)
  putPart(
    'word/numbering.xml',
    withAbstract.replace(/(?:<w:numIdMacAtCleanup[^>]*>(?:<\/w:numIdMacAtCleanup>)?)?<\/w:numbering>/, `${body.lists.join('')}</w:numbering>`),
  )
  if (body.notes.length > 0)
    putPart(
      'word/footnotes.xml',
      footnotes.replace('</w:footnotes>', () => `${body.notes.join('')}</w:footnotes>`),
    )
  if (body.noteLinks.length > 0) putPart(footnotesRels, withRelationships(text(footnotesRels), body.noteLinks.map(linkTo)))
  putProperties(putPart, report)

  const relationships: [string, string, string][] = [
    ['parvisStyles', 'styles', 'styles.xml'],
    ['parvisNumbering', 'numbering', 'numbering.xml'],
    ...(parts['word/footnotes.xml'] ? [['parvisNotes', 'footnotes', 'footnotes.xml'] as [string, string, string]] : []),
  ]
  const rels = text(documentRels)
  const addedRelationships = relationships
    .filter(([, kind]) => !rels?.includes(`/relationships/${kind}"`))
    .map(([Id, kind, Target]) => element('Relationship', { Id, Type: `${officeRelationships}/${kind}`, Target }))
  putPart(documentRels, withRelationships(rels, [...addedRelationships, ...body.links.map(linkTo)]))
  putPart('[Content_Types].xml', contentTypes(text('[Content_Types].xml')!, parts))
  return zipSync(parts, { level: 6 })
}

/** Reads the width between the margins of the letterhead, and its font size. */
function textArea(document: string, styles: string): TextArea {
  const section = /<w:sectPr[\s>](?![\s\S]*<w:sectPr[\s>])[\s\S]*/.exec(document)?.[0] ?? ''
  const points = (element: string, attribute: string, otherwise: number) => {
    const open = new RegExp(`<w:${element} [^>]*`).exec(section)?.[0] ?? ''
    return Number(new RegExp(`w:${attribute}="(\\d+)"`).exec(open)?.[1] ?? otherwise) / 20
  }
  const width = points('pgSz', 'w', 11_906) - points('pgMar', 'left', 1134) - points('pgMar', 'right', 1134) - points('pgMar', 'gutter', 0)
  const normal = /<w:style [^>]*w:default="(?:1|true|on)"[^>]*>[\s\S]*?<\/w:style>/.exec(styles)?.[0] ?? ''
  const defaults = /<w:rPrDefault>[\s\S]*?<\/w:rPrDefault>/.exec(styles)?.[0] ?? ''
  const halfPoints = [normal, defaults].map((xml) => /<w:sz w:val="(\d+)"/.exec(xml)?.[1]).find((value) => value !== undefined)
  return { width: Math.max(100, width), fontSize: Number(halfPoints ?? 20) / 2 }
}

/** Makes the relationship of a link, with the id that its hyperlink refers to. */
const linkTo = (Target: string, index: number): string =>
  element('Relationship', { Id: `parvis${index + 1}`, Type: `${officeRelationships}/hyperlink`, Target, TargetMode: 'External' })

/** Adds relationships to a part. Those of the letterhead never have ids beginning with `parvis`, because cleaning refuses them. */
function withRelationships(rels: string | undefined, addedRelationships: readonly string[]): string {
  const relationshipsXml = rels ?? `${xmlDeclaration}<Relationships xmlns="${packageRelationships}"></Relationships>`
  return relationshipsXml.replace('</Relationships>', () => `${addedRelationships.join('')}</Relationships>`)
}

/** Sets the language of the text to French, for screen readers. */
function inFrench(styles: string): string {
  const lang = '<w:lang w:val="fr-FR" w:eastAsia="fr-FR" w:bidi="ar-SA"/>'
  const defaults = /<w:rPrDefault>[\s\S]*?<\/w:rPrDefault>/.exec(styles)?.[0]
  if (defaults === undefined)
    return styles.replace(/<w:styles[^>]*>/, (open) => `${open}<w:docDefaults><w:rPrDefault><w:rPr>${lang}</w:rPr></w:rPrDefault></w:docDefaults>`)
  const withoutLanguage = defaults.replace(/<w:lang [^>]*>(?:<\/w:lang>)?/, '').replace(/<w:rPr\s*\/>/, '<w:rPr></w:rPr>')
  return styles.replace(defaults, () =>
    withoutLanguage.includes('</w:rPr>') ? withoutLanguage.replace('</w:rPr>', `${lang}</w:rPr>`) : `<w:rPrDefault><w:rPr>${lang}</w:rPr></w:rPrDefault>`,
  )
}

/** Format id of custom properties (ECMA-376 part 1, 22.3); their ids begin at 2. */
const customFormat = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006'

function putProperties(putPart: (name: string, xml: string) => void, report: DocumentReport): void {
  const { title, date, author, description, keywords, properties = {} } = report
  const instant = `<dcterms:created xsi:type="dcterms:W3CDTF">${escapeXml(date)}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${escapeXml(date)}</dcterms:modified>`
  putPart(
    'docProps/core.xml',
    `${xmlDeclaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><cp:keywords>${escapeXml(keywords)}</cp:keywords><dc:description>${escapeXml(description)}</dc:description><cp:lastModifiedBy>${escapeXml(author)}</cp:lastModifiedBy>${instant}<dc:language>fr-FR</dc:language></cp:coreProperties>`,
  )
  const custom = Object.entries(properties).map(
    ([name, value], index) =>
      `<property fmtid="${customFormat}" pid="${index + 2}" name="${escapeXml(name)}"><vt:lpwstr>${escapeXml(value)}</vt:lpwstr></property>`,
  )
  if (custom.length > 0) {
    const spaces = `xmlns="${officeDocument}/custom-properties" xmlns:vt="${officeDocument}/docPropsVTypes"`
    putPart('docProps/custom.xml', `${xmlDeclaration}<Properties ${spaces}>${custom.join('')}</Properties>`)
  }
  const customRelationship = custom.length === 0 ? '' : `<Relationship Id="rId3" Type="${officeRelationships}/custom-properties" Target="docProps/custom.xml"/>`
  putPart(
    '_rels/.rels',
    `${xmlDeclaration}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${officeRelationships}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packageRelationships}/metadata/core-properties" Target="docProps/core.xml"/>${customRelationship}</Relationships>`,
  )
}

function contentTypes(types: string, parts: Zippable): string {
  const needed: [string, string][] = [
    ['word/styles.xml', wordType('styles')],
    ['word/numbering.xml', wordType('numbering')],
    ['word/footnotes.xml', wordType('footnotes')],
    ['docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ['docProps/custom.xml', 'application/vnd.openxmlformats-officedocument.custom-properties+xml'],
  ]
  const addedRelationships = needed
    .filter(([name]) => parts[name] !== undefined && !types.includes(`"/${name}"`))
    .map(([name, ContentType]) => element('Override', { PartName: `/${name}`, ContentType }))
  return types.replace('</Types>', () => `${addedRelationships.join('')}</Types>`)
}
