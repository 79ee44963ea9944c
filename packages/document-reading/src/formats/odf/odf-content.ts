import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder } from '../../building/table-builder.ts'
import { partsByPage } from '../../building/table-pages.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import type { OdfNumbers } from './odf-numbers.ts'
import { createPages, type OdfKind, type PageBreaks, type Pages } from './odf-pages.ts'
import { createParagraphs, type Paragraphs } from './odf-paragraphs.ts'

type Styles = ReturnType<typeof createStyles>
type Ground = ReturnType<typeof createGround>

/** What styles say of pages and of numbers: some are described in a part of their own. */
export type NamedStyles = { breaks: PageBreaks; numbers: OdfNumbers }

/** What an element does when it begins; true leaves out all that it holds. */
type Opening = Readonly<Record<string, (a: XmlAttributes) => boolean | void>>

const SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:index-title-template',
  'script:event-listener',
  'svg:title',
  'office:forms',
  'office:scripts',
  'text:note-citation',
  // Some programs write it too: it is counted here.
  'text:number',
])
/** A value repeated across a whole empty row is a formatting trick, not data (trust case FIC-09). */
const MAX_REPEAT = 64

/** Reads the elements of `content.xml` one after another. */
export function createContentHandler(kind: OdfKind, builder: DocumentBuilder, { breaks, numbers }: NamedStyles) {
  const { rowsPerSheet, columns } = builder.limits
  const onLeftOut = (what: 'columns' | 'repeats') => {
    if (what === 'columns') builder.moreColumns()
    else builder.warn('rows_truncated', `Une ligne répétée plus de ${MAX_REPEAT} fois n’a été lue que ${MAX_REPEAT} fois.`)
  }
  const styles = createStyles(kind, breaks)
  const pages = createPages(kind, builder)
  const tables = createTableBuilder({ columns, rows: rowsPerSheet, repeats: MAX_REPEAT, isTrimmed: true, onLeftOut })
  const paragraphs = createParagraphs(builder, pages, tables)
  const ground = createGround()
  // Maps: the names are the file's, `__proto__` among them.
  const onOpen = new Map(
    Object.entries({
      ...styleElements(styles),
      ...textElements({ styles, breaks, numbers, pages, paragraphs, tables, ground }),
      ...listElements(paragraphs, numbers),
      ...tableElements(kind, builder, { styles, breaks, numbers, pages, paragraphs, tables, ground }),
    }),
  )
  const onClose = new Map(Object.entries(closingElements(builder, { numbers, pages, paragraphs, tables, ground })))
  let skipping = 0

  return {
    isPaginated: pages.areKnown,
    open(name: string, a: XmlAttributes) {
      if (skipping || SKIPPED.has(name)) {
        if (name === 'office:annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
        return void skipping++
      }
      numbers.describe(name, a)
      if (onOpen.get(name)?.(a) === true) {
        builder.hiddenText()
        skipping++
      }
    },
    close(name: string) {
      if (skipping) return void skipping--
      onClose.get(name)?.()
    },
    text(text: string) {
      if (!skipping) paragraphs.add(text.replace(/[\t\r\n ]+/g, ' '))
    },
  }
}

/** What may stand behind a text: white, as the page, or something on which white is seen. */
type Behind = 'white' | 'other'

const isWhite = (colour: string | undefined): boolean => /^#f[ef]f[ef]f[ef]$/i.test(colour ?? '')

/** Styles that hide a text, everywhere or on white alone, those that paint what is behind it, and those that begin or end a page. */
function createStyles(kind: OdfKind, breaks: PageBreaks) {
  const hiding = new Set<string>()
  const white = new Set<string>()
  const painting = new Map<string, Behind>()
  let name = ''
  const isHiding = (a: XmlAttributes): boolean => a['text:display'] === 'none' || parseFloat(a['fo:font-size'] ?? '12') <= 2
  const paint = (a: XmlAttributes): void => {
    const colour = a['fo:background-color'] ?? 'transparent'
    if (colour !== 'transparent') painting.set(name, isWhite(colour) ? 'white' : 'other')
  }
  return {
    begin(a: XmlAttributes): void {
      name = a['style:name'] ?? ''
      breaks.begin(a)
    },
    ofText(a: XmlAttributes): void {
      if (isHiding(a)) hiding.add(name)
      if (kind === 'odt' && isWhite(a['fo:color']) && !a['fo:background-color']) white.add(name)
    },
    ofParagraph(a: XmlAttributes): void {
      breaks.say(a)
      paint(a)
    },
    ofTable: (a: XmlAttributes): void => breaks.say(a),
    ofCell: paint,
    paints: (style: string | undefined): Behind | undefined => painting.get(style ?? ''),
    hides: (a: XmlAttributes, behind: Behind): boolean =>
      hiding.has(a['text:style-name'] ?? '') || (behind === 'white' && white.has(a['text:style-name'] ?? '')),
  }
}

/** What stands behind the text being read, from the page to the innermost element. */
function createGround() {
  const around: Behind[] = []
  const behind = (): Behind => around.at(-1) ?? 'white'
  return {
    behind,
    /** Without a word of what it paints, an element lets see what it stands on. */
    enter: (painted: Behind | undefined) => void around.push(painted ?? behind()),
    leave: () => void around.pop(),
  }
}

const styleElements = (styles: Styles): Opening => ({
  'style:style': styles.begin,
  'style:text-properties': styles.ofText,
  'style:paragraph-properties': styles.ofParagraph,
  'style:table-properties': styles.ofTable,
  'style:table-cell-properties': styles.ofCell,
})

type Parts = NamedStyles & { styles: Styles; pages: Pages; paragraphs: Paragraphs; tables: TableBuilder; ground: Ground }

const textElements = ({ styles, breaks, numbers, pages, paragraphs, tables, ground }: Parts): Opening => {
  const begin = (kind: 'text:p' | 'text:h') => (a: XmlAttributes) => {
    const style = a['text:style-name']
    const painted = styles.paints(style)
    if (styles.hides(a, painted ?? ground.behind())) return true
    ground.enter(painted)
    if (tables.depth() === 0 && !paragraphs.isInside()) pages.begin(breaks.isSaid('before', 'paragraph', style))
    const level = Number(a['text:outline-level']) || 0
    paragraphs.begin({ kind, level, number: numbers.next(a, kind === 'text:h' ? level : 0), endsPage: breaks.isSaid('after', 'paragraph', style) })
    return false
  }
  const beginFrame = () => {
    ground.enter('other')
    paragraphs.frame(1)
  }
  return {
    'text:p': begin('text:p'),
    'text:h': begin('text:h'),
    'text:span': (a) => styles.hides(a, ground.behind()),
    // What a drawing is filled with is said elsewhere.
    'draw:frame': beginFrame,
    'draw:custom-shape': beginFrame,
    'text:soft-page-break'() {
      pages.note()
      paragraphs.follow()
    },
    'text:note': () => paragraphs.add(' [note : '),
    'text:s': () => paragraphs.add(' '),
    'text:tab': () => paragraphs.add('\t'),
    'text:line-break': () => paragraphs.add('\n'),
    'draw:page': (a) => pages.startSlide(a['draw:name']),
    'presentation:notes': () => paragraphs.note(1),
  }
}

const listElements = (paragraphs: Paragraphs, numbers: OdfNumbers): Opening => ({
  'text:list'(a) {
    paragraphs.list(1)
    numbers.beginList(a)
  },
  'text:list-item': (a) => numbers.beginItem(a),
  'text:list-header': () => numbers.beginHeader(),
})

const tableElements = (kind: OdfKind, builder: DocumentBuilder, { styles, breaks, pages, paragraphs, tables, ground }: Parts): Opening => {
  const beginCell = (a: XmlAttributes) => {
    ground.enter(styles.paints(a['table:style-name']))
    tables.beginCell(timesOf(a['table:number-columns-repeated']))
  }
  return {
    'table:table'(a) {
      if (kind === 'ods' && tables.depth() === 0) builder.page(null, { label: a['table:name'] ?? null })
      if (tables.depth() === 0 && !paragraphs.isInside()) pages.begin(breaks.isSaid('before', 'table', a['table:style-name']))
      paragraphs.cutForTable()
      // A table, or a row of it, is often coloured by a style that is not looked at.
      ground.enter('other')
      tables.begin()
    },
    'table:table-header-rows': tables.markHeader,
    'table:table-row': (a) => tables.beginRow(timesOf(a['table:number-rows-repeated'])),
    'table:table-cell': beginCell,
    'table:covered-table-cell': beginCell,
  }
}

const closingElements = (
  builder: DocumentBuilder,
  { numbers, pages, paragraphs, tables, ground }: Omit<Parts, 'styles' | 'breaks'>,
): Readonly<Record<string, () => void>> => {
  const leavingGround = (end: () => void) => () => {
    end()
    ground.leave()
  }
  const endParagraph = leavingGround(paragraphs.end)
  const endFrame = leavingGround(() => paragraphs.frame(-1))
  const endCell = leavingGround(tables.endCell)
  return {
    'text:p': endParagraph,
    'text:h': endParagraph,
    'text:list'() {
      paragraphs.list(-1)
      numbers.endList()
    },
    'text:list-item': () => numbers.endItem(),
    'text:list-header': () => numbers.endItem(),
    'text:note': () => paragraphs.add(']'),
    'presentation:notes': () => paragraphs.note(-1),
    'draw:frame': endFrame,
    'draw:custom-shape': endFrame,
    'table:table-cell': endCell,
    'table:covered-table-cell': endCell,
    'table:table-row'() {
      if (tables.endRow() === null || tables.rowCount() < builder.limits.rowsPerSheet) return
      builder.warn('rows_truncated', `Seules les ${builder.limits.rowsPerSheet.toLocaleString('fr-FR')} premières lignes de chaque feuille ont été lues.`)
    },
    'table:table': leavingGround(() => {
      const table = tables.end()
      if (!table || tables.depth() > 0) return
      for (const { page, rows, options } of partsByPage(table)) {
        pages.start(page ?? undefined)
        builder.table(rows, options)
      }
    }),
  }
}

function timesOf(value: string | undefined): number {
  return Math.max(Math.floor(Number(value)) || 1, 1)
}
