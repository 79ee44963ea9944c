// Document categories that an assistant searches, and their copy in its versions.
export const supportingDocuments = {
  id: '2026-11-25-supporting-documents',
  sql: `
create table assistant_document_category (
  assistant_id uuid not null references assistant (id) on delete cascade,
  category_id uuid not null references document_category (id) on delete cascade,
  -- Ten at the most: each has a place of its own.
  place smallint not null check (place between 1 and 10),
  primary key (assistant_id, category_id),
  unique (assistant_id, place)
);
create index assistant_document_category_category on assistant_document_category (category_id);

-- A version outlives a category: it keeps what it was called. Ids in their order, names in that of the ids.
alter table assistant_version add column document_category_ids uuid[] not null default '{}';
alter table assistant_version add column document_category_names text[] not null default '{}';
alter table assistant_version add check (cardinality(document_category_ids) <= 10 and cardinality(document_category_ids) = cardinality(document_category_names));
`,
}
