import type { ExtractedBlock, ExtractedDocument, ExtractedPage } from '@parvis/document-reading'
import { splitSentences } from '../language/sentences.ts'

/** A passage of a document: the unit of search and of citation. */
export type Passage = {
  /** Index in the document, from 0, without gaps. */
  position: number
  page_from: number | null
  page_to: number | null
  /** Headings above the passage, outermost first, after the name of the sheet or slide if there is one. */
  section_path: string[]
  /** Text shown and quoted. */
  text: string
  /** Text indexed: `text` without boilerplate, preceded by the last sentence of the previous passage. */
  search_text: string
}

type ChunkOptions = { target: number; maxTokens: number; minTokens: number }

/** Default sizes of passages, in estimated tokens. */
export const defaultChunkOptions: ChunkOptions = { target: 260, maxTokens: 400, minTokens: 60 }
const MAX_OVERLAP_TOKENS = 60
/**
 * Number of passages from which a heading no longer opens a short passage: tiny sections then share one, because each passage costs as much as a long one.
 */
const MAX_SHORT_PASSAGES = 5_000

/** Estimates the number of tokens of a language model, about 1.0 of the real count on prose and on tables (one token per digit). */
export const estimateTokens = (text: string): number => {
  let digits = 0
  let signs = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) digits++
    else if ((code > 32 && code < 48) || (code > 57 && code < 65) || code === 124) signs++
  }
  return Math.ceil((text.length - digits - signs) / 4.3 + digits + signs * 0.8)
}

type ChunkUnit = {
  text: string
  size: number
  page: number | null
  sheetOrSlide: string | null
  path: string[]
  isBoilerplate: boolean
  header?: string
  level?: number
}

/** Pattern of a word, or of digits separated by blanks (« 12 500 »). Longer ones are cut every 400 characters. */
const WORDS = /(?:\S|(?<=\d)\s(?=\d)){1,400}(?:\s+|$)|\S{1,400}/gu

/** Splits a text without sentences between words, never inside a number. */
const splitBetweenWords = (text: string, longest: number): string[] => {
  const parts: string[] = []
  let current = ''
  let size = 0
  for (const [word] of text.matchAll(WORDS)) {
    const wordTokens = estimateTokens(word)
    if (current && size + wordTokens > longest) {
      parts.push(current.trim())
      current = ''
      size = 0
    }
    current += word
    size += wordTokens
  }
  if (current) parts.push(current.trim())
  return parts
}

/** Splits a text into parts of at most `longest` estimated tokens: between sentences, or between words inside a long sentence. */
export const splitText = (text: string, longest: number): string[] =>
  estimateTokens(text) <= longest
    ? [text]
    : splitSentences(text).flatMap((sentence) => (estimateTokens(sentence) <= longest ? [sentence] : splitBetweenWords(sentence, longest)))

/** Texts of a block, each of at most `longest` estimated tokens (one per row for a table), and the header to repeat on each part of a table. */
export const blockTexts = (block: Exclude<ExtractedBlock, { kind: 'heading' }>, longest: number): { texts: string[]; header?: string } => {
  if (block.kind !== 'table') return { texts: splitText(block.kind === 'list_item' ? `- ${block.text}` : block.text, longest) }
  const lines = block.rows.map((row) => row.map((cell) => cell.trim()).join(' | ')).filter((line) => /[^\s|]/.test(line))
  const header = block.header ? lines[0] : undefined
  const texts = lines.flatMap((line) => splitText(line, longest))
  return header !== undefined && estimateTokens(header) <= longest / 3 ? { texts, header } : { texts }
}

/** Name of a sheet or slide: « Feuille « Budget » », « Diapositive 3 « Bilan » ». Null for a page of text. */
export const sheetOrSlideName = (format: ExtractedDocument['format'], { page, label }: Pick<ExtractedPage, 'page' | 'label'>): string | null => {
  const quotedLabel = label === null ? '' : `«\u00a0${label}\u00a0»`
  if (page !== null && (format === 'pptx' || format === 'odp')) return `Diapositive\u00a0${page} ${quotedLabel}`.trim()
  return label === null ? null : `Feuille ${quotedLabel}`
}

