import {
  decodeEntities,
  exceedsParserLimits,
  extractDefinitions,
  isLineBreaks,
  lexSegment,
  limitDrawing,
  splitSegments,
  withNoBreakSpaces,
  type MarkdownToken,
} from '@parvis/markdown'
import type { ReactNode } from 'react'
import type { TokenTransform } from '../content/Markdown.tsx'
import type { WrappedToken } from './Inline.tsx'

// Marks on parts of a Markdown text, given by their positions in the text that is shown.

/** Nesting depth below which blocks are shown as raw Markdown (`Blocks.tsx`). */
const maxDepth = 16

/** Stands for code and pictures, so that no text is found across them. */
const opaque = '\uFFFC'

const separator = '\n\n'

/** Text of one part of a Markdown text as it is shown, and its position in the text of all the parts, in UTF-16 units. */
interface ShownPart {
  start: number
  text: string
}

interface ShownText {
  text: string
  /** By the name that `TokenTransform` receives. */
  parts: ReadonlyMap<string, ShownPart>
}

/** Part of a shown text, in UTF-16 units, and the element that goes around it. */
export interface RangeMark {
  start: number
  end: number
  render: (children: ReactNode) => ReactNode
}

/** Reads the text that `Markdown` shows, without its marks. @param hasCitations whether `[3]` is a citation, as for `Markdown` */
export function readShownText(markdown: string, hasCitations: boolean): ShownText {
  const { body, links, notes, noteNumbers } = extractDefinitions(markdown)
  const segments = limitDrawing(splitSegments(body)).map(({ text, isDrawn }, index) => ({ name: String(index), text: isDrawn ? text : '' }))
  const calledNotes = [...notes].filter(([label]) => noteNumbers.has(label)).map(([label, text]) => ({ name: `^${label}`, text }))
  const parts = new Map<string, ShownPart>()
  let shown = ''
  for (const { name, text } of [...segments, ...calledNotes]) {
    if (text === '' || exceedsParserLimits(text)) continue
    const part = { start: shown.length, text: blocksText(lexSegment(text, links, hasCitations)) }
    parts.set(name, part)
    shown += part.text + separator
  }
  return { text: shown, parts }
}

/**
 * Returns the transform that puts marks into a text. A mark is left out when it overlaps another one, goes from one paragraph, item or cell to the next, or
 * contains a link, code or a picture. It ends at the first citation that it contains.
 * @param marks in the order of their positions
 */
export function markShownText({ parts }: ShownText, marks: readonly RangeMark[]): TokenTransform {
  return (name, tokens) => {
    const part = parts.get(name)
    const end = part === undefined ? 0 : part.start + part.text.length
    const own = part === undefined ? [] : marks.filter((mark) => mark.start >= part.start && mark.end <= end)
    // Another text than the one that was read: a formula that was loaded since.
    if (own.length === 0 || blocksText(tokens) !== part!.text) return tokens
    let position = part!.start
    return mapInline(tokens, (run) => {
      const marked = markRun(run, own, position)
      position += runText(run).length + separator.length
      return marked
    })
  }
}

/** Text of blocks: their runs of inline tokens, each followed by a separator. */
function blocksText(tokens: readonly MarkdownToken[]): string {
  let text = ''
  mapInline(tokens, (run) => {
    text += runText(run) + separator
    return run
  })
  return text
}

type MapRun = (run: MarkdownToken[]) => MarkdownToken[]

/** Replaces each run of inline tokens of blocks, in the order in which they are shown. */
function mapInline(tokens: readonly MarkdownToken[], map: MapRun, depth = 0): MarkdownToken[] {
  if (depth > maxDepth) return [...tokens]
  return tokens.map((token): MarkdownToken => {
    switch (token.type) {
      case 'paragraph':
      case 'heading':
      case 'displayedFormula':
        return { ...token, tokens: map((token.tokens ?? []) as MarkdownToken[]) } as MarkdownToken
      case 'text':
        return { ...token, tokens: map('tokens' in token && token.tokens ? (token.tokens as MarkdownToken[]) : [token]) } as MarkdownToken
      case 'blockquote':
        return { ...token, tokens: mapInline(token.tokens as MarkdownToken[], map, depth + 1) } as MarkdownToken
      case 'list':
        return { ...token, items: token.items.map((item) => ({ ...item, tokens: mapInline(item.tokens as MarkdownToken[], map, depth + 1) })) } as MarkdownToken
      case 'table': {
        const mapCell = <T extends { tokens: unknown }>(cell: T): T => ({ ...cell, tokens: map(cell.tokens as MarkdownToken[]) })
        return { ...token, header: token.header.map(mapCell), rows: token.rows.map((row) => row.map(mapCell)) } as MarkdownToken
      }
      default:
        return token
    }
  })
}

