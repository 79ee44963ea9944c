import { createTableBuilder } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { convertSymbols } from '../../text/symbol-fonts.ts'
import { createSheetWarnings } from '../sheets/sheet-warnings.ts'
import { createOdfChanges } from './odf-changes.ts'
import { drawingElements } from './odf-drawings.ts'
import { createFrames } from './odf-frames.ts'
import { createFieldMarks, createForms, createTextInputs } from './odf-forms.ts'
import { createOdfPageCounter, type OdfKind } from './odf-pages.ts'
import { createParagraphReader } from './odf-paragraphs.ts'
import { createOdfBackgroundTracker, createSpans } from './odf-spans.ts'
import { createSlideFooters } from './odf-slides.ts'
import { closingTableElements, tableElements } from './odf-tables.ts'
import { createCurrentSheet } from './odf-sheets.ts'
import { type NamedStyles, type OdfOpenHandlers, type OdfCloseHandlers, type OdfReaders, type OdfReading, createHiddenContent } from './odf-parts.ts'

const SKIPPED = new Set([
  'text:tracked-changes',
  'table:tracked-changes',
  'table:content-validations',
  'office:annotation',
  'text:index-title-template',
  'script:event-listener',
  'svg:title',
  'svg:desc',
  'office:scripts',
  'text:note-citation',
  'text:placeholder',
  'text:sheet-name',
  'text:ruby-text',
  // Some programs also store the number, which is computed here.
  'text:number',
])
/** Elements that write something in a paragraph, skipped with their content inside a deletion. Paragraphs and lists are read: they may end after it. */
const SKIPPED_IN_DELETION = new Set(['text:note', 'text:s', 'text:tab', 'text:line-break', 'text:text-input', 'field:fieldmark', 'draw:frame'])
/** Maximum number of copies of a repeated row or cell. A value repeated across a whole empty row is a formatting trick, not data (trust case FIC-09). */
const MAX_REPEAT = 64

