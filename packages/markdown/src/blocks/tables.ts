import type { Tokens } from 'marked'
import { formulaAt } from '../formulas/find-formula.ts'
import { closingTicks, runLength } from '../inline/scan.ts'

type Align = 'left' | 'center' | 'right' | null

const divider = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** Whether a line is the divider of a table, between its header and its rows: dashes between bars. */
export const isDivider = (line: string): boolean => divider.test(line) && line.includes('|')

/**
 * Offsets of the bars that separate cells: not those escaped, in code or in a formula.
 * @param code `bars`: bars in code count too; `open`: unclosed code runs to the end of the line
 */
function barsOf(line: string, code: 'code' | 'bars' | 'open'): number[] {
  const bars: number[] = []
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (character === '|') bars.push(index)
    else if (character === '\\') index += (formulaAt(line, index)?.raw.length ?? 2) - 1
    else if (character === '$') index += (formulaAt(line, index)?.raw.length ?? 1) - 1
    else if (character === '`' && code !== 'bars') {
      const run = runLength(line, index)
      const end = closingTicks(line, index + run, run)
      if (end === -1 && code === 'open') break
      index = (end === -1 ? index + run : end) - 1
    }
  }
  return bars
}

function cellsBetween(line: string, bars: readonly number[]): string[] {
  const cells = [...bars, line.length].map((end, index) => line.slice(index === 0 ? 0 : bars[index - 1]! + 1, end))
  if (bars.length > 0 && cells[0]!.trim() === '') cells.shift()
  if (bars.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/**
 * Splits a table line into cells. A bar in code is a character, unless there are then fewer cells than expected and counting it gives exactly that number.
 */
export function cellsOf(line: string, expectedCells = 0): string[] {
  const cells = cellsBetween(line, barsOf(line, 'code'))
  if (cells.length >= expectedCells || !line.includes('`')) return cells
  const all = cellsBetween(line, barsOf(line, 'bars'))
  return all.length === expectedCells ? all : cells
}

/** Offset of the last cell of a row that is still growing. */
export const lastCell = (line: string): number => (barsOf(line, 'open').at(-1) ?? -1) + 1

const alignOf = (cell: string): Align => (/^:-*:$/.test(cell) ? 'center' : cell.endsWith(':') ? 'right' : cell.startsWith(':') ? 'left' : null)

/** Pattern of lines that end a table although they contain a bar. */
const otherBlock = /^ {0,3}(?:#{1,6}\s|>|`{3,}|~{3,}|[-*+]\s|\d{1,9}[.)]\s)/

const isRow = (line: string | undefined): line is string => line !== undefined && line.trim() !== '' && line.includes('|') && !otherBlock.test(line)
const isBarred = (line: string | undefined): line is string => line !== undefined && /^\s*\|.*\|\s*$/.test(line) && cellsOf(line).length > 1

interface ParsedTable {
  raw: string
  head: string[]
  aligns: Align[]
  rows: string[][]
}

/**
 * Reads a table at the beginning of a text; null when there is none. It is as wide as its longest row, so no cell is dropped. A table that begins with its
 * divider has an empty header; without divider, the first row is the header.
 */
export function readTable(source: string): ParsedTable | null {
  const first = source.slice(0, source.indexOf('\n') + 1).trimEnd()
  if (!first.includes('|')) return null
  const lines = source.split('\n')
  const hasHead = !isDivider(first)
  const dividerAt = hasHead ? 1 : 0
  const hasDivider = lines[dividerAt] !== undefined && isDivider(lines[dividerAt]!)
  if (hasDivider ? !hasHead && !isRow(lines[1]) : !(isBarred(lines[0]) && isBarred(lines[1]) && cellsOf(lines[0]!).length === cellsOf(lines[1]!).length))
    return null
  const head = hasHead ? cellsOf(lines[0]!) : []
  const aligns = hasDivider ? cellsOf(lines[dividerAt]!).map(alignOf) : []
  // « Prix | 12 » above a divider is a table only if both have as many cells.
  if (hasDivider && hasHead && !/^\s*\|/.test(first) && head.length !== aligns.length) return null
  let end = hasDivider ? dividerAt + 1 : 1
  const rows: string[][] = []
  for (; isRow(lines[end]); end += 1) rows.push(cellsOf(lines[end]!, head.length || aligns.length))
  return { raw: lines.slice(0, end).join('\n') + (end < lines.length ? '\n' : ''), ...widened(head, aligns, rows) }
}

function widened(head: string[], aligns: Align[], rows: string[][]): Omit<ParsedTable, 'raw'> {
  const width = Math.max(head.length, aligns.length, ...rows.map((row) => row.findLastIndex((cell) => cell !== '') + 1))
  const widen = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  return { head: widen(head), aligns: Array.from({ length: width }, (_, index) => aligns[index] ?? null), rows: rows.map(widen) }
}

/**
 * Converts a table to a parser token.
 * @param inline reads the text of a cell
 */
export function tableToken({ raw, head, aligns, rows }: ParsedTable, inline: (text: string) => Tokens.Table['header'][number]['tokens']): Tokens.Table {
  const row = (cells: readonly string[], header: boolean) =>
    cells.map((text, index): Tokens.TableCell => ({ text, tokens: inline(text), header, align: aligns[index] ?? null }))
  return { type: 'table', raw, align: aligns, header: row(head, true), rows: rows.map((cells) => row(cells, false)) }
}