const runText = (run: readonly MarkdownToken[]): string => run.map(tokenText).join('')

/** Inline tokens inside a token that only formats them; null for any other. */
function childrenOf(token: MarkdownToken): MarkdownToken[] | null {
  const isFormat = token.type === 'strong' || token.type === 'em' || token.type === 'del' || token.type === 'markedText' || token.type === 'text'
  return isFormat && 'tokens' in token && token.tokens ? (token.tokens as MarkdownToken[]) : null
}

/** Returns the text of a token as it is shown; empty for citations and notes. */
function tokenText(token: MarkdownToken): string {
  const children = childrenOf(token)
  if (children !== null) return runText(children)
  switch (token.type) {
    case 'text':
      return withNoBreakSpaces(decodeEntities(token.text))
    case 'escape':
      return token.text
    case 'br':
      return '\n'
    case 'link':
      return runText((token.tokens ?? []) as MarkdownToken[])
    case 'html':
      return isLineBreaks(token.text) ? '\n' : opaque
    case 'note':
    case 'citation':
      return ''
    default:
      return opaque
  }
}

/** Puts marks into a run of inline tokens. @param start position of the run in the shown text */
function markRun(run: MarkdownToken[], marks: readonly RangeMark[], start: number): MarkdownToken[] {
  const end = start + runText(run).length
  const done: MarkdownToken[] = []
  let rest = run
  let position = start
  for (const mark of marks) {
    if (mark.start < position || mark.end > end) continue
    const [before, after] = splitRun(rest, mark.start - position, 'before')
    const [marked, left] = splitRun(after, mark.end - mark.start, 'after')
    const chip = marked.findIndex(({ type }) => type === 'citation' || type === 'note')
    const around = chip === -1 ? marked : marked.slice(0, chip)
    const isSimple = around.length > 0 && around.every(isMarkable)
    done.push(...before, ...(isSimple ? [wrap(around, mark), ...marked.slice(around.length)] : marked))
    rest = left
    position = mark.end
  }
  return [...done, ...rest]
}

/** Whether a mark may go around a token: a button contains neither a link, nor another button. */
function isMarkable(token: MarkdownToken): boolean {
  const children = childrenOf(token)
  if (children !== null) return children.every(isMarkable)
  return token.type === 'text' || token.type === 'escape' || token.type === 'br' || (token.type === 'html' && isLineBreaks(token.text))
}

const wrap = (tokens: MarkdownToken[], { render }: RangeMark): MarkdownToken =>
  ({ type: 'wrapped', raw: runText(tokens), tokens, render }) satisfies WrappedToken as unknown as MarkdownToken

const literal = (text: string): MarkdownToken => ({ type: 'escape', raw: text, text })

/** Splits a run of inline tokens at a position of its text. @param empty side of the tokens without text that stand at the position */
function splitRun(run: readonly MarkdownToken[], at: number, empty: 'before' | 'after'): [before: MarkdownToken[], after: MarkdownToken[]] {
  const before: MarkdownToken[] = []
  const after: MarkdownToken[] = []
  let position = 0
  for (const token of run) {
    const text = tokenText(token)
    const end = position + text.length
    if (end < at || (end === at && (text !== '' || empty === 'before'))) before.push(token)
    else if (position >= at) after.push(token)
    else {
      const children = childrenOf(token)
      if (children !== null) {
        const [left, right] = splitRun(children, at - position, empty)
        before.push({ ...token, tokens: left } as MarkdownToken)
        after.push({ ...token, tokens: right } as MarkdownToken)
      } else if (token.type === 'text' || token.type === 'escape') {
        before.push(literal(text.slice(0, at - position)))
        after.push(literal(text.slice(at - position)))
      } else after.push(token)
    }
    position = end
  }
  return [before, after]
}
