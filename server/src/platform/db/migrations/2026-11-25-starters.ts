export const starters = {
  id: '2026-11-25-starters',
  sql: `
create function are_starters(texts text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(texts) <= 4
    and not exists (select 1 from unnest(texts) as one where one is null or one !~ '\\S' or length(one) > 200)
    and (select count(distinct one) = count(*) from unnest(texts) as one)
$$;
alter table assistant add column starters text[] not null default '{}' check (are_starters(starters));
alter table assistant_version add column starters text[] not null default '{}' check (are_starters(starters));
`,
}
