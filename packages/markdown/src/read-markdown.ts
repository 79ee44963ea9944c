import type { Tokens } from 'marked'
import { hasParentheses, itemNumbers } from './blocks/item-numbers.ts'
import { decodeEntities, hostOf, saysHost, safeAddress } from './addresses.ts'
import { definesLink, extractDefinitions, type Definitions } from './definitions.ts'
import { isLineBreaks } from './inline/inline-tags.ts'
import { lexSegment, type MarkdownToken, type NoteToken } from './lex.ts'
import { outlineAfter, outlines, type Outline } from './outline.ts'
import { isTooIntricate, splitSegments } from './segments.ts'
import { paragraph, text, type Block, type Inline, type Mark, type Marker } from './tree.ts'

/** Maximum length and nesting of a text: beyond, it is shown as typed, as on the screen. */
const maxLength = 400_000
const maxDepth = 16

export interface MarkdownReader {
  /** Reads the blocks of one text. Its outermost headings get `headingLevel`. */
  read: (markdown: string, headingLevel: number) => Block[]
}

/**
 * Creates a reader of the Markdown of answers, with the rules of the screen: HTML is text, pictures are replaced by their description, unsafe addresses
 * are dropped (trust cases INJ-01, INJ-04, INJ-07). Use one reader per document: notes are numbered across all its texts.
 */
export function createMarkdownReader(): MarkdownReader {
  let notes = 0
  return {
    read(markdown, headingLevel) {
      if (markdown.length > maxLength) return plain(markdown)
      const definitions = extractDefinitions(markdown)
      const numbers = new Map<string, number>()
      const reading: Reading = {
        definitions,
        headingLevel,
        noteNumber(label) {
          const known = numbers.get(label)
          if (known === undefined) numbers.set(label, (notes += 1))
          return { number: known ?? notes, isFirst: known === undefined }
        },
      }
      const segments = splitSegments(definitions.body)
      const outlineAt = outlines(segments)
      return segments.flatMap((segment, at) =>
        isTooIntricate(segment) ? plain(segment) : blocks(lexSegment(segment, definitions.links, false), reading, outlineAt[at]!, 0),
      )
    },
  }
}

/** Converts a text as typed, with its line breaks. */
export function linesOf(value: string, ...marks: Mark[]): Inline[] {
  return value.split(/\r?\n/).flatMap((line, at): Inline[] => (at === 0 ? [text(line, ...marks)] : [{ kind: 'break' }, text(line, ...marks)]))
}

const plain = (value: string): Block[] => [paragraph('body', ...linesOf(value))]

interface Reading {
  definitions: Definitions
  headingLevel: number
  noteNumber: (label: string) => { number: number; isFirst: boolean }
}

function blocks(tokens: readonly MarkdownToken[], reading: Reading, outline: Outline, depth: number): Block[] {
  let above = outline
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'heading') above = outlineAfter(above, token.depth)
    return depth > maxDepth ? plain(token.raw) : block(token, reading, above, depth)
  })
}

function block(token: MarkdownToken, reading: Reading, outline: Outline, depth: number): Block[] {
  const words = (tokens: unknown) => inline(tokens as MarkdownToken[], reading, [])
  const inside = (tokens: unknown) => blocks(tokens as MarkdownToken[], reading, outline, depth + 1)
  switch (token.type) {
    case 'space':
      return []
    case 'def':
      return definesLink(token.tag, token.href) ? [] : plain(token.raw.trim())
    // Line breaks alone between two blocks are dropped: blocks are already separate.
    case 'html':
      return isLineBreaks(token.raw) ? [] : plain(token.raw.trim())
    case 'hr':
      return [{ kind: 'rule' }]
    case 'heading':
      return [{ kind: 'heading', level: Math.min(6, reading.headingLevel + outline.length - 1), content: words(token.tokens) }]
    case 'paragraph':
    case 'displayedFormula':
      return [paragraph('body', ...words(token.tokens))]
    case 'text':
      return [paragraph('body', ...words('tokens' in token && token.tokens ? token.tokens : [token]))]
    case 'code':
      return [{ kind: 'code', text: token.text }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: inside(token.tokens) }]
    case 'list':
      return lists(token as Tokens.List, inside)
    case 'table':
      return [table(token as Tokens.Table, words)]
    default:
      return plain((token as { raw: string }).raw.trim())
  }
}

