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

/** Key of a block in `BlockRange.parts`: position of its page, index of the block. */
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
  const foundIndexes = new Set<number>()
  let cursor = 0
  passages.forEach((text, rank) => {
    const passageLines = text.split('\n').map(toComparable).filter(Boolean)
    const isCited = rank >= passages.length - cited
    // A passage may repeat the header of a table before its rows, once.
    const starts = headers.has(passageLines[0] ?? '') ? [0, 1] : [0]
    const matched =
      nextMatch(lines, passageLines, starts, cursor, isCited ? lines.length : cursor + maxLookahead) ?? (isCited ? longestMatch(lines, passageLines) : null)
    if (matched === null || matched.length === 0) return
    cursor = matched.at(-1)! + 1
    if (isCited) for (const line of matched) foundIndexes.add(line)
  })
  const first = Math.min(...foundIndexes)
  if (foundIndexes.size === 0) return null
  const parts = new Map<string, BlockRange>()
  for (const { page, block, from, to } of [...foundIndexes].map((index) => lines[index]!)) {
    const key = blockKey(page, block)
    const previousRange = parts.get(key)
    parts.set(key, { from: Math.min(previousRange?.from ?? from, from), to: Math.max(previousRange?.to ?? to, to) })
  }
  const start = lines[first]!.page
  const pageLines = lines.filter(({ page }) => page === start)
  return { start, share: pageLines.indexOf(lines[first]!) / pageLines.length, parts }
}

/** Reduces a text to letters and digits: bullets and spaces do not distinguish lines. */
const toComparable = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

function linesOfPage({ position, blocks }: StoredPage): BlockLine[] {
  return blocks.flatMap((block, index) => linesOfBlock(block).map((line) => ({ ...line, page: position, block: index })))
}

function linesOfBlock(block: ExtractedBlock): Omit<BlockLine, 'page' | 'block'>[] {
  if (block.kind === 'table')
    return block.rows.flatMap((row, index) =>
      splitText(row.map((cell) => cell.trim()).join(' | '), defaultChunkOptions.maxTokens).flatMap((piece) => {
        const text = toComparable(piece)
        return text === '' ? [] : [{ text, from: index, to: index + 1, isHeader: block.header && index === 0 }]
      }),
    )
  // The bullet counts in the length at which a long item is cut.
  const bullet = block.kind === 'list_item' ? '- ' : ''
  const cut = block.kind === 'heading' ? [block.text] : splitText(bullet + block.text, defaultChunkOptions.maxTokens)
  let end = 0
  return cut
    .flatMap((piece, index) => (index === 0 ? piece.slice(bullet.length) : piece).split('\n'))
    .flatMap((line) => {
      const text = toComparable(line)
      if (text === '') return []
      const index = block.text.indexOf(line, end)
      const from = index === -1 ? end : index
      end = index === -1 ? block.text.length : index + line.length
      return [{ text, from, to: end, isHeader: false }]
    })
}

/**
 * Finds the next whole occurrence of a passage from line `from` up to `limit`.
 * @param starts possible indexes of its first line in `passageLines`
 * @returns indexes of the lines; null without an occurrence
 */
function nextMatch(lines: readonly BlockLine[], passageLines: readonly string[], starts: readonly number[], from: number, limit: number): number[] | null {
  for (let index = from; index < Math.min(limit, lines.length); index += 1) {
    const start = starts.find((lineIndex) => passageLines[lineIndex] === lines[index]!.text)
    const ranks = start === undefined ? [] : matchAt(lines, passageLines.slice(start), index)
    if (start !== undefined && ranks.length === passageLines.length - start) return ranks
  }
  return null
}

/** Finds the longest beginning of a passage present in the lines, for a document that was read again. @returns indexes of the lines */
function longestMatch(lines: readonly BlockLine[], passageLines: readonly string[]): number[] {
  let longest: number[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const ranks = matchAt(lines, passageLines, index)
    if (ranks.length > longest.length) longest = ranks
  }
  return longest
}

/** Returns the indexes of the lines that match a passage from line `start` on. Skips the header that a long table repeats in each of its stored parts. */
function matchAt(lines: readonly BlockLine[], passageLines: readonly string[], start: number): number[] {
  const ranks: number[] = []
  for (let index = start; index < lines.length && ranks.length < passageLines.length; index += 1) {
    const { text, isHeader } = lines[index]!
    if (text === passageLines[ranks.length]) ranks.push(index)
    else if (!isHeader || ranks.length === 0) break
  }
  return ranks
}
