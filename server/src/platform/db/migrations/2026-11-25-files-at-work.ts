// Files attached to conversations of any kind, and to projects.
export const filesAtWork = {
  id: '2026-11-25-files-at-work',
  sql: `
-- Until now only the document search had documents; from now on its conversations say so.
alter table conversation add column document_search boolean not null default false;
update conversation set document_search = true where id in (select conversation_id from conversation_document);

alter table conversation_document add column added_at timestamptz not null default now();

-- A file that came in a conversation or a project goes with the last one that has it.
alter table document add column attached boolean not null default false;
alter table document add check (not attached or owner_id is not null);

alter table project add unique (id, owner_id);
create table project_document (
  project_id uuid not null,
  owner_id uuid not null,
  document_id uuid not null,
  -- Increases in the order in which they were added.
  position bigint generated always as identity,
  added_at timestamptz not null default now(),
  primary key (project_id, document_id),
  -- A project can only hold documents of the same person.
  foreign key (project_id, owner_id) references project (id, owner_id) on delete cascade,
  foreign key (document_id, owner_id) references document (id, owner_id) on delete cascade
);
create index project_document_document on project_document (document_id);
create index project_document_owner on project_document (owner_id);

create function drop_unheld_document() returns trigger language plpgsql as $$
begin
  delete from document d where d.id = old.document_id and d.attached
    and not exists (select 1 from conversation_document c where c.document_id = d.id)
    and not exists (select 1 from project_document p where p.document_id = d.id);
  return null;
end $$;
create trigger conversation_document_gone after delete on conversation_document
  for each row when (old.document_id is not null) execute function drop_unheld_document();
create trigger project_document_gone after delete on project_document for each row execute function drop_unheld_document();
`,
}
