import type { TableBuilder } from '../../building/table-builder.ts'
import { PAGE, type Fill } from './docx-colours.ts'
import type { Paragraph, Paragraphs } from './docx-paragraphs.ts'

export type Shades = ReturnType<typeof createShades>

/** Tracks the background of paragraphs, table cells and the page, which decides whether text is visible. */
export function createShades(paragraphs: Paragraphs, tables: TableBuilder) {
  const cells: (Fill | null)[] = []
  let page: Fill = PAGE
  let of: 'paragraph' | 'cell' | null = null
  return {
    beginTable: () => void cells.push(null),
    endTable: () => void cells.pop(),
    beginCell(): void {
      if (cells.length > 0) cells[cells.length - 1] = null
    },
    /** Sets the element whose properties are being read. */
    read(whose: typeof of): void {
      of = whose
    },
    areOf: (whose: typeof of): boolean => of === whose,
    fill(fill: Fill | null): void {
      const paragraph = paragraphs.current()
      if (of === 'paragraph' && paragraph) paragraph.fill = fill
      else if (of === 'cell' && cells.length > 0) cells[cells.length - 1] = fill
    },
    fillPage(fill: Fill | null): void {
      page = fill ?? PAGE
    },
    /**
     * Returns the background of a paragraph. In tables and drawn boxes without a fill of their own it is 'unknown', because it is often defined elsewhere.
     */
    behind: ({ fill }: Paragraph): Fill => fill ?? (tables.depth() > 0 ? (cells.at(-1) ?? 'unknown') : paragraphs.isInside() ? 'unknown' : page),
  }
}
