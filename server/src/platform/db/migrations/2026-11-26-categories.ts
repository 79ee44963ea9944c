// Same key as `categoryKey` (authorization/category-names.ts): names that differ only by case, accents or spaces are the same.
const key = (column: string) =>
  `btrim(regexp_replace(lower(regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g')), '[[:space:]]+', ' ', 'g'))`

export const categories = {
  id: '2026-11-26-categories',
  sql: `
-- Until now nothing but a hand in the base could make two categories whose names differ by an accent: the later ones are numbered.
update assistant_category c set name = c.name || ' (' || d.rank || ')'
  from (select id, row_number() over (partition by ${key('name')} order by created_at, id) as rank from assistant_category) d
  where d.id = c.id and d.rank > 1;
alter table assistant_category add column name_key text generated always as (${key('name')}) stored;
alter table assistant_category add unique (name_key);

-- Names that a category of documents had, or that of a category whose documents it received: pages that are open and
-- conversations that are kept go on by them.
create table document_category_alias (
  name_key text primary key,
  name text not null,
  category_id uuid not null references document_category on delete cascade
);
create index document_category_alias_category on document_category_alias (category_id);
`,
}
