import type { DocumentBuilder } from '../building/document-builder.ts'
import { readXmlPart, type XmlHandler } from '../containers/xml.ts'
import type { XmlAttributes } from '../containers/xml-names.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { mainPart } from '../formats/docx/docx.ts'
import { readDocxNumbers, type DocxNumbers } from '../formats/docx/docx-numbers.ts'
import { isOn } from '../formats/docx/docx-runs.ts'
import { readDocxStyles, type DocxStyles } from '../formats/docx/docx-styles.ts'
import { readCoreTitle } from '../formats/office-title.ts'
import type { RichBlock, RichTextSpan } from '../port.ts'
import { convertSymbols } from '../text/symbol-fonts.ts'
import { commentsWarning, pendingWarning, safeLink } from './act-styles.ts'
import { readDocxLinks, readDocxLooks, readMark, type DocxLooks, type MarkSet } from './docx-looks.ts'
import { bodyForm } from './rich-forms.ts'
import { createRichWriter, type RichWriter } from './rich-writer.ts'

type Pending = { insertions: number; deletions: number }
type DocxParts = { styles: DocxStyles; numbers: DocxNumbers; looks: DocxLooks; pending: Pending; notes: ReadonlyMap<string, RichTextSpan[]> }

/** Reads a Word document as rich blocks. Pending insertions are kept, pending deletions and comments are left out, and counted in warnings. */
export async function readRichDocx(zip: BoundedZip, builder: DocumentBuilder): Promise<RichBlock[]> {
  const { depth } = builder.limits
  const main = await mainPart(zip, depth)
  await readCoreTitle(zip, builder)
  const pending: Pending = { insertions: 0, deletions: 0 }
  const parts = { styles: await readDocxStyles(zip, depth), numbers: await readDocxNumbers(zip, depth), looks: await readDocxLooks(zip, depth), pending }
  const notes = await readRichNotes(zip, builder, parts)
  const writer = createRichWriter(builder)
  await readXmlPart(zip, main, createRichBody(writer, { ...parts, notes }, await readDocxLinks(zip, main, depth)), depth)
  let comments = 0
  await readXmlPart(zip, 'word/comments.xml', { open: (name) => void (name === 'w:comment' && (comments += 1)) }, depth)
  if (comments > 0) builder.warn('comments_ignored', commentsWarning(comments))
  if (pending.insertions + pending.deletions > 0) builder.warn('changes_pending', pendingWarning(pending.insertions, pending.deletions))
  return writer.finish()
}

/** Reads footnotes and endnotes, by kind letter and identifier: “f2”, “e1”. Separators are left out. */
async function readRichNotes(zip: BoundedZip, builder: DocumentBuilder, parts: Omit<DocxParts, 'notes'>): Promise<Map<string, RichTextSpan[]>> {
  const notes = new Map<string, RichTextSpan[]>()
  const kinds = { 'word/footnotes.xml': 'f', 'word/endnotes.xml': 'e' }
  for (const [part, kind] of Object.entries(kinds)) {
    const writer = createRichWriter(builder)
    const body = createRichBody(writer, { ...parts, notes: new Map() }, await readDocxLinks(zip, part, builder.limits.depth))
    let id: string | null = null
    const isNote = (name: string) => name === 'w:footnote' || name === 'w:endnote'
    const handler: XmlHandler = {
      open(name, a) {
        if (!isNote(name)) return body.open?.(name, a)
        id = (a['w:type'] ?? 'normal') === 'normal' ? kind + a['w:id'] : null
      },
      close(name) {
        if (!isNote(name)) return body.close?.(name)
        const text = writer.takeText()
        if (id !== null) notes.set(id, text)
      },
      text: (text) => body.text?.(text),
    }
    await readXmlPart(zip, part, handler, builder.limits.depth)
  }
  return notes
}

/** Elements skipped with their content: deletions, previous properties, and the fallback copy of modern drawings. */
const skipped = new Set(
  'w:del w:moveFrom mc:Fallback w:rPrChange w:pPrChange w:tblPrChange w:tblPrExChange w:trPrChange w:tcPrChange w:sectPrChange w:numberingChange w:tabs w:sectPr w:instrText w:delInstrText w:ffData'.split(
    ' ',
  ),
)
/** Indent of each list level in the files of `office-writing`, in twentieths of a point; Word uses a little more. */
const twipsPerLevel = 425
/** Pattern of the address of a link field. */
const linkField = /^\s*HYPERLINK\s+"([^"]+)"/i

