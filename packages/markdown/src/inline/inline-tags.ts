import type { Mark } from '../tree.ts'

/** The tags that are obeyed, without any attribute, and what they become. Every other one is text. */
const marks: Readonly<Record<string, Mark>> = {
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

const opening = /^<(sup|sub|u|ins|mark|b|strong|i|em|s|del|strike)(?:\s[^<>]*)?>/i
/** Characters of an opening tag with its attributes. */
const maxTagLength = 300
/** Characters between a tag and its end. */
const maxLength = 2_000

interface TagSpan {
  mark: Mark
  raw: string
  inner: string
}

/** The tag that begins at a place of a text, with its end; null when it is no tag that is obeyed, or has no end. */
export function tagAt(text: string, at: number): TagSpan | null {
  const open = opening.exec(text.slice(at, at + maxTagLength))
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

/** Whether a growing text has begun at this place a tag that will be obeyed. */
export const opensTag = (text: string, at: number): boolean => opening.test(text.slice(at, at + maxTagLength)) && text.length - at < maxLength

const lineBreaks = /^\s*(?:<\/?br\s*\/?>\s*)+$/i

/** Whether a piece of HTML is line breaks and nothing else. */
export const isLineBreaks = (html: string): boolean => lineBreaks.test(html)
