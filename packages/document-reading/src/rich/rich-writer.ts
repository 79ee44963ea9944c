import { TextLimitReached, type DocumentBuilder } from '../building/document-builder.ts'
import { MIN_BLOCK_CHARACTERS } from '../limits.ts'
import type { RichBlock, RichMark, RichSpan, RichTextSpan } from '../port.ts'
import { cleanCharacters, noHiddenCharacters, looksDeliberate } from '../text/clean-text.ts'

/** Look of a text. */
export type Look = { marks: readonly RichMark[]; link?: string | undefined }

/** Number displayed before a list item. `isBullet`: the list has no numbers. */
export type ShownNumber = { text: string; count: number; isBullet: boolean }

/** Form of the open paragraph. `number` of an item: null for a further paragraph of the item above. */
export type ParagraphForm =
  | { kind: 'heading'; level: number; number?: string }
  | { kind: 'paragraph'; style: 'body' | 'visa' | 'considerant' | 'article' }
  | { kind: 'quote' }
  | { kind: 'code' }
  | { kind: 'item'; level: number; number: ShownNumber | null }

type Align = Extract<RichBlock, { kind: 'table' }>['aligns'][number]
type OpenParagraph = { form: ParagraphForm; spans: RichSpan[]; align: Align; isMarkDeleted: boolean; hasLine: boolean; after: RichBlock[] }
type RichCell = { spans: RichSpan[]; align: Align }
type OpenTable = { rows: { cells: RichCell[]; isHeader: boolean }[]; row: { cells: RichCell[]; isHeader: boolean } | null; cell: RichCell | null; span: number }

/** Pattern of the numbers that a list writes again by itself: « 1. », « a) », « (iv) », « 2.1 ». Others, such as « Article 1er », become text. */
const listNumber = /^\(?(?:\d{1,4}(?:\.\d{1,4})*|[a-z]{1,2}|[ivxlc]{1,7})\s*[.)°-]{0,2}$/i
/** Maximum level of an item, from 0. */
const maxLevel = 8
/** Form of a paragraph that nothing describes. */
export const bodyForm: ParagraphForm = { kind: 'paragraph', style: 'body' }

export type RichWriter = ReturnType<typeof createRichWriter>

