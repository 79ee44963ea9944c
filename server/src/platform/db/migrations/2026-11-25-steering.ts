export const steering = {
  id: '2026-11-25-steering',
  sql: `
-- One message for everybody at a time.
create table announcement (
  id uuid primary key default gen_random_uuid(),
  text text not null check (text <> ''),
  tone text not null check (tone in ('info', 'attention')),
  -- The last day on which it is shown, in Paris.
  ends_on date,
  on_sign_in boolean not null,
  created_at timestamptz not null default now()
);
create unique index announcement_only_one on announcement ((true));

-- Nothing of a person nor of a content: which error, on which route, when, under which reference.
create table recent_error (
  id bigint generated always as identity primary key,
  code text not null,
  status integer not null,
  method text not null,
  route text not null,
  request_id text not null,
  occurred_at timestamptz not null
);
create index recent_error_code on recent_error (code, occurred_at desc, id desc);

-- The days of the dashboard are counted from these alone.
create index message_created on message (created_at, role);
create index message_unfinished on message (created_at, status, finish_reason) where status in ('interrompue', 'erreur');
create index message_feedback_day on message (feedback_at, conversation_id, feedback) where feedback is not null;
create index conversation_created on conversation (created_at, assistant_id, assistant_name) where started;
`,
}