function markerOf(token: Tokens.List): Marker {
  if (token.ordered) return hasParentheses(token) ? 'parenthesis' : 'figure'
  return token.items.every(({ task }) => task) ? 'none' : 'bullet'
}

/** Converts a list to one list, or several where its numbers jump. */
function lists(token: Tokens.List, inside: (tokens: unknown) => Block[]): Block[] {
  const marker = markerOf(token)
  const numbers = itemNumbers(token)
  const found: Extract<Block, { kind: 'list' }>[] = []
  for (const [at, one] of token.items.entries()) {
    const list = found.at(-1)
    if (list !== undefined && (!token.ordered || numbers[at] === list.start + list.items.length)) list.items.push(item(one, inside))
    else found.push({ kind: 'list', marker, start: token.ordered ? numbers[at]! : 1, items: [item(one, inside)] })
  }
  return found
}

function item(one: Tokens.ListItem, inside: (tokens: unknown) => Block[]): Block[] {
  const content = inside(one.tokens.filter(({ type }) => type !== 'checkbox'))
  if (!one.task) return content
  const box = text(one.checked ? '☒ ' : '☐ ')
  const [first, ...rest] = content
  return first?.kind === 'paragraph' ? [{ ...first, content: [box, ...first.content] }, ...rest] : [paragraph('body', box), ...content]
}

const table = ({ align, header, rows }: Tokens.Table, words: (tokens: unknown) => Inline[]): Block => ({
  kind: 'table',
  aligns: align,
  header: header.map((cell) => words(cell.tokens)),
  rows: rows.map((row) => row.map((cell) => words(cell.tokens))),
})

function inline(tokens: readonly MarkdownToken[] = [], reading: Reading, marks: readonly Mark[]): Inline[] {
  const under = (inner: unknown, mark: Mark) => inline(inner as MarkdownToken[], reading, marks.includes(mark) ? marks : [...marks, mark])
  const same = (inner: unknown) => inline(inner as MarkdownToken[], reading, marks)
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
        return under(token.tokens, 'bold')
      case 'em':
        return under(token.tokens, 'italic')
      case 'del':
        return under(token.tokens, 'strike')
      case 'codespan':
        return [text(token.text, ...marks, 'code')]
      case 'br':
        return [{ kind: 'break' }]
      case 'link':
        return link(token as Tokens.Link, same(token.tokens), marks)
      case 'image':
        return [text(`[Image\u00a0: ${decodeEntities(token.text) || 'sans description'}]`, ...marks)]
      case 'text':
        return 'tokens' in token && token.tokens ? same(token.tokens) : [text(decodeEntities(token.text), ...marks)]
      case 'escape':
        return [text(token.text, ...marks)]
      case 'html':
        return isLineBreaks(token.text) ? [{ kind: 'break' }] : linesOf(token.raw, ...marks)
      case 'markedText':
        return token.mark === null ? same(token.tokens) : under(token.tokens, token.mark)
      case 'note':
        return note(token as NoteToken, reading, marks)
      default:
        return [text((token as { raw: string }).raw, ...marks)]
    }
  })
}

/** Converts a link. An unsafe one keeps only its text. If the text does not name the host of the address, the host is added after it. */
function link({ href, text: shown }: Tokens.Link, content: Inline[], marks: readonly Mark[]): Inline[] {
  const address = safeAddress(href)
  if (!address) return content
  return [{ kind: 'link', address, content }, ...(saysHost(decodeEntities(shown), address) ? [] : [text(` (${hostOf(address)})`, ...marks)])]
}

function note({ label, raw }: NoteToken, reading: Reading, marks: readonly Mark[]): Inline[] {
  const written = reading.definitions.notes.get(label)
  if (written === undefined) return [text(raw, ...marks)]
  const { number, isFirst } = reading.noteNumber(label)
  if (!isFirst) return [text(String(number), 'call')]
  if (isTooIntricate(written)) return [{ kind: 'note', number, content: [text(written)] }]
  const [first] = lexSegment(written, reading.definitions.links, false) as { tokens?: MarkdownToken[] }[]
  // Inside a note, references to notes are text: a note that refers to itself would never end.
  const inner: Reading = { ...reading, definitions: { ...reading.definitions, notes: new Map() } }
  return [{ kind: 'note', number, content: first?.tokens ? inline(first.tokens, inner, []) : [text(written)] }]
}
