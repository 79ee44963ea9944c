/** Formats that can be read. */

export const DOCUMENT_FORMATS = [
  'pdf',
  'doc',
  'docx',
  'odt',
  'rtf',
  'txt',
  'md',
  'csv',
  'xls',
  'xlsx',
  'ods',
  'pptx',
  'odp',
  'html',
  'eml',
  'png',
  'jpeg',
  'tiff',
] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/**
 * A unit of text in reading order. `boilerplate` marks text that says nothing about the subject: running headers, attendance lists, receipt stamps. Search
 * should ignore or demote it.
 */
export type ExtractedBlock = { boilerplate?: true } & (
  | { kind: 'heading'; /** From 1 (document) to 6. */ level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list_item'; text: string }
  | { kind: 'table'; rows: string[][]; /** Whether the first row holds the column names. */ header: boolean }
)

export const RICH_MARKS = ['bold', 'italic', 'underline', 'strike', 'highlight', 'code', 'raised', 'lowered'] as const
export type RichMark = (typeof RICH_MARKS)[number]

/** Text with marks, or the text of a link. A line break is `\n`. */
export type RichTextSpan = { text: string; marks?: RichMark[]; link?: string }
/** Text, or a footnote called at this point. */
export type RichSpan = RichTextSpan | { note: RichTextSpan[] }

export const RICH_STYLES = ['body', 'visa', 'considerant', 'article'] as const
export const RICH_MARKERS = ['bullet', 'figure', 'parenthesis', 'none', 'continued'] as const
export const RICH_ALIGNS = ['left', 'center', 'right', null] as const

/** Block of a `rich` reading, in the form of `@parvis/written-document`. `header` has one cell per column, all empty when the table has no header. */
export type RichBlock =
  | { kind: 'heading'; level: number; text: RichSpan[] }
  | { kind: 'paragraph'; style: (typeof RICH_STYLES)[number]; text: RichSpan[] }
  | { kind: 'quote'; text: RichSpan[] }
  | { kind: 'item'; level: number; marker: (typeof RICH_MARKERS)[number]; start?: number; text: RichSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; aligns: (typeof RICH_ALIGNS)[number][]; header: RichSpan[][]; rows: RichSpan[][][] }
  | { kind: 'rule' }

export type ExtractedPage = {
  /** Page or slide number from 1. Null when the format has no pages (a sheet, a Word file never printed). */
  page: number | null
  /** Name of the sheet or slide. */
  label: string | null
  blocks: ExtractedBlock[]
  /** Whether the text was recognised in an image, and may contain errors. */
  ocr: boolean
}

export const WARNING_CODES = [
  'hidden_content',
  'page_damaged',
  'page_unread',
  'rows_truncated',
  'columns_truncated',
  'text_truncated',
  'comments_ignored',
  // Insertions and deletions that nobody has accepted or rejected: insertions are kept, deletions are left out.
  'changes_pending',
  'attachments_ignored',
  'hidden_sheet',
  // Rows, columns, slides or sections that the application hides.
  'hidden_rows',
  // Diagrams, charts, objects, notes: content that the warning lists because its text is not in the pages.
  'content_unread',
  // Text that is read although it is drawn struck through: it may be a deletion.
  'struck_text',
  // Formulas stored without a computed value.
  'formulas_without_value',
  'scan_uncertain',
  'other_content',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** Something to know about a document that was read. `message`: a French sentence. */
export type ExtractionWarning = { code: WarningCode; message: string }

export type ExtractedDocument = {
  format: DocumentFormat
  title: string | null
  pages: ExtractedPage[]
  warnings: ExtractionWarning[]
  /** Blocks of a `rich` reading, which has no pages. */
  rich?: RichBlock[]
}

export type FailureCode =
  | 'extraction.password'
  | 'extraction.damaged'
  | 'extraction.no_text'
  | 'extraction.unsupported'
  | 'extraction.type_mismatch'
  | 'extraction.too_big'
  | 'extraction.too_many_pages'
  | 'extraction.time'
  | 'extraction.memory'
  | 'extraction.empty'
  /** A `quick` or `text` reading needs more time, or character recognition. */
  | 'extraction.slow'

/** `reason` completes “Ce document n’a pas pu être lu : …” in French. */
export type ExtractionFailure = { code: FailureCode; reason: string }

export type ExtractionResult = { ok: true; document: ExtractedDocument } | { ok: false; failure: ExtractionFailure }

/** Picture encoded again with its pixels only: no metadata. */
export type EncodedPicture = { media_type: 'image/png' | 'image/jpeg'; width: number; height: number; bytes: Buffer }

export type PictureResult = { ok: true; picture: EncodedPicture } | { ok: false; failure: ExtractionFailure }

/** Reports progress. `done` and `total` count pages; formats without pages report nothing. */
export type ProgressListener = (done: number, total: number) => void

/** Text of one page recognised in its image; `confidence` from 0 to 100. */
export type RecognisedPage = { page: number; text: string; confidence: number }

export type ExtractionOptions = {
  signal: AbortSignal
  /** Owner of the file. A process that has read the file of one owner, and may have been compromised by it, never reads the file of another. */
  owner?: string | null
  onProgress?: ProgressListener
  /**
   * How long to try. `quick`: in a separate process, never queued behind a long reading; fails with `extraction.slow` after a few seconds or at the first
   * scanned page. `text`: with the full time; fails with `extraction.slow` at its end or at the first scanned page. `whole` (default): with character
   * recognition.
   */
  effort?: 'quick' | 'text' | 'whole'
  /** Whether to read a Word or OpenDocument text as rich blocks, to be written in. Other formats fail with `extraction.unsupported`. */
  rich?: boolean
  /** Pages recognised by an earlier reading of the same file, which are not recognised again. */
  recognisedPages?: readonly RecognisedPage[]
  /** Called with each page once it is recognised, and the milliseconds that it took. */
  onRecognised?(page: RecognisedPage, ms: number): void
}

export type TextExtractor = {
  /**
   * Reads one file. A bad file gives a failure, not an exception. Rejects when `signal` aborts (with its reason), when the path cannot be read, when the
   * system kills the reading, and when the extractor is closed: a retry may then succeed. Only the extension of `original_filename` is used, never as a
   * path.
   */
  extract(file: { path: string; original_filename: string }, options: ExtractionOptions): Promise<ExtractionResult>
  /**
   * Encodes a picture (PNG, JPEG, TIFF) again, with its pixels only, 2,048 at most on the long side. In the process of quick readings. A bad file gives a
   * failure; rejects as `extract`.
   */
  encodePicture(file: { path: string; original_filename: string }, options: Pick<ExtractionOptions, 'signal' | 'owner'>): Promise<PictureResult>
  /**
   * Format on which the first bytes (4 kB are enough) and the extension agree; null when they contradict each other or are unknown. The whole structure is
   * only checked by `extract`.
   */
  detect(head: Uint8Array, original_filename: string): DocumentFormat | null
  /** Peak memory of the current reading process, in bytes. 0 when none runs or the system does not report it. */
  peakBytes(): Promise<number>
  /** Commands that confine the reading process on this system: `unshare`, `setpriv`, both or none. */
  confinedBy(): Promise<string[]>
  /** Ends the child process, if any. */
  close(): Promise<void>
}
