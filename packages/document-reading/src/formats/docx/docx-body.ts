import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder, splitByPage } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { createPageBreakCheck, type PageBreakCheck } from '../page-break-check.ts'
import { createDrawingText } from '../ooxml/drawing-text.ts'
import { fillOf } from './docx-colours.ts'
import { createInline } from './docx-inline.ts'
import { createDocxPageCounter, type DocxPageCounter } from './docx-pages.ts'
import { createParagraphs, type BodyContext, type ParagraphReader } from './docx-paragraphs.ts'
import { isOn, SKIPPED } from './docx-runs.ts'
import { createDocxBackgroundTracker, type BackgroundTracker } from './docx-shades.ts'

/** Handlers called when an element begins, by element name. */
type OpenHandlers = Readonly<Record<string, (a: XmlAttributes, name: string) => void>>

/** A section of the document, with the headers and footers that it refers to. */
export type DocxSection = { headersAndFooters: { kind: 'header' | 'footer'; type: string; id: string }[]; hasFirstPage: boolean }

/** Creates the XML handler of a body: that of the document, of a header or footer, or of notes. */
export function createBodyHandler(builder: DocumentBuilder, bodyContext: BodyContext) {
  const pageBreakCheck = createPageBreakCheck()
  const pages = createDocxPageCounter(builder, pageBreakCheck)
  const tables = createTableBuilder({ columns: builder.limits.columns, onLeftOut: () => builder.moreColumns() })
  const paragraphs = createParagraphs(builder, { pageBreakCheck, pages, tables, bodyContext })
  const shades = createDocxBackgroundTracker(paragraphs, tables)
  const inline = createInline(builder, bodyContext, { paragraphs, shades, pages })
  /** Text of shapes copied from other programs (locked canvas). */
  const drawingText = createDrawingText(paragraphs.addBox, () => {}, builder.struckText)
  const sections: DocxSection[] = []
  // Maps, because element names come from the file and may be `__proto__`.
  const onOpen = new Map(
    Object.entries({
      ...paragraphElements(paragraphs, bodyContext),
      ...breakElements(paragraphs, pages, pageBreakCheck),
      ...drawingElements(paragraphs, bodyContext),
      ...tableElements({ tables, shades, pages, paragraphs }),
      ...shadeElements(shades, bodyContext),
      ...sectionElements(sections),
    }),
  )
  const onClose = new Map(Object.entries(closingElements(builder, { pageBreakCheck, pages, tables, paragraphs, shades })))
  let skipDepth = 0

  return {
    isPaginated: () => pages.hasRenderedBreaks() || pageBreakCheck.areComplete(),
    sections,
    open(name: string, a: XmlAttributes) {
      if (!skipDepth && (name === 'w:del' || name === 'w:moveFrom') && shades.isReading('paragraph')) paragraphs.deleteMark()
      else if (!skipDepth && name === 'w:del') bodyContext.unread.add('deletion')
      if (skipDepth || SKIPPED.has(name)) return void skipDepth++
      if (inline.open(name, a)) return
      const blocks = bodyContext.embedded.open(name, a)
      if (blocks) paragraphs.insert(blocks)
      if (name.startsWith('a:')) drawingText.open(name, a)
      else onOpen.get(name)?.(a, name)
    },
    close(name: string) {
      if (skipDepth) return void skipDepth--
      inline.close(name)
      if (name.startsWith('a:')) drawingText.close(name)
      else onClose.get(name)?.()
    },
    text(text: string) {
      if (skipDepth) return
      inline.text(text)
      drawingText.text(text)
    },
  }
}

const paragraphElements = (paragraphs: ParagraphReader, { styles, notes }: BodyContext): OpenHandlers => {
  const onNoteReference = (a: XmlAttributes, name: string) => {
    const id = `${name.slice(2, 3)}${a['w:id']}`
    const note = notes.get(id)
    // A hostile file may refer to one note a million times.
    notes.delete(id)
    if (note) paragraphs.add(` [note : ${note}]`)
  }
  return {
    'w:p': () => paragraphs.begin(),
    'w:pStyle'(a) {
      const paragraph = paragraphs.current()
      if (!paragraph) return
      paragraph.style = a['w:val']
      paragraph.level = styles.level(a['w:val']) || paragraph.level
      if (styles.isListed(a['w:val'])) paragraph.isListed = true
    },
    'w:outlineLvl'(a) {
      const paragraph = paragraphs.current()
      if (paragraph && Number(a['w:val']) < 9) paragraph.level = Number(a['w:val']) + 1
    },
    'w:framePr'(a) {
      const paragraph = paragraphs.current()
      if (paragraph) paragraph.isDropCap = a['w:dropCap'] === 'drop' || a['w:dropCap'] === 'margin'
    },
    'w:numId'(a) {
      const paragraph = paragraphs.current()
      if (!paragraph) return
      paragraph.listPosition.list = a['w:val'] ?? ''
      if (a['w:val'] !== '0') paragraph.isListed = true
    },
    'w:ilvl'(a) {
      const paragraph = paragraphs.current()
      if (paragraph) paragraph.listPosition.level = Number(a['w:val']) || 0
    },
    'w:tab'() {
      if (paragraphs.current()?.text.isBlank() === false) paragraphs.add('\t')
    },
    'w:noBreakHyphen': () => paragraphs.add('-'),
    'w:footnoteReference': onNoteReference,
    'w:endnoteReference': onNoteReference,
  }
}

