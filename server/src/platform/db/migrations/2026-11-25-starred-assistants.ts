export const starredAssistants = {
  id: '2026-11-25-starred-assistants',
  sql: `
create table assistant_favorite (
  owner_id uuid not null references app_user on delete cascade,
  assistant_id uuid not null references assistant on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner_id, assistant_id)
);
create index assistant_favorite_assistant on assistant_favorite (assistant_id);
`,
}
