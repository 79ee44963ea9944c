import type { TableBuilder } from '../../building/table-builder.ts'
import { DEFAULT_PAGE_FILL, type DocxFill } from './docx-colours.ts'
import type { DocxParagraph, ParagraphReader } from './docx-paragraphs.ts'

export type BackgroundTracker = ReturnType<typeof createDocxBackgroundTracker>

/** Tracks the background of paragraphs, table cells and the page, which decides whether text is visible. */
export function createDocxBackgroundTracker(paragraphs: ParagraphReader, tables: TableBuilder) {
  const cells: (DocxFill | null)[] = []
  let page: DocxFill = DEFAULT_PAGE_FILL
  let propertiesOf: 'paragraph' | 'cell' | null = null
  return {
    beginTable: () => void cells.push(null),
    endTable: () => void cells.pop(),
    beginCell(): void {
      if (cells.length > 0) cells[cells.length - 1] = null
    },
    /** Sets the element whose properties are being read. */
    read(element: typeof propertiesOf): void {
      propertiesOf = element
    },
    isReading: (whose: typeof propertiesOf): boolean => propertiesOf === whose,
    fill(fill: DocxFill | null): void {
      const paragraph = paragraphs.current()
      if (propertiesOf === 'paragraph' && paragraph) paragraph.fill = fill
      else if (propertiesOf === 'cell' && cells.length > 0) cells[cells.length - 1] = fill
    },
    fillPage(fill: DocxFill | null): void {
      page = fill ?? DEFAULT_PAGE_FILL
    },
    /**
     * Returns the background of a paragraph. In tables and drawn boxes without a fill of their own it is 'unknown', because it is often defined elsewhere.
     */
    backgroundOf: ({ fill }: DocxParagraph): DocxFill => fill ?? (tables.depth() > 0 ? (cells.at(-1) ?? 'unknown') : paragraphs.isInside() ? 'unknown' : page),
  }
}
