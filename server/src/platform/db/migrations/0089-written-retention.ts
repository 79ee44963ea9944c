// Retention of written documents, and proposals of replies that another one has replaced.
export const writtenRetention = {
  id: '0089-written-retention',
  sql: String.raw`
alter table retention_rule drop constraint retention_rule_kind_check;
alter table retention_rule add constraint retention_rule_kind_check
  check (kind in ('conversations', 'written_documents', 'accounts', 'feedback', 'mails', 'journal'));
-- Documents are the work of the people: nothing is deleted until an administrator says so.
insert into retention_rule (kind, days) values ('written_documents', null);

alter table written_document add column exempt boolean not null default false;
create index written_document_unused on written_document (updated_at) where not exempt;
comment on column written_document.exempt is 'Whether its owner exempts it from the retention rule.';

create function replaced_reply_takes_its_proposals() returns trigger language plpgsql as $$
begin
  delete from written_document_proposal where message_id = old.id and state in ('open', 'unplaced');
  return old;
end $$;
comment on function replaced_reply_takes_its_proposals() is 'Deletes the proposals that were hidden with a reply: without its row they would be shown again.';
create trigger message_proposals before delete on message for each row when (old.superseded_at is not null)
  execute function replaced_reply_takes_its_proposals();
`,
}
