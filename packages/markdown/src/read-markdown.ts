import type { Tokens } from 'marked'
import { hasParentheses, itemNumbers } from './blocks/block-rules.ts'
import { decodeEntities, hostOf, namesHost, safeAddress } from './addresses.ts'
import { definesLink, extractDefinitions, type Definitions } from './definitions.ts'
import { isLineBreaks } from './inline/inline-tags.ts'
import { lexSegment, type MarkdownToken, type NoteToken } from './lex.ts'
import { outlineAfter, outlines, type HeadingOutline, exceedsParserLimits, splitSegments } from './segments.ts'
import { paragraph, text, type DocumentBlock, type InlineNode, type TextMark, type ListMarker } from './tree.ts'

/** Maximum length and nesting of a text: beyond, it is shown as typed, as on the screen. */
const maxLength = 400_000
const maxDepth = 16

export interface MarkdownReader {
  /** Reads the blocks of one text. Its outermost headings get `headingLevel`. */
  read: (markdown: string, headingLevel: number) => DocumentBlock[]
}

/**
 * Creates a reader of the Markdown of answers, with the rules of the screen: HTML is text, pictures are replaced by their description, unsafe addresses
 * are dropped (trust cases INJ-01, INJ-04, INJ-07). Use one reader per document: notes are numbered across all its texts.
 */
export function createMarkdownReader(): MarkdownReader {
  let notes = 0
  return {
    read(markdown, headingLevel) {
      if (markdown.length > maxLength) return asTyped(markdown)
      const definitions = extractDefinitions(markdown)
      const numbers = new Map<string, number>()
      const reading: MarkdownReading = {
        definitions,
        headingLevel,
        noteNumber(label) {
          const knownNumber = numbers.get(label)
          if (knownNumber === undefined) numbers.set(label, (notes += 1))
          return { number: knownNumber ?? notes, isFirst: knownNumber === undefined }
        },
      }
      const segments = splitSegments(definitions.body)
      const outlineAt = outlines(segments)
      return segments.flatMap((segment, index) =>
        exceedsParserLimits(segment) ? asTyped(segment) : blocks(lexSegment(segment, definitions.links, false), reading, outlineAt[index]!, 0),
      )
    },
  }
}

/** Converts a text as typed, with its line breaks. */
export function linesOf(value: string, ...marks: TextMark[]): InlineNode[] {
  return value.split(/\r?\n/).flatMap((line, index): InlineNode[] => (index === 0 ? [text(line, ...marks)] : [{ kind: 'break' }, text(line, ...marks)]))
}

const asTyped = (value: string): DocumentBlock[] => [paragraph('body', ...linesOf(value))]

interface MarkdownReading {
  definitions: Definitions
  headingLevel: number
  noteNumber: (label: string) => { number: number; isFirst: boolean }
}

function blocks(tokens: readonly MarkdownToken[], reading: MarkdownReading, outline: HeadingOutline, depth: number): DocumentBlock[] {
  let parentOutline = outline
  return tokens.flatMap((token): DocumentBlock[] => {
    if (token.type === 'heading') parentOutline = outlineAfter(parentOutline, token.depth)
    return depth > maxDepth ? asTyped(token.raw) : block(token, reading, parentOutline, depth)
  })
}

function block(token: MarkdownToken, reading: MarkdownReading, outline: HeadingOutline, depth: number): DocumentBlock[] {
  const inlineContent = (tokens: unknown) => inline(tokens as MarkdownToken[], reading, [])
  const readBlocks = (tokens: unknown) => blocks(tokens as MarkdownToken[], reading, outline, depth + 1)
  switch (token.type) {
    case 'space':
      return []
    case 'def':
      return definesLink(token.tag, token.href) ? [] : asTyped(token.raw.trim())
    // Line breaks alone between two blocks are dropped: blocks are already separate.
    case 'html':
      return isLineBreaks(token.raw) ? [] : asTyped(token.raw.trim())
    case 'hr':
      return [{ kind: 'rule' }]
    case 'heading':
      return [{ kind: 'heading', level: Math.min(6, reading.headingLevel + outline.length - 1), content: inlineContent(token.tokens) }]
    case 'paragraph':
    case 'displayedFormula':
      return [paragraph('body', ...inlineContent(token.tokens))]
    case 'text':
      return [paragraph('body', ...inlineContent('tokens' in token && token.tokens ? token.tokens : [token]))]
    case 'code':
      return [{ kind: 'code', text: token.text }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: readBlocks(token.tokens) }]
    case 'list':
      return lists(token as Tokens.List, readBlocks)
    case 'table':
      return [table(token as Tokens.Table, inlineContent)]
    default:
      return asTyped((token as { raw: string }).raw.trim())
  }
}

