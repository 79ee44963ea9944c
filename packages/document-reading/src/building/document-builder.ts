import { markBoilerplate } from '../text/boilerplate.ts'
import { cleanText, looksDeliberate, noHiddenCharacters } from '../text/clean-text.ts'
import { ExtractionError } from '../failure.ts'
import { MIN_BLOCK_CHARACTERS, type ExtractionLimits } from '../limits.ts'
import type { ExtractedBlock, ExtractedDocument, ExtractedPage, ExtractionWarning, DocumentFormat, WarningCode } from '../port.ts'

/** Thrown when the document exceeds the character limit. The text read so far is still returned. */
export class TextLimitReached extends Error {}

/** Maximum length, in characters, of a page label or of a title taken from a heading. */
const MAX_LABEL_LENGTH = 200
const MAX_WARNING_LENGTH = 1_000
const HIDDEN_CONTENT = 'Contenu masqué détecté : du texte invisible à la lecture a été écarté.'
/** Maximum number of warnings of one document. */
const MAX_WARNINGS = 200

/** Truncates a text. Half of a surrogate pair is replaced, because the database refuses it. */
const truncate = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed()

type PageOptions = { label?: string | null; ocr?: boolean }

/** Output of every parser. Cleans the texts, limits their total length, counts hidden characters and enforces the soft deadline. */
export type DocumentBuilder = {
  readonly limits: ExtractionLimits
  /**
   * Starts a page; blocks are added to the last page started.
   * @throws {ExtractionError} `extraction.too_many_pages`, or `extraction.time` past the soft deadline
   */
  page(number: number | null, options?: PageOptions): void
  /** Sets to null all the page numbers given so far, when the file does not say where its pages end: a wrong number is worse than none. */
  forgetPageNumbers(): void
  heading(level: number, text: string): void
  /**
   * Adds a paragraph. `boilerplate` marks a repeated header or footer. `atStart` puts it before the blocks added without this option, for a header read
   * after the body.
   */
  paragraph(text: string, options?: { boilerplate?: boolean; atStart?: boolean }): void
  listItem(text: string): void
  /** Adds a table. `header`: the first row holds the column names; guessed from the cells by default. */
  table(rows: string[][], options?: { header?: boolean }): void
  /** Adds a warning, unless the document already has the same one or `MAX_WARNINGS` others. */
  warn(code: WarningCode, message: string): void
  /** Warns that some text beyond the column limit was not read. */
  moreColumns(): void
  /** Records that text invisible to a reader of the document was dropped; `finish` warns of it. */
  hiddenText(): void
  /** Records a text that is read although it is struck through; one warning quotes the first ones. */
  struckText(text: string): void
  title(text: string | undefined | null): void
  /** @throws {ExtractionError} `extraction.time` past the soft deadline */
  checkTime(): void
  /** Postpones the soft deadline, in milliseconds: character recognition has its own time limit. */
  extendTime(ms: number): void
  /** Number of characters written so far, as counted for the limit. */
  size(): number
  finish(format: DocumentFormat): ExtractedDocument
}

