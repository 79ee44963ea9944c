// Indexes of paged lists, on the sort value and the id. `fold_text` ignores accents and capitals.
export const pagedLists = {
  id: '2026-12-09-paged-lists',
  sql: String.raw`
create function fold_text(content text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(lower(regexp_replace(normalize(content, nfkd), '[\u0300-\u036f]+', '', 'g')), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae')
$$;
create index project_owner_updated on project (owner_id, (status = 'archived'), updated_at desc, id desc);
drop index conversation_owner;
create index conversation_owner on conversation (owner_id, updated_at desc, id desc);
create index document_base on document (created_at desc, id) where owner_id is null;
`,
}
