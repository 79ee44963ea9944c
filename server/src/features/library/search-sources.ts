import type { Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { choosePassages } from '../../retrieval/choose-passages.ts'
import { joinNeighbours } from '../../retrieval/join-passages.ts'
import { RELEVANCE_FLOOR } from '../../retrieval/ranking.ts'
import type { Hit } from '../../retrieval/retrieval.ts'
import { scopeQuery } from '../documents/queries.ts'
import type { SearchScope } from '../documents/queries.ts'
import { sectionOf } from '../documents/read-text.ts'

/** What a model is given: five passages at most, joined with their neighbours (trust case LLM-09). */
const mostSources = 5
const hitsAsked = 30
const nearestTitles = 3
/** Passages of documents that are read from their start, all together. */
const openingPassages = 16

export type SearchedSources = {
  /** Numbered from 1, best first; empty when nothing reaches the relevance floor. */
  sources: Source[]
  /** Names of the nearest documents, best first, when there is no source. */
  nearest: string[]
}

/** Looks for passages in a part of the library; rights are those of this very moment (trust cases ACC-13, ACC-14). */
export async function searchSources(context: Context, scope: SearchScope, question: string, room: number): Promise<SearchedSources> {
  const hits = await context.retrieval.search(context.db, { question, scope: scopeQuery(scope), limit: hitsAsked })
  const relevant = hits.filter(({ relevance, text }, rank) => relevance >= RELEVANCE_FLOOR && hits.findIndex((other) => other.text === text) === rank)
  const sources = await asSources(context, scope, choosePassages(relevant, mostSources), room)
  if (sources.length > 0) return { sources, nearest: [] }
  const names = await namesOf(context, scope, hits)
  return { sources, nearest: [...new Set(hits.map(({ document_id }) => document_id))].flatMap((id) => names.get(id) ?? []).slice(0, nearestTitles) }
}

/** The beginning of each of the newest documents of a small scope, for a request about documents as wholes. */
export async function openingSources(context: Context, scope: SearchScope, room: number): Promise<Source[]> {
  const { rows } = await sql<Hit>`
    with newest as (
      select i.document_id, i.index_no, d.created_at from document_index i join document d on d.id = i.document_id
      where i.document_id in (${scopeQuery(scope)}) and i.passage_count > 0
      order by d.created_at desc, d.id limit ${mostSources}
    )
    select p.document_id, p.position, p.page_from, p.page_to, p.section_path, p.text, 1::float8 as score
    from newest n join passage p on p.index_no = n.index_no
    where p.position < ${openingPassages} / (select count(*) from newest)
    order by n.created_at desc, p.document_id, p.position`.execute(context.db)
  return asSources(context, scope, rows, room)
}

async function asSources(context: Context, scope: SearchScope, hits: readonly Hit[], room: number): Promise<Source[]> {
  const excerpts = joinNeighbours(hits, room).slice(0, mostSources)
  const names = await namesOf(context, scope, excerpts)
  // A document deleted since it was found has no name any more: it is not quoted.
  return excerpts
    .filter(({ document_id }) => names.has(document_id))
    .map(({ document_id, positions, page_from, page_to, section_path, text, score }, index) => ({
      number: index + 1,
      document_id,
      document: names.get(document_id)!,
      page: page_from,
      ...(page_from !== null && page_to !== null && page_to > page_from && { page_to }),
      section: sectionOf(section_path),
      extract: text,
      score: Math.round(score * 1_000) / 1_000,
      passage_id: positions.length === 1 ? `${positions[0]}` : `${positions[0]}-${positions.at(-1)}`,
    }))
}

async function namesOf(context: Context, scope: SearchScope, found: readonly { document_id: string }[]): Promise<Map<string, string>> {
  if (found.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('document')
    .where(
      'id',
      'in',
      found.map(({ document_id }) => document_id),
    )
    .where(sql<boolean>`id in (${scopeQuery(scope)})`)
    .select(['id', 'original_filename'])
    .execute()
  return new Map(rows.map(({ id, original_filename }) => [id, original_filename]))
}