/** Creates the XML handler of a body, or of notes. */
function createRichBody(writer: RichWriter, parts: DocxParts, links: ReadonlyMap<string, string>): XmlHandler {
  const { pending } = parts
  const runs = createRichRuns(writer, parts.looks)
  const rows: { isDeleted: boolean }[] = []
  const form = createParagraphForm(writer, parts)
  const onOpen = new Map(Object.entries({ ...form.elements, ...runElements(writer, runs, { links, notes: parts.notes }), ...tableElements(writer, rows) }))
  const onClose = new Map(Object.entries(closingElements(writer, { runs, rows, form })))
  let skipDepth = 0
  /** Field instruction being read. Its text is skipped. */
  let isCode = false
  const properties: string[] = []
  return {
    open(name, a) {
      const within = properties.at(-1)
      if (!skipDepth && (name === 'w:ins' || name === 'w:del' || name === 'w:moveFrom' || name === 'w:moveTo')) {
        const isDeletion = name === 'w:del' || name === 'w:moveFrom'
        // The mark of a paragraph or of a row is changed with its text, which counts already.
        if (within === undefined) pending[isDeletion ? 'deletions' : 'insertions'] += 1
        if (isDeletion && within === 'w:rPr') {
          const paragraph = writer.paragraph()
          if (paragraph) paragraph.isMarkDeleted = true
        } else if (isDeletion && within === 'w:trPr' && rows.length > 0) rows.at(-1)!.isDeleted = true
      }
      if (name === 'w:instrText' && !skipDepth) isCode = true
      if (skipDepth || skipped.has(name)) return void skipDepth++
      if (name === 'w:rPr' || name === 'w:pPr' || name === 'w:trPr') properties.push(name)
      onOpen.get(name)?.(a)
      if (within === 'w:rPr') runs.property(name, a)
    },
    close(name) {
      if (name === 'w:instrText') isCode = false
      if (skipDepth) return void skipDepth--
      if (properties.at(-1) === name) properties.pop()
      onClose.get(name)?.()
    },
    text(text) {
      if (isCode && skipDepth === 1) runs.code(text)
      else if (!skipDepth) runs.text(text)
    },
  }
}

/** Tracks the look of the current run, the fields and the links. */
function createRichRuns(writer: RichWriter, looks: DocxLooks) {
  const fields: { code: string; isResult: boolean }[] = []
  const opened: (string | undefined)[] = []
  let marks: MarkSet = new Map()
  let [isHidden, isText, isRun] = [false, false, false]
  const write = (text: string) => {
    if (isHidden || fields.some(({ isResult }) => !isResult)) return
    const field = fields.findLast(({ code }) => linkField.test(code))
    const link = opened.findLast((address) => address !== undefined) ?? safeLink(field && linkField.exec(field.code)![1])
    const shown = [...marks].flatMap(([mark, isSet]) => (isSet && !(mark === 'underline' && link !== undefined) ? [mark] : []))
    writer.write(text, { marks: shown.toSorted(), link })
  }
  return {
    write,
    text: (text: string) => void (isText && write(text)),
    code(text: string): void {
      const field = fields.at(-1)
      if (field && field.code.length < 5_000) field.code += text
    },
    begin(): void {
      marks = new Map()
      isHidden = false
      isRun = true
    },
    end: () => void (isRun = false),
    setText: (is: boolean) => void (isText = is),
    property(name: string, a: XmlAttributes): void {
      if (!isRun) return
      if (name === 'w:vanish') isHidden = isOn(a)
      else if (name === 'w:rStyle') marks = new Map([...looks.marks(a['w:val']), ...marks])
      else readMark(marks, name, a)
    },
    field(type: string | undefined): void {
      const field = fields.at(-1)
      if (type === 'begin') fields.push({ code: '', isResult: false })
      else if (type === 'separate' && field) field.isResult = true
      else if (type === 'end') fields.pop()
    },
    simpleField: (code: string | null) => void (code === null ? fields.pop() : fields.push({ code: code.slice(0, 5_000), isResult: true })),
    link: (address: string | undefined) => void opened.push(address),
    endLink: () => void opened.pop(),
  }
}

type OpenHandlers = Record<string, (a: XmlAttributes) => void>
type CloseHandlers = Record<string, () => void>
type RichRuns = ReturnType<typeof createRichRuns>

