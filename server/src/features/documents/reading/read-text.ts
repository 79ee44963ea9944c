import type { CitedPassage, ReadBlock, ReadPage } from '@parvis/contract'
import type { ExtractedBlock } from '@parvis/document-reading'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { blockKey, locatePassages, type BlockRange } from './passage-position.ts'

const pagesAtOnce = 20
/** Maximum number of passages in a source: more than are ever joined in one. */
const maxSourcePassages = 50

/** Parses a passage id, `12` or `12-14`, into the positions of its first and last passages. */
function positionsOf(passage_id: string): [first: number, last: number] {
  const [first, last = first] = passage_id.split('-').map(Number) as [number, number?]
  return [first, last]
}

/** Reads the passage that a source cites. The caller has checked the right to read the document. @throws {AppError} `request.not_found` */
export async function readPassage(db: Db, document_id: string, passage_id: string): Promise<CitedPassage> {
  const [first, last] = positionsOf(passage_id)
  const rows =
    last < first || last - first > maxSourcePassages
      ? []
      : await passagesOf(db, document_id).where('passage.position', '>=', first).where('passage.position', '<=', last).execute()
  if (rows.length === 0) throw notFound()
  const { page_from } = rows[0]!
  return {
    passage_id,
    page_from,
    page_to: rows.at(-1)!.page_to,
    section: sectionOf(rows[0]!.section_path),
    text: rows.map(({ text }) => text).join('\n'),
  }
}

const passagesOf = (db: Db, document_id: string) =>
  db
    .selectFrom('passage')
    .innerJoin('document_index', 'document_index.index_no', 'passage.index_no')
    .where('passage.document_id', '=', document_id)
    .orderBy('passage.position')
    .select(['passage.position', 'passage.page_from', 'passage.page_to', 'passage.section_path', 'passage.text'])

/** Joins the headings above a passage with « › »; null without any. */
export function sectionOf(path: readonly string[]): string | null {
  return path.length === 0 ? null : path.join(' › ')
}

/** Locates a passage in the stored text: within its pages, or in the whole document if the format has no pages. Null when it is no longer there. */
export async function locatePassage(db: Db, document_id: string, { passage_id, page_from, page_to }: CitedPassage) {
  const [first, last] = positionsOf(passage_id)
  const pageRange = page_from === null ? null : { from: page_from, to: page_to ?? page_from }
  const pages = await db
    .selectFrom('document_page')
    .where('document_id', '=', document_id)
    .$if(pageRange !== null, (query) => query.where('page', '>=', pageRange!.from).where('page', '<=', pageRange!.to))
    .orderBy('position')
    .select(['position', 'blocks'])
    .execute()
  // Includes the preceding passages, whose order tells identical ones apart.
  const passages = await passagesOf(db, document_id)
    .where('passage.position', '<=', last)
    .$if(pageRange !== null, (query) => query.where('passage.page_from', '>=', pageRange!.from))
    .execute()
  return locatePassages(
    pages,
    passages.map(({ text }) => text),
    passages.filter(({ position }) => position >= first).length,
  )
}

type ReadTextRequest = { from: number | null; passage: CitedPassage | null }

/** Reads up to 20 pages of a document's stored text, from a position or from the page of a passage. Marks the passage in the blocks. */
export async function readText(
  db: Db,
  document_id: string,
  { from, passage }: ReadTextRequest,
): Promise<{ total: number; pages: ReadPage[]; next_from: number | null }> {
  const { total } = await db
    .selectFrom('document_page')
    .where('document_id', '=', document_id)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const position = passage === null ? null : await locatePassage(db, document_id, passage)
  const start = from ?? position?.start ?? 0
  const rows = await db
    .selectFrom('document_page')
    .where('document_id', '=', document_id)
    .where('position', '>=', start)
    .orderBy('position')
    .limit(pagesAtOnce)
    .select(['position', 'page', 'label', 'ocr', 'blocks'])
    .execute()
  const pages = rows.map(({ blocks, ...page }) => ({
    ...page,
    blocks: blocks.map((block, index) => toReadBlock(block, position?.parts.get(blockKey(page.position, index)))),
  }))
  return { total, pages, next_from: start + rows.length < total ? start + rows.length : null }
}

const toReadBlock = (block: ExtractedBlock, cited: BlockRange | undefined): ReadBlock => ({
  kind: block.kind,
  text: block.kind === 'table' ? '' : block.text,
  is_boilerplate: block.boilerplate === true,
  ...(block.kind === 'heading' && { level: block.level }),
  ...(block.kind === 'table' && { rows: block.rows, has_header: block.header }),
  is_highlighted: cited !== undefined,
  ...(cited && { cited }),
})
