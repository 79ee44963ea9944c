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
} from '@parvis/markdown'
import { isTight, planColumns, type TableSize, type TextArea } from '../columns.ts'
import type { DocumentReport } from '../fill-letterhead.ts'
import { element } from '../xml.ts'

interface OdtBody {
  title: string
  facts: string
  content: string
  /** Styles of the tables: each has its own columns. */
  tableStyles: string
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
  return {
    title: para('Title', escapeText(withNoBreakSpaces(report.title))),
    facts: report.facts.map((fact) => para('Parvis_20_reperes', escapeText(withNoBreakSpaces(fact)))).join(''),
    content: report.blocks.map((child) => block(child, { isQuote: false, item: 'none', tables, area })).join(''),
    tableStyles: tables.join(''),
  }
}

interface BlockPosition {
  isQuote: boolean
  /** Position in a list. 'last': last item of an outermost list. */
  item: 'none' | 'inner' | 'last'
  tables: string[]
  area: TextArea
}

const bodyStyle = ({ item, isQuote }: BlockPosition): string => (item === 'inner' ? 'PvItem' : item === 'none' && isQuote ? 'Quotations' : 'Text_20_body')

const para = (style: string, content: string) => element('text:p', { 'text:style-name': style }, content)

function block(one: DocumentBlock, position: BlockPosition): string {
  switch (one.kind) {
    case 'heading':
      return element('text:h', { 'text:style-name': `Heading_20_${one.level}`, 'text:outline-level': one.level }, inline(one.content))
    case 'paragraph':
      return para(one.role === 'body' ? bodyStyle(position) : styles[one.role], inline(one.content))
    case 'code':
      return para('Parvis_20_code', one.text.split('\n').map(escapeText).join('<text:line-break/>'))
    case 'quote':
      return one.blocks.map((child) => block(child, { ...position, isQuote: true, item: 'none' })).join('')
    case 'rule':
      return para('Horizontal_20_Line', '')
    case 'list':
      return list(one, position)
    case 'table':
      return table(one, position)
  }
}

function list({ marker, start, items }: Extract<DocumentBlock, { kind: 'list' }>, place: BlockPosition): string {
  const content = items.map((item, index) =>
    element(
      'text:list-item',
      isNumbered(marker) && index === 0 && start !== 1 ? { 'text:start-value': start } : {},
      ...item.map((child) =>
        block(child.kind === 'table' ? tableAsList(child) : child, {
          ...place,
          item: place.item === 'none' && index === items.length - 1 && item.length === 1 ? 'last' : 'inner',
          isQuote: false,
        }),
      ),
    ),
  )
  return element('text:list', { 'text:style-name': lists[marker] }, ...content)
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

function table({ aligns, header, rows }: Extract<DocumentBlock, { kind: 'table' }>, { tables, area }: BlockPosition): string {
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
        const content = inline(cells[index] ?? [])
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

function inline(content: readonly InlineNode[]): string {
  return content
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text === ''
            ? ''
            : part.marks.reduceRight(
                (inner, mark) => span(spans[mark], inner),
                escapeText(part.marks.includes('code') ? part.text : withNoBreakSpaces(part.text)),
              )
        case 'break':
          return '<text:line-break/>'
        case 'link':
          return element('text:a', { 'xlink:type': 'simple', 'xlink:href': part.address, 'text:style-name': 'Internet_20_link' }, inline(part.content))
        case 'note':
          return element(
            'text:note',
            { 'text:id': `parvis${part.number}`, 'text:note-class': 'footnote' },
            element('text:note-citation', {}, String(part.number)),
            element('text:note-body', {}, para('Footnote', `${escapeText(' ')}${inline(part.content)}`)),
          )
      }
    })
    .join('')
}

/** Escapes a text. OpenDocument collapses spaces: each one after the first is an element. */
const escapeText = (value: string) =>
  escapeXml(value)
    .replace(/^ | {2,}/g, (run) => `${run.length > 1 ? ' ' : ''}<text:s text:c="${Math.max(1, run.length - 1)}"/>`)
    .replaceAll('\t', '<text:tab/>')
