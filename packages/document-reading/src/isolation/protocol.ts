import type { ExtractionLimits } from '../limits.ts'
import type {
  EncodedPicture,
  ExtractedBlock,
  ExtractedPage,
  ExtractionFailure,
  ExtractionWarning,
  DocumentFormat,
  RecognisedPage,
  RichBlock,
  RichTextSpan,
} from '../port.ts'

/**
 * Request to the child, on its standard input: one line of JSON, then the `size` bytes of the document, because the child may not open files. Node's IPC
 * channel is not used, because a compromised child could end its parent through it.
 */
export type ParseRequest = {
  id: number
  filename: string
  size: number
  limits: ExtractionLimits
  /** Whether pages may be read by character recognition. If false, the reading fails with `extraction.slow` at the first scanned page. */
  recognise: boolean
  recognisedPages: readonly RecognisedPage[]
  /** Whether to read the document as rich blocks. */
  isRich?: boolean
  /** Whether the file is a picture to encode again, instead of a document to read. */
  isPicture?: true
}

/**
 * Message of the child, on its standard output: one short line of JSON each, because the server is blocked while it parses a line. A document is sent in
 * parts, from its first page to `read`.
 */
export type ChildMessage = { id: number } & (
  | { type: 'progress'; done: number; total: number }
  /** Requests time to recognise one page. */
  | { type: 'slow_page' }
  | { type: 'recognised'; page: RecognisedPage; ms: number }
  | { type: 'warning'; warning: ExtractionWarning }
  | ({ type: 'page' } & Omit<ExtractedPage, 'blocks'>)
  /** Begins a block. A table comes without its rows, a long text without its end. */
  | { type: 'block'; block: ExtractedBlock }
  /** Adds cells to the last row of the table, or begins a new row. */
  | { type: 'cells'; opens_row: boolean; cells: string[] }
  /** Adds text to the last block or the last cell. */
  | { type: 'text'; text: string }
  /** Begins a rich block, which comes without its texts. */
  | { type: 'rich_block'; block: RichBlock }
  /** Begins a cell of the last rich table, in its last row or a new one. */
  | { type: 'rich_cell'; opens_row: boolean }
  /** Adds spans to the last rich block or cell, or to a note that `opens_note` begins there. */
  | { type: 'rich_spans'; spans: RichTextSpan[]; in_note: boolean; opens_note: boolean }
  | { type: 'read'; format: DocumentFormat; title: string | null }
  /** Part of an encoded picture, in base64. */
  | { type: 'picture_data'; data: string }
  | ({ type: 'picture' } & Omit<EncodedPicture, 'bytes'>)
  | { type: 'failed'; failure: ExtractionFailure }
)

/** Maximum number of characters in one message, all its texts together. Empty cells of a row are hardly counted. */
export const MAX_MESSAGE_CHARACTERS = 100_000
/** Maximum length of a line of the child, in bytes: a part whose characters are all escaped. */
export const MAX_LINE_BYTES = 2 ** 20
/** Maximum size of the messages for one document, in bytes: five million characters in the smallest of rows. */
export const MAX_DOCUMENT_BYTES = 512 * 2 ** 20
