import type { CitedPassage, ReadBlock, ReadPage } from '@parvis/contract'
import type { ExtractedBlock } from '@parvis/document-reading'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

const pagesAtOnce = 20
/** More passages than ever stand joined in one source. */
const longestRange = 50

/** The passage of a document that a source names. The caller has proved the right to read it. @throws {AppError} `request.not_found` */
export async function readPassage(db: Db, document_id: string, passage_id: string): Promise<CitedPassage> {
  const [first, last = first] = passage_id.split('-').map(Number) as [number, number?]
  const rows =
    last < first || last - first > longestRange
      ? []
      : await db
          .selectFrom('passage')
          .innerJoin('document_index', 'document_index.index_no', 'passage.index_no')
          .where('passage.document_id', '=', document_id)
          .where('passage.position', '>=', first)
          .where('passage.position', '<=', last)
          .orderBy('passage.position')
          .select(['passage.page_from', 'passage.page_to', 'passage.section_path', 'passage.text'])
          .execute()
  if (rows.length === 0) throw notFound()
  return {
    passage_id,
    page_from: rows[0]!.page_from,
    page_to: rows.at(-1)!.page_to,
    section: sectionOf(rows[0]!.section_path),
    text: rows.map(({ text }) => text).join('\n'),
  }
}

/** The headings above a passage, as a trail; null without any. */
export function sectionOf(path: readonly string[]): string | null {
  return path.length === 0 ? null : path.join(' › ')
}

type ReadTextRequest = { from: number | null; passage: CitedPassage | null }

/** Pages of what was read of a document, from a rank or from the page of a passage, whose blocks are then marked. */
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
  const start = from ?? (passage === null ? 0 : await rankOfPassage(db, document_id, passage))
  const rows = await db
    .selectFrom('document_page')
    .where('document_id', '=', document_id)
    .where('position', '>=', start)
    .orderBy('position')
    .limit(pagesAtOnce)
    .select(['position', 'page', 'label', 'ocr', 'blocks'])
    .execute()
  const lines = passage === null ? null : linesOf(passage.text)
  const pages = rows.map(({ blocks, ...page }) => {
    const inReach = lines !== null && (page.page === null || (page.page >= (passage!.page_from ?? 0) && page.page <= (passage!.page_to ?? Infinity)))
    return { ...page, blocks: blocks.map((block) => toReadBlock(block, inReach ? lines : null)) }
  })
  return { total, pages, next_from: start + rows.length < total ? start + rows.length : null }
}

/** Where to begin to read so as to see the passage: its page, or the first page that holds one of its lines. */
async function rankOfPassage(db: Db, document_id: string, passage: CitedPassage): Promise<number> {
  const lines = linesOf(passage.text)
  let query = db.selectFrom('document_page').where('document_id', '=', document_id).orderBy('position').select(['position', 'blocks'])
  if (passage.page_from !== null) query = query.where('page', '=', passage.page_from)
  const rows = await query.limit(500).execute()
  const found = rows.find(({ blocks }) => blocks.some((block) => toReadBlock(block, lines).is_highlighted))
  return (found ?? rows[0])?.position ?? 0
}

const shortestLine = 12

/** The lines of a passage that are long enough to be recognised. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map(comparable).filter(Boolean)
  const long = lines.filter((line) => line.length >= shortestLine)
  return long.length > 0 ? long : lines
}

const comparable = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

function toReadBlock(block: ExtractedBlock, lines: readonly string[] | null): ReadBlock {
  const text = block.kind === 'table' ? '' : block.text
  const held = comparable(block.kind === 'table' ? block.rows.map((row) => row.join(' ')).join(' ') : text)
  return {
    kind: block.kind,
    text,
    is_boilerplate: block.boilerplate === true,
    ...(block.kind === 'heading' && { level: block.level }),
    ...(block.kind === 'table' && { rows: block.rows, has_header: block.header }),
    // A passage holds whole blocks, or the part of a long one that its line is.
    is_highlighted: lines !== null && held !== '' && lines.some((line) => held.includes(line) || (held.length >= shortestLine && line.includes(held))),
  }
}
