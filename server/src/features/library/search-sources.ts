import type { Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { estimateTokens } from '../../retrieval/chunk.ts'
import type { Hit } from '../../retrieval/retrieval.ts'
import { scopeQuery } from '../documents/queries.ts'
import type { SearchScope } from '../documents/queries.ts'
import { sectionOf } from '../documents/read-text.ts'
import { joinNeighbours, withinTokens } from './passage-ranges.ts'
import type { Range } from './passage-ranges.ts'

/** Passages given to a model: five at most, joined with their neighbours, in four thousand tokens (trust case LLM-09). */
const mostSources = 5
const tokenBudget = 4_000
const hitsAsked = 12
const nearestTitles = 3
/** Passages of a document that is read from its start. */
const openingPassages = 16

/** Under this score of retrieval the documents do not answer. */
export const relevanceFloor = 0.35

export type SearchedSources = {
  /** Numbered from 1, best first; empty when nothing reaches the relevance floor. */
  sources: Source[]
  /** Names of the nearest documents, best first. */
  nearest: string[]
}

/** Looks for passages in a part of the library; rights are those of this very moment (trust cases ACC-13, ACC-14). */
export async function searchSources(context: Context, scope: SearchScope, question: string): Promise<SearchedSources> {
  const hits = await context.retrieval.search(context.db, { question, scope: scopeQuery(scope), limit: hitsAsked })
  const relevant = hits.filter(({ score }) => score >= relevanceFloor)
  const sources = await readSources(context, scope, joinNeighbours(relevant, mostSources))
  return { sources, nearest: sources.length > 0 ? [] : await namesOf(context, hits) }
}

/** The beginning of each document of a small scope, for a request about documents as wholes. */
export async function openingSources(context: Context, scope: SearchScope): Promise<Source[]> {
  const { rows } = await sql<{ document_id: string; passage_count: number }>`
    select i.document_id, i.passage_count from document_index i join document d on d.id = i.document_id
    where i.document_id in (${scopeQuery(scope)}) and i.passage_count > 0 order by d.created_at desc, d.id limit ${mostSources}`.execute(context.db)
  const each = Math.max(1, Math.floor(openingPassages / Math.max(rows.length, 1)))
  return readSources(context, scope, rows.map(({ document_id, passage_count }) => ({ document_id, first: 0, last: Math.min(each, passage_count) - 1, score: 1 })))
}

type PassageRow = { document_id: string; original_filename: string; position: number; page_from: number | null; section_path: string[]; text: string }

/** Reads ranges of passages as numbered sources within the budget; a range too long for it is cut at its end. */
async function readSources(context: Context, scope: SearchScope, ranges: readonly Range[]): Promise<Source[]> {
  if (ranges.length === 0) return []
  const { rows } = await sql<PassageRow>`
    select p.document_id, d.original_filename, p.position, p.page_from, p.section_path, p.text
    from unnest(${ranges.map((range) => range.document_id)}::uuid[], ${ranges.map((range) => range.first)}::int[], ${ranges.map((range) => range.last)}::int[])
      as r(document_id, first, last)
    join document_index i on i.document_id = r.document_id
    join passage p on p.index_no = i.index_no and p.position between r.first and r.last
    join document d on d.id = p.document_id
    where p.document_id in (${scopeQuery(scope)})
    order by p.document_id, p.position`.execute(context.db)
  const share = Math.max(tokenBudget / ranges.length, tokenBudget / mostSources)
  const measured = ranges.flatMap((range) => {
    const all = rows.filter((row) => row.document_id === range.document_id && row.position >= range.first && row.position <= range.last)
    const passages = withinShare(all, share)
    const first = passages[0]
    return first === undefined ? [] : [{ range, passages, first, tokens: passages.reduce((sum, { text }) => sum + estimateTokens(text), 0) }]
  })
  return withinTokens(measured, tokenBudget).map(({ range, passages, first }, index): Source => ({
    number: index + 1, document_id: first.document_id, document: first.original_filename, page: first.page_from, section: sectionOf(first.section_path),
    extract: passages.map(({ text }) => text).join('\n'), score: Math.round(range.score * 1_000) / 1_000,
    passage_id: passages.length === 1 ? `${first.position}` : `${first.position}-${passages.at(-1)!.position}`,
  }))
}

function withinShare(rows: readonly PassageRow[], share: number): PassageRow[] {
  let left = share
  const fitting = rows.findIndex(({ text }) => (left -= estimateTokens(text)) < 0)
  return fitting === -1 ? [...rows] : rows.slice(0, Math.max(fitting, 1))
}

async function namesOf(context: Context, hits: readonly Hit[]): Promise<string[]> {
  const ids = [...new Set(hits.map(({ document_id }) => document_id))].slice(0, nearestTitles)
  if (ids.length === 0) return []
  const rows = await context.db.selectFrom('document').where('id', 'in', ids).select(['id', 'original_filename']).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id)?.original_filename ?? [])
}
