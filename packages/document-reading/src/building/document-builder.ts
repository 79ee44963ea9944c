import { markBoilerplate } from '../text/boilerplate.ts'
import { cleanText, looksDeliberate, noHiddenCharacters } from '../text/clean-text.ts'
import { ExtractionError } from '../failure.ts'
import { SMALLEST_BLOCK, type ExtractionLimits } from '../limits.ts'
import { createStruckText } from './struck-text.ts'
import type { ExtractedBlock, ExtractedDocument, ExtractedPage, ExtractionWarning, Format, WarningCode } from '../port.ts'

/** Thrown when the document has given all the text we accept: what was read so far is kept. */
export class TextLimitReached extends Error {}

/** Names of sheets, slides and attachments are whatever the file says. */
const LONGEST_LABEL = 200
const LONGEST_WARNING = 1_000
const HIDDEN_CONTENT = 'Contenu masqué détecté : du texte invisible à la lecture a été écarté.'
/** Largest number of warnings of one document. */
const MAX_WARNINGS = 200

/** The database keeps no half of a character. */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()

type PageOptions = { label?: string | null; ocr?: boolean }

/**
 * Where every parser writes. It cleans texts, bounds their total, counts hidden characters, and
 * checks the soft deadline, so that no parser has to.
 */
export type DocumentBuilder = {
  readonly limits: ExtractionLimits
  /** Starts a page; blocks go to the last one started. Throws beyond the page limit. */
  page(number: number | null, options?: PageOptions): void
  /** Forgets the numbers given so far: the file does not say where its pages end. A wrong page is worse than none. */
  forgetPageNumbers(): void
  heading(level: number, text: string): void
  /** `atStart` puts it before all that is not: a header is known once the body has been read. */
  paragraph(text: string, options?: { boilerplate?: boolean; atStart?: boolean }): void
  listItem(text: string): void
  /** `header` says that the first row names the columns; left out, it is guessed from the cells. */
  table(rows: string[][], options?: { header?: boolean }): void
  /** Same code, same sentence: written once. */
  warn(code: WarningCode, message: string): void
  /** Some texts stand beyond the last column that is kept. */
  moreColumns(): void
  /** Some text was dropped because a reader of the document would not see it. */
  hiddenText(): void
  /** Notes a text that is read although it is struck through: one warning names the first ones. */
  struckText(text: string): void
  title(text: string | undefined | null): void
  /** Throws `extraction.time` past the soft deadline. */
  checkTime(): void
  /** Moves the soft deadline, in milliseconds: the time of character recognition is counted apart. */
  extendTime(ms: number): void
  /** Characters written so far, as the limit counts them. */
  size(): number
  finish(format: Format): ExtractedDocument
}

/** An empty document being written. `now` and the deadline are in milliseconds. */
export function createDocumentBuilder(limits: ExtractionLimits, now: () => number = () => performance.now()): DocumentBuilder {
  let deadline = now() + limits.softMs
  const pages: ExtractedPage[] = []
  const opening: ExtractedBlock[] = []
  const warnings: ExtractionWarning[] = []
  const hidden = noHiddenCharacters()
  let title: string | null = null
  let characters = 0
  let hiddenTextSeen = false
  const struck = createStruckText()

  const clean = (text: string) => cleanText(text, hidden)
  const add = (block: ExtractedBlock, size: number, atStart = false) => {
    if (pages.length === 0) pages.push({ page: null, label: null, blocks: [], ocr: false })
    if ((characters += Math.max(size, SMALLEST_BLOCK)) > limits.characters) throw new TextLimitReached()
    ;(atStart ? opening : pages.at(-1)!.blocks).push(block)
  }

  const builder: DocumentBuilder = {
    limits,
    page(number, { label = null, ocr = false } = {}) {
      if (pages.length >= limits.pages) throw tooManyPages(limits)
      builder.checkTime()
      pages.push({ page: number, label: cut(clean(label ?? ''), LONGEST_LABEL) || null, blocks: [], ocr })
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
      // It may name what the file names. What hides in such a name is no text of the document.
      const message = cut(cleanText(sentence, noHiddenCharacters()), LONGEST_WARNING)
      if (warnings.length < MAX_WARNINGS && !warnings.some((w) => w.code === code && w.message === message)) warnings.push({ code, message })
    },
    moreColumns() {
      builder.warn('columns_truncated', `Seules les ${limits.columns.toLocaleString('fr-FR')} premières colonnes ont été lues.`)
    },
    hiddenText() {
      hiddenTextSeen = true
    },
    struckText: struck.add,
    title(text) {
      const candidate = clean(text ?? '').replace(/\n/g, ' ')
      if (title === null && isTitle(candidate)) title = candidate
    },
    checkTime() {
      if (now() > deadline) throw new ExtractionError('extraction.time')
    },
    extendTime(ms) {
      deadline += ms
    },
    size: () => characters,
    finish(format) {
      if (hiddenTextSeen || looksDeliberate(hidden)) builder.warn('hidden_content', HIDDEN_CONTENT)
      struck.warn(builder)
      if (pages[0]) pages[0].blocks = opening.concat(pages[0].blocks)
      markBoilerplate(pages)
      const kept = pages.filter((page) => page.blocks.length > 0)
      return { format, title: title ?? firstHeading(kept), pages: kept, warnings }
    },
  }
  return builder
}

