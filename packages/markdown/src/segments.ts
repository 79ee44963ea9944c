import { fenceAfter } from './definitions.ts'
import { formulaAt } from './formulas/find-formula.ts'

/**
 * A fence that begins its line. One that is indented may close what a list opened on its own line (« - ``` »), which is not seen: all that follows
 * would be taken for code, and be weighed as nothing.
 */
const sureFence = (line: string, open: string | null): string | null => (open === null && line.startsWith(' ') ? null : fenceAfter(line, open))

/** What follows a blank line and belongs to what is above it: an indented line, an item of a list. */
const continues = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/

const opensDisplayedFormula = /^ {0,3}(?=(?:\\\[|\$\$)[ \t]*$)/
/** Lines in which the end of a displayed formula is looked for. */
const maxFormulaLines = 100

/** Index of the last line of the displayed formula that begins at a line; the line before it when none does. */
function lastFormulaLine(lines: readonly string[], at: number): number {
  if (!opensDisplayedFormula.test(lines[at]!)) return at - 1
  const text = lines
    .slice(at, at + maxFormulaLines)
    .join('\n')
    .trimStart()
  const found = formulaAt(text, 0)
  return found === null ? at - 1 : at + found.raw.split('\n').length - 1
}

/**
 * Cuts a text into pieces that can be read apart from each other, at blank lines that end a block. Those of a
 * displayed formula do not end it. While a text grows only its last piece changes, so the others need not be read again.
 */
export function splitSegments(text: string): string[] {
  const segments: string[] = []
  let current: string[] = []
  let open: string | null = null
  let afterBlank = false
  let formulaEnd = -1
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const isBlank = line.trim() === ''
    if (at > formulaEnd && open === null && afterBlank && !isBlank && !continues.test(line) && current.length > 0) {
      segments.push(current.join('\n'))
      current = []
    }
    open = fenceAfter(line, open)
    if (open === null && at > formulaEnd) formulaEnd = lastFormulaLine(lines, at)
    afterBlank = isBlank
    if (current.length > 0 || !isBlank) current.push(line)
  }
  if (current.length > 0) segments.push(current.join('\n'))
  return segments
}

/** Above these the parser may take seconds; nobody writes like that. Measured on marked 18: 1500 delimiters take about 10 ms. */
const maxLength = 400_000
const maxDelimiters = 1500
/** Brackets, escapes, tags, ticks and entities: the parser looks back or ahead from each. */
const maxMarks = 3000
/** Characters without a blank between them: the parser looks for an address of mail from each of them to the end of the run. */
const maxRun = 1000
const maxNesting = 24

/** Whether a piece is better shown as it stands than parsed. */
export function isTooIntricate(segment: string): boolean {
  if (segment.length > maxLength) return true
  let delimiters = 0
  let marks = 0
  let open: string | null = null
  for (const line of segment.split('\n')) {
    open = sureFence(line, open)
    if (open !== null) continue
    if (nesting(line) > maxNesting) return true
    let run = 0
    for (let at = 0; at < line.length; at += 1) {
      const character = line[at]!
      // Writings that put no blank between their words are not of the characters that an address is made of.
      run = character > ' ' && character <= '~' ? run + 1 : 0
      if (run > maxRun) return true
      if ('[]\\<`&'.includes(character)) marks += 1
      if ((character === '*' || character === '_' || character === '~') && line[at - 1] !== character) delimiters += 1
    }
    if (delimiters > maxDelimiters || marks > maxMarks) return true
  }
  return false
}

/** Number of quotes and list items a line opens before its first word, its indentation included. */
function nesting(line: string): number {
  let depth = 0
  for (let at = 0; at < line.length;) {
    const marker = /^(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\t| {2})/.exec(line.slice(at, at + 12))?.[0]
    if (marker) depth += 1
    else if (line[at] !== ' ') break
    at += marker?.length ?? 1
  }
  return depth
}

/** What a text may hold that is drawn, in elements or so: more than anybody reads, and less than a page draws in 200 ms (trust case INJ-10). */
const maxWeight = 12_000
/** A block of code has a frame and a button. */
const codeWeight = 30

export interface Piece {
  text: string
  /** Otherwise it is shown as it stands. */
  isDrawn: boolean
}

/**
 * Tells the pieces that are drawn from those that would hold up the page, as a model that runs away or a text made for it
 * writes them: one that is too heavy by itself, and all that follow once the drawn ones are too heavy together.
 */
export function affordable(segments: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let left = maxWeight
  for (const text of segments) {
    const weight = left === 0 ? 0 : weightOf(text)
    const isDrawn = left > 0 && weight <= maxWeight
    if (isDrawn) left -= Math.min(left, weight)
    const before = pieces.at(-1)
    // One element for all that is not drawn in a row.
    if (before && !before.isDrawn && !isDrawn) before.text += `\n${text}`
    else pieces.push({ text, isDrawn })
  }
  return pieces
}

const marks = new Set([...'|*_[`<~'].map((mark) => mark.charCodeAt(0)))

/** About the number of elements that a piece becomes. */
function weightOf(segment: string): number {
  // A piece is read by a parser of its own.
  let weight = 4
  let open: string | null = null
  for (const line of segment.split('\n')) {
    const wasOpen = open !== null
    open = sureFence(line, open)
    if (wasOpen || line === '') continue
    weight += open === null ? 2 : codeWeight
    for (let at = 0; open === null && at < line.length; at += 1) if (marks.has(line.charCodeAt(at))) weight += 1
  }
  return weight
}
