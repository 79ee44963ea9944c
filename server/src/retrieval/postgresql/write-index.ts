import { articleSection, BREAK_ID, FIELD_BREAK, headingTerms } from '@parvis/french-search'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RetrievalDb } from '../retrieval-db.ts'
import { countIds, encodeLexicon, type NumberedPassage } from './lexicon.ts'
import { meaningVectors, readTablesToWrite } from './tables.ts'

/** Passage of an index, of a document or (without `document_id`) of an article. */
type StoredTerms = { index_no: number; document_id: string | null; position: number; terms: string; valid_from: string | null; valid_until: string | null }

/** Number of passages written per statement. */
const PASSAGES_PER_INSERT = 500

/** Scale of the components of a vector, as 16-bit integers, on a server without pgvector. */
export const COMPONENT_SCALE = 65_536

const encodeVector = (vector: Float32Array, hasVectors: boolean): string =>
  hasVectors
    ? `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`
    : `\\x${Buffer.from(Int16Array.from(vector, (value) => Math.round(value * COMPONENT_SCALE)).buffer).toString('hex')}`

/** Returns a digest of the section of an article: sections are only compared. */
const sectionDigest = (words: readonly string[]): string | null => {
  const section = articleSection(Array.from(headingTerms(words, FIELD_BREAK)))
  return section === null ? null : createHash('sha256').update(section).digest('base64url').slice(0, 12)
}

/** Reads the terms of indexes, published or not, in order. */
const readTermsOf = async (db: RetrievalDb, index_numbers: readonly number[]): Promise<StoredTerms[]> => {
  const { rows } = await sql<StoredTerms>`
    select p.* from unnest(${[...index_numbers]}::bigint[]) as k(index_no) cross join lateral (
      select index_no, document_id::text, position, terms, null::date as valid_from, null::date as valid_until from passage where index_no = k.index_no
      union all
      select index_no, null, position, terms, lower(validity), upper(validity) - 1 from corpus_passage where index_no = k.index_no offset 0) p
    order by p.index_no, p.position`.execute(db)
  return rows.map((row) => ({ ...row, index_no: Number(row.index_no) }))
}

/** Adds the numbers of terms to `known`, and inserts the new terms. */
const numberTerms = async (db: RetrievalDb, terms: Iterable<string>, known: Map<string, number>): Promise<void> => {
  // Sorted, so that two transactions that insert the same terms wait for each other in one order.
  const unknown = [...new Set(terms)].filter((term) => !known.has(term)).sort()
  if (unknown.length === 0) return
  const remember = ({ rows }: { rows: { id: number; term: string }[] }): void => rows.forEach(({ id, term }) => known.set(term, id))
  const read = (missing: readonly string[]) =>
    sql<{ id: number; term: string }>`select id, term from search_index.term where term = any(${[...missing]}::text[])`.execute(db)
  remember(await read(unknown))
  const fresh = unknown.filter((term) => !known.has(term))
  if (fresh.length === 0) return
  remember(
    await sql<{ id: number; term: string }>`
      insert into search_index.term (term) select term from unnest(${fresh}::text[]) with ordinality as t(term, nth) order by nth
      on conflict (term) do nothing returning id, term`.execute(db),
  )
  // Terms that another transaction has just inserted.
  remember(await read(fresh.filter((term) => !known.has(term))))
}

const termsOf = (terms: string): string[] => terms.split(' ').filter((term) => term !== '')

/**
 * Writes indexes, published or about to be, to the tables of the PostgreSQL engine, from their stored passages. Those already written are left as they are.
 * @param known cache of term numbers, shared between calls
 */
