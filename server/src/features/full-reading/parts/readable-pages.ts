import type { Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { DocumentFormat } from '@parvis/document-reading'
import { estimateTokens } from '@parvis/french-search'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { RequestDays } from '../../chat/in-force/request-days.ts'
import { charactersPerToken } from '../../chat/share-context.ts'
import { scopeQuery, type SearchScope } from '../../../authorization/documents.ts'
import { sourceDateColumns, sourceDates } from '../../documents/present.ts'
import { loadReading, type StoredReading } from '../../documents/reading/stored-pages.ts'
import { piecesOf, type PagePiece } from './page-pieces.ts'

/** Limit of a reading: pages, and estimated tokens of text. */
export type ReadingLimit = { pages: number; tokens: number }

/** Maximum of any reading: beyond, the text fits neither one reply nor the memory of the process. */
export const maxReadingLimit: ReadingLimit = { pages: 3_000, tokens: 4_000_000 }

/** A document that is not read; `portion` names the portion when it is only a part: « pages 12 à 30 ». */
export type UnreadPart = {
  document: string
  portion: string | null
  /** Set when the document has no text: unreadable, or not read yet. */ isWithoutText?: true
}

export type ReadablePages = {
  /** Pages in order, numbered from 1 across all documents. A document without pages is split into pieces of about 2,000 characters. */
  pages: Source[]
  documents: { id: string; name: string; read_at: string }[]
  /** Ids of the documents in `pages` or `unread`. */
  ids: string[]
  /** Documents, or portions of them, missing from `pages`: beyond the limit, or never read. */
  unread: UnreadPart[]
  /** Warnings of the text extraction, as shown to the person (rows left out, hidden sheets). */
  warnings: string[]
}

type ReadableDocumentRow = {
  id: string
  name: string
  format: DocumentFormat
  read_at: string | null
  warnings: string[]
  dates: ReturnType<typeof sourceDates>
}

/**
 * Reads the text of the documents in force on a day, page by page, within a limit. The caller must have checked access to the scope.
 * @param requiresAll the pages are useful only if all fit: stops at the first document that does not, so `unread` is then incomplete
 */
export async function readablePages(
  db: Db,
  scope: SearchScope,
  days: RequestDays,
  limit: ReadingLimit = maxReadingLimit,
  requiresAll = false,
): Promise<ReadablePages> {
  const found: ReadablePages = { pages: [], documents: [], ids: [], unread: [], warnings: [] }
  let tokens = 0
  let isFull = false
  for (const document of await documentsOf(db, scope, days)) {
    found.ids.push(document.id)
    const maxCharacters = requiresAll ? (limit.tokens - tokens) * charactersPerToken : Infinity
    const reading: StoredReading | null = isFull || document.read_at === null ? null : await loadReading(db, document.id, maxCharacters)
    if (reading === null) {
      found.unread.push({ document: document.name, portion: null, ...(!isFull && { isWithoutText: true as const }) })
      continue
    }
    found.documents.push({ id: document.id, name: document.name, read_at: document.read_at! })
    found.warnings.push(...document.warnings)
    const pieces = piecesOf(document.format, reading.pages)
    const fitting = countFitting(pieces, { pages: limit.pages - found.pages.length, tokens: limit.tokens - tokens })
    isFull = reading.isLonger || fitting.count < pieces.length
    if (isFull) found.unread.push({ document: document.name, portion: fitting.count === 0 ? null : restSentence(pieces, fitting.count) })
    if (isFull && requiresAll) break
    tokens += fitting.tokens
    const passages = await passageIds(db, document.id, pieces)
    for (const [at, piece] of pieces.slice(0, fitting.count).entries()) found.pages.push(asSource(found.pages.length + 1, document, piece, passages[at]))
  }
  return found
}

/** Returns how many pieces fit in the remaining limit, from the first, and their tokens. */
function countFitting(pieces: readonly PagePiece[], limit: ReadingLimit): { count: number; tokens: number } {
  let tokens = 0
  let count = 0
  while (count < pieces.length && count < limit.pages) {
    const size = estimateTokens(pieces[count]!.text)
    if (tokens + size > limit.tokens) break
    tokens += size
    count += 1
  }
  return { count, tokens }
}

/** Returns the pages only, numbered from 1. */
export async function readPages(db: Db, scope: SearchScope, days: RequestDays): Promise<Source[]> {
  return (await readablePages(db, scope, days)).pages
}

const asSource = (number: number, document: ReadableDocumentRow, piece: PagePiece, passage_id: string | undefined): Source => ({
  number,
  document_id: document.id,
  document: document.name,
  ...document.dates,
  page: piece.page,
  section: piece.section,
  extract: piece.text,
  score: 1,
  ...(passage_id !== undefined && { passage_id }),
})

const restSentence = (pieces: readonly PagePiece[], from: number): string => {
  const page = pieces[from]?.page ?? null
  return page === null ? `les ${pieces.length - from}\u00a0derniers passages` : `à partir de la page\u00a0${page}`
}

async function documentsOf(db: Db, scope: SearchScope, { as_of, today }: RequestDays): Promise<ReadableDocumentRow[]> {
  const rows = await db
    .selectFrom('document')
    .where(sql<boolean>`id in (${scopeQuery(scope, as_of)})`)
    .orderBy('created_at')
    .orderBy('original_filename')
    .orderBy('id')
    .select(['id', 'original_filename as name', 'format', 'read_at', 'warnings', ...sourceDateColumns])
    .execute()
  return rows.map(({ id, name, format, read_at, warnings, ...dates }) => ({ id, name, format, read_at, warnings, dates: sourceDates(dates, today) }))
}

/** Maximum number of passages that the document viewer can open at once. */
const maxPassageRange = 50
/** Length of the beginning of a passage's first line that is enough to recognise it. */
const prefixLength = 60

/**
 * Returns, for each piece, the range of passages that opens the document there. The range of a page includes the passage that begins on an
 * earlier page and ends on it. Undefined while the document has no index.
 */
async function passageIds(db: Db, document_id: string, pieces: readonly PagePiece[]): Promise<(string | undefined)[]> {
  const passages = await db
    .selectFrom('passage')
    .innerJoin('document_index', 'document_index.index_no', 'passage.index_no')
    .where('passage.document_id', '=', document_id)
    .orderBy('passage.position')
    .select(['passage.position', 'passage.page_from', 'passage.page_to', 'passage.text'])
    .execute()
  const starts = startingPieces(pieces, passages)
  const byPlace = Map.groupBy(
    passages.flatMap(({ position, page_from, page_to }, rank) => placesOf(page_from, page_to, starts[rank]!).map((place) => ({ position, place }))),
    ({ place }) => place,
  )
  let last: number | undefined
  return pieces.map(({ page }, at) => {
    const own = byPlace.get(page ?? `piece ${at}`)?.slice(0, maxPassageRange)
    // A piece inside a longer passage opens at that passage.
    if (own === undefined) return last === undefined ? undefined : `${last}`
    const first = own[0]!.position
    last = own.at(-1)!.position
    return first === last ? `${first}` : `${first}-${last}`
  })
}

/** Returns the pages of a passage, or the piece where it begins in a document without pages. */
const placesOf = (page_from: number | null, page_to: number | null, start: number): (number | string)[] =>
  page_from === null ? [`piece ${start}`] : Array.from({ length: Math.max(page_to ?? page_from, page_from) - page_from + 1 }, (_, at) => page_from + at)

const comparable = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** Returns the piece in which each passage begins, recognised by its first line: both have the same lines in the same order. */
function startingPieces(pieces: readonly PagePiece[], passages: readonly { text: string }[]): number[] {
  const texts = pieces.map(({ text }) => comparable(text))
  let at = 0
  return passages.map(({ text }) => {
    const line = comparable(text.split('\n').find((one) => comparable(one) !== '') ?? '').slice(0, prefixLength)
    const ahead = texts.slice(at, at + 3).findIndex((held) => held.includes(line))
    at += Math.max(ahead, 0)
    return at
  })
}
