// Changes of a conversation's assistant. The author of an answer is derived from them: the assistant that the first change after the answer replaced, or
// else the conversation's current one. Its name remains after it is deleted.
export const whoAnswered = {
  id: '2026-11-25-who-answered',
  sql: `
alter table conversation_change drop constraint conversation_change_kind_check;
alter table conversation_change add constraint conversation_change_kind_check check (kind in ('project', 'library', 'assistant'));
alter table conversation_change add column former_id uuid references assistant on delete set null;
alter table conversation_change add constraint conversation_change_assistant
  check (case kind when 'assistant' then name is not null else former_id is null end);
create index conversation_change_former on conversation_change (former_id) where former_id is not null;
-- Few conversations have any: those who count answers by assistant read them all at once.
create index conversation_change_told_assistant on conversation_change (conversation_id, after_position) where kind = 'assistant';
`,
}
