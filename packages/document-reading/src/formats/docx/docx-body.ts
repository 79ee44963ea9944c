import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder } from '../../building/table-builder.ts'
import { partsByPage } from '../../building/table-pages.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import { readSymbols } from '../../text/symbol-fonts.ts'
import { createAskedPages, type Asked } from '../asked-pages.ts'
import { fillOf, PAGE, type Fill } from './docx-colours.ts'
import { createFormFields } from './docx-form-fields.ts'
import { createPages, type Pages } from './docx-pages.ts'
import { createParagraphs, type Around, type Paragraph, type Paragraphs } from './docx-paragraphs.ts'
import { createRuns, isOn, SKIPPED } from './docx-runs.ts'

/** What an element does when it begins. */
type Opening = Readonly<Record<string, (a: XmlAttributes, name: string) => void>>

/** Reads the elements of the body one after another. */
export function createBodyHandler(builder: DocumentBuilder, around: Around) {
  const asked = createAskedPages()
  const pages = createPages(builder, asked)
  const tables = createTableBuilder({ columns: builder.limits.columns, onLeftOut: () => builder.moreColumns() })
  const paragraphs = createParagraphs(builder, { asked, pages, tables, around })
  const shades = createShades(paragraphs, tables)
  const runs = createRuns(around.styles.script)
  const fields = createFormFields((text) => paragraphs.add(text))
  const write = (text: string) => {
    const paragraph = paragraphs.current()
    if (!paragraph) return
    if (runs.isHiding(shades.behind(paragraph))) return builder.hiddenText()
    paragraphs.add(text, runs.script())
    pages.written()
  }
  // Maps: the names are the file's, `__proto__` among them.
  const onOpen = new Map(
    Object.entries({
      ...paragraphElements(paragraphs, around),
      ...breakElements(paragraphs, pages, asked),
      ...tableElements(tables, shades, pages),
      ...shadeElements(shades, around),
    }),
  )
  const onClose = new Map(Object.entries(closingElements(builder, { asked, pages, tables, paragraphs, shades })))
  let skipping = 0
  let inText = false

  return {
    isPaginated: () => pages.areNoted() || asked.areAll(),
    open(name: string, a: XmlAttributes) {
      if (!skipping && (name === 'w:del' || name === 'w:moveFrom') && shades.areOf('paragraph')) paragraphs.deleteMark()
      if (skipping || SKIPPED.has(name)) return void skipping++
      if (runs.open(name, a)) return
      if (isText(name)) inText = true
      else if (name === 'w:sym') write(readSymbols(String.fromCharCode(Number.parseInt(a['w:char'] ?? '', 16) || 0x20), a['w:font']))
      else if (!fields.open(name, a)) onOpen.get(name)?.(a, name)
    },
    close(name: string) {
      if (skipping) return void skipping--
      runs.close(name)
      if (isText(name)) inText = false
      else if (name === 'w:ffData') fields.close()
      else onClose.get(name)?.()
    },
    text(text: string) {
      if (!skipping && inText) write(readSymbols(text, runs.font()))
    },
  }
}

/** Of a document, or of a formula. */
const isText = (name: string): boolean => name === 'w:t' || name === 'm:t'

/** What stands behind a text, which decides whether people see it. */
function createShades(paragraphs: Paragraphs, tables: TableBuilder) {
  const cells: (Fill | null)[] = []
  let page: Fill = PAGE
  let of: 'paragraph' | 'cell' | null = null
  return {
    beginTable: () => void cells.push(null),
    endTable: () => void cells.pop(),
    beginCell(): void {
      if (cells.length > 0) cells[cells.length - 1] = null
    },
    /** Whose properties are being read. */
    read(whose: typeof of): void {
      of = whose
    },
    areOf: (whose: typeof of): boolean => of === whose,
    fill(fill: Fill | null): void {
      const paragraph = paragraphs.current()
      if (of === 'paragraph' && paragraph) paragraph.fill = fill
      else if (of === 'cell' && cells.length > 0) cells[cells.length - 1] = fill
    },
    fillPage(fill: Fill | null): void {
      page = fill ?? PAGE
    },
    /** Tables and drawn boxes often have a background that is said elsewhere. */
    behind: ({ fill }: Paragraph): Fill => fill ?? (tables.depth() > 0 ? (cells.at(-1) ?? 'unknown') : paragraphs.isInside() ? 'unknown' : page),
  }
}

