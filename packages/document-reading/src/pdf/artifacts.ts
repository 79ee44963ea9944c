import type { PdfLine } from './lines.ts'
import type { TaggedBlock } from './tagged.ts'

/** Replaces numbers, so that lines which differ only by a number are equal: « Page 1 », « Page 2 ». */
const maskNumbers = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()

/**
 * Returns a filter of the artifact lines of tagged pages: headers, footers, watermarks. Each is kept once in the document. Page numbers alone, and table
 * headings repeated at the top of a page, are dropped.
 * @param blocks tagged blocks of all pages
 */
export function createArtifacts(blocks: readonly TaggedBlock[]): (lines: readonly PdfLine[]) => PdfLine[] {
  const seen = new Set(blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => maskNumbers(row.join(' '))) : [])))
  return (lines) =>
    lines.filter(({ text }) => {
      const key = maskNumbers(text)
      const isNew = /\p{L}{2}/u.test(text) && !seen.has(key)
      seen.add(key)
      return isNew
    })
}
