import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder } from '../../building/table-builder.ts'
import { partsByPage } from '../../building/table-pages.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import { under } from '../../text/join-lines.ts'
import { subscript, superscript } from '../../text/scripts.ts'
import { readSymbols } from '../../text/symbol-fonts.ts'
import { createAskedPages } from '../asked-pages.ts'
import { fillOf, PAGE, type Fill } from './docx-colours.ts'
import { createPages } from './docx-pages.ts'
import type { DocxNumbers } from './docx-numbers.ts'
import { createFormFields } from './docx-form-fields.ts'
import { createRuns, isOn, SKIPPED, type Script } from './docx-runs.ts'
import type { DocxStyles, ListPlace } from './docx-styles.ts'

/**
 * `script`, `pending`: a text above or under the line that may go on in the next run; `tail`: the last characters of `text`;
 * `place`: what the paragraph itself says of its list; `boxes`: the text of the drawings that hang on it.
 */
type Paragraph = {
  text: string
  tail: string
  script: Script
  pending: string
  level: number
  listed: boolean
  style: string | undefined
  place: ListPlace
  isDeleted: boolean
  number: string
  boxes: string
  page: number
  fill: Fill | null
}
type Asked = ReturnType<typeof createAskedPages>
type Pages = ReturnType<typeof createPages>
type Paragraphs = ReturnType<typeof createParagraphs>

/** What the body rests on, read before it. */
export type Around = { styles: DocxStyles; numbers: DocxNumbers; notes: Map<string, string>; hasBackground: boolean }

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

/** Paragraphs, one inside the other where a drawing holds text. */
function createParagraphs(builder: DocumentBuilder, { asked, pages, tables, around }: { asked: Asked; pages: Pages; tables: TableBuilder; around: Around }) {
  const outer: (Paragraph | null)[] = []
  let paragraph: Paragraph | null = null
  const write = ({ page, level, listed }: Pick<Paragraph, 'page' | 'level' | 'listed'>, text: string): void => {
    if (!text || tables.write(text, page)) return
    pages.start(page)
    if (level) builder.heading(level, text)
    else if (listed) builder.listItem(text)
    else builder.paragraph(text)
  }
  return {
    current: () => paragraph,
    isInside: () => Boolean(outer.at(-1)),
    begin(): void {
      outer.push(paragraph)
      paragraph = {
        text: '',
        tail: '',
        script: null,
        pending: '',
        level: 0,
        listed: false,
        style: undefined,
        place: {},
        isDeleted: false,
        number: '',
        boxes: '',
        page: pages.current(),
        fill: null,
      }
    },
    /** Its text, if any is left, goes on in the next paragraph: it has no number of its own. */
    deleteMark(): void {
      if (paragraph) paragraph.isDeleted = true
    },
    /** Once its properties are known: those inside it count after it. */
    count(): void {
      if (!paragraph || paragraph.isDeleted) return
      const { style, place } = paragraph
      const ofStyle = around.styles.list(style)
      const list = place.list ?? ofStyle.list
      const linked = place.list === undefined ? around.numbers.levelOf(list, style) : undefined
      paragraph.number = around.numbers.next(list, place.level ?? linked ?? ofStyle.level ?? 0)
      paragraph.listed ||= paragraph.number !== ''
    },
    add(text: string, script: Script = null): void {
      if (paragraph) addText(paragraph, text, script)
    },
    /** An empty paragraph is on the page that begins. */
    follow(): void {
      if (paragraph && !paragraph.text && !paragraph.boxes) paragraph.page = pages.current()
    },
    end(): void {
      const ended = paragraph
      paragraph = outer.pop() ?? null
      if (!ended) return
      addText(ended, '', null)
      const { number, boxes } = ended
      const said = ended.text.trim()
      if (tables.depth() === 0) asked.paragraph(said)
      // A row may be told by its number alone; a line that has nothing else says nothing.
      const text = number && (said || tables.depth() > 0) ? `${number} ${said}`.trim() : said
      if (paragraph) paragraph.boxes = under(under(paragraph.boxes, text), boxes)
      else {
        write(ended, text)
        write({ page: ended.page, level: 0, listed: false }, boxes)
      }
    },
  }
}

/** Characters before a text above or under the line that tell how it is written. */
const TAIL = 24

function addText(paragraph: Paragraph, text: string, script: Script): void {
  if (paragraph.script !== script) {
    const { pending, tail } = paragraph
    const written = paragraph.script === 'superscript' ? superscript(pending, tail) : subscript(pending, tail)
    Object.assign(paragraph, { script, pending: '', text: paragraph.text + written, tail: (tail + written).slice(-TAIL) })
  }
  if (script) paragraph.pending += text
  else {
    paragraph.text += text
    paragraph.tail = (paragraph.tail + text).slice(-TAIL)
  }
}

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
      if (paragraphs.current()?.text) paragraphs.add('\t')
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
