import type { ExtractionLimits } from '../limits.ts'
import type { ExtractedBlock, ExtractedPage, ExtractionFailure, ExtractionWarning, Format, RecognisedPage } from '../port.ts'

/**
 * To the child, on its standard input: one line of JSON, then the `size` bytes of the document, for it may open no file.
 * Not the channel of Node between processes: what a captured child writes there can end its parent.
 */
export type ParseRequest = {
  id: number
  filename: string
  size: number
  limits: ExtractionLimits
  /** False to give up at the first image of text. */
  recognise: boolean
  recognised: readonly RecognisedPage[]
}

/**
 * From the child, on its standard output, a line of JSON each, and each one short: what a captured child writes is parsed by
 * the server, which does nothing else meanwhile. A document thus comes in pieces, between its first page and `read`.
 */
export type ChildMessage = { id: number } & (
  | { type: 'progress'; done: number; total: number }
  /** Asks for time to recognise one page. */
  | { type: 'slow_page' }
  | { type: 'recognised'; page: RecognisedPage; ms: number }
  | { type: 'warning'; warning: ExtractionWarning }
  | ({ type: 'page' } & Omit<ExtractedPage, 'blocks'>)
  /** A table comes without its rows, a long text without its end. */
  | { type: 'block'; block: ExtractedBlock }
  /** Of the table: more cells of its last row, or the first of a new one. */
  | { type: 'cells'; opens_row: boolean; cells: string[] }
  /** More of the last text: that of the block, or of the last cell. */
  | { type: 'text'; text: string }
  | { type: 'read'; format: Format; title: string | null }
  | { type: 'failed'; failure: ExtractionFailure }
)

/** The most characters that one message holds, all its texts together; the empty cells of a row count for little. */
export const PIECE_CHARACTERS = 100_000
/** The longest line of a child, in bytes: a piece whose every character is escaped. */
export const MAX_LINE_BYTES = 2 ** 20
/** All that a child may send for one document, in bytes: five million characters in the smallest of rows. */
export const MAX_DOCUMENT_BYTES = 512 * 2 ** 20
