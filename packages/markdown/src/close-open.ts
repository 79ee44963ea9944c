import { fenceAfter } from './definitions.ts'

interface Delimiter {
  character: string
  length: number
}

const blockStart = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\|)/
/** A line which so far is nothing but the beginning of a mark: a bullet, a number, a rule, a fence, a heading. */
const onlyMark = /^\s*(?:>\s*)*(?:[-+*_=~`|]+|\d{1,9}[.)]?|#{1,6}|(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]?\]?)?\s*$/

/** The address of a link definition that grows: until it is one, the line would show and go. */
const growingAddress = /^ {0,3}\[[^\]^][^\]]*\]:\s*<?(\S+)$/
const beginsAddress = (line: string): boolean => {
  const begun = growingAddress.exec(line)?.[1]?.toLowerCase()
  return begun !== undefined && ['https://', 'http://', 'mailto:'].some((scheme) => scheme.startsWith(begun))
}

/**
 * Ends what the last piece of a growing text has begun, so that no raw mark flashes: closes emphasis and code, shows the
 * words of a link that has no address yet, holds back a mark or the head of a table until it is whole.
 * @example closeOpenMarkup('Un **mot') // 'Un **mot**'
 */
export function closeOpenMarkup(segment: string): string {
  const lines = segment.split('\n')
  let [open, before] = [null, null] as [string | null, string | null]
  for (const line of lines) [before, open] = [open, fenceAfter(line, open)]
  if (open !== null) return segment.replace(/\n[`~]{1,2}$/, '\n')
  if (before !== null) return segment

  if (lines.length > 0 && (onlyMark.test(lines.at(-1)!) || beginsAddress(lines.at(-1)!))) lines.pop()
  holdBackTableHead(lines)
  const last = lines.at(-1)
  if (last === undefined) return ''
  if (fenceAfter(last, null) !== null) return lines.join('\n')

  let start = lines.length - 1
  while (start > 0 && !blockStart.test(lines[start]!)) start -= 1
  const scope = lines.slice(start).join('\n')
  // Cells of a table are closed apart from each other.
  const cell = /^\s*\|/.test(last) ? scope.lastIndexOf('|') + 1 : 0
  return [...lines.slice(0, start), scope.slice(0, cell) + closeInline(scope.slice(cell))].join('\n')
}

/** A table shows once the line under its head is whole; until then its head would look like text between bars. */
function holdBackTableHead(lines: string[]): void {
  let start = lines.length
  while (start > 0 && /^\s*\|/.test(lines[start - 1]!)) start -= 1
  const rows = lines.slice(start)
  if (rows.length === 0 || rows.length > 2) return
  const columns = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|').length
  const isWhole = rows[1] !== undefined && /^[\s|:-]+$/.test(rows[1]) && rows[1].trim().endsWith('|') && columns(rows[1]) === columns(rows[0]!)
  if (!isWhole) lines.splice(start)
}

/** The same inside one block: emphasis, code, links. */
function closeInline(text: string): string {
  const stack: Delimiter[] = []
  const brackets: number[] = []
  const close = (kept: string) => {
    const trimmed = kept.trimEnd()
    const closers = stack
      .toReversed()
      .map(({ character, length }) => character.repeat(length))
      .join('')
    return closers ? trimmed + closers : kept
  }

  for (let at = 0; at < text.length;) {
    const character = text[at]!
    if (character === '\\') {
      if (at === text.length - 1) return close(text.slice(0, at))
      at += 2
    } else if (character === '`') {
      const run = runLength(text, at)
      const end = closingTicks(text, at + run, run)
      if (end === -1) {
        const inside = text.slice(at + run).replace(/`+$/, '')
        return inside.trim() ? close(text.slice(0, at) + '`'.repeat(run) + inside + '`'.repeat(run)) : close(text.slice(0, at))
      }
      at = end
    } else if (character === '*' || character === '_' || character === '~') {
      const run = runLength(text, at)
      const isLast = at + run === text.length
      const closed = weigh(stack, character, run, text[at - 1], text[at + run])
      if (isLast && !closed) return close(text.slice(0, at))
      at += run
    } else if (character === '[') {
      brackets.push(at)
      at += 1
    } else if (character === ']' && brackets.length > 0) {
      const from = brackets.pop()!
      const end = text[at + 1] === '(' ? closingParenthesis(text, at + 1) : at
      const isReference = /^\^?[\d,; ]+$/.test(text.slice(from + 1, at))
      if (end === -1 || (end === text.length - 1 && text[end] === ']' && !isReference)) return close(unlinked(text, from, at))
      at = end + 1
    } else if (character === '<' && /^<(?:[a-z/!][^>\n]*)?$/i.test(text.slice(at))) {
      return close(text.slice(0, at))
    } else at += 1
  }
  const from = brackets[0]
  return close(from === undefined ? text : unlinked(text, from, text.length))
}

/** A link without its address: its words. An image, or the beginning of a reference: nothing. */
function unlinked(text: string, from: number, to: number): string {
  const words = text.slice(from + 1, to)
  if (text[from - 1] === '!') return text.slice(0, from - 1)
  return /^\^?[\d,; ]*$/.test(words) || words.startsWith('^') ? text.slice(0, from) : text.slice(0, from) + words
}

/** Lets a run of marks close what is open, then open what it can. True when it closed something. */
function weigh(stack: Delimiter[], character: string, run: number, before: string | undefined, after: string | undefined): boolean {
  let left = run
  const isSpace = (c: string | undefined) => c === undefined || /\s/.test(c)
  while (left > 0 && !isSpace(before) && stack.at(-1)?.character === character) {
    const top = stack.at(-1)!
    const used = Math.min(left, top.length)
    top.length -= used
    left -= used
    if (top.length === 0) stack.pop()
  }
  const mayOpen = !isSpace(after) && (isSpace(before) || /[\p{P}\p{S}]/u.test(before!)) && (character !== '~' || left === 2)
  if (left > 0 && left === run && mayOpen) stack.push({ character, length: left })
  return left < run
}

function runLength(text: string, at: number): number {
  let end = at
  while (text[end] === text[at]) end += 1
  return end - at
}

function closingTicks(text: string, from: number, run: number): number {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const length = runLength(text, at)
    at += length
    if (length === run) return at
  }
  return -1
}

function closingParenthesis(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) === 0) return at
  }
  return -1
}
