import { sql } from 'kysely'
import type { ExtractedBlock, ExtractedDocument, ExtractedPage } from '@parvis/document-reading'
import type { Db } from '../../../platform/db/schema/index.ts'

const rowsPerBlock = 100
const charactersPerPage = 20_000
/** Maximum pages and characters written by one statement: short enough for other requests to run in between. */
const pagesPerBatch = 20
const charactersPerBatch = 60_000

/** Counts the characters of a block. */
const sizeOf = (block: ExtractedBlock): number => (block.kind === 'table' ? block.rows.reduce((sum, row) => sum + row.join('').length, 0) : block.text.length)

/** Splits a long table into several, each with the header. */
function cutTable(block: ExtractedBlock): ExtractedBlock[] {
  if (block.kind !== 'table' || block.rows.length <= rowsPerBlock) return [block]
  const header = block.header ? block.rows.slice(0, 1) : []
  const rows = block.rows.slice(header.length)
  return Array.from({ length: Math.ceil(rows.length / rowsPerBlock) }, (_, i) => ({
    ...block,
    rows: [...header, ...rows.slice(i * rowsPerBlock, (i + 1) * rowsPerBlock)],
  }))
}

/** Splits pages to a size that a screen can show: a sheet of ten thousand rows becomes several pages with the same label. */
export function cutPages(pages: readonly ExtractedPage[]): ExtractedPage[] {
  return pages.flatMap((page) => {
    const parts: ExtractedPage[] = [{ ...page, blocks: [] }]
    let size = 0
    for (const block of page.blocks.flatMap(cutTable)) {
      const length = sizeOf(block)
      if (size > 0 && size + length > charactersPerPage) {
        parts.push({ ...page, blocks: [] })
        size = 0
      }
      parts.at(-1)!.blocks.push(block)
      size += length
    }
    return parts
  })
}

type NewReading = Pick<ExtractedDocument, 'title' | 'pages' | 'warnings'>

/** Returns the columns of `document` that summarise its text. */
const summaryOf = ({ title, pages, warnings }: NewReading) => ({
  title: title?.slice(0, 500) ?? null,
  page_count: pages.reduce((lastPage, { page }) => Math.max(lastPage, page ?? 0), 0) || null,
  warnings: JSON.stringify(warnings.map(({ message }) => message)),
})

/** Replaces the stored text of a document, in short statements. The last one sets `read_at`, once everything is stored. */
export async function storeReading(db: Db, document_id: string, reading: NewReading, signal: AbortSignal): Promise<void> {
  await db.updateTable('document').set({ read_at: null }).where('id', '=', document_id).execute()
  await db.deleteFrom('document_page').where('document_id', '=', document_id).execute()
  const rows = cutPages(reading.pages).map((page, position) => ({ ...page, position }))
  for (let index = 0; index < rows.length;) {
    signal.throwIfAborted()
    let end = index
    for (let size = 0; end < rows.length && end < index + pagesPerBatch && (end === index || size < charactersPerBatch); end += 1) {
      size += rows[end]!.blocks.reduce((sum, block) => sum + sizeOf(block), 0)
    }
    await sql`
      insert into document_page (document_id, position, page, label, ocr, blocks)
      select ${document_id}::uuid, r.position, r.page, r.label, r.ocr, r.blocks
      from jsonb_to_recordset(${JSON.stringify(rows.slice(index, end))}::jsonb) as r(position integer, page integer, label text, ocr boolean, blocks jsonb)`.execute(
      db,
    )
    index = end
  }
  await db
    .updateTable('document')
    .set({ ...summaryOf(reading), read_at: sql`now()` })
    .where('id', '=', document_id)
    .execute()
}

/**
 * Stores the text of short documents that have none yet, and marks them as indexed. Runs in the transaction that writes their passages, which must be
 * short.
 */
export async function storeFirstReadings(db: Db, readings: readonly (NewReading & { document_id: string })[]): Promise<void> {
  const pages = readings.flatMap(({ document_id, pages: documentPages }) =>
    cutPages(documentPages).map((page, position) => ({ ...page, document_id, position })),
  )
  await sql`
    insert into document_page (document_id, position, page, label, ocr, blocks)
    select r.document_id, r.position, r.page, r.label, r.ocr, r.blocks
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
      as r(document_id uuid, position integer, page integer, label text, ocr boolean, blocks jsonb)`.execute(db)
  const summaries = readings.map((reading) => ({ id: reading.document_id, ...summaryOf(reading) }))
  await sql`
    update document set title = r.title, page_count = r.page_count, warnings = r.warnings::jsonb, read_at = now(), state = 'indexe', state_reason = null
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as r(id uuid, title text, page_count integer, warnings text)
    where document.id = r.id`.execute(db)
}

export type StoredReading = Pick<ExtractedDocument, 'title' | 'pages'> & {
  /** Whether pages were left out because the text exceeds the requested size. */ isLonger: boolean
}

/**
 * Loads the stored text of a document, to index it without reading its file again. Null when it was not read to the end.
 * @param maxCharacters number of characters after which no more pages are loaded
 */
export async function loadReading(db: Db, document_id: string, maxCharacters = Infinity): Promise<StoredReading | null> {
  const document = await db.selectFrom('document').where('id', '=', document_id).select(['title', 'read_at']).executeTakeFirst()
  if (document === undefined || document.read_at === null) return null
  const pages: ExtractedPage[] = []
  let size = 0
  for (;;) {
    const rows = await db
      .selectFrom('document_page')
      .where('document_id', '=', document_id)
      .where('position', '>=', pages.length)
      .orderBy('position')
      .limit(pagesPerBatch)
      .select(['page', 'label', 'ocr', 'blocks'])
      .execute()
    pages.push(...rows)
    size += rows.reduce((sum, { blocks }) => sum + blocks.reduce((total, block) => total + sizeOf(block), 0), 0)
    if (rows.length < pagesPerBatch || size > maxCharacters) return { title: document.title, pages, isLonger: size > maxCharacters }
  }
}
