// Notes taken on each part of documents read whole, stored as each part ends, so that no part is read twice. A reading is deleted with its conversation,
// and notes with their document.
export const fullReading = {
  id: '2026-12-06-full-reading',
  sql: `
create table full_reading (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  request_key text not null,
  task text not null check (task in ('gather', 'transform', 'synthesis')),
  parts integer not null check (parts > 0),
  part_tokens integer not null check (part_tokens > 0),
  created_at timestamptz not null default now(),
  unique (conversation_id, request_key)
);
create index full_reading_owner on full_reading (owner_id);

create table full_reading_part (
  reading_id uuid not null references full_reading on delete cascade,
  part integer not null check (part >= 0),
  document_id uuid not null references document on delete cascade,
  notes text not null,
  primary key (reading_id, part)
);
create index full_reading_part_document on full_reading_part (document_id);

-- How far it is: for readers of a reply that another process writes.
alter table message add column progress jsonb;
`,
}