const toUnits = (document: ExtractedDocument, longest: number): ChunkUnit[] => {
  const units: ChunkUnit[] = []
  const path: string[] = []
  let place: string | null = null
  for (const page of document.pages) {
    const currentSheetOrSlide = sheetOrSlideName(document.format, page)
    // Headings of a sheet do not apply to the next one.
    if (currentSheetOrSlide !== place) path.length = 0
    place = currentSheetOrSlide
    const headingLines = place === null ? [] : [place]
    for (const block of page.blocks) {
      const isBoilerplate = block.boilerplate === true
      if (block.kind === 'heading') {
        if (!isBoilerplate) {
          path.length = Math.min(path.length, block.level - 1)
          path[block.level - 1] = block.text
        }
        units.push({
          text: block.text,
          size: estimateTokens(block.text),
          page: page.page,
          sheetOrSlide: place,
          path: [...headingLines, ...path.filter(Boolean)],
          isBoilerplate,
          ...(isBoilerplate ? {} : { level: block.level }),
        })
        continue
      }
      const { texts, header } = blockTexts(block, longest)
      for (const text of texts) {
        if (!text.trim()) continue
        units.push({
          text,
          size: estimateTokens(text),
          page: page.page,
          sheetOrSlide: place,
          path: [...headingLines, ...path.filter(Boolean)],
          isBoilerplate,
          ...(header === undefined ? {} : { header }),
        })
      }
    }
  }
  return units
}

/**
 * Splits a document into passages. A new passage begins at a sheet or slide, at a heading of level 1 or 2 (while there are fewer than
 * `MAX_SHORT_PASSAGES`), and at any heading once the passage is long enough. Otherwise it ends between sentences near `target`. It never exceeds
 * `longest` plus its table header or headings. Table rows repeat their header.
 */
export const chunkDocument = (document: ExtractedDocument, options: ChunkOptions = defaultChunkOptions): Passage[] => {
  const passages: Passage[] = []
  let parts: ChunkUnit[] = []
  let size = 0
  let hasBody = false
  let before = ''

  const close = (): void => {
    const body = parts.filter((part) => part.level === undefined)
    if (parts.length > 0) {
      const pages = parts.map((part) => part.page).filter((page) => page !== null)
      const path = (body[0] ?? parts.at(-1)!).path
      const first = parts.findIndex((part) => part.level === undefined || !path.includes(part.text))
      const shownUnits = first < 0 ? parts : parts.slice(first)
      const indexed = shownUnits
        .filter((part) => !part.isBoilerplate)
        .map((part) => part.text)
        .join('\n')
      passages.push({
        position: passages.length,
        page_from: pages.length > 0 ? Math.min(...pages) : null,
        page_to: pages.length > 0 ? Math.max(...pages) : null,
        section_path: path,
        text: shownUnits.map((part) => part.text).join('\n'),
        search_text: indexed && before ? `${before}\n${indexed}` : indexed,
      })
      const end = body.at(-1)
      const last = end && !end.isBoilerplate ? (splitSentences(end.text).at(-1) ?? '') : ''
      before = estimateTokens(last) > MAX_OVERLAP_TOKENS ? '' : last
    }
    parts = []
    size = 0
    hasBody = false
  }

  for (const unit of toUnits(document, options.maxTokens)) {
    if (parts.length > 0 && parts[0]!.sheetOrSlide !== unit.sheetOrSlide) {
      close()
      before = ''
    }
    if (unit.level !== undefined) {
      const opens = size >= options.minTokens || (unit.level <= 2 && passages.length < MAX_SHORT_PASSAGES)
      if (hasBody && opens) {
        close()
        before = ''
      }
    } else if (hasBody && size >= options.minTokens && size + unit.size > options.target) {
      close()
      if (unit.header !== undefined && unit.header !== unit.text) {
        parts.push({ ...unit, text: unit.header, size: estimateTokens(unit.header) })
        size += estimateTokens(unit.header)
      }
    }
    parts.push(unit)
    size += unit.size
    hasBody ||= unit.level === undefined
  }
  close()
  return passages
}