/** Reads the properties of the open paragraph: style, outline level and list give its form once they are complete. */
function createParagraphForm(writer: RichWriter, { styles, numbers, looks }: DocxParts) {
  let properties: { style?: string | undefined; level?: number; list?: string | undefined; depth?: number; indent?: number } = {}
  let isInBorders = false
  const elements: OpenHandlers = {
    'w:p'() {
      properties = {}
      writer.beginParagraph()
    },
    'w:pStyle'(a) {
      properties.style = a['w:val']
      const paragraph = writer.paragraph()
      const form = looks.form(a['w:val'])
      if (paragraph && form) paragraph.form = form
    },
    'w:outlineLvl': (a) => void (Number(a['w:val']) < 9 && (properties.level = Number(a['w:val']) + 1)),
    'w:numId': (a) => void (properties.list = a['w:val']),
    'w:ilvl': (a) => void (properties.depth = Number(a['w:val']) || 0),
    'w:ind': (a) => void (properties.indent = Number(a['w:left'] ?? a['w:start']) || 0),
    'w:jc'(a) {
      const paragraph = writer.paragraph()
      const align = a['w:val'] === 'end' ? 'right' : a['w:val']
      if (paragraph) paragraph.align = align === 'center' || align === 'right' ? align : null
    },
    'w:pBdr': () => void (isInBorders = true),
    'w:bottom'() {
      const paragraph = writer.paragraph()
      if (paragraph && isInBorders) paragraph.hasLine = true
    },
  }
  return {
    elements,
    endBorders: () => void (isInBorders = false),
    /** Sets the form of the current paragraph at the end of its properties: heading, list item, or form of its style. */
    end(): void {
      const paragraph = writer.paragraph()
      if (!paragraph) return
      const { style, level: ownLevel, list: ownList, depth, indent = 0 } = properties
      const position = styles.list(style)
      const list = ownList ?? position.list
      const itemLevel = depth ?? position.level ?? numbers.levelOf(list, style) ?? 0
      const number = list === undefined || list === '0' ? null : numbers.nextItem(list, itemLevel)
      const level = styles.level(style) || ownLevel || 0
      if (level > 0) paragraph.form = { kind: 'heading', level, ...(number ? { number: number.text } : {}) }
      else if (number) paragraph.form = { kind: 'item', level: itemLevel, number: { ...number, isBullet: number.format === 'bullet' } }
      // An indented paragraph below an item belongs to it.
      else if (indent > 0 && paragraph.form === bodyForm)
        paragraph.form = { kind: 'item', level: Math.max(0, Math.round(indent / twipsPerLevel) - 1), number: null }
    },
  }
}

const runElements = (
  writer: RichWriter,
  runs: RichRuns,
  { links, notes }: { links: ReadonlyMap<string, string>; notes: ReadonlyMap<string, RichTextSpan[]> },
): OpenHandlers => {
  const left = new Map(notes)
  const note = (kind: string) => (a: XmlAttributes) => {
    const id = kind + a['w:id']
    writer.note(left.get(id) ?? [])
    // A hostile file may refer to one note a million times.
    left.delete(id)
  }
  const line = (a: XmlAttributes) => void (a['w:type'] !== 'page' && a['w:type'] !== 'column' && runs.write('\n'))
  return {
    'w:r': runs.begin,
    'w:t': () => runs.setText(true),
    'm:t': () => runs.setText(true),
    'w:br': line,
    'w:cr': line,
    'w:tab': () => runs.write('\t'),
    'w:noBreakHyphen': () => runs.write('\u2011'),
    'w:sym': (a) => runs.write(convertSymbols(String.fromCharCode(Number.parseInt(a['w:char'] ?? '', 16) || 0x20), a['w:font'])),
    'w:fldChar': (a) => runs.field(a['w:fldCharType']),
    'w:fldSimple': (a) => runs.simpleField(a['w:instr'] ?? ''),
    'w:hyperlink': (a) => runs.link(links.get(a['r:id'] ?? '')),
    'w:footnoteReference': note('f'),
    'w:endnoteReference': note('e'),
  }
}

const tableElements = (writer: RichWriter, rows: { isDeleted: boolean }[]): OpenHandlers => ({
  'w:tbl': () => writer.beginTable(),
  'w:tr'() {
    rows.push({ isDeleted: false })
    writer.beginRow()
  },
  'w:tblHeader': (a) => void (isOn(a) && writer.markHeader()),
  'w:tc': () => writer.beginCell(),
  'w:gridSpan': (a) => writer.setSpan(Math.floor(Number(a['w:val'])) || 1),
})

const closingElements = (
  writer: RichWriter,
  { runs, rows, form }: { runs: RichRuns; rows: { isDeleted: boolean }[]; form: ReturnType<typeof createParagraphForm> },
): CloseHandlers => ({
  'w:r': runs.end,
  'w:t': () => runs.setText(false),
  'm:t': () => runs.setText(false),
  'w:fldSimple': () => runs.simpleField(null),
  'w:hyperlink': runs.endLink,
  'w:pBdr': form.endBorders,
  'w:pPr': form.end,
  'w:p': () => writer.endParagraph(),
  'w:tc': () => writer.endCell(),
  'w:tr': () => writer.endRow(rows.pop()),
  'w:tbl': () => writer.endTable(),
})
