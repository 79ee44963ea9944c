/** Mark of a text. `call`: number of a note referred to again. `highlight`: marked text, or a blank to fill in. */
export type TextMark = 'bold' | 'italic' | 'strike' | 'underline' | 'highlight' | 'code' | 'raised' | 'lowered' | 'call'

/**
 * Tracked change of a text, a paragraph or a row, for the writers of office files. `date`: ISO 8601. The origin and the destination of a move have the same
 * `move`.
 */
export interface TrackedChange {
  kind: 'inserted' | 'deleted'
  author: string
  date: string
  move?: number
}

interface Tracked {
  change?: TrackedChange | undefined
}

export type InlineNode =
  | ({ kind: 'text'; text: string; marks: readonly TextMark[] } & Tracked)
  | ({ kind: 'break' } & Tracked)
  | { kind: 'link'; address: string; content: InlineNode[] }
  | ({ kind: 'note'; number: number; content: InlineNode[] } & Tracked)

/** Role of a paragraph, which gives its style. `event`: what happened between two turns. `visa`, `considerant`, `article`: parts of an act. */
export type ParagraphRole = 'body' | 'visa' | 'considerant' | 'article' | 'question' | 'source' | 'event' | 'mention'

/** Marker of the items of a list: a bullet, « 1. », « 1) », or none when each item has a check box. */
export type ListMarker = 'bullet' | 'figure' | 'parenthesis' | 'none'

export const isNumbered = (marker: ListMarker): boolean => marker === 'figure' || marker === 'parenthesis'

type Align = 'left' | 'center' | 'right' | null

/** Block of a document. `change`: that of the whole block with its paragraph mark; its content then has no change of its own. */
export type DocumentBlock =
  | ({ kind: 'heading'; level: number; content: InlineNode[] } & Tracked)
  | ({ kind: 'paragraph'; role: ParagraphRole; content: InlineNode[] } & Tracked)
  | ({ kind: 'code'; text: string } & Tracked)
  | { kind: 'quote'; blocks: DocumentBlock[] }
  /** List. Lists with the same `id` are one list that goes on. */
  | { kind: 'list'; marker: ListMarker; start: number; items: DocumentBlock[][]; id?: string }
  /** Table. `rowChanges`: change of each whole row, the header first. */
  | { kind: 'table'; aligns: readonly Align[]; header: InlineNode[][]; rows: InlineNode[][][]; rowChanges?: readonly (TrackedChange | undefined)[] }
  | ({ kind: 'rule' } & Tracked)

export const text = (value: string, ...marks: TextMark[]): InlineNode => ({ kind: 'text', text: value, marks })

export const paragraph = (role: ParagraphRole, ...content: InlineNode[]): DocumentBlock => ({ kind: 'paragraph', role, content })

/** Removes a first heading that repeats the title. Headings below it then move up one level, unless another one has its level. */
export function withoutTitle(blocks: readonly DocumentBlock[], title: string | null): readonly DocumentBlock[] {
  const [first, ...rest] = blocks
  if (first?.kind !== 'heading' || title === null || inlineText(first.content).replace(/\s+/g, ' ').trim() !== title) return blocks
  if (rest.some((block) => block.kind === 'heading' && block.level <= first.level)) return rest
  return rest.map((block) => (block.kind === 'heading' ? { ...block, level: block.level - 1 } : block))
}

/** Whether a table has a header; one that begins with its divider has none. */
export const hasHeader = (header: readonly InlineNode[][]): boolean => header.some((cell) => cell.length > 0)

/** Text of inline content, without marks and notes. */
export const inlineText = (content: readonly InlineNode[]): string =>
  content.map((part) => (part.kind === 'text' ? part.text : part.kind === 'link' ? inlineText(part.content) : part.kind === 'break' ? ' ' : '')).join('')
