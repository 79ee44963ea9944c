import { ANALYSIS_VERSION, createMeaningVectors, defaultRankingWeights, type MeaningVectors } from '@parvis/french-search'
import { sql } from 'kysely'
import type { RetrievalDb } from '../retrieval-db.ts'

/** Version of the schema and the content of the tables. Tables of another version are created again. */
const TABLES_VERSION = `2 ${ANALYSIS_VERSION} ${defaultRankingWeights.document} ${defaultRankingWeights.headings}`

/** Advisory lock: shared for publications, exclusive for the creation and the deletion of the tables. */
const TABLES_LOCK = 7234012

let loadedVectors: MeaningVectors | undefined
/** Returns the built-in vectors of this process, loaded at the first call. */
export const meaningVectors = (): MeaningVectors => (loadedVectors ??= createMeaningVectors(defaultRankingWeights))

/** State of the tables of the PostgreSQL engine. */
export type TablesState = {
  version: string
  /** Whether vectors choose candidates too, with pgvector. */
  has_vectors: boolean
  /** Whether the tables have every published index. */
  is_ready: boolean
  /** Statistics of the collection, as of the last `foldChanges`. */
  passages: number
  length: number
  has_changes: boolean
}

/** Whether the tables exist, in any version. */
export const hasTables = async (db: RetrievalDb): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('search_index.state') is not null as exists`.execute(db)
  return rows[0]!.exists
}

/**
 * Reads the state of the tables; null when there are none of this version.
 * @param isKnown whether to skip the check that the tables exist: missing tables are then an error
 */
export const readTables = async (db: RetrievalDb, isKnown = false): Promise<TablesState | null> => {
  if (!isKnown && !(await hasTables(db))) return null
  const { rows } = await sql<TablesState>`
    select version, has_vectors, is_ready, passages::float8 as passages, length::float8 as length, exists (select 1 from search_index.change) as has_changes
    from search_index.state`.execute(db)
  return rows[0]?.version === TABLES_VERSION ? rows[0] : null
}

/** Reads the state of the tables in the transaction of a publication. Until its end, a lock prevents their creation and deletion. */
export const readTablesToWrite = async (trx: RetrievalDb): Promise<TablesState | null> => {
  await sql`select pg_advisory_xact_lock_shared(${TABLES_LOCK})`.execute(trx)
  return readTables(trx)
}

/** Capabilities of a server for the engine. `missing` (the engine cannot serve) and `notice` (it serves without vectors) are French phrases, or null. */
type Capabilities = { hasVectors: boolean; missing: string | null; notice: string | null }

/** Reads the capabilities of the server. BM25 is required, vectors are optional. */
export const readCapabilities = async (db: RetrievalDb): Promise<Capabilities> => {
  const {
    rows: [row],
  } = await sql<{ version: number; preloaded: boolean; bm25: boolean; vector: boolean }>`
    select current_setting('server_version_num')::integer as version,
      'pg_textsearch' = any (string_to_array(replace(coalesce(current_setting('shared_preload_libraries', true), ''), ' ', ''), ',')) as preloaded,
      exists (select 1 from pg_available_extensions where name = 'pg_textsearch') as bm25,
      exists (select 1 from pg_available_extensions where name = 'vector') as vector`.execute(db)
  const { version, preloaded, bm25, vector } = row!
  const missing =
    version < 170_000
      ? `PostgreSQL 17 ou plus récent (celui-ci est de la version ${Math.floor(version / 10_000)})`
      : !bm25
        ? 'l’extension pg_textsearch'
        : !preloaded
          ? 'pg_textsearch dans shared_preload_libraries'
          : null
  return { hasVectors: vector, missing, notice: vector ? null : 'l’extension pgvector : les mots seuls choisissent les passages à classer' }
}

const tablesSql = (hasVectors: boolean, dimension: number): string => `
create schema search_index;
create table search_index.state (
  only_row boolean primary key default true check (only_row),
  version text not null,
  has_vectors boolean not null,
  is_ready boolean not null default false,
  passages bigint not null default 0,
  length bigint not null default 0
);
create table search_index.term (
  id integer primary key generated always as identity,
  term text not null unique,
  frequency integer not null default 0
) with (fillfactor = 80);
create table search_index.lexicon (index_no bigint primary key, content bytea not null);
create table search_index.passage (
  index_no bigint not null,
  position integer not null,
  document_id uuid,
  valid_from date,
  valid_until date,
  words text not null,
  section text,
  vector ${hasVectors ? `halfvec(${dimension})` : 'bytea'} not null,
  primary key (index_no, position)
);
alter table search_index.passage alter column words set storage main, alter column vector set storage main;
create table search_index.change (
  id bigint primary key generated always as identity,
  passages integer not null,
  length bigint not null,
  terms integer[] not null,
  counts integer[] not null
);
comment on schema search_index is 'Tables of the PostgreSQL search engine, made by it and filled from the passages: they may be dropped at any time.';
comment on table search_index.term is 'Number and document frequency of each term.';
comment on table search_index.lexicon is 'Terms of the passages of an index, packed for exact scoring. The row tells that the index is complete here.';
comment on table search_index.passage is 'Passages with a term. Those of a document have its id; those of an article have none: the row of corpus_index names its code. words: numbers of the terms; section: digest of that of an article.';
comment on table search_index.change is 'Changes of the document frequencies that are not in term and state yet.';

