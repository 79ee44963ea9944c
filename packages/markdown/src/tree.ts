/** Mark of a text. `call`: number of a note referred to again. `highlight`: marked text, or a blank to fill in. */
export type TextMark = 'bold' | 'italic' | 'strike' | 'underline' | 'highlight' | 'code' | 'raised' | 'lowered' | 'call'

export type InlineNode =
  | { kind: 'text'; text: string; marks: readonly TextMark[] }
  | { kind: 'break' }
  | { kind: 'link'; address: string; content: InlineNode[] }
  | { kind: 'note'; number: number; content: InlineNode[] }

/** Role of a paragraph, which gives its style. `event`: what happened between two turns. */
export type ParagraphRole = 'body' | 'question' | 'source' | 'event' | 'mention'

/** Marker of the items of a list: a bullet, « 1. », « 1) », or none when each item has a check box. */
export type ListMarker = 'bullet' | 'figure' | 'parenthesis' | 'none'

export const isNumbered = (marker: ListMarker): boolean => marker === 'figure' || marker === 'parenthesis'

type Align = 'left' | 'center' | 'right' | null

export type DocumentBlock =
  | { kind: 'heading'; level: number; content: InlineNode[] }
  | { kind: 'paragraph'; role: ParagraphRole; content: InlineNode[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: DocumentBlock[] }
  | { kind: 'list'; marker: ListMarker; start: number; items: DocumentBlock[][] }
  | { kind: 'table'; aligns: readonly Align[]; header: InlineNode[][]; rows: InlineNode[][][] }
  | { kind: 'rule' }

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
