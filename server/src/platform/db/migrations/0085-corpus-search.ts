// Articles of a corpus in the search: a category for each corpus, a document without a file for each code, and an index for each article.

/** Tables of the indexes of articles, which the search reads. They refer to a table of documents. */
export const articleSchema = String.raw`
create function corpus_index_changed() returns trigger language plpgsql as $$
begin
  update retrieval_state set corpus_revision = corpus_revision + 1;
  return null;
end $$;

create table corpus_index (
  index_no bigint primary key,
  document_id uuid not null references document on delete cascade,
  section_path text[] not null,
  passage_count integer not null,
  analysis_version integer not null
);
create index corpus_index_document on corpus_index (document_id);
create trigger corpus_index_changed after insert or delete or update on corpus_index for each statement execute function retrieval_changed();
create trigger corpus_index_replaced after insert or delete or update on corpus_index for each statement execute function corpus_index_changed();
comment on table corpus_index is 'Indexes of articles that are searched. The row appears when their import is published.';

create table corpus_passage (
  index_no bigint not null,
  position integer not null check (position >= 0),
  text text not null,
  terms text not null,
  validity datemultirange not null,
  primary key (index_no, position)
);
comment on table corpus_passage is 'Passages of the distinct texts of articles, one for each text whatever the number of versions that have it.';
comment on column corpus_passage.validity is 'Days on which the text is in force.';

alter table retrieval_state add column corpus_revision bigint not null default 0;
comment on column retrieval_state.corpus_revision is 'Raised by each change of the indexes of articles: their numbers are read again then only.';
`

export const corpusSearch = {
  id: '0085-corpus-search',
  sql: String.raw`
alter table document_category add column corpus_name text, add column corpus_source text,
  add constraint document_category_corpus check ((corpus_name is null) = (corpus_source is null));
create unique index document_category_of_corpus on document_category (corpus_source, corpus_name) where (corpus_name is not null);
comment on column document_category.corpus_name is 'Corpus whose articles the category holds, with its source; null for a category of uploaded documents.';

alter table document add column corpus_code text,
  alter column blob_id drop not null,
  add constraint document_of_corpus check (corpus_code is null or (owner_id is null and uploader_id is null)),
  add constraint document_file check ((blob_id is null) = (corpus_code is not null));
create unique index document_corpus_code on document (category_id, corpus_code) where (corpus_code is not null);
comment on column document.corpus_code is 'Code of a corpus whose articles are the text of the document, which has no file; null for an uploaded document.';

create sequence corpus_article_serial;
alter table corpus_article add column article_no bigint, add column index_no bigint;
create index corpus_article_no on corpus_article (article_no);
create index corpus_article_index on corpus_article (index_no);
comment on column corpus_article.article_no is 'Number of the article that stays the same from one import to the next.';
comment on column corpus_article.index_no is 'Index of its texts; null while it has none. An import that changes neither number, path, days nor texts shares it.';

${articleSchema}`,
}
