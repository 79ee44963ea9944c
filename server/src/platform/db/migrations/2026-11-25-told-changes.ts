// Changes of a conversation's project or library, shown between its messages and never sent to the model as messages.
export const toldChanges = {
  id: '2026-11-25-told-changes',
  sql: `
create table conversation_change (
  conversation_id uuid not null,
  owner_id uuid not null,
  -- The last message when it was made; 0 before any. Those that are made one after another in the same place are one.
  after_position bigint not null check (after_position >= 0),
  kind text not null check (kind in ('project', 'library')),
  -- What it was and what it became, by the names they had; null without one.
  former text check (former <> ''),
  name text check (name <> ''),
  changed_at timestamptz not null default now(),
  primary key (conversation_id, after_position, kind),
  foreign key (conversation_id, owner_id) references conversation (id, owner_id) on delete cascade,
  check (former is not null or name is not null)
);
create index conversation_change_owner on conversation_change (owner_id);

-- One in which nothing was asked is given back to whoever opens the same assistant on the same things. Its person has made this one
-- theirs: it has its place beside the one that would be found so.
alter table conversation add column context_changed boolean not null default false;
drop index conversation_not_started;
create unique index conversation_not_started on conversation
  (owner_id, assistant_id, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), coalesce(library, ''))
  where not started and not context_changed and assistant_id is not null;
`,
}
