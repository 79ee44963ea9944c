// Position at which each file was attached, so that the conversation shows it with the first question that follows. It is assigned under the lock of the
// conversation.
export const toldFiles = {
  id: '2026-11-25-told-files',
  sql: `
alter table conversation_document add column after_position bigint not null default 0 check (after_position >= 0);
update conversation_document d set after_position = coalesce(
  (select max(m.position) from message m where m.conversation_id = d.conversation_id and m.created_at < d.added_at), 0);
`,
}
