/**
 * Fixes two races when attached files are detached. Two concurrent transactions each saw that the other still had the file, which was then never deleted;
 * and a file could be deleted while someone attached it. The files of a statement are now locked first, in order of id, and their attachments are read
 * afterwards.
 */
export const withoutHolder = {
  id: '2026-11-26-without-holder',
  sql: `
drop trigger conversation_document_gone on conversation_document;
drop trigger project_document_gone on project_document;
create or replace function drop_unheld_document() returns trigger language plpgsql as $$
begin
  perform 1 from document d where d.id in (select document_id from gone) and d.attached order by d.id for update;
  if not found then return null; end if;
  -- Another statement: it sees what those who held the lock have committed.
  delete from document d where d.id in (select document_id from gone) and d.attached
    and not exists (select 1 from conversation_document c where c.document_id = d.id)
    and not exists (select 1 from project_document p where p.document_id = d.id);
  return null;
end $$;
create trigger conversation_document_gone after delete on conversation_document
  referencing old table as gone for each statement execute function drop_unheld_document();
create trigger project_document_gone after delete on project_document
  referencing old table as gone for each statement execute function drop_unheld_document();

-- Those that stayed until now; the sweep takes their files.
delete from document d where d.attached
  and not exists (select 1 from conversation_document c where c.document_id = d.id)
  and not exists (select 1 from project_document p where p.document_id = d.id);
`,
}