/** Creates an empty document. `now` returns milliseconds. */
export function createDocumentBuilder(limits: ExtractionLimits, now: () => number = () => performance.now()): DocumentBuilder {
  let deadline = now() + limits.softMs
  const pages: ExtractedPage[] = []
  const openingBlocks: ExtractedBlock[] = []
  const warnings: ExtractionWarning[] = []
  const hiddenCharacters = noHiddenCharacters()
  let title: string | null = null
  let characters = 0
  let hiddenTextSeen = false
  const struckText = createStruckText()

  const clean = (text: string) => cleanText(text, hiddenCharacters)
  const add = (block: ExtractedBlock, size: number, atStart = false) => {
    if (pages.length === 0) pages.push({ page: null, label: null, blocks: [], ocr: false })
    if ((characters += Math.max(size, MIN_BLOCK_CHARACTERS)) > limits.characters) throw new TextLimitReached()
    ;(atStart ? openingBlocks : pages.at(-1)!.blocks).push(block)
  }

  const builder: DocumentBuilder = {
    limits,
    page(number, { label = null, ocr = false } = {}) {
      if (pages.length >= limits.pages) throw tooManyPages(limits)
      builder.checkTime()
      pages.push({ page: number, label: truncate(clean(label ?? ''), MAX_LABEL_LENGTH) || null, blocks: [], ocr })
    },
    forgetPageNumbers() {
      for (const page of pages) page.page = null
    },
    heading(level, raw) {
      const text = clean(raw).replace(/\n/g, ' ')
      if (text) add(headingOrParagraph(level, text), text.length)
    },
    paragraph(raw, { boilerplate = false, atStart = false } = {}) {
      const text = clean(raw)
      if (text) add({ kind: 'paragraph', text, ...(boilerplate ? { boilerplate: true as const } : {}) }, text.length, atStart)
    },
    listItem(raw) {
      const text = clean(raw).replace(/^[•▪◦‣·●○➢➤\uF0B7\uF0A7]\s*/u, '')
      if (text) add({ kind: 'list_item', text }, text.length)
    },
    table(rawRows, { header } = {}) {
      if (rawRows.some((row) => row.length > limits.columns && row.slice(limits.columns).some((cell) => cell.trim()))) builder.moreColumns()
      const { rows, size, isWhole } = rowsWithin(rawRows, limits.columns, limits.characters - characters, clean)
      if (rows.length > 0) add({ kind: 'table', rows, header: header ?? looksLikeHeader(rows) }, size)
      if (!isWhole) throw new TextLimitReached()
    },
    warn(code, sentence) {
      // The message may quote a name from the file. Hidden characters of that name are not hidden text of the document.
      const message = truncate(cleanText(sentence, noHiddenCharacters()), MAX_WARNING_LENGTH)
      if (warnings.length < MAX_WARNINGS && !warnings.some((w) => w.code === code && w.message === message)) warnings.push({ code, message })
    },
    moreColumns() {
      builder.warn('columns_truncated', `Seules les ${limits.columns.toLocaleString('fr-FR')} premières colonnes ont été lues.`)
    },
    hiddenText() {
      hiddenTextSeen = true
    },
    struckText: struckText.add,
    title(text) {
      const candidate = clean(text ?? '').replace(/\n/g, ' ')
      if (title === null && isUsableTitle(candidate)) title = candidate
    },
    checkTime() {
      if (now() > deadline) throw new ExtractionError('extraction.time')
    },
    extendTime(ms) {
      deadline += ms
    },
    size: () => characters,
    finish(format) {
      if (hiddenTextSeen || looksDeliberate(hiddenCharacters)) builder.warn('hidden_content', HIDDEN_CONTENT)
      struckText.warn(builder)
      if (pages[0]) pages[0].blocks = openingBlocks.concat(pages[0].blocks)
      markBoilerplate(pages)
      const filledPages = pages.filter((page) => page.blocks.length > 0)
      return { format, title: title ?? firstHeading(filledPages), pages: filledPages, warnings }
    },
  }
  return builder
}

/** Maximum length of a heading, in characters. A longer one is an enlarged paragraph. */
const MAX_HEADING_LENGTH = 300

function headingOrParagraph(level: number, text: string): ExtractedBlock {
  if (text.length > MAX_HEADING_LENGTH) return { kind: 'paragraph', text }
  return { kind: 'heading', level: Math.min(Math.max(Math.round(level), 1), 6), text }
}

/** Cleans the rows and drops empty ones. Stops before the first row that exceeds `room`, in characters. */
function rowsWithin(rawRows: string[][], columns: number, room: number, clean: (text: string) => string) {
  const rows: string[][] = []
  let size = 0
  for (const rawRow of rawRows) {
    const row = rawRow.slice(0, columns).map(clean)
    while (row.length > 0 && row.at(-1) === '') row.pop()
    if (row.length === 0) continue
    const rowSize = row.reduce((sum, cell) => sum + cell.length + 1, 0)
    if (size + rowSize > room) return { rows, size, isWhole: false }
    size += rowSize
    rows.push(row)
  }
  return { rows, size, isWhole: true }
}

/** Number of rows from which a first row of distinct short texts counts as a header, whatever the rows below hold. */
const MIN_HEADER_ROWS = 5

/**
 * Whether the first row names the columns. All its cells must be filled, distinct, shorter than 120 characters and not numeric. It must also have a mostly
 * numeric column below it, or be in a table of at least `MIN_HEADER_ROWS` rows.
 */