function markerOf(token: Tokens.List): ListMarker {
  if (token.ordered) return hasParentheses(token) ? 'parenthesis' : 'figure'
  return token.items.every(({ task }) => task) ? 'none' : 'bullet'
}

/** Converts a list to one list, or several where its numbers jump. */
function lists(token: Tokens.List, readBlocks: (tokens: unknown) => DocumentBlock[]): DocumentBlock[] {
  const marker = markerOf(token)
  const numbers = itemNumbers(token)
  const found: Extract<DocumentBlock, { kind: 'list' }>[] = []
  for (const [index, one] of token.items.entries()) {
    const list = found.at(-1)
    if (list !== undefined && (!token.ordered || numbers[index] === list.start + list.items.length)) list.items.push(item(one, readBlocks))
    else found.push({ kind: 'list', marker, start: token.ordered ? numbers[index]! : 1, items: [item(one, readBlocks)] })
  }
  return found
}

function item(one: Tokens.ListItem, readBlocks: (tokens: unknown) => DocumentBlock[]): DocumentBlock[] {
  const content = readBlocks(one.tokens.filter(({ type }) => type !== 'checkbox'))
  if (!one.task) return content
  const box = text(one.checked ? '☒ ' : '☐ ')
  const [first, ...rest] = content
  return first?.kind === 'paragraph' ? [{ ...first, content: [box, ...first.content] }, ...rest] : [paragraph('body', box), ...content]
}

const table = ({ align, header, rows }: Tokens.Table, words: (tokens: unknown) => InlineNode[]): DocumentBlock => ({
  kind: 'table',
  aligns: align,
  header: header.map((cell) => words(cell.tokens)),
  rows: rows.map((row) => row.map((cell) => words(cell.tokens))),
})

function inline(tokens: readonly MarkdownToken[] = [], reading: MarkdownReading, marks: readonly TextMark[]): InlineNode[] {
  const withMark = (inner: unknown, mark: TextMark) => inline(inner as MarkdownToken[], reading, marks.includes(mark) ? marks : [...marks, mark])
  const readInner = (inner: unknown) => inline(inner as MarkdownToken[], reading, marks)
  return tokens.flatMap((token): InlineNode[] => {
    switch (token.type) {
      case 'strong':
        return withMark(token.tokens, 'bold')
      case 'em':
        return withMark(token.tokens, 'italic')
      case 'del':
        return withMark(token.tokens, 'strike')
      case 'codespan':
        return [text(token.text, ...marks, 'code')]
      case 'br':
        return [{ kind: 'break' }]
      case 'link':
        return link(token as Tokens.Link, readInner(token.tokens), marks)
      case 'image':
        return [text(`[Image\u00a0: ${decodeEntities(token.text) || 'sans description'}]`, ...marks)]
      case 'text':
        return 'tokens' in token && token.tokens ? readInner(token.tokens) : [text(decodeEntities(token.text), ...marks)]
      case 'escape':
        return [text(token.text, ...marks)]
      case 'html':
        return isLineBreaks(token.text) ? [{ kind: 'break' }] : linesOf(token.raw, ...marks)
      case 'markedText':
        return token.mark === null ? readInner(token.tokens) : withMark(token.tokens, token.mark)
      case 'note':
        return note(token as NoteToken, reading, marks)
      default:
        return [text((token as { raw: string }).raw, ...marks)]
    }
  })
}

/** Converts a link. An unsafe one keeps only its text. If the text does not name the host of the address, the host is added after it. */
function link({ href, text: shownText }: Tokens.Link, content: InlineNode[], marks: readonly TextMark[]): InlineNode[] {
  const address = safeAddress(href)
  if (!address) return content
  return [{ kind: 'link', address, content }, ...(namesHost(decodeEntities(shownText), address) ? [] : [text(` (${hostOf(address)})`, ...marks)])]
}

function note({ label, raw }: NoteToken, reading: MarkdownReading, marks: readonly TextMark[]): InlineNode[] {
  const noteText = reading.definitions.notes.get(label)
  if (noteText === undefined) return [text(raw, ...marks)]
  const { number, isFirst } = reading.noteNumber(label)
  if (!isFirst) return [text(String(number), 'call')]
  if (exceedsParserLimits(noteText)) return [{ kind: 'note', number, content: [text(noteText)] }]
  const [first] = lexSegment(noteText, reading.definitions.links, false) as { tokens?: MarkdownToken[] }[]
  // Inside a note, references to notes are text: a note that refers to itself would never end.
  const inner: MarkdownReading = { ...reading, definitions: { ...reading.definitions, notes: new Map() } }
  return [{ kind: 'note', number, content: first?.tokens ? inline(first.tokens, inner, []) : [text(noteText)] }]
}
