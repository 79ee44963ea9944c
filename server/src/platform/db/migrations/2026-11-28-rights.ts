export const rights = {
  id: '2026-11-28-rights',
  sql: `
-- Kept by its owner whatever the retention rule says.
alter table conversation add column kept boolean not null default false;
create index conversation_updated on conversation (updated_at) where not kept;
alter table app_user add column inactivity_warned_at timestamptz;

-- How long each kind of data is kept; a null duration is for ever.
create table retention_rule (
  kind text primary key check (kind in ('conversations', 'accounts', 'feedback', 'mails', 'journal')),
  days integer check (days > 0),
  changed_at timestamptz not null default now()
);
insert into retention_rule (kind, days) values
  ('conversations', 730), ('accounts', 730), ('feedback', 365), ('mails', 30), ('journal', 365);

-- Suspends purges: of one account, or of everything when it names nobody.
create table legal_hold (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references app_user on delete cascade,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now()
);
create unique index legal_hold_once on legal_hold (coalesce(user_id, '00000000-0000-0000-0000-000000000000'));

-- What a purge did: a date, the rule, counts. Never what was purged.
create table purge_proof (
  id uuid primary key default gen_random_uuid(),
  ran_at timestamptz not null,
  kind text not null,
  days integer not null,
  before timestamptz not null,
  removed integer not null check (removed >= 0),
  held integer not null check (held >= 0)
);
create index purge_proof_ran_at on purge_proof (ran_at desc);

-- What people or rules erased, as digests of random ids: it says nothing of anybody, and is replayed on an older backup.
create table erasure (
  digest text primary key,
  erased_at timestamptz not null default now()
);
create index erasure_erased_at on erasure (erased_at);

create function erasure_digest(kind text, id uuid) returns text language sql immutable
  return encode(sha256(convert_to(kind || ':' || id::text, 'UTF8')), 'hex');

create function record_erasure() returns trigger language plpgsql as $$
begin
  insert into erasure (digest) select erasure_digest(tg_table_name, id) from gone on conflict do nothing;
  return null;
end $$;
create trigger app_user_erasure after delete on app_user referencing old table as gone
  for each statement execute function record_erasure();
create trigger document_erasure after delete on document referencing old table as gone
  for each statement execute function record_erasure();
create trigger project_erasure after delete on project referencing old table as gone
  for each statement execute function record_erasure();
create trigger conversation_erasure after delete on conversation referencing old table as gone
  for each statement execute function record_erasure();
`,
}
