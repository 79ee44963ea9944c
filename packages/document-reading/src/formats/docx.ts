import type { DocumentBuilder } from '../document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { readXmlPart, type XmlAttributes } from '../xml.ts'
import type { BoundedZip } from '../zip.ts'
import { createAskedPages } from './asked-pages.ts'
import { fillOf, PAGE, type Fill } from './docx-colours.ts'
import { readDocxNotes } from './docx-notes.ts'
import { createRuns, isOn, SKIPPED } from './docx-runs.ts'
import { readCoreTitle } from './office-title.ts'
import { readDocxStyles, type DocxStyles } from './docx-styles.ts'

type Paragraph = { text: string; level: number; listed: boolean; page: number; fill: Fill | null }
type Table = { rows: string[][]; row: string[] | null; cell: string | null; fill: Fill | null; header: boolean }

/** Reads the body of a Word document: headings by style or outline level, lists, tables, notes, page breaks. */
export async function readDocx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  const main = zip.has('word/document.xml') ? 'word/document.xml' : zip.names.find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw new ExtractionError('extraction.damaged')
  await readCoreTitle(zip, builder)
  const styles = await readDocxStyles(zip, depth)
  const notes = await readDocxNotes(zip, builder)
  if (zip.has('word/comments.xml')) {
    builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }
  const body = createBodyHandler(builder, { styles, notes, hasBackground: await showsBackground(zip, depth) })
  await readXmlPart(zip, main, body, depth)
  if (!body.isPaginated()) builder.forgetPageNumbers()
}

/** Word paints the background of a document only where its settings say so. */
async function showsBackground(zip: BoundedZip, depth: number): Promise<boolean> {
  let isShown = false
  const open = (name: string, a: XmlAttributes) => void (name === 'w:displayBackgroundShape' && (isShown = isOn(a)))
  await readXmlPart(zip, 'word/settings.xml', { open }, depth)
  return isShown
}

type Around = { styles: DocxStyles; notes: Map<string, string>; hasBackground: boolean }

function createBodyHandler(builder: DocumentBuilder, { styles, notes, hasBackground }: Around) {
  const outer: (Paragraph | null)[] = []
  const tables: Table[] = []
  let paragraph: Paragraph | null = null
  const runs = createRuns()
  let skipping = 0
  let inText = false
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
      if (runs.open(name, a)) return
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
        case 'w:shd': {
          const fill = fillOf(a)
          if (inParagraphProperties && paragraph) paragraph.fill = fill
          else if (inCellProperties && tables.length > 0) tables.at(-1)!.fill = fill
          break
        }
        case 'w:background':
          if (hasBackground) pageFill = fillOf({ 'w:fill': a['w:color'] ?? 'auto' }) ?? PAGE
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
      runs.close(name)
      switch (name) {
        case 'w:t':
        case 'm:t':
          inText = false
          break
        case 'w:pPr':
          inParagraphProperties = false
          break
        case 'w:tcPr':
          inCellProperties = false
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
      if (runs.isHiding(paragraph.fill ?? around)) builder.hiddenText()
      else {
        paragraph.text += text
        justBroken = false
      }
    },
  }
}
