import { cellsOf, isDivider, lastCell } from './blocks/tables.ts'
import { fenceAfter } from './definitions.ts'
import { formulaAt, opensFormula } from './formulas/find-formula.ts'
import { readEmphasis } from './inline/emphasis.ts'
import { opensTag, tagAt } from './inline/inline-tags.ts'
import { closingParenthesis, closingTicks, emphasisRuns, runLength } from './inline/scan.ts'

const blockStart = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\|)/
/** Pattern of a line that is still only the beginning of a mark: bullet, number, rule, fence, heading. */
const incompleteMark = /^\s*(?:>\s*)*(?:[-+*_=~`|]+|\d{1,9}[.)]?|#{1,6}|(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]?\]?)?\s*$/

/** Pattern of a link definition whose address is growing. The line is hidden until the address is complete, because it would be shown and then disappear. */
const growingAddress = /^ {0,3}\[[^\]^][^\]]*\]:\s*<?(\S+)$/
const isGrowingAddress = (line: string): boolean => {
  const addressStart = growingAddress.exec(line)?.[1]?.toLowerCase()
  return addressStart !== undefined && ['https://', 'http://', 'mailto:'].some((scheme) => scheme.startsWith(addressStart))
}

/**
 * Completes the last segment of a growing text, so that no raw mark is shown: closes emphasis and code, shows the text of a link without address yet,
 * hides an incomplete mark or table header.
 * @example closeOpenMarkup('Un **mot') // 'Un **mot**'
 */
export function closeOpenMarkup(segment: string): string {
  const lines = segment.split('\n')
  let [open, before] = [null, null] as [string | null, string | null]
  for (const line of lines) [before, open] = [open, fenceAfter(line, open)]
  if (open !== null) return segment.replace(/\n[`~]{1,2}$/, '\n')
  if (before !== null) return segment
  const formula = growingFormula(segment)
  if (formula !== -1) return closeOpenMarkup(segment.slice(0, formula).trimEnd())

  if (lines.length > 0 && (incompleteMark.test(lines.at(-1)!) || isGrowingAddress(lines.at(-1)!))) lines.pop()
  holdBackTableHead(lines)
  const last = lines.at(-1)
  if (last === undefined) return ''
  if (fenceAfter(last, null) !== null) return lines.join('\n')

  let start = lines.length - 1
  const isRow = isInTable(lines)
  while (start > 0 && !isRow && !blockStart.test(lines[start]!)) start -= 1
  const scope = lines.slice(start).join('\n')
  // The cells of a table are closed separately.
  const cell = isRow ? lastCell(scope) : 0
  return [...lines.slice(0, start), scope.slice(0, cell) + closeInline(scope.slice(cell))].join('\n')
}

/** Maximum number of formulas searched in one segment of a growing text; real texts have fewer. */
const maxFormulas = 100

/** Offset of a displayed formula that has begun and is incomplete, or -1. */
function growingFormula(segment: string): number {
  if (!segment.includes('\\[') && !segment.includes('$$')) return -1
  let from = 0
  for (const { index, 0: mark } of [...segment.matchAll(/^[ \t>]*(?:\\\[|\$\$)/gm)].slice(0, maxFormulas)) {
    const at = index + mark.length - 2
    if (at < from) continue
    const formula = formulaAt(segment, at)
    if (formula === null && opensFormula(segment, at)) return index
    from = at + (formula?.raw.length ?? 2)
  }
  return -1
}

/** Whether the last line is a row of a table: it begins with a bar, or follows a divider. */
function isInTable(lines: readonly string[]): boolean {
  if (/^\s*\|/.test(lines.at(-1)!)) return true
  let index = lines.length - 1
  while (index > 0 && lines[index]!.includes('|') && !isDivider(lines[index]!)) index -= 1
  return index < lines.length - 1 && isDivider(lines[index]!)
}

/** Removes a table header from the lines until its divider is complete: it would look like text between bars. */
function holdBackTableHead(lines: string[]): void {
  let start = lines.length
  while (start > 0 && (/^\s*\|/.test(lines[start - 1]!) || (lines.length - start < 2 && lines[start - 1]!.includes(' | ')))) start -= 1
  const [head, dashes, more] = lines.slice(start)
  if (head === undefined || more !== undefined || isDivider(head) || isInTable(lines.slice(0, -1).concat(lines.at(-1)!.replace(/^\s*\|/, '')))) return
  const columns = (row: string) => cellsOf(row).length
  const isWhole = dashes !== undefined && isDivider(dashes) && (dashes.trim().endsWith('|') || !head.startsWith('|')) && columns(dashes) >= columns(head)
  if (!isWhole) lines.splice(start)
}

/** Completes the inline marks of one block: emphasis, code, links, formulas, tags. */
function closeInline(text: string): string {
  const brackets: number[] = []
  for (let index = 0; index < text.length;) {
    const character = text[index]!
    if (character === '\\' || character === '$') {
      if (index === text.length - 1 || opensIncompleteFormula(text, index)) return closeEmphasis(text.slice(0, index))
      index += formulaAt(text, index)?.raw.length ?? (character === '$' ? 1 : 2)
    } else if (character === '`') {
      const run = runLength(text, index)
      const end = closingTicks(text, index + run, run)
      if (end === -1) {
        const codeText = text.slice(index + run).replace(/`+$/, '')
        return closeEmphasis(codeText.trim() ? text.slice(0, index) + '`'.repeat(run) + codeText + '`'.repeat(run) : text.slice(0, index))
      }
      index = end
    } else if (character === '[') {
      brackets.push(index)
      index += 1
    } else if (character === ']' && brackets.length > 0) {
      const from = brackets.pop()!
      const end = text[index + 1] === '(' ? closingParenthesis(text, index + 1) : index
      const isReference = /^\^?[\d,; ]+$/.test(text.slice(from + 1, index))
      if (end === -1 || (end === text.length - 1 && text[end] === ']' && !isReference)) return closeEmphasis(removeOpenLink(text, from, index))
      index = end + 1
    } else if (character === '<' && (/^<(?:[a-z/!][^>\n]*)?$/i.test(text.slice(index)) || (tagAt(text, index) === null && opensTag(text, index)))) {
      return closeEmphasis(text.slice(0, index))
    } else index += 1
  }
  const from = brackets[0]
  return closeEmphasis(from === undefined ? text : removeOpenLink(text, from, text.length))
}

/** Whether an incomplete formula begins here. */
const opensIncompleteFormula = (text: string, index: number) => opensFormula(text, index) && formulaAt(text, index) === null

/** Closes the emphasis open at the end of a text. Final marks that close nothing are hidden: the next characters decide what they are. */
function closeEmphasis(text: string): string {
  const runs = emphasisRuns(text)
  const last = runs.at(-1)
  const read = readEmphasis(text, runs)
  if (last !== undefined && last.at + last.length === text.length) {
    const closes = [...read.emphasisByIndex.values()].some(({ end }) => end > last.at)
    if (!closes) return closeEmphasis(text.slice(0, last.at))
  }
  const closers = read.open
    .toReversed()
    .map(({ character, length }) => character.repeat(length))
    .join('')
  return closers === '' ? text : text.trimEnd() + closers
}

/** Replaces a link without address with its text. An image or the beginning of a reference is removed. */
function removeOpenLink(text: string, from: number, to: number): string {
  const words = text.slice(from + 1, to)
  if (text[from - 1] === '!') return text.slice(0, from - 1)
  return /^\^?[\d,; ]*$/.test(words) || words.startsWith('^') ? text.slice(0, from) : text.slice(0, from) + words
}
