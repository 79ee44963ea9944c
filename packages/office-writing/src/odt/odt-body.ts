import {
  escapeXml,
  hasHeader,
  isNumbered,
  withNoBreakSpaces,
  type DocumentBlock,
  type InlineNode,
  type TextMark,
  type ListMarker,
  type ParagraphRole,
  type TrackedChange,
} from '@parvis/markdown'
import { isTight, planColumns, type TableSize, type TextArea } from '../columns.ts'
import type { DocumentReport } from '../fill-letterhead.ts'
import { element, type Attributes } from '../xml.ts'
import { createOdtChanges, resolveChanges, type OdtChanges } from './odt-changes.ts'

interface OdtBody {
  title: string
  facts: string
  content: string
  /** Styles of the tables: each has its own columns. */
  tableStyles: string
  /** `<text:changed-region>` of each tracked change. */
  changes: readonly string[]
}

const styles: Record<ParagraphRole, string> = {
  body: 'Text_20_body',
  visa: 'Parvis_20_visa',
  considerant: 'Parvis_20_considerant',
  article: 'Parvis_20_article',
  question: 'Parvis_20_question',
  source: 'Parvis_20_source',
  event: 'Parvis_20_evenement',
  mention: 'Parvis_20_mention',
}
const lists: Record<ListMarker, string> = { bullet: 'PvBullets', figure: 'PvFigures', parenthesis: 'PvParentheses', none: 'PvBoxes' }
const cellSizes: Record<TableSize, string> = { text: '', 9: '9', 8: '8', 7: '7', 6: '6' }
const spans: Record<TextMark, string> = {
  bold: 'PvBold',
  italic: 'PvItalic',
  strike: 'PvStrike',
  underline: 'PvUnderline',
  highlight: 'PvHighlight',
  code: 'PvCode',
  raised: 'PvRaised',
  lowered: 'PvLowered',
  call: 'PvRaised',
}

/** Converts a report to OpenDocument text. */
export function odtBody(report: DocumentReport, area: TextArea): OdtBody {
  const tables: string[] = []
  const changes = createOdtChanges()
  const position: BlockPosition = { isQuote: false, item: 'none', lists: [], tables, listIds: new Map(), changes, area }
  const blocks = [...report.blocks, ...(report.appendix ?? [])]
  return {
    title: para('Title', escapeText(withNoBreakSpaces(report.title))),
    facts: report.facts.map((fact) => para('Parvis_20_reperes', escapeText(withNoBreakSpaces(fact)))).join(''),
    content: blocks.map((child) => block(child, position)).join('') + changes.end(),
    tableStyles: tables.join(''),
    changes: changes.regions,
  }
}

interface BlockPosition {
  isQuote: boolean
  /** Position in a list. 'last': last item of an outermost list. */
  item: 'none' | 'inner' | 'last'
  /** Styles of the lists around, the outermost first. */
  lists: readonly string[]
  tables: string[]
  /** Identifiers of the lists already begun. */
  listIds: Map<string, string>
  changes: OdtChanges
  area: TextArea
}

const bodyStyle = ({ item, isQuote }: BlockPosition): string => (item === 'inner' ? 'PvItem' : item === 'none' && isQuote ? 'Quotations' : 'Text_20_body')

const para = (style: string, content: string) => element('text:p', { 'text:style-name': style }, content)

/** Writes a paragraph where it stands, or in the region of its deletion. @param write writes it after the marks at its start */
function trackedParagraph({ changes, lists: around }: BlockPosition, change: TrackedChange | undefined, write: (marks: string) => string): string {
  if (change?.kind !== 'deleted') return write(changes.begin(change))
  const nested = around.reduceRight((inner, style) => element('text:list', { 'text:style-name': style }, element('text:list-item', {}, inner)), write(''))
  changes.deleteBlock(change, nested)
  return ''
}

