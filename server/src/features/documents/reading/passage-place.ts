import type { ExtractedBlock } from '@parvis/document-reading'
import { defaultChunkOptions, pieces } from '@parvis/french-search'

/** Part of a block: UTF-16 units of its text, or rows of a table. The end is excluded. */
export type Range = { from: number; to: number }

/** A line of a block, as passages hold it. */
type Line = Range & {
  text: string
  page: number
  block: number
  /** The first row of a table with a header: passages repeat it. */
  isHeader: boolean
}

type StoredPage = { position: number; blocks: readonly ExtractedBlock[] }

type PassagePlace = {
  /** Rank of the page where the passage begins. */
  start: number
  /** Share, from 0 to 1, of the lines of that page that stand before the passage. */
  share: number
  /** The parts of the blocks, by `blockKey`. */
  parts: ReadonlyMap<string, Range>
}

/** Key of a block in `PassagePlace.parts`: rank of its page, rank of the block. */
export const blockKey = (page: number, block: number): string => `${page} ${block}`

/** Lines looked at ahead for a passage before the cited one: an index older than the stored text has passages that are nowhere. */
const lookahead = 2_000

/**
 * Finds where passages stand in the stored blocks of their document, by position: both hold the same lines in the same order, so that of
 * several identical fragments the one of the passage is found.
 * @param pages stored pages, in order, from the beginning of the page where the first of `passages` begins
 * @param passages texts of consecutive passages, in order; the cited ones are the last `cited`
 * @returns null when the stored text has none of the cited ones
 */
export function placePassages(pages: readonly StoredPage[], passages: readonly string[], cited: number): PassagePlace | null {
  const lines = pages.flatMap(linesOfPage)
  const headers = new Set(lines.flatMap(({ text, isHeader }) => (isHeader ? text : [])))
  const found = new Set<number>()
  let cursor = 0
  passages.forEach((text, rank) => {
    const wanted = text.split('\n').map(comparable).filter(Boolean)
    const isCited = rank >= passages.length - cited
    // The header that a passage repeats stands before its rows, once.
    const starts = headers.has(wanted[0] ?? '') ? [0, 1] : [0]
    const run = nextRun(lines, wanted, starts, cursor, isCited ? lines.length : cursor + lookahead) ?? (isCited ? longestRun(lines, wanted) : null)
    if (run === null || run.length === 0) return
    cursor = run.at(-1)! + 1
    if (isCited) for (const line of run) found.add(line)
  })
  const first = Math.min(...found)
  if (found.size === 0) return null
  const parts = new Map<string, Range>()
  for (const { page, block, from, to } of [...found].map((at) => lines[at]!)) {
    const key = blockKey(page, block)
    const former = parts.get(key)
    parts.set(key, { from: Math.min(former?.from ?? from, from), to: Math.max(former?.to ?? to, to) })
  }
  const start = lines[first]!.page
  const own = lines.filter(({ page }) => page === start)
  return { start, share: own.indexOf(lines[first]!) / own.length, parts }
}

/** Only letters and digits count: a bullet or spaces make no other line. */
const comparable = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

function linesOfPage({ position, blocks }: StoredPage): Line[] {
  return blocks.flatMap((block, at) => linesOfBlock(block).map((line) => ({ ...line, page: position, block: at })))
}

function linesOfBlock(block: ExtractedBlock): Omit<Line, 'page' | 'block'>[] {
  if (block.kind === 'table')
    return block.rows.flatMap((row, at) =>
      pieces(row.map((cell) => cell.trim()).join(' | '), defaultChunkOptions.longest).flatMap((piece) => {
        const text = comparable(piece)
        return text === '' ? [] : [{ text, from: at, to: at + 1, isHeader: block.header && at === 0 }]
      }),
    )
  // The bullet counts where a long item is cut.
  const bullet = block.kind === 'list_item' ? '- ' : ''
  const cut = block.kind === 'heading' ? [block.text] : pieces(bullet + block.text, defaultChunkOptions.longest)
  let end = 0
  return cut
    .flatMap((piece, at) => (at === 0 ? piece.slice(bullet.length) : piece).split('\n'))
    .flatMap((line) => {
      const text = comparable(line)
      if (text === '') return []
      const at = block.text.indexOf(line, end)
      const from = at === -1 ? end : at
      end = at === -1 ? block.text.length : at + line.length
      return [{ text, from, to: end, isHeader: false }]
    })
}

/** Ranks of the lines of a whole passage, looked for from a line on and before `limit`; null without any. `starts`: ranks of its first line. */
function nextRun(lines: readonly Line[], wanted: readonly string[], starts: readonly number[], from: number, limit: number): number[] | null {
  for (let at = from; at < Math.min(limit, lines.length); at += 1) {
    const start = starts.find((one) => wanted[one] === lines[at]!.text)
    const ranks = start === undefined ? [] : runAt(lines, wanted.slice(start), at)
    if (start !== undefined && ranks.length === wanted.length - start) return ranks
  }
  return null
}

/** Ranks of the longest beginning of a passage that stands in the lines: its document may have been read again. */
function longestRun(lines: readonly Line[], wanted: readonly string[]): number[] {
  let longest: number[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const ranks = runAt(lines, wanted, at)
    if (ranks.length > longest.length) longest = ranks
  }
  return longest
}

/** Ranks of the lines that a passage shares with the document from a line on. A long table has its header again in each of its stored parts. */
function runAt(lines: readonly Line[], wanted: readonly string[], start: number): number[] {
  const ranks: number[] = []
  for (let at = start; at < lines.length && ranks.length < wanted.length; at += 1) {
    const { text, isHeader } = lines[at]!
    if (text === wanted[ranks.length]) ranks.push(at)
    else if (!isHeader || ranks.length === 0) break
  }
  return ranks
}