const breakElements = (paragraphs: ParagraphReader, pages: DocxPageCounter, pageBreakCheck: PageBreakCheck): OpenHandlers => {
  const onBreak = (a: XmlAttributes) => {
    if (a['w:type'] !== 'page') return paragraphs.add('\n')
    pages.addExplicitBreak()
    paragraphs.moveToCurrentPage()
  }
  return {
    'w:br': onBreak,
    'w:cr': onBreak,
    'w:lastRenderedPageBreak': () => void (pages.addRenderedBreak() && paragraphs.moveToCurrentPage()),
    'w:drawing': () => pageBreakCheck.picture(),
    'w:pict': () => pageBreakCheck.picture(),
  }
}

/** Minimum area of a picture that may hold important text, in square EMU: a tenth of an A4 page. Logos are smaller. */
const LARGE_PICTURE = 0.1 * 7_560_000 * 10_692_000
/** EMU (English Metric Units) in one point. */
const POINT = 12_700

const drawingElements = (paragraphs: ParagraphReader, { unread, isHead }: BodyContext): OpenHandlers => {
  let area = 0
  let isOfObject = false
  const picture = () => void (area >= LARGE_PICTURE && !isHead && unread.add('image'))
  const shape = (a: XmlAttributes) => {
    const [width = 0, height = 0] = ['width', 'height'].map((side) => Number(new RegExp(`(?:^|;)\\s*${side}:\\s*([\\d.]+)pt`).exec(a['style'] ?? '')?.[1]))
    area = isOfObject ? 0 : width * height * POINT ** 2
    isOfObject = false
  }
  return {
    'wp:extent': (a) => void (area = Number(a['cx']) * Number(a['cy'])),
    'pic:pic': picture,
    // The picture of an embedded object only shows its preview.
    'w:object': () => void (isOfObject = true),
    'v:shape': shape,
    'v:imagedata': picture,
    // Text of older WordArt, including watermarks.
    'v:textpath': (a) => paragraphs.addBox(a['string'] ?? ''),
  }
}

const sectionElements = (sections: DocxSection[]): OpenHandlers => {
  const addHead = (a: XmlAttributes, name: string) =>
    sections.at(-1)?.headersAndFooters.push({ kind: name === 'w:headerReference' ? 'header' : 'footer', type: a['w:type'] ?? 'default', id: a['r:id'] ?? '' })
  return {
    'w:sectPr': () => void sections.push({ headersAndFooters: [], hasFirstPage: false }),
    'w:headerReference': addHead,
    'w:footerReference': addHead,
    'w:titlePg'(a) {
      const section = sections.at(-1)
      if (section) section.hasFirstPage = isOn(a)
    },
  }
}

const tableElements = ({ tables, shades, pages, paragraphs }: Omit<BodyParts, 'pageBreakCheck'>): OpenHandlers => ({
  'w:tbl'() {
    paragraphs.flush()
    tables.begin()
    shades.beginTable()
  },
  'w:tr'() {
    tables.beginRow()
    pages.beginRow()
  },
  'w:tblHeader': (a) => void (isOn(a) && tables.markHeader()),
  'w:tc'() {
    tables.beginCell()
    shades.beginCell()
    pages.beginCell()
  },
  'w:gridSpan': (a) => tables.setColumnSpan(Math.floor(Number(a['w:val'])) || 1),
})

const shadeElements = (shades: BackgroundTracker, { hasBackground }: BodyContext): OpenHandlers => ({
  'w:pPr': () => shades.read('paragraph'),
  'w:tcPr': () => shades.read('cell'),
  'w:shd': (a) => shades.fill(fillOf(a)),
  'w:background': (a) => void (hasBackground && shades.fillPage(fillOf({ 'w:fill': a['w:color'] ?? 'auto' }))),
})

type BodyParts = { pageBreakCheck: PageBreakCheck; pages: DocxPageCounter; tables: TableBuilder; paragraphs: ParagraphReader; shades: BackgroundTracker }

const closingElements = (builder: DocumentBuilder, { pageBreakCheck, pages, tables, paragraphs, shades }: BodyParts): Readonly<Record<string, () => void>> => ({
  'w:pPr'() {
    shades.read(null)
    paragraphs.assignNumber()
  },
  'w:tcPr': () => shades.read(null),
  'w:p': () => paragraphs.end(),
  'w:body': () => paragraphs.flush(),
  'w:tc'() {
    paragraphs.flush()
    tables.endCell()
    pages.endCell()
  },
  'w:tr'() {
    pages.endRow()
    const row = tables.endRow()
    if (row) pageBreakCheck.row(row)
  },
  'w:tbl'() {
    const table = tables.end()
    shades.endTable()
    if (!table) return
    for (const { page, rows, options } of splitByPage(table)) {
      pages.start(page ?? pages.current())
      builder.table(rows, options)
    }
  },
})
