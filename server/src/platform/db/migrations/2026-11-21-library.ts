/**
 * Tables of the search index. They reference the table of documents through `documentReference` only.
 * `terms` holds the index terms in order, separated by spaces; postings and built-in embeddings are derived from them in memory. An index is first written
 * under its own `index_no`, then published in one statement: its passages are searchable once a row of `document_index` has that number. Every publication
 * or deletion, including cascades, increments `retrieval_state.revision`, so that each process knows when its copy in memory is stale.
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

/** SQL that adds the foreign key from the index to the table of documents: deleting a document deletes its passages. */
export const documentReference = (table: string): string =>
  ['document_index', 'passage'].map((name) => `alter table ${name} add foreign key (document_id) references ${table} on delete cascade;\n`).join('')

export const library = {
  id: '2026-11-21-library',
  sql: `
create table document_category (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- Lower case, without accents: what makes two names the same.
  name_key text not null unique,
  display_name text not null check (display_name <> ''),
  -- Offered even without a document; the others go with their last one.
  is_known boolean not null default false,
  created_at timestamptz not null default now()
);
insert into document_category (name, name_key, display_name, is_known) values
  ('Réglementation', 'reglementation', 'Réglementation', true),
  ('Notes internes', 'notes internes', 'Notes internes', true),
  ('Code', 'code', 'Code', true),
  ('Documentation RH', 'documentation rh', 'Documentation RH', true);

create table document (
  id uuid primary key default gen_random_uuid(),
  -- A document of the base has a category; a private one has an owner instead and goes with them.
  category_id uuid references document_category,
  owner_id uuid references app_user on delete cascade,
  uploader_id uuid references app_user on delete set null,
  -- Documents loaded together to be asked together.
  upload_id uuid,
  original_filename text not null check (original_filename <> ''),
  description text not null default '',
  blob_id text not null unique,
  size bigint not null check (size > 0),
  format text not null,
  state text not null default 'en_attente' check (state in ('en_attente', 'en_cours', 'indexe', 'echec')),
  state_reason text,
  title text,
  page_count integer,
  warnings jsonb not null default '[]',
  -- Set once document_page holds the whole text.
  read_at timestamptz,
  created_at timestamptz not null default now(),
  check ((category_id is null) = (owner_id is not null)),
  check ((state = 'echec') = (state_reason is not null))
);
create index document_category_id on document (category_id, created_at desc) where category_id is not null;
create index document_owner on document (owner_id, created_at desc) where owner_id is not null;
create index document_uploader on document (uploader_id);
create index document_upload on document (upload_id) where upload_id is not null;

create table document_page (
  document_id uuid not null references document on delete cascade,
  position integer not null check (position >= 0),
  page integer,
  label text,
  ocr boolean not null,
  blocks jsonb not null,
  primary key (document_id, position)
);

create table job (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  document_id uuid references document on delete cascade,
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  leased_by uuid,
  leased_until timestamptz,
  progress integer,
  created_at timestamptz not null default now(),
  check ((leased_by is null) = (leased_until is null))
);
create unique index job_once on job (kind, coalesce(document_id, '00000000-0000-0000-0000-000000000000'));
create index job_document on job (document_id);
create index job_next on job (run_at);
${retrievalSchema}${documentReference('document')}`,
}
