// Files of an assistant that has an owner: documents of that owner, which the assistant's conversations search. They remain the owner's when the assistant
// is handed over or becomes the organisation's.
export const assistantFiles = {
  id: '0071-assistant-files',
  sql: `
create table assistant_document (
  assistant_id uuid not null,
  owner_id uuid not null,
  document_id uuid not null,
  -- Increases in the order in which they were added.
  position bigint generated always as identity,
  created_at timestamptz not null default now(),
  primary key (assistant_id, document_id),
  -- An assistant can only hold documents of its owner.
  foreign key (assistant_id, owner_id) references assistant (id, owner_id) on delete cascade,
  foreign key (document_id, owner_id) references document (id, owner_id) on delete cascade
);
create index assistant_document_document on assistant_document (document_id);
create index assistant_document_owner on assistant_document (owner_id);

-- An attached document is deleted with the last conversation, project or assistant that holds it (2026-11-26-without-holder).
create or replace function drop_unheld_document() returns trigger language plpgsql as $$
begin
  perform 1 from document d where d.id in (select document_id from gone) and d.attached order by d.id for update;
  if not found then return null; end if;
  -- Another statement: it sees what those who held the lock have committed.
  delete from document d where d.id in (select document_id from gone) and d.attached
    and not exists (select 1 from conversation_document c where c.document_id = d.id)
    and not exists (select 1 from project_document p where p.document_id = d.id)
    and not exists (select 1 from assistant_document a where a.document_id = d.id);
  return null;
end $$;
create trigger assistant_document_gone after delete on assistant_document
  referencing old table as gone for each statement execute function drop_unheld_document();

-- Before the new owner is written, while the foreign key still holds. Documents are locked by their id, after the assistant.
create function assistant_leaves_its_files() returns trigger language plpgsql as $$
begin
  perform 1 from document d where d.id in (select f.document_id from assistant_document f where f.assistant_id = old.id) order by d.id for update;
  update document d set attached = false
    where d.attached and d.id in (select f.document_id from assistant_document f where f.assistant_id = old.id);
  delete from assistant_document f where f.assistant_id = old.id;
  return new;
end $$;
create trigger assistant_leaves_files before update of owner_id on assistant
  for each row when (old.owner_id is distinct from new.owner_id) execute function assistant_leaves_its_files();

-- A file that goes to another person with its project (2026-11-26-users-projects) leaves the assistants of its former owner.
create or replace function pass_project(passed uuid, heir uuid) returns void language plpgsql as $$
begin
  set constraints project_document_project_id_owner_id_fkey, project_document_document_id_owner_id_fkey deferred;
  update conversation_document set document_id = null where document_id in (select f.document_id from project_document f where f.project_id = passed);
  delete from assistant_document where document_id in (select f.document_id from project_document f where f.project_id = passed);
  update document d set owner_id = heir from project_document f where f.project_id = passed and d.id = f.document_id;
  update project_document f set owner_id = heir where f.project_id = passed;
  update project p set owner_id = heir where p.id = passed;
  delete from access_grant g where g.project_id = passed and g.user_id = heir;
  set constraints project_document_project_id_owner_id_fkey, project_document_document_id_owner_id_fkey immediate;
end $$;

comment on table assistant_document is 'Documents of a user''s own assistant, of the same user.';
comment on function assistant_leaves_its_files() is 'Takes the files out of an assistant that changes owner. They are kept as documents of the former owner.';
comment on function drop_unheld_document() is 'Deletes the attached documents that no conversation, no project and no assistant has any more. Locks them first, in one order.';
comment on function pass_project(uuid, uuid) is 'Gives a project and its documents to another user. Conversations of the former owner keep the names of the documents only; assistants lose them.';
`,
}
