import type { TextMark } from '../tree.ts'

/** Supported HTML tags, read without attributes, and the mark of each. All other tags are text. */
const marks: Readonly<Record<string, TextMark>> = {
  sup: 'raised',
  sub: 'lowered',
  u: 'underline',
  ins: 'underline',
  mark: 'highlight',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
}

const openingTag = /^<(sup|sub|u|ins|mark|b|strong|i|em|s|del|strike)(?:\s[^<>]*)?>/i
/** Maximum length of an opening tag with its attributes, in characters. */
const maxTagLength = 300
/** Maximum number of characters between a tag and its end tag. */
const maxLength = 2_000

interface TagSpan {
  mark: TextMark
  raw: string
  inner: string
}

/** Returns the tag at an offset with its content. Null when it is not supported, empty, or has no end tag. */
export function tagAt(text: string, at: number): TagSpan | null {
  const open = openingTag.exec(text.slice(at, at + maxTagLength))
  if (open === null) return null
  const name = open[1]!.toLowerCase()
  const from = at + open[0].length
  const reach = text.slice(from, from + maxLength)
  const tags = new RegExp(`<(/?)${name}(?:\\s[^<>]*)?>`, 'gi')
  let depth = 1
  for (const { 0: tag, 1: slash, index } of reach.matchAll(tags)) {
    depth += slash === '' ? 1 : -1
    if (depth > 0) continue
    const inner = reach.slice(0, index)
    return inner.trim() === '' ? null : { mark: marks[name]!, raw: text.slice(at, from + index + tag.length), inner }
  }
  return null
}

/** Whether a supported tag begins at an offset of a growing text and may still be closed. */
export const opensTag = (text: string, index: number): boolean => openingTag.test(text.slice(index, index + maxTagLength)) && text.length - index < maxLength

const lineBreaks = /^\s*(?:<\/?br\s*\/?>\s*)+$/i

/** Whether a piece of HTML contains only line breaks. */
export const isLineBreaks = (html: string): boolean => lineBreaks.test(html)
