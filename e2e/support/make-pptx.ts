import { strToU8, zipSync } from 'fflate'

type SlideContent = { title: string; lines: readonly string[]; note?: string }

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'application/vnd.openxmlformats-officedocument.presentationml'

const relations = (entries: readonly { id: string; type: string; target: string }[]) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const shape = (kind: string, lines: readonly string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`

const xmlPart = (root: string, shapes: string) =>
  `${xml}<p:${root} xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`

/**
 * Makes a presentation with titles, lines and speaker notes. It contains only what a text extractor needs. The texts must contain no XML characters (`<`,
 * `&`).
 */
export function makePptx(slides: readonly SlideContent[]): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${office}.presentation.main+xml"/></Types>`,
    '_rels/.rels': relations([{ id: 'r', type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    'ppt/presentation.xml': `${xml}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(slides.map((_, at) => ({ id: `s${at}`, type: 'slide', target: `slides/slide${at}.xml` }))),
  }
  slides.forEach(({ title, lines, note }, at) => {
    parts[`ppt/slides/slide${at}.xml`] = xmlPart('sld', shape('<p:ph type="title"/>', [title]) + shape('', lines))
    if (note === undefined) return
    parts[`ppt/slides/_rels/slide${at}.xml.rels`] = relations([{ id: 'n', type: 'notesSlide', target: `../notesSlides/note${at}.xml` }])
    parts[`ppt/notesSlides/note${at}.xml`] = xmlPart('notes', shape('', [note]))
  })
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