export const writeIndexes = async (
  trx: RetrievalDb,
  index_numbers: readonly number[],
  { hasVectors, known = new Map() }: { hasVectors: boolean; known?: Map<string, number> },
): Promise<void> => {
  const stored = await readTermsOf(trx, index_numbers)
  const rows = stored.map((row) => ({ ...row, words: termsOf(row.terms) })).filter(({ words }) => words.length > 0)
  await numberTerms(trx, new Set(rows.flatMap(({ words }) => words)).difference(new Set([FIELD_BREAK])), known)
  const byIndex = Map.groupBy(rows, ({ index_no }) => index_no)
  const numbered = index_numbers.map((index_no) => {
    const passages = byIndex.get(index_no) ?? []
    return {
      index_no,
      passages,
      numbers: passages.map(({ position, words }): NumberedPassage => ({
        position,
        ids: words.map((word) => (word === FIELD_BREAK ? BREAK_ID : known.get(word)!)),
      })),
    }
  })
  const { rows: inserted } = await sql<{ index_no: number }>`
    insert into search_index.lexicon (index_no, content)
    select r.index_no, decode(r.content, 'hex') from unnest(${numbered.map(({ index_no }) => index_no)}::bigint[],
      ${numbered.map(({ numbers }) => encodeLexicon(numbers).toString('hex'))}::text[]) as r(index_no, content)
    on conflict (index_no) do nothing returning index_no`.execute(trx)
  const isNew = new Set(inserted.map(({ index_no }) => Number(index_no)))
  const fresh = numbered.filter(({ index_no }) => isNew.has(index_no))
  for (const batch of batches(fresh)) {
    await insertPassages(trx, batch, hasVectors)
    await recordAddition(
      trx,
      batch.flatMap(({ numbers }) => numbers),
    )
  }
}

type NumberedIndex = { index_no: number; passages: readonly (StoredTerms & { words: readonly string[] })[]; numbers: readonly NumberedPassage[] }

/** Groups whole indexes into batches of about `PASSAGES_PER_INSERT` passages. */
function* batches(indexes: readonly NumberedIndex[]): Generator<NumberedIndex[]> {
  let batch: NumberedIndex[] = []
  let count = 0
  for (const index of indexes) {
    batch.push(index)
    count += index.passages.length
    if (count < PASSAGES_PER_INSERT) continue
    yield batch
    batch = []
    count = 0
  }
  if (count > 0) yield batch
}

const insertPassages = async (trx: RetrievalDb, indexes: readonly NumberedIndex[], hasVectors: boolean): Promise<void> => {
  const rows = []
  for (const { passages, numbers } of indexes) {
    const vectors = await meaningVectors().ofDocument(passages.map(({ words }) => words))
    for (const [nth, row] of passages.entries()) rows.push({ ...row, ids: numbers[nth]!.ids, vector: vectors[nth]! })
  }
  const type = sql.raw(hasVectors ? 'halfvec' : 'bytea')
  for (let from = 0; from < rows.length; from += PASSAGES_PER_INSERT) {
    const some = rows.slice(from, from + PASSAGES_PER_INSERT)
    await sql`
      insert into search_index.passage (index_no, position, document_id, valid_from, valid_until, words, section, vector)
      select r.index_no, r.position, r.document_id, r.valid_from, r.valid_until, r.words, r.section, r.vector::${type}
      from unnest(${some.map(({ index_no }) => index_no)}::bigint[], ${some.map(({ position }) => position)}::integer[],
        ${some.map(({ document_id }) => document_id)}::uuid[], ${some.map(({ valid_from }) => valid_from)}::date[],
        ${some.map(({ valid_until }) => valid_until)}::date[],
        ${some.map(({ ids }) => ids.map((id) => (id === BREAK_ID ? '|' : id)).join(' '))}::text[],
        ${some.map(({ words }) => sectionDigest(words))}::text[], ${some.map(({ vector }) => encodeVector(vector, hasVectors))}::text[])
        as r(index_no, position, document_id, valid_from, valid_until, words, section, vector)`.execute(trx)
  }
}

/** Records the document frequencies that passages add. */
const recordAddition = async (trx: RetrievalDb, passages: readonly NumberedPassage[]): Promise<void> => {
  const frequencies = new Map<number, number>()
  let length = 0
  for (const { ids } of passages)
    for (const [id, count] of countIds(ids)) {
      frequencies.set(id, (frequencies.get(id) ?? 0) + 1)
      length += count
    }
  await sql`
    insert into search_index.change (passages, length, terms, counts)
    values (${passages.length}, ${length}, ${[...frequencies.keys()]}::integer[], ${[...frequencies.values()]}::integer[])`.execute(trx)
}

/** Writes indexes that a transaction is about to publish, if the engine has tables. Called before the statement that publishes them. */
export const writeBeforePublication = async (trx: RetrievalDb, index_numbers: readonly number[]): Promise<void> => {
  const tables = await readTablesToWrite(trx)
  if (tables !== null) await writeIndexes(trx, index_numbers, { hasVectors: tables.has_vectors })
}
