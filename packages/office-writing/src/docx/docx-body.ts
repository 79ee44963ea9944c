import { hasHeader, isNumbered, type DocumentBlock, type InlineNode, type ListMarker, type ParagraphRole, type TrackedChange } from '@parvis/markdown'
import { isTight, planColumns, type TableSize, type TextArea } from '../columns.ts'
import type { DocumentReport } from '../fill-letterhead.ts'
import { countMoves, createChangeWriter, type MoveCounts } from './docx-changes.ts'
import { lines, paragraph, run, runs, type DocxText } from './docx-runs.ts'
import type { StyleIds, StyleKey } from './docx-styles.ts'

/** First free numbers, after those that the document already uses. */
interface FirstNumbers {
  list: number
  abstractList: number
  note: number
}

interface DocxBody {
  title: string
  /** Paragraphs below the title. */
  facts: string
  content: string
  /** Targets of the links, with ids from `parvis1`. */
  links: string[]
  /** Targets of the links in notes, which are in another part. */
  noteLinks: string[]
  /** `<w:footnote>` of each note. */
  notes: string[]
  /** `<w:num>` of each list. */
  lists: string[]
}

/** State of a body being written; its arrays grow. `listNumbers`: number of each list that has an id. */
type DocxWriting = DocxText & { first: FirstNumbers; lists: string[]; listNumbers: Map<string, number>; area: TextArea }

/** Position of a block: in a quote, and its list level. */
interface BlockPosition {
  quote: boolean
  level: number
}

const twipsPerLevel = 425
const maxLevel = 8
/** Markers in the order of the abstract lists. */
const markers: readonly ListMarker[] = ['bullet', 'figure', 'none', 'parenthesis']

const cellStyles: Record<TableSize, StyleKey> = { text: 'Body', 9: 'Cell9', 8: 'Cell8', 7: 'Cell7', 6: 'Cell6' }

const styles: Record<ParagraphRole, StyleKey> = {
  body: 'Body',
  visa: 'Visa',
  considerant: 'Considerant',
  article: 'Article',
  question: 'Question',
  source: 'Source',
  event: 'Event',
  mention: 'Mention',
}

const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

/** Converts a report to WordprocessingML. */
export function docxBody(report: DocumentReport, ids: StyleIds, first: FirstNumbers, area: TextArea): DocxBody {
  const { appendix = [] } = report
  const moves: MoveCounts = countMoves([...report.blocks, ...appendix])
  const writing: DocxWriting = {
    ids,
    first,
    area,
    links: [],
    noteLinks: [],
    notes: [],
    lists: [],
    listNumbers: new Map(),
    changes: createChangeWriter(moves),
    isVerbatim: false,
  }
  const { links, noteLinks, notes, lists } = writing
  const blocks = (all: readonly DocumentBlock[], isVerbatim: boolean) =>
    all.map((child) => block({ ...writing, isVerbatim }, child, { quote: false, level: 0 })).join('')
  return {
    title: paragraph(writing, 'Title', run(writing, report.title, [])),
    facts: report.facts.map((fact) => paragraph(writing, 'Facts', run(writing, fact, []))).join(''),
    content: `${blocks(report.blocks, false)}${appendix.length > 0 ? pageBreak : ''}${blocks(appendix, true)}`,
    links,
    noteLinks,
    notes,
    lists,
  }
}

function block(writing: DocxWriting, one: DocumentBlock, position: BlockPosition): string {
  const more = position.level > 0 ? `<w:ind w:left="${position.level * twipsPerLevel}"/>` : ''
  switch (one.kind) {
    case 'heading':
      return paragraph(writing, `Heading${one.level}` as StyleKey, runs(writing, one.content, one), { change: one.change })
    case 'paragraph':
      return paragraph(writing, position.quote && one.role === 'body' ? 'Quote' : styles[one.role], runs(writing, one.content, one), {
        more,
        change: one.change,
      })
    case 'code': {
      const content = `<w:r>${lines(one.text, one.change)}</w:r>`
      return paragraph(writing, 'Code', writing.changes.wrap(one.change, content), { more, change: one.change })
    }
    case 'quote':
      return one.blocks.map((child) => block(writing, child, { ...position, quote: true })).join('')
    case 'rule':
      return paragraph(writing, 'Body', '', {
        more: '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>',
        change: one.change,
      })
    case 'list':
      return list(writing, one, position)
    case 'table':
      return table(writing, one)
  }
}

function list(writing: DocxWriting, one: Extract<DocumentBlock, { kind: 'list' }>, position: BlockPosition): string {
  const { items } = one
  const level = Math.min(position.level, maxLevel)
  const numbered = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numberOfList(writing, one, level)}"/></w:numPr>`
  return items
    .map((item, index) => {
      const after = level === 0 && index === items.length - 1 && item.length < 2 ? 140 : 60
      const [head, ...rest] = item[0]?.kind === 'paragraph' ? item : [{ kind: 'paragraph', role: 'body', content: [] } as DocumentBlock, ...item]
      const deeper = { ...position, level: level + 1 }
      const [content, change] = head?.kind === 'paragraph' ? [runs(writing, head.content, head), head.change] : ['', undefined]
      return (
        paragraph(writing, 'Body', content, { more: `${numbered}<w:spacing w:after="${after}"/>`, change }) +
        rest.map((child) => block(writing, child, deeper)).join('')
      )
    })
    .join('')
}

