import type { DocumentBuilder } from '../document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { readXmlPart, type XmlAttributes } from '../xml.ts'
import type { BoundedZip } from '../zip.ts'
import { createAskedPages } from './asked-pages.ts'
import { fillOf, highlightOf, isInvisible, PAGE, type Fill } from './docx-colours.ts'
import { readCoreTitle } from './office-title.ts'
import { readDocxStyles, type DocxStyles } from './docx-styles.ts'

type Paragraph = { text: string; level: number; listed: boolean; page: number; fill: Fill | null }
type Run = { hidden: boolean; colour?: string | undefined; fill?: Fill | null }
type Table = { rows: string[][]; row: string[] | null; cell: string | null; fill: Fill | null; header: boolean }

/** Deleted text, field codes and the old-drawing twin of a modern drawing are not part of the document. */
const SKIPPED = new Set([
  'w:del',
  'w:moveFrom',
  'mc:Fallback',
  'w:instrText',
  'w:delText',
  'w:rPrChange',
  'w:pPrChange',
  'w:tblPrChange',
  'w:sectPrChange',
  'w:numberingChange',
  'w:tabs',
])

/** Reads the body of a Word document: headings by style or outline level, lists, tables, notes, page breaks. */
export async function readDocx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  const main = zip.has('word/document.xml') ? 'word/document.xml' : zip.names.find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw new ExtractionError('extraction.damaged')
  await readCoreTitle(zip, builder)
  const styles = await readDocxStyles(zip, depth)
  const notes = await readNotes(zip, depth)
  if (zip.has('word/comments.xml')) {
    builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }
  const body = createBodyHandler(builder, styles, notes)
  await readXmlPart(zip, main, body, depth)
  if (!body.isPaginated()) builder.forgetPageNumbers()
}

