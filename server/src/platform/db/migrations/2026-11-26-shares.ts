/**
 * Shared conversations: a copy up to a message, changed only by its owner and deleted with the conversation. Its readers are determined at each call, so
 * that a person who leaves a team loses access at once.
 */
export const shares = {
  id: '2026-11-26-shares',
  sql: `
create table conversation_share (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null,
  owner_id uuid not null,
  -- As they were when the copy was made.
  title text not null check (title <> ''),
  assistant_id uuid references assistant on delete set null,
  assistant_name text,
  library text,
  -- Position of the last message of the copy.
  up_to bigint not null check (up_to > 0),
  created_at timestamptz not null default now(),
  -- When the copy was made.
  taken_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  unique (id, owner_id),
  foreign key (conversation_id, owner_id) references conversation (id, owner_id) on delete cascade
);
create index conversation_share_owner on conversation_share (owner_id, created_at desc);
create index conversation_share_conversation on conversation_share (conversation_id);
create index conversation_share_expiry on conversation_share (expires_at);
create index conversation_share_assistant on conversation_share (assistant_id) where assistant_id is not null;

create table conversation_share_subject (
  id uuid primary key default gen_random_uuid(),
  share_id uuid not null,
  owner_id uuid not null,
  team_id uuid references team on delete cascade,
  user_id uuid references app_user on delete cascade,
  foreign key (share_id, owner_id) references conversation_share (id, owner_id) on delete cascade,
  check (num_nonnulls(team_id, user_id) = 1),
  -- Nobody shares with themselves.
  check (user_id <> owner_id)
);
create unique index conversation_share_subject_once on conversation_share_subject (share_id, coalesce(team_id, user_id));
create index conversation_share_subject_team on conversation_share_subject (team_id) where team_id is not null;
create index conversation_share_subject_user on conversation_share_subject (user_id) where user_id is not null;

create table conversation_share_message (
  share_id uuid not null references conversation_share on delete cascade,
  -- 1 for the first one.
  place integer not null check (place > 0),
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  -- Never one that is being written.
  status text not null check (status in ('complete', 'interrompue', 'erreur')),
  finish_reason text,
  error_code text,
  sources jsonb not null default '[]',
  -- The assistant that answered, by the name it had.
  author text,
  created_at timestamptz not null,
  primary key (share_id, place)
);

-- What a reader made their own of a copy: asked twice, it is the same one.
create table conversation_share_copy (
  share_id uuid not null references conversation_share on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  -- Null while it is being made.
  conversation_id uuid references conversation on delete cascade,
  -- Of the share, when it was copied.
  taken_at timestamptz not null,
  primary key (share_id, user_id)
);
create index conversation_share_copy_user on conversation_share_copy (user_id);
create index conversation_share_copy_conversation on conversation_share_copy (conversation_id);

-- A share that was ended does not come back with an older backup.
create trigger conversation_share_erasure after delete on conversation_share referencing old table as gone
  for each statement execute function record_erasure();

-- The one rule of who reads a share: its owner, and whom it is for, until it ends. Plain, so that it is made a part of the query.
create function readable_share(person uuid, at timestamptz) returns setof uuid language sql stable as $$
  select s.id from conversation_share s
  where s.expires_at > at and (s.owner_id = person or exists (
    select 1 from conversation_share_subject j where j.share_id = s.id and (j.user_id = person
      or j.team_id in (select m.team_id from team_member m where m.user_id = person))))
$$;
`,
}
