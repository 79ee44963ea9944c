import { escapeXml } from '@parvis/markdown'
import { planColumns, type TextArea } from '../columns.ts'
import { cellMargins, tableBorders } from './docx-body.ts'
import type { StyleIds, StyleKey } from './docx-styles.ts'

/** Part of a paragraph or of a cell: unchanged, inserted or deleted. */
export interface TrackedPart {
  text: string
  kind: 'same' | 'inserted' | 'deleted'
}

/** Revision of a whole block. The origin and the destination of a move share one number. */
type TrackedStatus = { kind: 'same' | 'inserted' | 'deleted' } | { kind: 'moved_from' | 'moved_to'; move: number }

/** Block of a text with its revisions. Rows that follow each other with the same `table` make one table. */
export type TrackedBlock = { status: TrackedStatus } & (
  | { kind: 'heading'; level: number; parts: readonly TrackedPart[] }
  | { kind: 'paragraph' | 'item'; parts: readonly TrackedPart[] }
  | { kind: 'row'; table: number; isHeader: boolean; cells: readonly (readonly TrackedPart[])[] }
)

/** Text with revisions, their author and their time, ISO 8601. */
export interface TrackedText {
  blocks: readonly TrackedBlock[]
  author: string
  date: string
}

interface TrackedWriting {
  ids: StyleIds
  area: TextArea
  /** Attributes of the author and of the time. */
  signature: string
  /** Last revision number. */
  revision: number
}

type Row = Extract<TrackedBlock, { kind: 'row' }>

/** Word reads a few thousand revisions of 0 to 2³¹; names of moves are unique in the document. */
const moveName = (move: number) => `deplacement${move + 1}`

/**
 * Writes a text with its revisions in WordprocessingML: insertions, deletions, moves. Accepting all gives the new text; rejecting all gives the former one.
 * Rows that move are deleted and inserted, since Word has no move of rows.
 */
export function docxTracked({ blocks, author, date }: TrackedText, ids: StyleIds, area: TextArea): string {
  const signature = `w:author="${escapeXml(author)}" w:date="${escapeXml(date.replace(/\.\d+Z$/, 'Z'))}"`
  const writing: TrackedWriting = { ids, area, signature, revision: 0 }
  const movesWithRows = new Set(blocks.flatMap(({ kind, status }) => (kind === 'row' && 'move' in status ? [status.move] : [])))
  // Positions of the ends of each move: what was inserted or deleted in between is inside its range.
  const ends = new Map<string, { first: number; last: number }>()
  for (const [at, { status }] of blocks.entries()) {
    if (!('move' in status)) continue
    const key = `${status.kind} ${status.move}`
    ends.set(key, { first: ends.get(key)?.first ?? at, last: at })
  }
  const written: string[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!
    if (block.kind !== 'row') {
      const { status } = block
      const isMove = 'move' in status && !movesWithRows.has(status.move)
      const end = isMove ? ends.get(`${status.kind} ${status.move}`)! : null
      written.push(paragraphOf(writing, block, end && { isFirst: end.first === at, isLast: end.last === at }))
      at += 1
      continue
    }
    const rows: Row[] = []
    for (let next = blocks[at]; next?.kind === 'row' && isSameTable(rows[0], next); next = blocks[(at += 1)]) rows.push(next)
    written.push(tableOf(writing, rows))
  }
  return written.join('')
}

const isSameTable = (first: Row | undefined, row: Row) => first === undefined || (first.table === row.table && first.cells.length === row.cells.length)

function paragraphOf(writing: TrackedWriting, block: Exclude<TrackedBlock, Row>, move: { isFirst: boolean; isLast: boolean } | null): string {
  const { kind } = block.status
  const style: StyleKey = block.kind === 'heading' ? (`Heading${Math.min(6, Math.max(1, block.level))}` as StyleKey) : 'Body'
  const text = block.kind === 'item' ? [{ kind: 'same' as const, text: '–\u00a0' }, ...block.parts] : block.parts
  const indent = block.kind === 'item' ? '<w:ind w:left="425" w:hanging="215"/>' : ''
  const mark = kind === 'same' ? null : markOf(kind, move !== null)
  const properties = `<w:pPr><w:pStyle w:val="${writing.ids[style]}"/>${indent}${mark === null ? '' : `<w:rPr>${revision(writing, mark)}</w:rPr>`}</w:pPr>`
  const content = runsOf(writing, text, mark)
  if (move === null || mark === null) return `<w:p>${properties}${content}</w:p>`
  const range = mark === 'w:moveFrom' ? 'w:moveFromRange' : 'w:moveToRange'
  const number = 'move' in block.status ? block.status.move : 0
  // The two ends of a range have the same number, apart from those of revisions.
  const id = 1_000_000 + 2 * number + (mark === 'w:moveFrom' ? 0 : 1)
  const start = move.isFirst ? `<${range}Start w:id="${id}" w:name="${moveName(number)}" ${writing.signature}/>` : ''
  const end = move.isLast ? `<${range}End w:id="${id}"/>` : ''
  return `<w:p>${properties}${start}${content}</w:p>${end}`
}

