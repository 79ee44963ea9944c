import { fenceAfter } from './definitions.ts'
import { formulaAt } from './formulas/find-formula.ts'
import { tightHeading } from './blocks/complete.ts'

/**
 * Returns the fence open after a line, ignoring indented opening fences. An indented one may close a fence that a list item opened on its own line (« -
 * ``` »), which is not detected: the rest of the text would be taken for code, of no weight.
 */
const unindentedFence = (line: string, open: string | null): string | null => (open === null && line.startsWith(' ') ? null : fenceAfter(line, open))

/** Pattern of a line that belongs to the block above even after a blank line: indented, or a list item. */
const continues = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/

const opensDisplayedFormula = /^ {0,3}(?=(?:\\\[|\$\$)[ \t]*$)/
/** Maximum number of lines in which the end of a displayed formula is searched. */
const maxFormulaLines = 100

/** Index of the last line of the displayed formula that begins at a line; `at - 1` when there is none. */
function lastFormulaLine(lines: readonly string[], index: number): number {
  if (!opensDisplayedFormula.test(lines[index]!)) return index - 1
  const text = lines
    .slice(index, index + maxFormulaLines)
    .join('\n')
    .trimStart()
  const formula = formulaAt(text, 0)
  return formula === null ? index - 1 : index + formula.raw.split('\n').length - 1
}

/**
 * Splits a text at the blank lines that end a block, into segments that can be parsed separately. Blank lines in a displayed formula do not split. While a
 * text grows, only its last segment changes, so the others need not be parsed again.
 */
export function splitSegments(text: string): string[] {
  const segments: string[] = []
  let current: string[] = []
  let open: string | null = null
  let afterBlank = false
  let formulaEnd = -1
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === ''
    if (index > formulaEnd && open === null && afterBlank && !isBlank && !continues.test(line) && current.length > 0) {
      segments.push(current.join('\n'))
      current = []
    }
    open = fenceAfter(line, open)
    if (open === null && index > formulaEnd) formulaEnd = lastFormulaLine(lines, index)
    afterBlank = isBlank
    if (current.length > 0 || !isBlank) current.push(line)
  }
  if (current.length > 0) segments.push(current.join('\n'))
  return segments
}

/** Limits above which the parser may take seconds; no real text exceeds them. Measured with marked 18: 1500 delimiters take about 10 ms. */
const maxLength = 400_000
const maxDelimiters = 1500
/** Maximum number of brackets, escapes, tags, ticks and entities: the parser searches backwards or forwards from each. */
const maxMarks = 3000
/** Maximum number of characters without a blank: from each one, the parser searches an e-mail address to the end of the run. */
const maxUnbrokenRun = 1000
const maxNesting = 24

/** Whether a segment exceeds the limits of the parser, and must be shown as typed. */
export function exceedsParserLimits(segment: string): boolean {
  if (segment.length > maxLength) return true
  let delimiters = 0
  let marks = 0
  let open: string | null = null
  for (const line of segment.split('\n')) {
    open = unindentedFence(line, open)
    if (open !== null) continue
    if (nesting(line) > maxNesting) return true
    let run = 0
    for (let index = 0; index < line.length; index += 1) {
      const character = line[index]!
      // Only characters possible in an address count, so that scripts without spaces between words are not concerned.
      run = character > ' ' && character <= '~' ? run + 1 : 0
      if (run > maxUnbrokenRun) return true
      if ('[]\\<`&'.includes(character)) marks += 1
      if ((character === '*' || character === '_' || character === '~') && line[index - 1] !== character) delimiters += 1
    }
    if (delimiters > maxDelimiters || marks > maxMarks) return true
  }
  return false
}

/** Number of quotes and list items that a line opens before its first word, indentation included. */
function nesting(line: string): number {
  let depth = 0
  for (let index = 0; index < line.length;) {
    const marker = /^(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\t| {2})/.exec(line.slice(index, index + 12))?.[0]
    if (marker) depth += 1
    else if (line[index] !== ' ') break
    index += marker?.length ?? 1
  }
  return depth
}

/** Maximum weight of a text, in about its number of elements: more than anybody reads, and less than a page draws in 200 ms (trust case INJ-10). */
const maxWeight = 12_000
/** Weight of a code block, which has a frame and a button. */
const codeWeight = 30

interface DrawnSegment {
  text: string
  /** Whether the segment is drawn; otherwise it is shown as typed. */
  isDrawn: boolean
}

/**
 * Decides which segments are drawn, so that a runaway model or a hostile text cannot block the page. A segment too heavy by itself is not drawn, nor is
 * anything after the total weight is reached.
 */
export function limitDrawing(segments: readonly string[]): DrawnSegment[] {
  const pieces: DrawnSegment[] = []
  let remainingWeight = maxWeight
  for (const text of segments) {
    const weight = remainingWeight === 0 ? 0 : weightOf(text)
    const isDrawn = remainingWeight > 0 && weight <= maxWeight
    if (isDrawn) remainingWeight -= Math.min(remainingWeight, weight)
    const before = pieces.at(-1)
    // One element for consecutive segments that are not drawn.
    if (before && !before.isDrawn && !isDrawn) before.text += `\n${text}`
    else pieces.push({ text, isDrawn })
  }
  return pieces
}

const marks = new Set([...'|*_[`<~'].map((mark) => mark.charCodeAt(0)))

/** Estimates the number of elements that a segment becomes. */
function weightOf(segment: string): number {
  // Each segment has its own parser.
  let weight = 4
  let open: string | null = null
  for (const line of segment.split('\n')) {
    const wasOpen = open !== null
    open = unindentedFence(line, open)
    if (wasOpen || line === '') continue
    weight += open === null ? 2 : codeWeight
    for (let index = 0; open === null && index < line.length; index += 1) if (marks.has(line.charCodeAt(index))) weight += 1
  }
  return weight
}

/** Depths of the headings above a position, outermost first: `##` then `####` gives [2, 4]. */
export type HeadingOutline = readonly number[]

/** Returns the outline after a heading of this depth. Its length is the level of the heading in the text, from 1. */
export function outlineAfter(outline: HeadingOutline, depth: number): number[] {
  return [...outline.filter((parentLevel) => parentLevel < depth), depth]
}

/**
 * Returns the outline at the beginning of each segment. Models begin at any depth and skip some; levels never skip, and only depend on the text above, so
 * that headings of a growing text do not change.
 */
export function outlines(segments: readonly string[]): HeadingOutline[] {
  let outline: HeadingOutline = []
  return segments.map((segment) => {
    const before = outline
    let open: string | null = null
    for (const line of segment.split('\n')) {
      open = fenceAfter(line, open)
      const marks = open === null && line.includes('#') ? (/^ {0,3}(#{1,6})(?:\s|$)/.exec(line) ?? tightHeading.exec(line))?.[1]?.trim() : undefined
      if (marks) outline = outlineAfter(outline, marks.length)
    }
    return before
  })
}
