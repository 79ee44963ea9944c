import { strToU8, zipSync } from 'fflate'

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** The spaces of names that a part of Word declares. */
export const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationships}"`
const oasis = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`
const odf = `xmlns:office="${oasis('office')}" xmlns:style="${oasis('style')}" xmlns:text="${oasis('text')}" xmlns:draw="${oasis('drawing')}" xmlns:xlink="http://www.w3.org/1999/xlink"`

/** The smallest PNG: one transparent dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

type Files = Record<string, string | Uint8Array>

const archive = (files: Files): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]))))

/** The relationships of a part. */
export const rels = (...list: [id: string, kind: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, kind, target, mode]) => `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`)
    .join('')}</Relationships>`

export type DocxParts = {
  body?: string
  header?: string
  /** Relationships of the document, besides its own. */
  more?: [id: string, kind: string, target: string, mode?: string][]
  files?: Files
}

/** A letterhead as Word saves one: a header with a logo, a footer link, and text in the body. */
export function docxFile({ body = '<w:p><w:r><w:t>Ancien texte</w:t></w:r></w:p>', header = '', more = [], files = {} }: DocxParts = {}): Buffer {
  return archive({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels': rels(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/_rels/document.xml.rels': rels(
      ['rId6', 'styles', 'styles.xml'],
      ['rId7', 'header', 'header1.xml'],
      ['rId8', 'webSettings', 'webSettings.xml'],
      ...more,
    ),
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/header1.xml': `<w:hdr ${word}><w:p><w:r><w:t>Mairie d’Exemple</w:t></w:r></w:p>${header}</w:hdr>`,
    'word/_rels/header1.xml.rels': rels(['rId1', 'image', 'media/logo.png'], ['rId2', 'hyperlink', 'https://www.mairie-exemple.fr/', 'External']),
    'word/media/logo.png': dot,
    ...files,
  })
}

export type OdtParts = { body?: string; automatic?: string; master?: string; files?: Files }

/** A letterhead as LibreOffice saves one. */
export function odtFile({ body = '<text:p text:style-name="P1">Ancien texte</text:p>', automatic = '', master = '', files = {} }: OdtParts = {}): Buffer {
  return archive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${oasis('manifest')}"/>`,
    'content.xml': `<office:document-content ${odf}><office:scripts/><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${odf}><office:styles/><office:master-styles><style:master-page style:name="Standard"><style:header><text:p>Mairie d’Exemple<draw:frame><draw:image xlink:href="Pictures/logo.png"/></draw:frame></text:p></style:header></style:master-page>${master}</office:master-styles></office:document-styles>`,
    'Pictures/logo.png': dot,
    ...files,
  })
}
