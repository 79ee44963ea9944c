/**
 * Tables of retrieval, to be run by a migration after the table of documents, followed by `documentReference`.
 *
 * `terms` holds the index terms in order, separated by spaces; postings and vectors are derived from them in memory.
 * A passage exists for search only once a row of `document_index` names its `index_no`: an index is written aside,
 * then published in one statement. Any publication or removal, cascades included, moves `retrieval_state.revision`,
 * which is how each process knows that its copy in memory is old.
 */
export const retrievalSchema = `
create table retrieval_state (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0
);
insert into retrieval_state default values;

create sequence index_number;

create table document_index (
  document_id uuid primary key,
  index_no bigint not null unique,
  analysis_version integer not null,
  passage_count integer not null check (passage_count >= 0),
  indexed_at timestamptz not null default now()
);

create table passage (
  index_no bigint not null,
  position integer not null check (position >= 0),
  document_id uuid not null,
  page_from integer,
  page_to integer,
  section_path text[] not null default '{}',
  text text not null,
  terms text not null,
  primary key (index_no, position)
);
create index passage_document on passage (document_id);

create function retrieval_changed() returns trigger language plpgsql as $$
begin
  update retrieval_state set revision = revision + 1;
  return null;
end $$;
create trigger document_index_changed after insert or update or delete on document_index
  for each statement execute function retrieval_changed();
`

/** Ties the index to the table of documents: deleting a document deletes its passages with it. */
export const documentReference = (table: string): string =>
  ['document_index', 'passage'].map((name) => `alter table ${name} add foreign key (document_id) references ${table} on delete cascade;\n`).join('')

/** The columns as read and written, for the interface of the database's tables. */
export type RetrievalTables = {
  retrieval_state: { only_row: boolean; revision: number }
  document_index: {
    document_id: string
    index_no: number
    analysis_version: number
    passage_count: number
    indexed_at: string
  }
  passage: {
    index_no: number
    position: number
    document_id: string
    page_from: number | null
    page_to: number | null
    section_path: string[]
    text: string
    terms: string
  }
}