create function search_index.count_deleted() returns trigger language plpgsql as $$
begin
  insert into search_index.change (passages, length, terms, counts)
  select -max(n), -max(total), array_agg(term), array_agg(-frequency) from (
    select w.term::integer as term, count(distinct (w.index_no, w.position))::integer as frequency, sum(count(*)) over () as total,
      (select count(*) from deleted)::integer as n
    from (select d.index_no, d.position, w.term from deleted d cross join lateral string_to_table(d.words, ' ') as w(term)) w
    where w.term <> '|' group by w.term) as its
  having count(*) > 0;
  return null;
end $$;
create trigger passage_deleted after delete on search_index.passage
  referencing old table as deleted for each statement execute function search_index.count_deleted();

create function search_index.forget_passages() returns trigger language plpgsql as $$
begin
  delete from search_index.passage where index_no in (select index_no from deleted);
  delete from search_index.lexicon where index_no in (select index_no from deleted);
  return null;
end $$;
create trigger search_index_deleted after delete on passage
  referencing old table as deleted for each statement execute function search_index.forget_passages();
create trigger search_index_deleted after delete on corpus_passage
  referencing old table as deleted for each statement execute function search_index.forget_passages();

create function search_index.fold_changes(batch integer) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(${TABLES_LOCK}, 1) then return; end if;
  with taken as (delete from search_index.change where id in (select id from search_index.change order by id limit batch) returning *),
    moved as (select t.id, sum(t.n)::integer as n from taken, unnest(taken.terms, taken.counts) as t(id, n) group by t.id having sum(t.n) <> 0),
    updated as (update search_index.term t set frequency = greatest(0, t.frequency + moved.n) from moved where t.id = moved.id)
  update search_index.state set passages = greatest(0, state.passages + (select coalesce(sum(taken.passages), 0) from taken)),
    length = greatest(0, state.length + (select coalesce(sum(taken.length), 0) from taken));
end $$;
`

/** Creates the empty tables. Publications write to them from then on. */
export const createTables = (db: RetrievalDb, hasVectors: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${TABLES_LOCK})`.execute(trx)
    await sql`drop schema if exists search_index cascade`.execute(trx)
    await sql`create extension if not exists pg_textsearch`.execute(trx)
    if (hasVectors) await sql`create extension if not exists vector`.execute(trx)
    await sql.raw(tablesSql(hasVectors, meaningVectors().dimension)).execute(trx)
    await sql`insert into search_index.state (version, has_vectors) values (${TABLES_VERSION}, ${hasVectors})`.execute(trx)
  })

/** Marks the tables as ready to serve searches, or not. */
export const setReady = async (db: RetrievalDb, is_ready: boolean): Promise<void> => {
  await sql`update search_index.state set is_ready = ${is_ready}`.execute(db)
}

/** Deletes the tables, of any version, if there are any. */
export const dropTables = async (db: RetrievalDb): Promise<void> => {
  if (!(await hasTables(db))) return
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${TABLES_LOCK})`.execute(trx)
    // The schema has triggers on `passage`: while its deletion waits for a reader, such as a backup, every search waits too.
    await sql`set local lock_timeout = '1s'`.execute(trx)
    await sql`drop schema if exists search_index cascade`.execute(trx)
  })
}

/** Adds the oldest changes, up to `batch` publications or deletions, to the statistics of terms, unless another process is doing it. */
export const foldChanges = async (db: RetrievalDb, batch: number): Promise<void> => {
  await sql`select search_index.fold_changes(${batch}::integer)`.execute(db)
}

/** Whether there are terms that no passage has, as of the last `foldChanges`. */
export const hasUnusedTerms = async (db: RetrievalDb): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`select exists (select 1 from search_index.term where frequency = 0) as exists`.execute(db)
  return rows[0]!.exists
}

/** Deletes the terms that no passage has, such as names in deleted documents. Does nothing during a publication, which may use them. */
export const deleteUnusedTerms = (db: RetrievalDb): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_locked: boolean }>`select pg_try_advisory_xact_lock(${TABLES_LOCK}) as is_locked`.execute(trx)
    if (rows[0]!.is_locked) await sql`delete from search_index.term where frequency = 0 and not exists (select 1 from search_index.change)`.execute(trx)
  })
