export const assistantVersions = {
  id: '2026-11-22-assistant-versions',
  sql: `
create table assistant_version (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null references assistant on delete cascade,
  number integer not null check (number > 0),
  name text not null check (name <> ''),
  description text not null,
  prompt_content text not null,
  -- Null: made by the installation, or by somebody whose account is gone.
  author_id uuid references app_user on delete set null,
  -- The version whose text it took again.
  restored_from integer check (restored_from < number),
  created_at timestamptz not null default now(),
  unique (assistant_id, number)
);
create index assistant_version_author on assistant_version (author_id) where author_id is not null;
insert into assistant_version (assistant_id, number, name, description, prompt_content, created_at)
  select id, 1, name, description, prompt_content, updated_at from assistant;
`,
}