export function looksLikeHeader(rows: string[][]): boolean {
  const [first, ...rest] = rows
  if (!first || rest.length === 0 || first.length < 2) return false
  const isTextOnly = first.every((cell) => cell !== '' && cell.length < 120 && !isNumeric(cell))
  if (!isTextOnly || new Set(first).size !== first.length) return false
  if (rows.length >= MIN_HEADER_ROWS) return true
  return first.some((_, column) => {
    const cellsBelow = rest.map((row) => row[column] ?? '').filter(Boolean)
    return cellsBelow.length > 0 && cellsBelow.filter((cell) => isNumeric(cell)).length > cellsBelow.length / 2
  })
}

const FIGURES = String.raw`[-+\d\s.,/%€:]+`
/** Pattern of a unit in one short word: « mois », « ETP », « €/m² », « k€ », « kWh ». A capitalised word is often a name: « 34000 Sète ». */
const UNIT = String.raw`(?:[\p{Ll}€$£°][\p{L}€²³/]{0,6}|m[23]|[A-Z]{1,3}|(?:[KM]|Md)€|[KMGT]o|[MGT]Wh)`
/** Pattern of column names that look like numbers: « 1er », « 3A », « 2024 réel ». */
const NUMBER_LIKE_NAME = String.raw`\d+(?:ère?|er|ème|e|è|nde?|[A-Z])s?$|(?:19|20)\d\d\s(?!HT$|TTC$)\p{L}+$`
const NUMERIC = new RegExp(
  String.raw`^(?!${NUMBER_LIKE_NAME})(?:(?:CHF|EUR|USD|GBP|[$£\u2190-\u2BFF])?${FIGURES}${UNIT}?(?:\s(?:HT|TTC))?|\d+\s?h\s?\d\d)$`,
  'u',
)

/** Whether a cell is a number, an amount, a date or a time, with or without a unit. */
function isNumeric(cell: string): boolean {
  return cell.length < 40 && /\d/.test(cell) && NUMERIC.test(cell)
}

function isUsableTitle(text: string): boolean {
  return (
    text.length > 3 &&
    text.length <= 200 &&
    !/^(microsoft word|untitled|sans titre|sans nom|document\s?\d*$|diapositive|powerpoint)/i.test(text) &&
    !/\.(docx?|odt|pdf|rtf|xlsx?|pptx?)$/i.test(text)
  )
}

/** Headings found on every council decision, useless as a title. */
const GENERIC_HEADINGS = /^(séance|extrait du registre|délibération|république française|mairie de|ville de|conseil municipal)\b/i

function firstHeading(pages: ExtractedPage[]): string | null {
  for (const page of pages.slice(0, 3)) {
    for (const block of page.blocks)
      if (block.kind === 'heading' && block.level <= 2 && !GENERIC_HEADINGS.test(block.text)) return truncate(block.text, MAX_LABEL_LENGTH)
  }
  return null
}

export function tooManyPages(limits: ExtractionLimits): ExtractionError {
  return new ExtractionError('extraction.too_many_pages', `plus de ${limits.pages.toLocaleString('fr-FR')} pages`)
}

/** Maximum number of passages quoted in the warning; the others are counted. */
const MAX_QUOTED = 5

/** Maximum length of a quoted passage, in characters. */
const MAX_LENGTH = 60

/** Collects the texts that are drawn struck through, for one warning. They stay in the document: only the author knows whether they are deleted. */
function createStruckText() {
  const quotedTexts = new Set<string>()
  let count = 0
  return {
    add(text: string): void {
      const passage = text.replace(/\s+/g, ' ').trim()
      if (passage === '') return
      count++
      if (quotedTexts.size < MAX_QUOTED) quotedTexts.add(passage.length > MAX_LENGTH ? `${passage.slice(0, MAX_LENGTH)}…` : passage)
    },
    warn(builder: DocumentBuilder): void {
      if (count === 0) return
      const passages = [...quotedTexts].map((passage) => `« ${passage} »`).join(', ')
      builder.warn('struck_text', `Texte barré, lu comme le reste : ${passages}${count > quotedTexts.size ? ' et d’autres' : ''}. Vérifiez s’il est supprimé.`)
    },
  }
}
