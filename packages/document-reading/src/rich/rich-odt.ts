import type { DocumentBuilder } from '../building/document-builder.ts'
import { readXmlPart, type XmlHandler } from '../containers/xml.ts'
import type { XmlAttributes } from '../containers/xml-names.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { ExtractionError } from '../failure.ts'
import { createOdfChanges, type OdfChanges } from '../formats/odf/odf-changes.ts'
import { createOdfNumbers, type OdfNumbers } from '../formats/odf/odf-numbers.ts'
import { refuseEncrypted } from '../formats/odf/odf.ts'
import { readCoreTitle } from '../formats/office-title.ts'
import type { RichBlock, RichMark } from '../port.ts'
import { commentsWarning, pendingWarning, safeLink } from './act-styles.ts'
import { createOdtLooks, type OdtLooks } from './odt-looks.ts'
import { createRichWriter, type RichWriter } from './rich-writer.ts'

/**
 * Reads an OpenDocument text as rich blocks. Pending insertions are kept, pending deletions and comments are left out, and counted in warnings.
 * @throws {ExtractionError} `extraction.password` or `extraction.damaged`
 */
export async function readRichOdt(zip: BoundedZip, builder: DocumentBuilder): Promise<RichBlock[]> {
  const { depth } = builder.limits
  await refuseEncrypted(zip, depth)
  await readCoreTitle(zip, builder)
  const [looks, numbers] = [createOdtLooks(), createOdfNumbers()]
  await readNamed(zip, depth, { looks, numbers })
  const writer = createRichWriter(builder)
  const content = createRichContent(builder, writer, { looks, numbers })
  if (!(await readXmlPart(zip, 'content.xml', content, depth))) throw new ExtractionError('extraction.damaged')
  content.warn()
  return writer.finish()
}

type OdtStyles = { looks: OdtLooks; numbers: OdfNumbers }

/** Reads the named styles of `styles.xml`; its automatic styles have the same names as those of the text. */
async function readNamed(zip: BoundedZip, depth: number, { looks, numbers }: OdtStyles): Promise<void> {
  let isNamed = false
  const handler: XmlHandler = {
    open(name, a) {
      if (name === 'office:styles') isNamed = true
      if (!isNamed) return
      looks.describe(name, a)
      numbers.describe(name, a)
    },
    close: (name) => void (name === 'office:styles' && (isNamed = false)),
  }
  await readXmlPart(zip, 'styles.xml', handler, depth)
}

const skipped = new Set(
  'office:annotation office:forms office:scripts script:event-listener svg:title svg:desc text:note-citation text:placeholder text:ruby-text text:number text:index-title-template text:table-of-content-source text:sequence-decls text:variable-decls text:user-field-decls'.split(
    ' ',
  ),
)
/** Maximum number of copies of a repeated row or cell: an empty row is often repeated to the end of a sheet. */
const maxCopies = 64

const copiesOf = (value: string | undefined) => Math.min(maxCopies, Math.max(Math.floor(Number(value)) || 1, 1))

type RichContent = XmlHandler & { warn(): void }

function createRichContent(builder: DocumentBuilder, body: RichWriter, styles: OdtStyles): RichContent {
  const { looks, numbers } = styles
  const changes = createOdfChanges()
  const text = createOdtText(builder, body, { looks, changes })
  const tables = createOdtTables(text)
  let comments = 0
  let skipDepth = 0
  const onOpen = new Map(Object.entries({ ...textElements(text, styles), ...tables.elements }))
  const onClose = new Map(Object.entries({ ...closingElements(text, styles), ...tables.closing }))
  return {
    open(name, a) {
      if (name === 'office:annotation' && !skipDepth) comments += 1
      if (skipDepth || skipped.has(name)) return void skipDepth++
      if (changes.open(name, a)) return
      if (name.startsWith('style:')) looks.describe(name, a)
      numbers.describe(name, a)
      onOpen.get(name)?.(a)
    },
    close(name) {
      if (skipDepth) return void skipDepth--
      if (!changes.close(name)) onClose.get(name)?.()
    },
    text(value) {
      if (!skipDepth && !changes.isRegion()) text.write(value.replace(/[\t\r\n ]+/g, ' '))
    },
    warn() {
      if (comments > 0) builder.warn('comments_ignored', commentsWarning(comments))
      const { insertions, deletions } = changes.pending
      if (insertions + deletions > 0) builder.warn('changes_pending', pendingWarning(insertions, deletions))
    },
  }
}

type OdtText = ReturnType<typeof createOdtText>

