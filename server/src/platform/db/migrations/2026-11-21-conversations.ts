export const conversations = {
  id: '2026-11-21-conversations',
  sql: `
create table conversation (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  title text not null check (title <> ''),
  title_chosen boolean not null default false,
  assistant_id uuid references assistant on delete set null,
  assistant_name text,
  assistant_category text,
  project_id uuid,
  library text,
  started boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A conversation can only be tied to a project of the same person.
  foreign key (project_id, owner_id) references project (id, owner_id) on delete set null (project_id)
);
create index conversation_owner on conversation (owner_id, updated_at desc);
create index conversation_project on conversation (project_id) where project_id is not null;
create index conversation_assistant on conversation (assistant_id) where assistant_id is not null;
-- Find-or-create: one conversation without a question per person, assistant, project and library, whoever races.
create unique index conversation_not_started on conversation
  (owner_id, assistant_id, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), coalesce(library, ''))
  where not started and assistant_id is not null;

create table message (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversation on delete cascade,
  position bigint generated always as identity unique,
  role text not null check (role in ('system', 'user', 'assistant')),
  content text not null,
  status text not null default 'complete' check (status in ('en_cours', 'complete', 'interrompue', 'erreur')),
  finish_reason text check (finish_reason in ('stop', 'length', 'stopped', 'cut', 'crash', 'error')),
  error_code text,
  client_message_id text,
  sources jsonb not null default '[]',
  model text,
  prompt_tokens integer,
  completion_tokens integer,
  superseded_at timestamptz,
  stop_requested boolean not null default false,
  writer_id uuid,
  feedback text check (feedback in ('positive', 'negative')),
  feedback_comment text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (conversation_id, client_message_id),
  -- Only an assistant's turn can be anything else than complete.
  check (role = 'assistant' or (status = 'complete' and finish_reason is null)),
  -- A running reply has a writer; an ended one says why unless a client kept it.
  check ((status = 'en_cours') = (writer_id is not null)),
  check (feedback is null or role = 'assistant')
);
create index message_conversation on message (conversation_id, position);
create unique index message_one_running_reply on message (conversation_id) where status = 'en_cours';
create index message_running on message (writer_id) where status = 'en_cours';

create table writer (
  id uuid primary key,
  heartbeat_at timestamptz not null default now()
);

-- No foreign key: its check, row by row, would cost more than the insert itself on the hottest path there is. What it
-- would keep is kept by the insert, which only takes pieces of messages that exist, and by the trigger below.
create table reply_chunk (
  message_id uuid not null,
  start_at integer not null check (start_at >= 0),
  text text not null check (text <> ''),
  primary key (message_id, start_at)
);
create function forget_reply_chunks() returns trigger language plpgsql as $$
begin
  delete from reply_chunk where message_id in (select id from gone);
  return null;
end $$;
create trigger message_forgets_its_chunks
  after delete on message referencing old table as gone for each statement
  execute function forget_reply_chunks();
`,
}
