import { crc32, deflateRawSync } from 'node:zlib'

/** Makes an archive of the given parts. */
export function makeZip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const path = Buffer.from(name)
    // Header fields: version 2.0, UTF-8 name, deflated, no date.
    const entryHeader = Buffer.concat([shorts(20, 0x0800, 8, 0, 0x21), longs(crc32(bytes), packed.length, bytes.length), shorts(path.length, 0)])
    files.push(longs(0x04034b50), entryHeader, path, packed)
    directory.push(longs(0x02014b50), shorts(20), entryHeader, shorts(0, 0, 0), longs(0, offset), path)
    offset += 4 + entryHeader.length + path.length + packed.length
  }
  const [end, count] = [Buffer.concat(directory), Object.keys(parts).length]
  return Buffer.concat([...files, end, longs(0x06054b50), shorts(0, 0, count, count), longs(end.length, offset), shorts(0)])
}

const shorts = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

function contentTypes(main: string, part: string): string {
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`
}

function relationships(entries: { id: string; target: string; type?: string; external?: boolean }[]): string {
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(({ id, target, type = 'x', external }) => `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`
}

/** Makes a Word paragraph with the given text, paragraph properties and run properties. */
export function wordParagraph(text: string, paragraph = '', run = ''): string {
  return `<w:p><w:pPr>${paragraph}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

const WORD_STYLES = `${XML}<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Maison"><w:name w:val="Titre maison"/><w:basedOn w:val="Titre2"/></w:style><w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="heading 2"/></w:style></w:styles>`

/** Makes a Word document around the XML of its body. `parts` are added, or replace the usual ones. */
export function makeDocx(body: string, parts: Record<string, string | Uint8Array> = {}): Uint8Array {
  return makeZip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document', 'word/document.xml'),
    'word/styles.xml': WORD_STYLES,
    'word/document.xml': `${XML}<w:document xmlns:w="w" xmlns:mc="mc" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}

/** Makes a workbook. `sheets`: XML of the rows, by sheet name. Cell style 1 is a date, 2 a percentage, 3 euros. */
export function makeXlsx(sheets: Record<string, string>, parts: Record<string, string> = {}): Uint8Array {
  const names = Object.keys(sheets)
  return makeZip({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns:r="r"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}"${name.startsWith('cachée') ? ' state="hidden"' : ''} r:id="r${i}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(names.map((_, i) => ({ id: `r${i}`, target: `worksheets/sheet${i}.xml`, type: 'worksheet' }))),
    'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00 &quot;€&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i}.xml`, `${XML}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`])),
    ...parts,
  })
}

/** Makes a presentation with the title, lines and speaker note of each slide. The parts of `more` are added, or replace the usual ones. */
export function makePptx(slides: { title: string; lines: string[]; note?: string }[], more: Record<string, string> = {}): Uint8Array {
  const text = (value: string) => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes('presentationml.presentation', 'ppt/presentation.xml'),
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(slides.map((_, i) => ({ id: `r${i}`, target: `slides/slide${i}.xml`, type: 'slide' }))),
  }
  slides.forEach(({ title, lines, note }, i) => {
    parts[`ppt/slides/slide${i}.xml`] =
      `${XML}<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody>${text(title)}</p:txBody></p:sp><p:sp><p:txBody>${lines.map(text).join('')}</p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody>${text('99')}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
    if (note === undefined) return
    parts[`ppt/slides/_rels/slide${i}.xml.rels`] = relationships([{ id: 'n', target: `../notesSlides/notes${i}.xml`, type: 'notesSlide' }])
    parts[`ppt/notesSlides/notes${i}.xml`] = `${XML}<p:notes xmlns:p="p" xmlns:a="a"><p:sp><p:txBody>${text(note)}</p:txBody></p:sp></p:notes>`
  })
  return makeZip({ ...parts, ...more })
}

/** Makes an OpenDocument file around the XML of its body, with automatic styles and named styles. */
export function makeOdf(kind: 'text' | 'spreadsheet' | 'presentation', body: string, styles = '', named = ''): Uint8Array {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    ...(named && {
      'styles.xml': `${XML}<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:fo="f"><office:styles>${named}</office:styles></office:document-styles>`,
    }),
    'content.xml': `${XML}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:style="s" xmlns:fo="f" xmlns:presentation="p"><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  })
}

export { relationships as makeRelationships }