type RevisionElement = 'w:ins' | 'w:del' | 'w:moveFrom' | 'w:moveTo'

function markOf(kind: Exclude<TrackedStatus['kind'], 'same'>, isMove: boolean): RevisionElement {
  if (kind === 'inserted' || kind === 'deleted') return kind === 'inserted' ? 'w:ins' : 'w:del'
  if (kind === 'moved_from') return isMove ? 'w:moveFrom' : 'w:del'
  return isMove ? 'w:moveTo' : 'w:ins'
}

const revision = (writing: TrackedWriting, element: RevisionElement, content?: string): string => {
  const open = `${element} w:id="${(writing.revision += 1)}" ${writing.signature}`
  return content === undefined ? `<${open}/>` : `<${open}>${content}</${element}>`
}

/** Writes the runs of a paragraph. @param whole revision of the whole paragraph; null: each part has its own */
function runsOf(writing: TrackedWriting, parts: readonly TrackedPart[], whole: RevisionElement | null, properties = ''): string {
  return parts
    .map(({ kind, text }) => {
      const element = whole ?? (kind === 'same' ? null : kind === 'inserted' ? ('w:ins' as const) : ('w:del' as const))
      if (text === '') return ''
      const written = runOf(text, element === 'w:del' || element === 'w:moveFrom' ? 'w:delText' : 'w:t', properties)
      return element === null ? written : revision(writing, element, written)
    })
    .join('')
}

function runOf(text: string, element: 'w:t' | 'w:delText', properties: string): string {
  const lines = text.split('\n').map((line) => `<${element} xml:space="preserve">${escapeXml(line.replaceAll('\t', ' '))}</${element}>`)
  return `<w:r>${properties}${lines.join('<w:br/>')}</w:r>`
}

function tableOf(writing: TrackedWriting, rows: readonly Row[]): string {
  const inline = ({ cells }: Row) =>
    cells.map((parts) => [
      {
        kind: 'text' as const,
        text: parts
          .filter(({ kind }) => kind !== 'deleted')
          .map(({ text }) => text)
          .join(''),
        marks: [],
      },
    ])
  const { shares, size } = planColumns(inline(rows[0]!), rows.slice(1).map(inline), writing.area)
  const style: StyleKey = size === 'text' ? 'Body' : `Cell${size}`
  const cell = (parts: readonly TrackedPart[], at: number, row: Row, mark: RevisionElement | null) =>
    `<w:tc><w:tcPr><w:tcW w:w="${Math.round(shares[at]! * 5000)}" w:type="pct"/>${row.isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="E6EBF4"/>' : ''}</w:tcPr><w:p><w:pPr><w:pStyle w:val="${writing.ids[style]}"/><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>${mark === null ? '' : `<w:rPr>${revision(writing, mark)}</w:rPr>`}</w:pPr>${runsOf(writing, parts, mark, row.isHeader ? '<w:rPr><w:b/><w:bCs/></w:rPr>' : '')}</w:p></w:tc>`
  const written = rows.map((row) => {
    const mark = row.status.kind === 'same' ? null : markOf(row.status.kind, false)
    return `<w:tr><w:trPr><w:cantSplit/>${row.isHeader ? '<w:tblHeader/>' : ''}${mark === null ? '' : revision(writing, mark)}</w:trPr>${row.cells.map((parts, at) => cell(parts, at, row, mark)).join('')}</w:tr>`
  })
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/>${tableBorders}<w:tblLayout w:type="fixed"/>${cellMargins(size)}</w:tblPr>`,
    `<w:tblGrid>${shares.map((share) => `<w:gridCol w:w="${Math.round(share * writing.area.width * 20)}"/>`).join('')}</w:tblGrid>`,
    ...written,
    '</w:tbl>',
    '<w:p><w:pPr><w:spacing w:before="0" w:after="120" w:line="120" w:lineRule="exact"/></w:pPr></w:p>',
  ].join('')
}