/** Collects the blocks of a `rich` reading: paragraphs, notes and tables in the order of the file. */
export function createRichWriter(builder: DocumentBuilder) {
  const { limits } = builder
  const blocks: RichBlock[] = []
  const paragraphs: OpenParagraph[] = []
  const tables: OpenTable[] = []
  const hidden = noHiddenCharacters()
  const lists = createListStarts()
  let characters = 0
  /** Text of a paragraph whose mark is deleted: it joins the next one. */
  let carried: RichSpan[] = []
  const count = (size: number) => {
    if ((characters += size) > limits.characters) throw new TextLimitReached()
  }
  const push = (block: RichBlock) => {
    count(MIN_BLOCK_CHARACTERS)
    if (block.kind !== 'item') lists.interrupt()
    blocks.push(block)
    if (blocks.length % 100 === 0) builder.checkTime()
  }
  const flushCarried = () => {
    const spans = trimmed(carried)
    carried = []
    if (spans.length > 0) push({ kind: 'paragraph', style: 'body', text: spans })
  }
  const placeBlocks = ({ form, spans, align, hasLine, after }: OpenParagraph) => {
    const made = blockOf(form, spans, { hasLine, lists })
    const outer = paragraphs.at(-1)
    const cell = tables.at(-1)?.cell
    if (outer) outer.after.push(...(made ? [made] : []), ...after)
    else if (cell) {
      const lines = [spans, ...after.flatMap((block) => ('text' in block && typeof block.text !== 'string' ? [block.text] : []))].map(trimmed)
      for (const line of lines) if (line.length > 0) cell.spans.push(...(cell.spans.length > 0 ? [{ text: '\n' }] : []), ...line)
      if (lines.some((line) => line.length > 0)) cell.align = align
    } else for (const block of [...(made ? [made] : []), ...after]) push(block)
  }
  return {
    size: () => characters,
    beginParagraph(): void {
      paragraphs.push({ form: bodyForm, spans: paragraphs.length === 0 ? carried : [], align: null, isMarkDeleted: false, hasLine: false, after: [] })
      if (paragraphs.length === 1) carried = []
    },
    /** Open paragraph, to be described; undefined outside paragraphs. */
    paragraph: (): OpenParagraph | undefined => paragraphs.at(-1),
    write(text: string, { marks, link }: Look): void {
      const clean = cleanCharacters(text, hidden)
      const paragraph = paragraphs.at(-1)
      if (!paragraph || clean === '') return
      count(clean.length)
      const span: RichTextSpan = { text: clean, ...(marks.length > 0 ? { marks: [...marks] } : {}), ...(link === undefined ? {} : { link }) }
      const last = paragraph.spans.at(-1)
      if (last && 'text' in last && last.link === span.link && (last.marks ?? []).join() === (span.marks ?? []).join())
        paragraph.spans[paragraph.spans.length - 1] = { ...last, text: last.text + clean }
      else paragraph.spans.push(span)
    },
    note(note: RichTextSpan[]): void {
      if (note.length > 0) paragraphs.at(-1)?.spans.push({ note })
    },
    endParagraph(): void {
      const ended = paragraphs.pop()
      if (!ended) return
      if (ended.isMarkDeleted && paragraphs.length === 0) {
        carried = ended.spans
        for (const block of ended.after) push(block)
      } else placeBlocks(ended)
    },
    beginTable(): void {
      if (tables.length === 0) flushCarried()
      tables.push({ rows: [], row: null, cell: null, span: 1 })
    },
    beginRow(isHeader = false): void {
      const table = tables.at(-1)
      if (table) table.row = { cells: [], isHeader }
    },
    markHeader(): void {
      const row = tables.at(-1)?.row
      if (row) row.isHeader = true
    },
    beginCell(span = 1): void {
      const table = tables.at(-1)
      if (table) Object.assign(table, { cell: { spans: [], align: null }, span })
    },
    setSpan(span: number): void {
      const table = tables.at(-1)
      if (table) table.span = span
    },
    endCell(): void {
      const table = tables.at(-1)
      if (!table?.row || !table.cell) return
      // A deleted mark never joins two cells.
      if (carried.length > 0) table.cell.spans.push(...trimmed(carried))
      carried = []
      table.row.cells.push(table.cell)
      for (let at = 1; at < table.span && table.row.cells.length < limits.columns; at += 1) table.row.cells.push({ spans: [], align: null })
      table.cell = null
    },
    endRow({ isDeleted = false, copies = 1 }: { isDeleted?: boolean; copies?: number } = {}): void {
      const table = tables.at(-1)
      const row = table?.row
      if (!table || !row) return
      table.row = null
      if (isDeleted || row.cells.length === 0) return
      if (row.cells.length > limits.columns) builder.moreColumns()
      count(row.cells.length)
      if (table.rows.length + copies > limits.rowsPerSheet) throw new TextLimitReached()
      for (let at = 0; at < copies; at += 1) table.rows.push({ ...row, cells: row.cells.slice(0, limits.columns) })
    },
    endTable(): void {
      const table = tables.pop()
      const outer = tables.at(-1)?.cell
      if (!table || table.rows.length === 0) return
      if (!outer) return push(tableOf(table))
      // A table in a cell becomes lines of it.
      for (const { cells } of table.rows) {
        const line = cells.flatMap(({ spans }, at) => [...(at > 0 && spans.length > 0 ? [{ text: ' | ' }] : []), ...spans])
        if (line.length > 0) outer.spans.push(...(outer.spans.length > 0 ? [{ text: '\n' }] : []), ...line)
      }
    },
    finish(): RichBlock[] {
      flushCarried()
      if (looksDeliberate(hidden)) builder.hiddenText()
      return blocks
    },
    /** Text of all blocks so far, one per line, which are removed: the content of a note. */
    takeText(): RichTextSpan[] {
      const spans = blocks.splice(0).flatMap((block): RichTextSpan[] => {
        const text = 'text' in block ? (typeof block.text === 'string' ? [{ text: block.text }] : block.text) : []
        return [{ text: '\n' }, ...text.filter((span) => 'text' in span)]
      })
      return trimmed(spans) as RichTextSpan[]
    },
  }
}

