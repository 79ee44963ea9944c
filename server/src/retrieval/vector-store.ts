import type { ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'

/** An embedding model recorded in the database. */
export type EmbeddingModel = {
  id: number
  server: string
  name: string
  dimension: number
  /** Cosine similarity of unrelated texts. */
  baseline: number
  /** True once every index has had its vectors. Newer indexes may still lack theirs. */
  is_complete: boolean
}

/** Reads all models, oldest first. */
export const readModels = async (db: RetrievalDb): Promise<EmbeddingModel[]> => {
  const { rows } = await sql<EmbeddingModel>`
    select id, server, name, dimension, baseline, complete_at is not null as is_complete from embedding_model order by id`.execute(db)
  return rows
}

/** Returns the model with this server, name and dimension, inserting it if it is new. */
export const recordModel = async (
  db: RetrievalDb,
  { server, name, dimension, baseline }: Omit<EmbeddingModel, 'id' | 'is_complete'>,
): Promise<EmbeddingModel> => {
  await sql`
    insert into embedding_model (server, name, dimension, baseline) values (${server}, ${name}, ${dimension}, ${baseline})
    on conflict (server, name, dimension) do nothing`.execute(db)
  const model = (await readModels(db)).find((known) => known.server === server && known.name === name && known.dimension === dimension)
  if (model === undefined) throw new Error('the embedding model vanished')
  return model
}

/** SQL condition on an index: the embeddings server may read its document. */
const isWithinLevel = (level: ModelLevel) => sql`(${level}::integer = 3 or document_vector_level(document_id) <= ${level}::integer)`

/** Whether a document needs a higher level than that of the embeddings server. True for one that does not exist any more. */
export const isDocumentAboveLevel = async (db: RetrievalDb, level: ModelLevel, document_id: string): Promise<boolean> => {
  if (level === 3) return false
  const { rows } = await sql<{ is_above: boolean | null }>`select document_vector_level(${document_id}::uuid) > ${level}::integer as is_above`.execute(db)
  return rows[0]?.is_above !== false
}

/** Whether a scope contains a document above the level of the embeddings server. */
export const isAboveLevel = async (db: RetrievalDb, level: ModelLevel, scope: DocumentScope | undefined): Promise<boolean> => {
  if (level === 3) return false
  const { rows } = await sql`
    select 1 from document d left join document_category c on c.id = d.category_id
    where (d.min_level > ${level}::integer or c.min_level > ${level}::integer
      or d.id in (select f.document_id from project_document f join project p on p.id = f.project_id where p.min_level > ${level}::integer)
      or d.id in (select f.document_id from assistant_document f join assistant a on a.id = f.assistant_id where a.min_level > ${level}::integer))
      ${scope === undefined ? sql`` : sql`and d.id in (${scope})`}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the first published index after number `after` without all vectors of the model, of a document that the server may read. Null without one. */
export const nextWithoutVectors = async (
  db: RetrievalDb,
  model_id: number,
  level: ModelLevel,
  after: number,
): Promise<{ index_no: number; title: string | null } | null> => {
  const { rows } = await sql<{ index_no: number; title: string | null }>`
    select index_no, title from document_index where index_no > ${after} and not (${model_id}::integer = any (embedded_by))
      and ${isWithinLevel(level)} order by index_no limit 1`.execute(db)
  return rows[0] ?? null
}

type TextToEmbed = { document_id: string; position: number; section_path: string[]; text: string }

/** Reads up to `limit` passages of an index, published or not, from position `from` on, that are searchable and have no vector of the model. */
export const passagesWithoutVector = async (db: RetrievalDb, model_id: number, index_no: number, from: number, limit: number): Promise<TextToEmbed[]> => {
  const { rows } = await sql<TextToEmbed>`
    select document_id, position, section_path, text from passage p
    where index_no = ${index_no} and position >= ${from} and terms <> ''
      and not exists (select 1 from passage_vector v where v.index_no = p.index_no and v.position = p.position and v.model_id = ${model_id})
    order by position limit ${limit}`.execute(db)
  return rows
}

/** Inserts vectors of passages. Existing ones are left unchanged. */
export const storeVectors = async (
  db: RetrievalDb,
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

/** Records that a published index has all vectors of the model. */
export const markEmbedded = async (db: RetrievalDb, model_id: number, index_no: number): Promise<void> => {
  await sql`
    update document_index set embedded_by = embedded_by || ${model_id}::integer
    where index_no = ${index_no} and not (${model_id}::integer = any (embedded_by))`.execute(db)
}

/** Whether the index of a document has all vectors of the model. True if the document has no index, or is above the level of the server. */
export const isEmbedded = async (db: RetrievalDb, model_id: number, level: ModelLevel, document_id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from document_index where document_id = ${document_id}::uuid and not (${model_id}::integer = any (embedded_by))
      and ${isWithinLevel(level)}`.execute(db)
  return rows.length === 0
}

/**
 * Marks the model as complete if every index that the server may read has its vectors.
 * @returns true only if this call marked it
 */
export const completeModel = async (db: RetrievalDb, model_id: number, level: ModelLevel): Promise<boolean> => {
  const { rows } = await sql`
    update embedding_model set complete_at = now()
    where id = ${model_id} and complete_at is null
      and not exists (select 1 from document_index where not (${model_id}::integer = any (embedded_by)) and ${isWithinLevel(level)})
    returning id`.execute(db)
  return rows.length > 0
}

/** Index numbers per delete statement: short enough for other requests to run in between. */
const INDEXES_PER_DELETE = 20

/** Deletes the vectors of every model except `keptModelId` (null: of all), then those models. */
export const deleteOtherModels = async (db: RetrievalDb, keptModelId: number | null, signal: AbortSignal): Promise<void> => {
  const isOther = sql`model_id <> ${keptModelId ?? -1}`
  if (!(await readModels(db)).some(({ id }) => id !== keptModelId)) return
  const {
    rows: [range],
  } = await sql<{ first: number | null; last: number | null }>`select min(index_no) as first, max(index_no) as last from passage_vector`.execute(db)
  for (let from = range?.first ?? 0; range?.last != null && from <= range.last; from += INDEXES_PER_DELETE) {
    signal.throwIfAborted()
    await sql`delete from passage_vector where index_no between ${from} and ${from + INDEXES_PER_DELETE - 1} and ${isOther}`.execute(db)
  }
  // A process with other settings may have written vectors meanwhile: its model stays until the next call.
  await sql`delete from embedding_model m where id <> ${keptModelId ?? -1} and not exists (select 1 from passage_vector where model_id = m.id)`.execute(db)
}

/** Reads the vectors of the given indexes: a map by index number, then by position. */
export const readVectors = async (db: RetrievalDb, model_id: number, index_numbers: readonly number[]): Promise<Map<number, Map<number, Buffer>>> => {
  const { rows } = await sql<{ index_no: number; position: number; vector: Buffer }>`
    select v.index_no, v.position, v.vector from unnest(${[...index_numbers]}::bigint[]) as k(index_no)
    cross join lateral (select * from passage_vector where index_no = k.index_no and model_id = ${model_id} offset 0) v`.execute(db)
  const vectorsByIndex = Map.groupBy(rows, ({ index_no }) => Number(index_no))
  return new Map([...vectorsByIndex].map(([index_no, indexVectors]) => [index_no, new Map(indexVectors.map(({ position, vector }) => [position, vector]))]))
}

/** Counts the indexed documents, and those that lack vectors of the model although the server may read them. */
export const countWithoutVectors = async (db: RetrievalDb, model_id: number, level: ModelLevel): Promise<{ documents: number; waiting: number }> => {
  const { rows } = await sql<{ documents: number; waiting: number }>`
    select count(*)::int as documents, count(*) filter (where not (${model_id}::integer = any (embedded_by)) and ${isWithinLevel(level)})::int as waiting from document_index`.execute(
    db,
  )
  return rows[0]!
}

/** Vector space used by searches: the built-in vectors (`terms`), or those of an embedding model. */
export type SearchVectorSpace = { kind: 'terms' } | { kind: 'stored'; model: EmbeddingModel }

/** String that identifies a vector space. */
export const vectorSpaceKey = (space: SearchVectorSpace): string => (space.kind === 'terms' ? 'terms' : `model ${space.model.id}`)

/**
 * Chooses the vector space for searches: the configured model if complete; else the latest complete model of the same server, which can still embed
 * questions; else the built-in vectors, which every passage has.
 * @param models all recorded models, oldest first
 */
export const chooseVectorSpace = (models: readonly EmbeddingModel[], configured: { server: string; model: string } | null): SearchVectorSpace => {
  const complete = models.filter(({ server, is_complete }) => is_complete && server === configured?.server)
  const model = complete.findLast(({ name }) => name === configured?.model) ?? complete.at(-1)
  return model === undefined ? { kind: 'terms' } : { kind: 'stored', model }
}
