/** Mark of a text. `call`: number of a note referred to again. `highlight`: marked text, or a blank to fill in. */
export type Mark = 'bold' | 'italic' | 'strike' | 'underline' | 'highlight' | 'code' | 'raised' | 'lowered' | 'call'

export type Inline =
  | { kind: 'text'; text: string; marks: readonly Mark[] }
  | { kind: 'break' }
  | { kind: 'link'; address: string; content: Inline[] }
  | { kind: 'note'; number: number; content: Inline[] }

/** Role of a paragraph, which gives its style. `event`: what happened between two turns. */
export type Role = 'body' | 'question' | 'source' | 'event' | 'mention'

/** Marker of the items of a list: a bullet, « 1. », « 1) », or none when each item has a check box. */
export type Marker = 'bullet' | 'figure' | 'parenthesis' | 'none'

export const isNumbered = (marker: Marker): boolean => marker === 'figure' || marker === 'parenthesis'

type Align = 'left' | 'center' | 'right' | null

export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; role: Role; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; marker: Marker; start: number; items: Block[][] }
  | { kind: 'table'; aligns: readonly Align[]; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export const text = (value: string, ...marks: Mark[]): Inline => ({ kind: 'text', text: value, marks })

export const paragraph = (role: Role, ...content: Inline[]): Block => ({ kind: 'paragraph', role, content })

/** Removes a first heading that repeats the title. Headings below it then move up one level, unless another one has its level. */
export function withoutTitle(blocks: readonly Block[], title: string | null): readonly Block[] {
  const [first, ...rest] = blocks
  if (first?.kind !== 'heading' || title === null || wordsOf(first.content).replace(/\s+/g, ' ').trim() !== title) return blocks
  if (rest.some((block) => block.kind === 'heading' && block.level <= first.level)) return rest
  return rest.map((block) => (block.kind === 'heading' ? { ...block, level: block.level - 1 } : block))
}

/** Whether a table has a header; one that begins with its divider has none. */
export const hasHeader = (header: readonly Inline[][]): boolean => header.some((cell) => cell.length > 0)

/** Text of inline content, without marks and notes. */
export const wordsOf = (content: readonly Inline[]): string =>
  content.map((part) => (part.kind === 'text' ? part.text : part.kind === 'link' ? wordsOf(part.content) : part.kind === 'break' ? ' ' : '')).join('')