const paragraphElements = (paragraphs: Paragraphs, { styles, notes }: Around): Opening => {
  const ofNote = (a: XmlAttributes, name: string) => {
    const note = notes.get(`${name.slice(2, 3)}${a['w:id']}`)
    if (note) paragraphs.add(` [note : ${note}]`)
  }
  return {
    'w:p': () => paragraphs.begin(),
    'w:pStyle'(a) {
      const paragraph = paragraphs.current()
      if (!paragraph) return
      paragraph.style = a['w:val']
      paragraph.level = styles.level(a['w:val']) || paragraph.level
      if (styles.listed(a['w:val'])) paragraph.listed = true
    },
    'w:outlineLvl'(a) {
      const paragraph = paragraphs.current()
      if (paragraph && Number(a['w:val']) < 9) paragraph.level = Number(a['w:val']) + 1
    },
    'w:numId'(a) {
      const paragraph = paragraphs.current()
      if (!paragraph) return
      paragraph.place.list = a['w:val'] ?? ''
      if (a['w:val'] !== '0') paragraph.listed = true
    },
    'w:ilvl'(a) {
      const paragraph = paragraphs.current()
      if (paragraph) paragraph.place.level = Number(a['w:val']) || 0
    },
    'w:tab'() {
      if (paragraphs.current()?.text.isEmpty() === false) paragraphs.add('\t')
    },
    'w:noBreakHyphen': () => paragraphs.add('-'),
    'w:footnoteReference': ofNote,
    'w:endnoteReference': ofNote,
  }
}

const breakElements = (paragraphs: Paragraphs, pages: Pages, asked: Asked): Opening => {
  const onBreak = (a: XmlAttributes) => {
    if (a['w:type'] !== 'page') return paragraphs.add('\n')
    pages.ask()
    paragraphs.follow()
  }
  return {
    'w:br': onBreak,
    'w:cr': onBreak,
    'w:lastRenderedPageBreak': () => void (pages.note() && paragraphs.follow()),
    'w:drawing': () => asked.picture(),
    'w:pict': () => asked.picture(),
  }
}

type Shades = ReturnType<typeof createShades>

const tableElements = (tables: TableBuilder, shades: Shades, pages: Pages): Opening => ({
  'w:tbl'() {
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
  'w:gridSpan': (a) => tables.spread(Math.floor(Number(a['w:val'])) || 1),
})

const shadeElements = (shades: Shades, { hasBackground }: Around): Opening => ({
  'w:pPr': () => shades.read('paragraph'),
  'w:tcPr': () => shades.read('cell'),
  'w:shd': (a) => shades.fill(fillOf(a)),
  'w:background': (a) => void (hasBackground && shades.fillPage(fillOf({ 'w:fill': a['w:color'] ?? 'auto' }))),
})

type Parts = { asked: Asked; pages: Pages; tables: TableBuilder; paragraphs: Paragraphs; shades: Shades }

const closingElements = (builder: DocumentBuilder, { asked, pages, tables, paragraphs, shades }: Parts): Readonly<Record<string, () => void>> => ({
  'w:pPr'() {
    shades.read(null)
    paragraphs.count()
  },
  'w:tcPr': () => shades.read(null),
  'w:p': () => paragraphs.end(),
  'w:tc'() {
    tables.endCell()
    pages.endCell()
  },
  'w:tr'() {
    pages.endRow()
    const row = tables.endRow()
    if (row) asked.row(row)
  },
  'w:tbl'() {
    const table = tables.end()
    shades.endTable()
    if (!table) return
    for (const { page, rows, options } of partsByPage(table)) {
      pages.start(page ?? pages.current())
      builder.table(rows, options)
    }
  },
})