function block(one: DocumentBlock, position: BlockPosition): string {
  // The changes of a whole paragraph are marked around it.
  const words = (content: readonly InlineNode[], change: TrackedChange | undefined) => inline(content, change === undefined ? position.changes : null)
  switch (one.kind) {
    case 'heading': {
      const attributes = { 'text:style-name': `Heading_20_${one.level}`, 'text:outline-level': one.level }
      return trackedParagraph(position, one.change, (marks) => element('text:h', attributes, marks, words(one.content, one.change)))
    }
    case 'paragraph': {
      const style = one.role === 'body' ? bodyStyle(position) : styles[one.role]
      return trackedParagraph(position, one.change, (marks) => para(style, marks + words(one.content, one.change)))
    }
    case 'code':
      return trackedParagraph(position, one.change, (marks) => para('Parvis_20_code', marks + one.text.split('\n').map(escapeText).join('<text:line-break/>')))
    case 'quote':
      return one.blocks.map((child) => block(child, { ...position, isQuote: true, item: 'none' })).join('')
    case 'rule':
      return trackedParagraph(position, one.change, (marks) => para('Horizontal_20_Line', marks))
    case 'list':
      return list(one, position)
    case 'table':
      return trackedTable(one, position)
  }
}

function list({ marker, start, items, id }: Extract<DocumentBlock, { kind: 'list' }>, place: BlockPosition): string {
  const begun = id === undefined ? undefined : place.listIds.get(id)
  const inside = { ...place, lists: [...place.lists, lists[marker]], isQuote: false }
  let from: Attributes = begun === undefined && isNumbered(marker) && start !== 1 ? { 'text:start-value': start } : {}
  const content = items.map((item, index) => {
    const last = place.item === 'none' && index === items.length - 1 && item.length === 1
    const written = item.map((child) => block(child.kind === 'table' ? tableAsList(child) : child, { ...inside, item: last ? 'last' : 'inner' })).join('')
    if (written === '' && item.length > 0) return ''
    const attributes = from
    from = {}
    return element('text:list-item', attributes, written)
  })
  if (content.every((item) => item === '')) return ''
  const style = { 'text:style-name': lists[marker] }
  if (id === undefined) return element('text:list', style, ...content)
  if (begun !== undefined) return element('text:list', { ...style, 'text:continue-list': begun }, ...content)
  const listId = `pvlist${place.listIds.size + 1}`
  place.listIds.set(id, listId)
  return element('text:list', { ...style, 'xml:id': listId }, ...content)
}

/** Converts a table to list items, one per row, because a list cannot contain a table. */
const tableAsList = ({ header, rows }: Extract<DocumentBlock, { kind: 'table' }>): DocumentBlock => ({
  kind: 'list',
  marker: 'bullet',
  start: 1,
  items: rows.map((row) => [
    {
      kind: 'paragraph',
      role: 'body',
      content: row.flatMap((cell, index): InlineNode[] => [
        { kind: 'text', text: index === 0 ? '' : '\u00a0; ', marks: [] },
        ...(header[index] ?? []),
        { kind: 'text', text: '\u00a0: ', marks: [] },
        ...cell,
      ]),
    },
  ]),
})

type TableBlock = Extract<DocumentBlock, { kind: 'table' }>

/** Writes a table. OpenDocument cannot track a change of rows: such a table is deleted and inserted whole. */
function trackedTable(one: TableBlock, position: BlockPosition): string {
  const { changes } = position
  const change = one.rowChanges?.find((row) => row !== undefined)
  if (change === undefined) return changes.begin(undefined) + table(one, position)
  const [before, after] = (['deleted', 'inserted'] as const).map((kind) => resolveTable(one, kind))
  if (before != null) changes.deleteBlock({ ...change, kind: 'deleted' }, table(before, position))
  return after == null ? '' : changes.begin({ ...change, kind: 'inserted' }) + table(after, position)
}

/** Table once every change is accepted, or refused; null when nothing of it is left. */
function resolveTable({ header, rows, rowChanges = [], ...one }: TableBlock, keep: TrackedChange['kind']): TableBlock | null {
  const isLeft = (change: TrackedChange | undefined) => change === undefined || change.kind === keep
  const resolve = (row: InlineNode[][]) => row.map((cell) => resolveChanges(cell, keep))
  if (!rowChanges.some(isLeft)) return null
  return {
    ...one,
    header: isLeft(rowChanges[0]) ? resolve(header) : header.map(() => []),
    rows: rows.filter((_, at) => isLeft(rowChanges[at + 1])).map(resolve),
  }
}