function createBodyHandler(builder: DocumentBuilder, styles: DocxStyles, notes: Map<string, string>) {
  const outer: (Paragraph | null)[] = []
  const tables: Table[] = []
  let paragraph: Paragraph | null = null
  let run: Run = { hidden: false }
  let skipping = 0
  let inText = false
  let inRunProperties = false
  let inCellProperties = false
  let inParagraphProperties = false
  let pageFill: Fill = PAGE
  let page = 1
  let startedPage = 0
  // Word notes where its pages ended when it last saved; other programs only write the breaks people asked for.
  let paginated = false
  const asked = createAskedPages()
  let justBroken = false

  const startPage = (number: number) => {
    if (number === startedPage) return
    builder.page(number)
    startedPage = number
  }
  const breakPage = () => {
    page++
    justBroken = true
    if (paragraph && !paragraph.text) paragraph.page = page
  }
  const endParagraph = () => {
    const ended = paragraph
    paragraph = outer.pop() ?? null
    const text = ended?.text.trim()
    const table = tables.at(-1)
    if (ended && !table) asked.paragraph(text ?? '')
    if (!ended || !text) return
    if (paragraph) paragraph.text += (paragraph.text ? '\n' : '') + text
    else if (table && table.cell !== null) table.cell += (table.cell ? '\n' : '') + text
    else {
      startPage(ended.page)
      if (ended.level) builder.heading(ended.level, text)
      else if (ended.listed) builder.listItem(text)
      else builder.paragraph(text)
    }
  }
  const endRow = () => {
    const table = tables.at(-1)
    if (!table?.row) return
    asked.row(table.row)
    const enclosing = tables.at(-2)
    if (enclosing && enclosing.cell !== null) enclosing.cell += (enclosing.cell ? ' ; ' : '') + table.row.join(' | ')
    else if (table.row.some(Boolean)) table.rows.push(table.row)
    table.row = null
  }
  const endTable = () => {
    const table = tables.pop()
    if (!table || table.rows.length === 0) return
    startPage(page)
    builder.table(table.rows, table.header ? { header: true } : {})
  }

  return {
    isPaginated: () => paginated || asked.areAll(),
    open(name: string, a: XmlAttributes) {
      if (skipping || SKIPPED.has(name)) return void skipping++
      switch (name) {
        case 'w:p':
          outer.push(paragraph)
          paragraph = { text: '', level: 0, listed: false, page, fill: null }
          break
        case 'w:pStyle':
          if (paragraph) {
            paragraph.level = styles.level(a['w:val']) || paragraph.level
            if (styles.listed(a['w:val'])) paragraph.listed = true
          }
          break
        case 'w:outlineLvl':
          if (paragraph && Number(a['w:val']) < 9) paragraph.level = Number(a['w:val']) + 1
          break
        case 'w:numId':
          if (paragraph && a['w:val'] !== '0') paragraph.listed = true
          break
        case 'w:r':
          run = { hidden: false }
          break
        case 'w:rPr':
          inRunProperties = true
          break
        case 'w:vanish':
        case 'w:webHidden':
          if (inRunProperties && isOn(a)) run.hidden = true
          break
        case 'w:color':
          if (inRunProperties) run.colour = a['w:val']
          break
        case 'w:sz':
          if (inRunProperties && Number(a['w:val']) <= 4) run.hidden = true
          break
        case 'w:shd': {
          const fill = fillOf(a)
          if (inRunProperties) run.fill = fill
          else if (inParagraphProperties && paragraph) paragraph.fill = fill
          else if (inCellProperties && tables.length > 0) tables.at(-1)!.fill = fill
          break
        }
        case 'w:highlight':
          if (inRunProperties) run.fill = highlightOf(a['w:val'])
          break
        case 'w:background':
          pageFill = fillOf({ 'w:fill': a['w:color'] ?? 'auto' }) ?? PAGE
          break
        case 'w:pPr':
          inParagraphProperties = true
          break
        case 'w:tcPr':
          inCellProperties = true
          break
        case 'w:t':
        case 'm:t':
          inText = true
          break
        case 'w:tab':
          if (paragraph?.text) paragraph.text += '\t'
          break
        case 'w:br':
        case 'w:cr':
          if (a['w:type'] === 'page') {
            breakPage()
            asked.breakPage()
          } else if (paragraph) paragraph.text += '\n'
          break
        case 'w:lastRenderedPageBreak':
          paginated = true
          // It comes again after a break that was asked for.
          if (!justBroken) breakPage()
          break
        case 'w:drawing':
        case 'w:pict':
          asked.picture()
          break
        case 'w:noBreakHyphen':
          if (paragraph) paragraph.text += '-'
          break
        case 'w:footnoteReference':
        case 'w:endnoteReference': {
          const note = notes.get(`${name.slice(2, 3)}${a['w:id']}`)
          if (paragraph && note) paragraph.text += ` [note : ${note}]`
          break
        }
        case 'w:tbl':
          tables.push({ rows: [], row: null, cell: null, fill: null, header: false })
          break
        case 'w:tr':
          if (tables.length > 0) tables.at(-1)!.row = []
          break
        case 'w:tblHeader':
          if (tables.length > 0 && isOn(a)) tables.at(-1)!.header = true
          break
        case 'w:tc':
          if (tables.length > 0) Object.assign(tables.at(-1)!, { cell: '', fill: null })
          break
      }
    },
    close(name: string) {
      if (skipping) return void skipping--
      switch (name) {
        case 'w:t':
        case 'm:t':
          inText = false
          break
        case 'w:rPr':
          inRunProperties = false
          break
        case 'w:pPr':
          inParagraphProperties = false
          break
        case 'w:tcPr':
          inCellProperties = false
          break
        case 'w:r':
          run = { hidden: false }
          break
        case 'w:p':
          endParagraph()
          break
        case 'w:tc': {
          const table = tables.at(-1)
          if (table) {
            table.row?.push(table.cell ?? '')
            table.cell = null
          }
          break
        }
        case 'w:tr':
          endRow()
          break
        case 'w:tbl':
          endTable()
          break
      }
    },
    text(text: string) {
      if (skipping || !inText || !paragraph) return
      // Tables and drawn boxes often have a background that is said elsewhere.
      const around = tables.length > 0 ? (tables.at(-1)!.fill ?? 'unknown') : outer.at(-1) ? 'unknown' : pageFill
      if (run.hidden || isInvisible(run.colour, run.fill ?? paragraph.fill ?? around)) builder.hiddenText()
      else {
        paragraph.text += text
        justBroken = false
      }
    },
  }
}

function isOn(attributes: XmlAttributes): boolean {
  return !['0', 'false', 'none', 'off'].includes(attributes['w:val'] ?? '')
}

/** Foot- and endnotes by kind letter and identifier: “f2”, “e1”. */
async function readNotes(zip: BoundedZip, depth: number): Promise<Map<string, string>> {
  const notes = new Map<string, string>()
  for (const [part, kind] of [
    ['word/footnotes.xml', 'f'],
    ['word/endnotes.xml', 'e'],
  ] as const) {
    let id: string | undefined
    let text = ''
    let inText = false
    await readXmlPart(
      zip,
      part,
      {
        open(name, a) {
          if (name === 'w:footnote' || name === 'w:endnote') {
            id = a['w:type'] ? undefined : a['w:id']
            text = ''
          } else if (name === 'w:t') inText = true
        },
        close(name) {
          if (name === 'w:t') inText = false
          else if (name === 'w:p') text += ' '
          else if ((name === 'w:footnote' || name === 'w:endnote') && id !== undefined) notes.set(kind + id, text.trim())
        },
        text(value) {
          if (inText) text += value
        },
      },
      depth,
    )
  }
  return notes
}