/** Creates the XML handler of `content.xml`. `finish` writes the warnings about the content. */
export function createContentHandler(kind: OdfKind, reading: OdfReading, namedStyles: NamedStyles) {
  const parts = createParts(kind, reading, namedStyles)
  const { builder, unread, numbers, paragraphs, forms, inputs, footers, spans, sheets, hiddenContent, warnings } = parts
  // Maps, because element names come from the file and may be `__proto__`.
  const elements: OdfOpenHandlers = {
    ...styleElements(parts),
    ...textElements(parts),
    ...listElements(parts),
    ...fieldElements(parts),
    ...drawingElements(parts),
    ...tableElements(parts),
    'office:body': () => reading.onBody?.(parts.pages),
  }
  const onOpen = new Map(Object.entries(elements))
  const onClose = new Map(Object.entries({ ...closingElements(parts), ...closingTableElements(parts) }))
  const changes = createOdfChanges()
  let skipDepth = 0
  let inForms = 0

  return {
    isPaginated: parts.pages.areKnown,
    finish() {
      warnings.finish()
      hiddenContent.finish()
    },
    open(name: string, a: XmlAttributes) {
      if (inForms || name === 'office:forms') {
        inForms++
        return forms.open(name, a)
      }
      changes.open(name, a)
      if (skipDepth || SKIPPED.has(name) || (changes.isDeleting() && SKIPPED_IN_DELETION.has(name))) {
        if (name === 'office:annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
        else if (name === 'text:deletion') unread.add('deletion')
        return void skipDepth++
      }
      if (footers.begin(name, a)) return
      numbers.describe(name, a)
      const leftOut = onOpen.get(name)?.(a)
      if (leftOut === 'hidden') builder.hiddenText()
      if (leftOut) skipDepth++
    },
    close(name: string) {
      if (inForms) return void inForms--
      changes.close(name)
      if (skipDepth) return void skipDepth--
      if (!footers.end(name)) onClose.get(name)?.()
    },
    text(text: string) {
      if (skipDepth || inForms || changes.isDeleting()) return
      if (footers.isOpen()) return footers.add(text)
      if (inputs.isOpen()) return inputs.add(text)
      const shownText = convertSymbols(text.replace(/[\t\r\n ]+/g, ' '), spans.font())
      if (spans.isStruck() ?? parts.ground.isStruck()) builder.struckText(shownText)
      if (shownText.trim() && !paragraphs.inFrame()) sheets.current()?.noteText()
      paragraphs.add(shownText)
    },
  }
}

function createParts(kind: OdfKind, { builder, unread, objects }: OdfReading, namedStyles: NamedStyles): OdfReaders {
  const { rowsPerSheet, columns } = builder.limits
  const onLeftOut = (content: 'columns' | 'repeats') => {
    if (content === 'columns') builder.moreColumns()
    else builder.warn('rows_truncated', `Une ligne répétée plus de ${MAX_REPEAT} fois n’a été lue que ${MAX_REPEAT} fois.`)
  }
  const pages = createOdfPageCounter(kind, builder)
  const tables = createTableBuilder({ columns, rows: rowsPerSheet, maxCopies: MAX_REPEAT, isTrimmed: true, onLeftOut })
  const paragraphs = createParagraphReader(kind, builder, pages, tables)
  return {
    ...namedStyles,
    kind,
    builder,
    unread,
    objects,
    pages,
    tables,
    paragraphs,
    ground: createOdfBackgroundTracker(),
    frames: createFrames(kind, unread),
    forms: createForms(),
    marks: createFieldMarks(),
    inputs: createTextInputs(),
    footers: createSlideFooters(builder),
    spans: createSpans(namedStyles.styles, paragraphs),
    hiddenContent: createHiddenContent(builder),
    warnings: createSheetWarnings(builder),
    sheets: createCurrentSheet(),
  }
}

const styleElements = ({ styles }: OdfReaders): OdfOpenHandlers => ({
  'style:style': styles.begin,
  'style:text-properties'(a) {
    styles.readTextProperties(a)
    styles.readCharacterProperties(a)
  },
  'style:paragraph-properties': styles.readParagraphProperties,
  'style:table-properties': styles.readTableProperties,
  'style:table-cell-properties': styles.readCellProperties,
  'style:table-row-properties': styles.readSize,
  'style:table-column-properties': styles.readSize,
  'style:drawing-page-properties': styles.readSlideProperties,
})

const textElements = ({ styles, breaks, numbers, pages, paragraphs, tables, ground, spans, hiddenContent }: OdfReaders): OdfOpenHandlers => {
  const begin =
    (kind: 'text:p' | 'text:h') =>
    (a: XmlAttributes): 'hidden' | void => {
      const style = a['text:style-name']
      const background = styles.paints(style)
      if (styles.hides(a, background ?? ground.behind())) return 'hidden'
      ground.enter(background, styles.strikes(style))
      if (tables.depth() === 0 && !paragraphs.isInside()) pages.begin(breaks.hasBreak('before', 'paragraph', style))
      const level = Number(a['text:outline-level']) || 0
      paragraphs.begin({ kind, level, number: numbers.next(a, kind === 'text:h' ? level : 0), endsPage: breaks.hasBreak('after', 'paragraph', style) })
    }
  const isHidden = (a: XmlAttributes) => a['text:display'] === 'none' || a['text:is-hidden'] === 'true'
  return {
    'text:p': begin('text:p'),
    'text:h': begin('text:h'),
    'text:span'(a) {
      if (styles.hides(a, ground.behind())) return 'hidden'
      spans.begin(a['text:style-name'])
    },
    'text:section': (a) => void (isHidden(a) && hiddenContent.section(a['text:name'])),
    'text:hidden-paragraph': (a) => void (isHidden(a) && hiddenContent.paragraph()),
    'text:soft-page-break'() {
      pages.addStoredBreak()
      paragraphs.moveToCurrentPage()
    },
    'text:note': () => paragraphs.add(' [note : '),
    'text:s': () => paragraphs.add(' '),
    'text:tab': () => paragraphs.add('\t'),
    'text:line-break': () => paragraphs.add('\n'),
  }
}

/** Leaves out the fields that the application does not display, and placeholders for text that nobody has typed. */
const fieldElements = ({ marks, inputs }: OdfReaders): OdfOpenHandlers => {
  const unlessHidden = (a: XmlAttributes) => (a['text:display'] === 'none' ? 'skip' : undefined)
  return {
    'text:variable-set': unlessHidden,
    'text:user-field-get': unlessHidden,
    'text:user-field-input': unlessHidden,
    'loext:content-control': (a) => (a['loext:showing-place-holder'] === 'true' ? 'skip' : undefined),
    'text:text-input': inputs.begin,
    'field:fieldmark': marks.begin,
    'field:param': marks.parameter,
  }
}

const listElements = ({ paragraphs, numbers }: OdfReaders): OdfOpenHandlers => ({
  'text:list'(a) {
    paragraphs.list(1)
    numbers.beginList(a)
  },
  'text:list-item': (a) => numbers.beginItem(a),
  'text:list-header': () => numbers.beginHeader(),
})

const closingElements = ({ numbers, paragraphs, ground, spans, marks, inputs, frames }: OdfReaders): OdfCloseHandlers => {
  const endParagraph = () => {
    paragraphs.end()
    ground.leave()
  }
  const endShape = () => {
    paragraphs.frame(-1)
    ground.leave()
  }
  return {
    'text:p': endParagraph,
    'text:h': endParagraph,
    'text:span': spans.end,
    'text:list'() {
      paragraphs.list(-1)
      numbers.endList()
    },
    'text:list-item': () => numbers.endItem(),
    'text:list-header': () => numbers.endItem(),
    'text:note': () => paragraphs.add(']'),
    'text:text-input': () => paragraphs.add(inputs.end()),
    'field:fieldmark': () => paragraphs.add(marks.end()),
    'presentation:notes': () => paragraphs.note(-1),
    ...frames.closing(endShape),
  }
}
