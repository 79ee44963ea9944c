import type { Line } from './lines.ts'
import type { TaggedBlock } from './tagged.ts'

/** Lines that are the same but for their numbers repeat: « Page 1 », « Page 2 ». */
const masked = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()

/**
 * Chooses the lines to write of those that tags leave out on purpose: headers, footers, watermarks. Each is written once in the document; page
 * numbers alone, and the names of columns repeated at the top of a page, are not. @param blocks of all pages
 */
export function createArtifacts(blocks: readonly TaggedBlock[]): (lines: readonly Line[]) => Line[] {
  const seen = new Set(blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => masked(row.join(' '))) : [])))
  return (lines) =>
    lines.filter(({ text }) => {
      const key = masked(text)
      const isNew = /\p{L}{2}/u.test(text) && !seen.has(key)
      seen.add(key)
      return isNew
    })
}
