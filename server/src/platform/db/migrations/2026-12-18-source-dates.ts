// Version dates, collections and suggested questions of documents. A job adds them to the existing demonstration documents.
export const sourceDates = {
  id: '2026-12-18-source-dates',
  sql: `
alter table document
  add column version_date date,
  add column collection text,
  add column example_question text;

insert into job (kind, lane)
select 'date_demo_documents', 'long'
where exists (select from document where owner_id is null and format = 'md')
on conflict do nothing;
`,
}