/** A heading as long as a paragraph is a paragraph that someone enlarged. */
const LONGEST_HEADING = 300

function headingOrParagraph(level: number, text: string): ExtractedBlock {
  if (text.length > LONGEST_HEADING) return { kind: 'paragraph', text }
  return { kind: 'heading', level: Math.min(Math.max(Math.round(level), 1), 6), text }
}

/** The rows that hold something, with their size, up to the first that has no room left. */
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

/** From this many rows, a first row of distinct short words is a header even above other words. */
const ENOUGH_ROWS = 5

/** A header row holds only distinct short words, above a column of numbers or dates or above many rows. */
export function looksLikeHeader(rows: string[][]): boolean {
  const [first, ...rest] = rows
  if (!first || rest.length === 0 || first.length < 2) return false
  const worded = first.every((cell) => cell !== '' && cell.length < 120 && !isNumeric(cell))
  if (!worded || new Set(first).size !== first.length) return false
  if (rows.length >= ENOUGH_ROWS) return true
  return first.some((_, column) => {
    const below = rest.map((row) => row[column] ?? '').filter(Boolean)
    return below.length > 0 && below.filter((cell) => isNumeric(cell)).length > below.length / 2
  })
}

const FIGURES = String.raw`[-+\d\s.,/%€:]+`
/** One short word: « mois », « ETP », « €/m² », « k€ », « kWh ». With a capital it is often a name: « 34000 Sète ». */
const UNIT = String.raw`(?:[\p{Ll}€$£°][\p{L}€²³/]{0,6}|m[23]|[A-Z]{1,3}|(?:[KM]|Md)€|[KMGT]o|[MGT]Wh)`
/** « 1er », « 3A », « 2024 réel »: columns are so called. */
const NAME = String.raw`\d+(?:ère?|er|ème|e|è|nde?|[A-Z])s?$|(?:19|20)\d\d\s(?!HT$|TTC$)\p{L}+$`
const NUMERIC = new RegExp(String.raw`^(?!${NAME})(?:(?:CHF|EUR|USD|GBP|[$£\u2190-\u2BFF])?${FIGURES}${UNIT}?(?:\s(?:HT|TTC))?|\d+\s?h\s?\d\d)$`, 'u')

/** Numbers, amounts, dates and times, with their unit. */
function isNumeric(cell: string): boolean {
  return cell.length < 40 && /\d/.test(cell) && NUMERIC.test(cell)
}

function isTitle(text: string): boolean {
  return (
    text.length > 3 &&
    text.length <= 200 &&
    !/^(microsoft word|untitled|sans titre|sans nom|document\s?\d*$|diapositive|powerpoint)/i.test(text) &&
    !/\.(docx?|odt|pdf|rtf|xlsx?|pptx?)$/i.test(text)
  )
}

/** Headings that every act of a council bears. */
const UNTELLING = /^(séance|extrait du registre|délibération|république française|mairie de|ville de|conseil municipal)\b/i

function firstHeading(pages: ExtractedPage[]): string | null {
  for (const page of pages.slice(0, 3)) {
    for (const block of page.blocks) if (block.kind === 'heading' && block.level <= 2 && !UNTELLING.test(block.text)) return cut(block.text, LONGEST_LABEL)
  }
  return null
}

export function tooManyPages(limits: ExtractionLimits): ExtractionError {
  return new ExtractionError('extraction.too_many_pages', `plus de ${limits.pages.toLocaleString('fr-FR')} pages`)
}
