import type { ExtractedBlock } from '@parvis/document-reading'
import { defaultChunkOptions, splitText } from '@parvis/french-search'

/** Range of a block: UTF-16 units of its text, or rows of a table. `to` is excluded. */
export type BlockRange = { from: number; to: number }

/** A line of a block, cut as in passages. */
type BlockLine = BlockRange & {
  text: string
  page: number
  block: number
  /** First row of a table with a header, which passages repeat. */
  isHeader: boolean
}

type StoredPage = { position: number; blocks: readonly ExtractedBlock[] }

type PassagePosition = {
  /** Position of the page where the passage begins. */
  start: number
  /** Share, from 0 to 1, of the lines of that page that precede the passage. */
  share: number
  /** Cited ranges of blocks, by `blockKey`. */
  parts: ReadonlyMap<string, BlockRange>
}

/** Key of a block in `PassagePlace.parts`: position of its page, index of the block. */
export const blockKey = (page: number, block: number): string => `${page} ${block}`

/** Number of lines searched for a passage that precedes the cited one. An index older than the stored text has passages that no longer exist. */
const maxLookahead = 2_000

/**
 * Locates cited passages in the stored blocks of their document. Both have the same lines in the same order, which tells identical fragments apart.
 * @param pages stored pages in order, from the page where the first of `passages` begins
 * @param passages texts of consecutive passages in order; the cited ones are the last `cited`
 * @returns null when the stored text contains none of the cited ones
 */
export function locatePassages(pages: readonly StoredPage[], passages: readonly string[], cited: number): PassagePosition | null {
  const lines = pages.flatMap(linesOfPage)
  const headers = new Set(lines.flatMap(({ text, isHeader }) => (isHeader ? text : [])))
  const found = new Set<number>()
  let cursor = 0
  passages.forEach((text, rank) => {
    const wanted = text.split('\n').map(comparable).filter(Boolean)
    const isCited = rank >= passages.length - cited
    // A passage may repeat the header of a table before its rows, once.
    const starts = headers.has(wanted[0] ?? '') ? [0, 1] : [0]
    const matched = nextMatch(lines, wanted, starts, cursor, isCited ? lines.length : cursor + maxLookahead) ?? (isCited ? longestMatch(lines, wanted) : null)
    if (matched === null || matched.length === 0) return
    cursor = matched.at(-1)! + 1
    if (isCited) for (const line of matched) found.add(line)
  })
  const first = Math.min(...found)
  if (found.size === 0) return null
  const parts = new Map<string, BlockRange>()
  for (const { page, block, from, to } of [...found].map((at) => lines[at]!)) {
    const key = blockKey(page, block)
    const former = parts.get(key)
    parts.set(key, { from: Math.min(former?.from ?? from, from), to: Math.max(former?.to ?? to, to) })
  }
  const start = lines[first]!.page
  const own = lines.filter(({ page }) => page === start)
  return { start, share: own.indexOf(lines[first]!) / own.length, parts }
}

/** Reduces a text to letters and digits: bullets and spaces do not distinguish lines. */
const comparable = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

function linesOfPage({ position, blocks }: StoredPage): BlockLine[] {
  return blocks.flatMap((block, at) => linesOfBlock(block).map((line) => ({ ...line, page: position, block: at })))
}

function linesOfBlock(block: ExtractedBlock): Omit<BlockLine, 'page' | 'block'>[] {
  if (block.kind === 'table')
    return block.rows.flatMap((row, at) =>
      splitText(row.map((cell) => cell.trim()).join(' | '), defaultChunkOptions.maxTokens).flatMap((piece) => {
        const text = comparable(piece)
        return text === '' ? [] : [{ text, from: at, to: at + 1, isHeader: block.header && at === 0 }]
      }),
    )
  // The bullet counts in the length at which a long item is cut.
  const bullet = block.kind === 'list_item' ? '- ' : ''
  const cut = block.kind === 'heading' ? [block.text] : splitText(bullet + block.text, defaultChunkOptions.maxTokens)
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

/**
 * Finds the next whole occurrence of a passage from line `from` up to `limit`.
 * @param starts possible indexes of its first line in `wanted`
 * @returns indexes of the lines; null without an occurrence
 */
function nextMatch(lines: readonly BlockLine[], wanted: readonly string[], starts: readonly number[], from: number, limit: number): number[] | null {
  for (let at = from; at < Math.min(limit, lines.length); at += 1) {
    const start = starts.find((one) => wanted[one] === lines[at]!.text)
    const ranks = start === undefined ? [] : matchAt(lines, wanted.slice(start), at)
    if (start !== undefined && ranks.length === wanted.length - start) return ranks
  }
  return null
}

/** Finds the longest beginning of a passage present in the lines, for a document that was read again. @returns indexes of the lines */
function longestMatch(lines: readonly BlockLine[], wanted: readonly string[]): number[] {
  let longest: number[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const ranks = matchAt(lines, wanted, at)
    if (ranks.length > longest.length) longest = ranks
  }
  return longest
}

/** Returns the indexes of the lines that match a passage from line `start` on. Skips the header that a long table repeats in each of its stored parts. */
function matchAt(lines: readonly BlockLine[], wanted: readonly string[], start: number): number[] {
  const ranks: number[] = []
  for (let at = start; at < lines.length && ranks.length < wanted.length; at += 1) {
    const { text, isHeader } = lines[at]!
    if (text === wanted[ranks.length]) ranks.push(at)
    else if (!isHeader || ranks.length === 0) break
  }
  return ranks
}