function table({ aligns, header, rows }: TableBlock, { tables, area, changes }: BlockPosition): string {
  const name = `PvTable${tables.length + 1}`
  const { shares, size } = planColumns(header, rows, area)
  tables.push(
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:align="margins" table:border-model="collapsing" fo:margin-bottom="0.35cm" style:rel-width="100%"/></style:style>` +
      shares
        .map(
          (share, index) =>
            `<style:style style:name="${name}.${index}" style:family="table-column"><style:table-column-properties style:rel-column-width="${Math.round(share * 10_000)}*"/></style:style>`,
        )
        .join(''),
  )
  const row = (cells: InlineNode[][], isHeader: boolean) =>
    element(
      'table:table-row',
      { 'table:style-name': 'PvRow' },
      ...header.map((_, index) => {
        const align = `${{ left: 'PvLeft', center: 'PvCenter', right: 'PvRight' }[aligns[index] ?? 'left']}${cellSizes[size]}`
        const content = inline(cells[index] ?? [], changes)
        return element(
          'table:table-cell',
          { 'table:style-name': `${isHeader ? 'PvHead' : 'PvCell'}${isTight(size) ? 'Tight' : ''}`, 'office:value-type': 'string' },
          para(align, isHeader && content !== '' ? span('PvBold', content) : content),
        )
      }),
    )
  return element(
    'table:table',
    { 'table:name': name, 'table:style-name': name },
    ...shares.map((_, index) => element('table:table-column', { 'table:style-name': `${name}.${index}` })),
    // Header rows are repeated on each page, and announced by screen readers.
    hasHeader(header) ? element('table:table-header-rows', {}, row(header, true)) : '',
    ...rows.map((cells) => row(cells, false)),
  )
}

const span = (style: string, content: string) => element('text:span', { 'text:style-name': style }, content)

/** Converts the content of a paragraph. Adjacent parts with the same change share one region. @param changes null: the caller marks the changes */
function inline(content: readonly InlineNode[], changes: OdtChanges | null): string {
  const written: string[] = []
  let group: { change: TrackedChange | undefined; content: string } = { change: undefined, content: '' }
  const closeGroup = () => {
    written.push(changes === null ? group.content : changes.wrap(group.change, group.content))
    group = { change: undefined, content: '' }
  }
  for (const part of content) {
    const change = part.kind === 'link' ? undefined : part.change
    if (change !== group.change) closeGroup()
    group = { change, content: group.content + inlinePart(part, changes) }
  }
  closeGroup()
  return written.join('')
}

function inlinePart(part: InlineNode, changes: OdtChanges | null): string {
  switch (part.kind) {
    case 'text':
      return part.text === ''
        ? ''
        : part.marks.reduceRight((inner, mark) => span(spans[mark], inner), escapeText(part.marks.includes('code') ? part.text : withNoBreakSpaces(part.text)))
    case 'break':
      return '<text:line-break/>'
    case 'link':
      return element('text:a', { 'xlink:type': 'simple', 'xlink:href': part.address, 'text:style-name': 'Internet_20_link' }, inline(part.content, changes))
    case 'note':
      return element(
        'text:note',
        { 'text:id': `parvis${part.number}`, 'text:note-class': 'footnote' },
        element('text:note-citation', {}, String(part.number)),
        element('text:note-body', {}, para('Footnote', `${escapeText(' ')}${inline(part.content, null)}`)),
      )
  }
}

/** Escapes a text. OpenDocument collapses spaces: each one after the first is an element. */
const escapeText = (value: string) =>
  escapeXml(value)
    .replace(/^ | {2,}/g, (run) => `${run.length > 1 ? ' ' : ''}<text:s text:c="${Math.max(1, run.length - 1)}"/>`)
    .replaceAll('\t', '<text:tab/>')
