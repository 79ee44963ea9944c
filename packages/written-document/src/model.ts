/** Mark of a text. `highlight` also marks a blank to fill in. */
export type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'highlight' | 'code' | 'raised' | 'lowered'

/** Text with marks, or the text of a link. A line break is `\n`. */
export interface TextSpan {
  text: string
  marks?: readonly Mark[]
  /** Address of a link. */
  link?: string
}

/** Footnote at this point of the text. A note contains no note. */
interface NoteSpan {
  note: string | readonly TextSpan[]
}

export type Span = TextSpan | NoteSpan

/** Content of a paragraph or of a cell: one string where it has no mark inside. */
export type RichText = string | readonly Span[]

/** Style of a paragraph. `visa`, `considerant` and `article` are those of an administrative act. */
export type ParagraphStyle = 'body' | 'visa' | 'considerant' | 'article'

/** Marker of a list item. `continued`: further paragraph of the item above. */
type ItemMarker = 'bullet' | 'figure' | 'parenthesis' | 'none' | 'continued'

export type CellAlign = 'left' | 'center' | 'right' | null

/** Content of a block, without its identity. */
export type BlockContent =
  | { kind: 'heading'; /** From 1 to 6. */ level: number; text: RichText }
  | { kind: 'paragraph'; style: ParagraphStyle; text: RichText }
  | { kind: 'quote'; text: RichText }
  /** List item. `level`: depth from 0. `start`: number at which a numbered list begins; absent, the numbers go on from the item above. */
  | { kind: 'item'; level: number; marker: ItemMarker; start?: number; text: RichText }
  | { kind: 'code'; text: string }
  /** Table. `header` has one cell per column, all empty when the table has no header. */
  | { kind: 'table'; aligns: readonly CellAlign[]; header: readonly RichText[]; rows: readonly (readonly RichText[])[] }
  | { kind: 'rule' }

/**
 * Block of a written document. Its id never changes, whatever happens to its text and its position. A document is a flat sequence of blocks, as in Word: a
 * list is a run of items, so that an item that moves or changes level keeps its identity.
 */
export type Block = { id: string } & BlockContent

const idLetters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Makes a random block id of 12 characters (60 bits). */
export function newBlockId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => idLetters[byte % idLetters.length]).join('')
}

export const withId = (content: BlockContent, id: string = newBlockId()): Block => ({ id, ...content })

export function contentOf({ id: _, ...content }: Block): BlockContent {
  return content
}

export const isNote = (span: Span): span is NoteSpan => 'note' in span

export const spansOf = (text: RichText): readonly Span[] => (typeof text === 'string' ? (text === '' ? [] : [{ text }]) : text)

const hasSameLook = (left: TextSpan, right: TextSpan) => left.link === right.link && (left.marks ?? []).join() === (right.marks ?? []).join()

/** Joins the neighbours that look the same, sorts marks, and gives one string where nothing is marked: two equal texts have one form. */
export function toRichText(spans: readonly Span[]): RichText {
  const joined: Span[] = []
  for (const span of spans) {
    if (isNote(span)) {
      const note = toRichText(spansOf(span.note)) as NoteSpan['note']
      joined.push({ note })
      continue
    }
    if (span.text === '') continue
    const marks = [...new Set(span.marks ?? [])].toSorted()
    const next: TextSpan = { text: span.text, ...(marks.length > 0 ? { marks } : {}), ...(span.link === undefined ? {} : { link: span.link }) }
    const last = joined.at(-1)
    if (last !== undefined && !isNote(last) && hasSameLook(last, next)) joined[joined.length - 1] = { ...last, text: last.text + next.text }
    else joined.push(next)
  }
  const [only] = joined
  if (only === undefined) return ''
  return joined.length === 1 && !isNote(only) && only.marks === undefined && only.link === undefined ? only.text : joined
}

/** Gives a block read from a file the one form of its content: texts joined, marks sorted. */
export function normalizeBlock(block: BlockContent): BlockContent {
  const rich = (text: RichText) => toRichText(spansOf(text))
  if (block.kind === 'rule' || block.kind === 'code') return block
  if (block.kind === 'table') return { ...block, header: block.header.map(rich), rows: block.rows.map((row) => row.map(rich)) }
  return { ...block, text: rich(block.text) }
}

/** Text without marks and notes. */
export const plainText = (text: RichText): string => (typeof text === 'string' ? text : text.map((span) => (isNote(span) ? '' : span.text)).join(''))

/** Texts of a block in reading order: one per cell for a table, none for a rule. */
export function textsOf(block: BlockContent): readonly RichText[] {
  if (block.kind === 'rule') return []
  return block.kind === 'table' ? [...block.header, ...block.rows.flat()] : [block.text]
}

/** Text of a block without marks: cells are joined by ` | `, rows by line breaks. */
export function blockText(block: BlockContent): string {
  if (block.kind === 'rule') return ''
  if (block.kind !== 'table') return plainText(block.text)
  const rows = block.header.some((cell) => plainText(cell) !== '') ? [block.header, ...block.rows] : block.rows
  return rows.map((cells) => cells.map(plainText).join(' | ')).join('\n')
}

/** Number of characters of a document, notes included. */
export const countCharacters = (blocks: readonly BlockContent[]): number =>
  blocks.reduce(
    (total, block) =>
      total +
      textsOf(block).reduce<number>(
        (sum, text) => sum + spansOf(text).reduce((length, span) => length + (isNote(span) ? plainText(span.note).length : span.text.length), 0),
        0,
      ),
    0,
  )

/** Key of the content of a block: two blocks with the same key differ at most by their id. */
export function contentKey(block: BlockContent): string {
  const rich = (text: RichText) => toRichText(spansOf(text))
  switch (block.kind) {
    case 'heading':
      return JSON.stringify(['heading', block.level, rich(block.text)])
    case 'paragraph':
      return JSON.stringify(['paragraph', block.style, rich(block.text)])
    case 'quote':
      return JSON.stringify(['quote', rich(block.text)])
    case 'item':
      return JSON.stringify(['item', block.level, block.marker, block.start ?? null, rich(block.text)])
    case 'code':
      return JSON.stringify(['code', block.text])
    case 'table':
      return JSON.stringify(['table', block.aligns, block.header.map(rich), block.rows.map((row) => row.map(rich))])
    case 'rule':
      return '["rule"]'
  }
}
