// Changes of the day at which the questions of a conversation are asked, shown in its thread like those of its assistant, project or category.
export const changesOfDay = {
  id: '0084-changes-of-day',
  sql: String.raw`
alter table conversation_change drop constraint conversation_change_kind_check;
alter table conversation_change add constraint conversation_change_kind_check check (kind in ('project', 'library', 'assistant', 'as_of'));
comment on table conversation_change is 'Changes of assistant, project, category or day in the middle of a conversation, with the former value.';
`,
}