/** Returns the number of a list, which is declared at its first use. */
function numberOfList({ first, lists, listNumbers }: DocxWriting, { marker, start, id }: Extract<DocumentBlock, { kind: 'list' }>, level: number): number {
  const known = id === undefined ? undefined : listNumbers.get(id)
  if (known !== undefined) return known
  const number = first.list + lists.length
  if (id !== undefined) listNumbers.set(id, number)
  const from = isNumbered(marker) ? `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>` : ''
  lists.push(`<w:num w:numId="${number}"><w:abstractNumId w:val="${first.abstractList + markers.indexOf(marker)}"/>${from}</w:num>`)
  return number
}

const tableBorders = `<w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`).join('')}</w:tblBorders>`

const cellMargins = (size: TableSize): string =>
  `<w:tblCellMar>${['left', 'right'].map((side) => `<w:${side} w:w="${isTight(size) ? 45 : 100}" w:type="dxa"/>`).join('')}</w:tblCellMar>`

function table(writing: DocxWriting, { aligns, header, rows, rowChanges = [] }: Extract<DocumentBlock, { kind: 'table' }>): string {
  const { shares, size } = planColumns(header, rows, writing.area)
  const cell = (content: InlineNode[], index: number, { isHeader, change }: { isHeader: boolean; change: TrackedChange | undefined }) =>
    `<w:tc><w:tcPr><w:tcW w:w="${Math.round(shares[index]! * 5000)}" w:type="pct"/>${isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="E6EBF4"/>' : ''}</w:tcPr>${paragraph(
      writing,
      cellStyles[size],
      runs(writing, content, { change, extra: isHeader ? ['bold'] : [] }),
      {
        more: `${isHeader ? '<w:keepNext/>' : ''}<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/><w:jc w:val="${aligns[index] ?? 'left'}"/>`,
        // A mark without text would be one more change of the cell for a reader, beside that of its row.
        change: content.length > 0 && change !== undefined ? { ...change, move: undefined } : undefined,
      },
    )}</w:tc>`
  const row = (cells: InlineNode[][], isHeader: boolean, change: TrackedChange | undefined) =>
    `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}${writing.changes.mark(change)}</w:trPr>${header.map((_, index) => cell(cells[index] ?? [], index, { isHeader, change })).join('')}</w:tr>`
  const [first] = rowChanges
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/>${tableBorders}<w:tblLayout w:type="fixed"/>`,
    cellMargins(size),
    // The first row is the header: screen readers announce it with each cell.
    '<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/></w:tblPr>',
    `<w:tblGrid>${shares.map((share) => `<w:gridCol w:w="${Math.round(share * writing.area.width * 20)}"/>`).join('')}</w:tblGrid>`,
    ...(hasHeader(header) ? [row(header, true, first)] : []),
    ...rows.map((cells, index) => row(cells, false, rowChanges[index + 1])),
    '</w:tbl>',
    `<w:p><w:pPr><w:spacing w:before="0" w:after="120" w:line="120" w:lineRule="exact"/>${writing.changes.paragraphMark(rowChanges.every((one) => one === first) ? first : undefined)}</w:pPr></w:p>`,
  ].join('')
}

/**
 * Makes the abstract lists, of nine levels each, in the order of `markers`: bullets; figures, letters and Roman numerals in turn; no marker; figures with
 * a parenthesis.
 */
export function abstractLists(firstId: number): string {
  const levels = (one: (index: number) => string) =>
    Array.from(
      { length: maxLevel + 1 },
      (_, index) =>
        `<w:lvl w:ilvl="${index}"><w:start w:val="1"/>${one(index)}<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(index + 1) * twipsPerLevel}" w:hanging="${twipsPerLevel}"/></w:pPr></w:lvl>`,
    ).join('')
  const bullets = levels((index) => `<w:numFmt w:val="bullet"/><w:lvlText w:val="${'•◦▪'[index % 3]}"/>`)
  const figures = (suffix: string) =>
    levels((index) => `<w:numFmt w:val="${['decimal', 'lowerLetter', 'lowerRoman'][index % 3]}"/><w:lvlText w:val="%${index + 1}${suffix}"/>`)
  const nothing = levels(() => '<w:numFmt w:val="none"/><w:lvlText w:val=""/>')
  return [bullets, figures('.'), nothing, figures(')')]
    .map((content, index) => `<w:abstractNum w:abstractNumId="${firstId + index}"><w:multiLevelType w:val="hybridMultilevel"/>${content}</w:abstractNum>`)
    .join('')
}
