import { isReceiptStamp } from '../text/boilerplate.ts'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { joinLines, type Vocabulary } from '../text/join-lines.ts'
import type { PdfLine } from './lines.ts'
import { findTables } from './tables.ts'

/** A page without tags, as lines with their geometry. */
export type LinePage = { lines: PdfLine[]; /** In points. */ height: number }

/**
 * Typography of the document, measured on all pages before any is written. `headingLevel` returns a heading level, 0 for none. `isRunning`: the line is a
 * running header or footer.
 */
type Typography = { headingLevel(line: PdfLine): number; isRunning(line: PdfLine, page: LinePage): boolean; vocabulary: Vocabulary }

const HEADING_RATIO = 1.12
const EDGE_SHARE = 0.1
const BULLET = /^([•\-–▪◦‣·■□☐☑☒➢\uF0B7\uF0A7]|\(?\d+[.)]|[a-z]\))\s|^\d{1,2}[.)](?=\p{Lu}\p{Ll})/u
/** Pattern of a bullet. A dash before a digit is a minus sign: « -12 % », « –5 °C ». */
const DASH_BULLET = /^(?:[•▪◦‣➢\uF0B7\uF0A7]|[–-](?!\d))\s*/u

/** Measures the sizes of headings, and the texts repeated at the same edge of many pages. */
export function measureTypography(pages: LinePage[], vocabulary: Vocabulary): Typography {
  const sizes = new Map<number, number>()
  const edges = new Map<string, number>()
  for (const page of pages) {
    // Prose decides the body size: a long table in small type must not turn sentences into headings.
    for (const line of page.lines) sizes.set(roundedSize(line), (sizes.get(roundedSize(line)) ?? 0) + line.text.length * (isProse(line) ? 10 : 1))
    for (const key of new Set(page.lines.filter((line) => isAtEdge(line, page)).map(repetitionKey))) edges.set(key, (edges.get(key) ?? 0) + 1)
  }
  const body = [...sizes].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 10
  const headingSizes = [...sizes.keys()]
    .filter((size) => size > body * HEADING_RATIO)
    .sort((one, other) => other - one)
    .slice(0, 6)
  const minRepetitions = Math.max(3, pages.length * 0.4)
  return {
    vocabulary,
    headingLevel(line) {
      if (line.text.length >= 200 || !/\p{L}{2}/u.test(line.text)) return 0
      const size = roundedSize(line)
      return size > body * HEADING_RATIO ? headingSizes.indexOf(size) + 1 || headingSizes.length : 0
    },
    isRunning: (line, page) => pages.length >= 3 && isAtEdge(line, page) && (edges.get(repetitionKey(line)) ?? 0) >= minRepetitions,
  }
}

/** Writes a page: headings by size, tables by aligned cells, paragraphs by spacing, running headers and footers as boilerplate. */
export function writeLines(page: LinePage, typography: Typography, builder: DocumentBuilder): void {
  const tables = new Map(
    findTables(
      page.lines.map((line) => (typography.isRunning(line, page) || typography.headingLevel(line) ? { ...line, cells: [] } : line)),
      typography.vocabulary,
    ).map((table) => [table.from, table]),
  )
  let paragraph = ''
  let heading: { level: number; text: string } | null = null
  let previous: PdfLine | null = null

  const flush = () => {
    if (heading) writeHeading(heading, builder)
    if (DASH_BULLET.test(paragraph)) builder.listItem(paragraph.replace(DASH_BULLET, ''))
    else builder.paragraph(paragraph)
    heading = null
    paragraph = ''
  }

  for (let i = 0; i < page.lines.length; i++) {
    const line = page.lines[i]!
    if (isReceiptStamp(line.text)) {
      // A stamp may be beside a title: it does not interrupt it.
      builder.paragraph(line.text, { boilerplate: true })
      continue
    }
    if (typography.isRunning(line, page)) {
      flush()
      builder.paragraph(line.text, { boilerplate: true })
      continue
    }
    const table = tables.get(i)
    if (table) {
      flush()
      builder.table(table.rows)
      i = table.to - 1
      previous = null
      continue
    }
    const isNear = previous !== null && line.y >= previous.y && line.y - previous.y <= 1.67 * Math.max(line.height, previous.height)
    const level = typography.headingLevel(line)
    if (level) {
      if (heading && isNear && heading.level === level) heading.text = joinLines(heading.text, line.text, typography.vocabulary)
      else {
        flush()
        heading = { level, text: line.text }
      }
    } else if (!paragraph || !isNear || BULLET.test(line.text)) {
      flush()
      paragraph = line.text
    } else paragraph = joinLines(paragraph, line.text, typography.vocabulary)
    previous = line
  }
  flush()
}

/** Writes a heading, or a paragraph if it is a sentence in large type. */
function writeHeading({ level, text }: { level: number; text: string }, builder: DocumentBuilder): void {
  if (text.length > 200 || /[;,]$/.test(text) || (text.length > 80 && text.endsWith('.'))) builder.paragraph(text)
  else builder.heading(level, text)
}

function isProse({ cells, text }: PdfLine): boolean {
  return cells.length === 1 && text.length > 40
}

function isAtEdge(line: PdfLine, { height }: LinePage): boolean {
  return line.upright && (line.y < height * EDGE_SHARE || line.y > height * (1 - EDGE_SHARE))
}

function roundedSize(line: PdfLine): number {
  return Math.round(line.height * 2) / 2
}

/**
 * Key of lines with the same words at the same height, numbers ignored. A line without words, other than a page number, has a key of its own: it may be a
 * table row.
 */
function repetitionKey(line: PdfLine): string {
  const masked = line.text.replace(/\d+/g, '#')
  const isComparable = /\p{L}{3}/u.test(masked) || /^[\s#./|–-]+$/.test(masked)
  return isComparable ? `${masked}@${Math.round(line.y / 4)}` : `${line.text}@${line.y}`
}
