/**
 * What the application knows of text extraction: a file goes in, blocks of text with their page
 * come out, or a reason in French that the person can act on.
 */

export const FORMATS = [
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
export type Format = (typeof FORMATS)[number]

/**
 * A unit of text in reading order. `boilerplate` marks text that is kept but says nothing about the
 * subject: running headers, attendance lists, receipt stamps. Search should ignore or demote it.
 */
export type ExtractedBlock = { boilerplate?: true } & (
  | { kind: 'heading'; /** 1 (document) to 6 */ level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list_item'; text: string }
  | { kind: 'table'; rows: string[][]; /** the first row names the columns */ header: boolean }
)

export type ExtractedPage = {
  /** Page or slide number from 1; null where the format has no pages (a Word file never printed, a sheet). */
  page: number | null
  /** Name of the sheet or of the slide. */
  label: string | null
  blocks: ExtractedBlock[]
  /** The text was read from an image and may hold errors. */
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
  'attachments_ignored',
  'hidden_sheet',
  // Rows, columns, slides or sections that the application does not show.
  'hidden_rows',
  // Diagrams, charts, objects, notes: content that is named here because its text is not in the pages.
  'content_unread',
  // Text that is read although it is drawn struck through: it may be a deletion.
  'struck_text',
  // Formulas stored without a computed value.
  'formulas_without_value',
  'scan_uncertain',
  'other_content',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** Something the person should know although the document was read. `message` is a French sentence. */
export type ExtractionWarning = { code: WarningCode; message: string }

export type ExtractedDocument = {
  format: Format
  title: string | null
  pages: ExtractedPage[]
  warnings: ExtractionWarning[]
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
  /** Asked to be quick, or to recognise nothing: this one takes longer, or holds images of text. */
  | 'extraction.slow'

/** `reason` completes “Ce document n’a pas pu être lu : …” in French. */
export type ExtractionFailure = { code: FailureCode; reason: string }

export type ExtractionResult = { ok: true; document: ExtractedDocument } | { ok: false; failure: ExtractionFailure }

/** `done` and `total` count pages; a format without pages reports nothing. */
export type ProgressListener = (done: number, total: number) => void

/** The text of one page read from its image; `confidence` from 0 to 100. */
export type RecognisedPage = { page: number; text: string; confidence: number }

export type ExtractionOptions = {
  signal: AbortSignal
  /** Whose file it is: a process that has read somebody's, and may have been captured by it, never reads somebody else's. */
  owner?: string | null
  onProgress?: ProgressListener
  /**
   * `quick`: beside the others, never behind a long reading, and given up after a few seconds or at the first image of text
   * with `extraction.slow`. `text`: within the time of a document, given up at its end or at the first image of text with
   * `extraction.slow`.
   */
  effort?: 'quick' | 'text' | 'whole'
  /** Pages recognised by an earlier reading of the same file, which are not looked at again. */
  recognised?: readonly RecognisedPage[]
  /** Told of each page as it is recognised, with the milliseconds that it took. */
  onRecognised?(page: RecognisedPage, ms: number): void
}

export type TextExtractor = {
  /**
   * Reads one file. A bad file is an answer, not an exception. Rejects when `signal` aborts (with its
   * reason), when the path cannot be read, when the system kills the reading, and when the extractor
   * is closed: the document may then be tried again. `original_filename` is read for its extension alone, never as a path.
   */
  extract(file: { path: string; original_filename: string }, options: ExtractionOptions): Promise<ExtractionResult>
  /**
   * The format announced by the first bytes (4 kB are enough) together with the extension, or null
   * when the two contradict each other or are unknown. The whole structure is checked by `extract`.
   */
  detect(head: Uint8Array, original_filename: string): Format | null
  /** The most memory, in bytes, that the process reading now has held; 0 when none runs or the system does not tell. */
  peakBytes(): Promise<number>
  /** What the kernel of this system adds to the confinement of the reading process: `unshare`, `setpriv`, both or nothing. */
  confinedBy(): Promise<string[]>
  /** Ends the child process, if any. */
  close(): Promise<void>
}
