// Corpora of dated texts (codes, laws): each article version with its days in force, by which a reference is resolved at a date.
export const corpora = {
  id: '0082-corpora',
  sql: String.raw`
create table corpus_import (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  source text not null,
  licence text not null,
  attribution text not null,
  extracted_on date not null,
  based_on date,
  removed text[] not null default '{}',
  digest text not null,
  blob_id text,
  state text not null default 'en_cours' check (state in ('en_cours', 'publie', 'remplace', 'echec')),
  reason text,
  articles_done integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  changes_sent_at timestamptz,
  constraint corpus_import_reason check ((state = 'echec') = (reason is not null))
);
create unique index corpus_import_running on corpus_import (source, name) where (state = 'en_cours');
comment on table corpus_import is 'Imports of corpus packs. The published ones of a source and a name are one corpus: a whole pack, then those that complete it.';
comment on column corpus_import.based_on is 'Extraction that the pack completes; null: it replaces the whole corpus.';
comment on column corpus_import.removed is 'Ids in the pack of the articles that it removes.';
comment on column corpus_import.digest is 'SHA-256 of the file, hexadecimal: the same file is imported once.';
comment on column corpus_import.blob_id is 'File that is being imported; null once the import has ended.';
comment on column corpus_import.articles_done is 'Articles of the file already written: an interrupted import goes on after them.';
comment on column corpus_import.changes_sent_at is 'Time at which what it changed was mailed to the people in charge of what cites it; null: not yet, or nothing to send.';

create table corpus_code (
  import_id uuid not null references corpus_import on delete cascade,
  pack_id text not null,
  code text not null,
  title text not null,
  abbreviations text[] not null,
  primary key (import_id, pack_id)
);
create index corpus_code_code on corpus_code (code);
comment on column corpus_code.pack_id is 'Id of the code in the pack.';
comment on column corpus_code.code is 'Id by which references name it: CGCT, LOI-2025-1129.';

create table corpus_article (
  id bigint generated always as identity primary key,
  import_id uuid not null references corpus_import on delete cascade,
  pack_id text not null,
  code text not null,
  number text not null,
  number_key text not null,
  path text[] not null,
  digest text not null,
  constraint corpus_article_pack_id unique (import_id, pack_id)
);
create index corpus_article_number on corpus_article (code, number_key);
comment on column corpus_article.number_key is 'Number without spaces nor points, in capitals: L2121-29, 1639ABIS.';
comment on column corpus_article.digest is 'SHA-256 of its number, dates and texts, hexadecimal: what changed between two imports.';

create table corpus_version (
  article_id bigint not null references corpus_article on delete cascade,
  position integer not null,
  pack_id text not null,
  valid_from date not null,
  valid_until date,
  state text not null check (state in ('VIGUEUR', 'MODIFIE', 'ABROGE', 'VIGUEUR_DIFF')),
  text text not null,
  is_corrected boolean not null,
  primary key (article_id, position),
  constraint corpus_version_days check (valid_until is null or valid_until >= valid_from)
);
comment on column corpus_version.valid_until is 'Last day in force; null: no end is known.';
comment on column corpus_version.is_corrected is 'Replaced by another version from its first day, as if it had never been.';

create table corpus_change (
  import_id uuid not null references corpus_import on delete cascade,
  code text not null,
  number text not null,
  kind text not null check (kind in ('ajoute', 'change', 'retire')),
  primary key (import_id, code, number)
);
comment on table corpus_change is 'Articles that an import added, changed or removed; none for the first import of a corpus.';
`,
}