/** Writes the text of paragraphs, with the marks of the spans and links around it, in the body or in a note. */
function createOdtText(builder: DocumentBuilder, body: RichWriter, { looks, changes }: { looks: OdtLooks; changes: OdfChanges }) {
  const spans: RichMark[][] = []
  const links: (string | undefined)[] = []
  const notes: { writer: RichWriter; spans: RichMark[][]; links: (string | undefined)[] }[] = []
  /** Whether the text before ends with a space, which makes the next one collapse. */
  let isSpaced = true
  const writer = () => notes.at(-1)?.writer ?? body
  const put = (value: string) => {
    if (value === '' || changes.isDeleting()) return
    const link = links.findLast((address) => address !== undefined)
    const marks = [...new Set(spans.flat())].filter((mark) => !(mark === 'underline' && link !== undefined)).toSorted()
    writer().write(value, { marks, link })
  }
  return {
    writer,
    write(value: string): void {
      put(isSpaced ? value.trimStart() : value)
      if (value !== '') isSpaced = /\s$/.test(value)
    },
    /** Writes a character that never collapses. */
    put(value: string): void {
      put(value)
      isSpaced = false
    },
    beginParagraph(): void {
      isSpaced = true
      writer().beginParagraph()
    },
    endParagraph(): void {
      const paragraph = writer().paragraph()
      if (paragraph && changes.isDeleting()) paragraph.isMarkDeleted = true
      writer().endParagraph()
    },
    beginSpan: (style: string | undefined) => void spans.push(looks.marks(style)),
    endSpan: () => void spans.pop(),
    beginLink: (address: string | undefined) => void links.push(safeLink(address)),
    endLink: () => void links.pop(),
    beginNote: () => void notes.push({ writer: createRichWriter(builder), spans: spans.splice(0), links: links.splice(0) }),
    endNote(): void {
      const note = notes.pop()
      if (!note) return
      spans.push(...note.spans)
      links.push(...note.links)
      if (!changes.isDeleting()) writer().note(note.writer.takeText())
      isSpaced = false
    },
  }
}

type OpenHandlers = Record<string, (a: XmlAttributes) => void>

const textElements = (text: OdtText, { looks, numbers }: OdtStyles): OpenHandlers => {
  const begin = (a: XmlAttributes, level: number) => {
    text.beginParagraph()
    const paragraph = text.writer().paragraph()!
    const style = a['text:style-name']
    paragraph.align = looks.align(style)
    paragraph.hasLine = looks.hasLine(style)
    const form = looks.form(style)
    if (level > 0) {
      const number = numbers.next(a, level)
      paragraph.form = { kind: 'heading', level, ...(number === '' ? {} : { number }) }
    } else if (numbers.depth() > 0) {
      const number = numbers.nextItem()
      paragraph.form = { kind: 'item', level: numbers.depth() - 1, number: number && { text: number.text, count: number.count, isBullet: number.isBullet } }
    } else if (looks.isTitle(style)) paragraph.form = { kind: 'heading', level: 1 }
    else if (form) paragraph.form = form
  }
  return {
    'text:p': (a) => begin(a, 0),
    'text:h': (a) => begin(a, Number(a['text:outline-level']) || 1),
    'text:span': (a) => text.beginSpan(a['text:style-name']),
    'text:a': (a) => text.beginLink(a['xlink:href']),
    'text:note': () => text.beginNote(),
    'text:s': (a) => text.put(' '.repeat(Math.min(Math.max(Number(a['text:c']) || 1, 1), 1_000))),
    'text:tab': () => text.put('\t'),
    'text:line-break': () => text.put('\n'),
    'text:list': (a) => numbers.beginList(a),
    'text:list-item': (a) => numbers.beginItem(a),
    'text:list-header': () => numbers.beginHeader(),
  }
}

/** Reads tables. A repeated cell is written once, then left empty; a repeated row is written again. */
function createOdtTables(text: OdtText) {
  let isHeader = false
  let rowCopies = 1
  const beginCell = (a: XmlAttributes) => text.writer().beginCell(copiesOf(a['table:number-columns-repeated']))
  const endCell = () => text.writer().endCell()
  const elements: OpenHandlers = {
    'table:table': () => text.writer().beginTable(),
    'table:table-header-rows': () => void (isHeader = true),
    'table:table-row'(a) {
      rowCopies = copiesOf(a['table:number-rows-repeated'])
      text.writer().beginRow(isHeader)
    },
    'table:table-cell': beginCell,
    'table:covered-table-cell': beginCell,
  }
  const closing: Record<string, () => void> = {
    'table:table': () => text.writer().endTable(),
    'table:table-header-rows': () => void (isHeader = false),
    'table:table-row': () => text.writer().endRow({ copies: rowCopies }),
    'table:table-cell': endCell,
    'table:covered-table-cell': endCell,
  }
  return { elements, closing }
}

const closingElements = (text: OdtText, { numbers }: OdtStyles): Record<string, () => void> => {
  return {
    'text:p': () => text.endParagraph(),
    'text:h': () => text.endParagraph(),
    'text:span': () => text.endSpan(),
    'text:a': () => text.endLink(),
    'text:note': () => text.endNote(),
    'text:list': () => numbers.endList(),
    'text:list-item': () => numbers.endItem(),
    'text:list-header': () => numbers.endItem(),
  }
}