/** Whether a text span is blank at an end of a paragraph. */
function trimmed(spans: readonly RichSpan[]): RichSpan[] {
  const left = [...spans]
  for (let first = left[0]; first && 'text' in first; first = left[0]) {
    const text = first.text.trimStart()
    if (text !== '') {
      left[0] = { ...first, text }
      break
    }
    left.shift()
  }
  for (let last = left.at(-1); last && 'text' in last; last = left.at(-1)) {
    const text = last.text.trimEnd()
    if (text !== '') {
      left[left.length - 1] = { ...last, text }
      break
    }
    left.pop()
  }
  return left
}

/** Numbers of the open lists, by level. */
type ListStarts = {
  interrupt(): void
  next(level: number, marker: string, count: number): boolean
  /** Deepest level with an open item, up to this one; -1 when there is none. */
  openLevel(level: number): number
}

function createListStarts(): ListStarts {
  let open: { marker: string; count: number }[] = []
  return {
    interrupt: () => void (open = []),
    openLevel: (level) => open.slice(0, level + 1).findLastIndex((one) => one !== undefined),
    /** Records an item. @returns whether its number does not follow from the item above */
    next(level, marker, count) {
      open.length = Math.min(open.length, level + 1)
      const above = open[level]
      open[level] = { marker, count }
      return above === undefined || above.marker !== marker || above.count + 1 !== count
    },
  }
}

function blockOf(form: ParagraphForm, raw: readonly RichSpan[], { hasLine, lists }: { hasLine: boolean; lists: ListStarts }): RichBlock | null {
  if (form.kind === 'code') {
    const text = raw.map((span) => ('text' in span ? span.text : '')).join('')
    return text.trim() === '' ? null : { kind: 'code', text }
  }
  const text = trimmed(raw)
  if (text.length === 0) return hasLine ? { kind: 'rule' } : null
  if (form.kind === 'heading') {
    const numbered = form.number ? [{ text: `${form.number} ` }, ...text] : text
    return {
      kind: 'heading',
      level: Math.min(6, Math.max(1, form.level)),
      text: numbered.map((span) => ('text' in span ? { ...span, text: span.text.replaceAll('\n', ' ') } : span)),
    }
  }
  if (form.kind !== 'item') return { ...form, text }
  return itemOf(Math.min(form.level, maxLevel), form.number, { text, lists })
}

function itemOf(level: number, number: ShownNumber | null, { text, lists }: { text: RichSpan[]; lists: ListStarts }): RichBlock {
  if (number === null) {
    const open = lists.openLevel(level)
    return open >= 0 ? { kind: 'item', level: open, marker: 'continued', text } : { kind: 'paragraph', style: 'body', text }
  }
  const { text: shown, count, isBullet } = number
  if (isBullet || shown === '') {
    const marker = isBullet && shown === '' ? 'bullet' : 'none'
    lists.next(level, marker, 0)
    return { kind: 'item', level, marker, text: shown === '' ? text : [{ text: `${shown} ` }, ...text] }
  }
  if (!listNumber.test(shown)) return { kind: 'paragraph', style: /^article\b/i.test(shown) ? 'article' : 'body', text: [{ text: `${shown} ` }, ...text] }
  const marker = shown.endsWith(')') ? 'parenthesis' : 'figure'
  return { kind: 'item', level, marker, ...(lists.next(level, marker, count) ? { start: count } : {}), text }
}

const withoutBold = (spans: RichSpan[]): RichSpan[] =>
  spans.map((span) => {
    if (!('text' in span) || !span.marks?.includes('bold')) return span
    const { marks, ...plain } = span
    const left = marks.filter((mark) => mark !== 'bold')
    return left.length > 0 ? { ...plain, marks: left } : plain
  })

function tableOf({ rows }: OpenTable): RichBlock {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const hasHeader = rows[0]!.isHeader
  const padded = rows.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at]?.spans ?? []))
  const body = rows.slice(hasHeader ? 1 : 0)
  const aligns = Array.from({ length: width }, (_, at): Align => {
    const all = new Set(body.flatMap(({ cells }) => (cells[at] && cells[at].spans.length > 0 ? [cells[at].align] : [])))
    return all.size === 1 ? [...all][0]! : null
  })
  const header = hasHeader ? padded[0]!.map(withoutBold) : Array.from({ length: width }, (): RichSpan[] => [])
  return { kind: 'table', aligns, header, rows: padded.slice(hasHeader ? 1 : 0) }
}
