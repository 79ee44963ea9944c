import { sql } from 'kysely'
import type { Executor } from './store.ts'

/** A model that vectors were made with. */
export type EmbeddingModel = {
  id: number
  server: string
  name: string
  dimension: number
  /** Cosine of unrelated texts. */
  baseline: number
  /** Every index held its vectors once; later ones may still wait for theirs. */
  is_complete: boolean
}

/** All models, the oldest first. */
export const readModels = async (db: Executor): Promise<EmbeddingModel[]> => {
  const { rows } = await sql<EmbeddingModel>`
    select id, server, name, dimension, baseline, complete_at is not null as is_complete from embedding_model order by id`.execute(db)
  return rows
}

/** The model under this server, name and dimension, made known if it was not. */
export const recordModel = async (db: Executor, { server, name, dimension, baseline }: Omit<EmbeddingModel, 'id' | 'is_complete'>): Promise<EmbeddingModel> => {
  await sql`
    insert into embedding_model (server, name, dimension, baseline) values (${server}, ${name}, ${dimension}, ${baseline})
    on conflict (server, name, dimension) do nothing`.execute(db)
  const model = (await readModels(db)).find((known) => known.server === server && known.name === name && known.dimension === dimension)
  if (model === undefined) throw new Error('the embedding model vanished')
  return model
}

/** The next published index, after a number, that does not hold all vectors of the model; null when none is left. */
export const nextWithoutVectors = async (db: Executor, model_id: number, after: number): Promise<{ index_no: number; title: string | null } | null> => {
  const { rows } = await sql<{ index_no: number; title: string | null }>`
    select index_no, title from document_index where index_no > ${after} and not (${model_id}::integer = any (embedded_by)) order by index_no limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

type TextToEmbed = { position: number; section_path: string[]; text: string }

/** Passages of an index, published or not, from a rank on, that search can find and that have no vector of the model yet. */
export const passagesWithoutVector = async (db: Executor, model_id: number, index_no: number, from: number, limit: number): Promise<TextToEmbed[]> => {
  const { rows } = await sql<TextToEmbed>`
    select position, section_path, text from passage p
    where index_no = ${index_no} and position >= ${from} and terms <> ''
      and not exists (select 1 from passage_vector v where v.index_no = p.index_no and v.position = p.position and v.model_id = ${model_id})
    order by position limit ${limit}`.execute(db)
  return rows
}

/** Keeps vectors of passages; those that another process kept meanwhile stay. */
export const storeVectors = async (
  db: Executor,
  model_id: number,
  index_no: number,
  vectors: readonly { position: number; bytes: Int8Array }[],
): Promise<void> => {
  const rows = vectors.map(({ position, bytes }) => ({ position, vector: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex') }))
  await sql`
    insert into passage_vector (index_no, position, model_id, vector)
    select ${index_no}::bigint, r.position, ${model_id}::integer, decode(r.vector, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(position integer, vector text)
    on conflict do nothing`.execute(db)
}

/** Says that a published index holds all vectors of the model. */
export const markEmbedded = async (db: Executor, model_id: number, index_no: number): Promise<void> => {
  await sql`
    update document_index set embedded_by = embedded_by || ${model_id}::integer
    where index_no = ${index_no} and not (${model_id}::integer = any (embedded_by))`.execute(db)
}

/** Whether the index of a document holds all vectors of the model; true of a document that is gone. */
export const isEmbedded = async (db: Executor, model_id: number, document_id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from document_index where document_id = ${document_id}::uuid and not (${model_id}::integer = any (embedded_by))`.execute(db)
  return rows.length === 0
}

/** Says that the model may serve, if every index holds its vectors; true when it has just become so. */
export const completeModel = async (db: Executor, model_id: number): Promise<boolean> => {
  const { rows } = await sql`
    update embedding_model set complete_at = now()
    where id = ${model_id} and complete_at is null
      and not exists (select 1 from document_index where not (${model_id}::integer = any (embedded_by)))
    returning id`.execute(db)
  return rows.length > 0
}

/** Index numbers whose vectors are deleted by one statement: short enough for other requests to slip between two. */
const NUMBERS_PER_DELETION = 20

/** Forgets every model but one (all for null) and its vectors. */
export const forgetOtherModels = async (db: Executor, kept: number | null, signal: AbortSignal): Promise<void> => {
  const isOther = sql`model_id <> ${kept ?? -1}`
  if (!(await readModels(db)).some(({ id }) => id !== kept)) return
  const {
    rows: [range],
  } = await sql<{ first: number | null; last: number | null }>`select min(index_no) as first, max(index_no) as last from passage_vector`.execute(db)
  for (let from = range?.first ?? 0; range?.last != null && from <= range.last; from += NUMBERS_PER_DELETION) {
    signal.throwIfAborted()
    await sql`delete from passage_vector where index_no between ${from} and ${from + NUMBERS_PER_DELETION - 1} and ${isOther}`.execute(db)
  }
  // A process of the former configuration may have written meanwhile: its model then stays until the next time.
  await sql`delete from embedding_model m where id <> ${kept ?? -1} and not exists (select 1 from passage_vector where model_id = m.id)`.execute(db)
}

/** Vectors of the passages of indexes, by `index_no position`. */
export const readVectors = async (db: Executor, model_id: number, index_numbers: readonly number[]): Promise<Map<number, Map<number, Buffer>>> => {
  const { rows } = await sql<{ index_no: number; position: number; vector: Buffer }>`
    select v.index_no, v.position, v.vector from unnest(${[...index_numbers]}::bigint[]) as k(index_no)
    cross join lateral (select * from passage_vector where index_no = k.index_no and model_id = ${model_id} offset 0) v`.execute(db)
  const found = Map.groupBy(rows, ({ index_no }) => Number(index_no))
  return new Map([...found].map(([index_no, its]) => [index_no, new Map(its.map(({ position, vector }) => [position, vector]))]))
}

/** Indexes, and those that do not hold all vectors of the model. */
export const countWithoutVectors = async (db: Executor, model_id: number): Promise<{ documents: number; waiting: number }> => {
  const { rows } = await sql<{ documents: number; waiting: number }>`
    select count(*)::int as documents, count(*) filter (where not (${model_id}::integer = any (embedded_by)))::int as waiting from document_index`.execute(db)
  return rows[0]!
}
