// Scheduling turns: people take turns at the reading of documents, and short jobs never wait behind long ones. `turn` orders the jobs of a lane, and a
// person's jobs have successive turns: the first job of everyone comes before the second of anyone.
export const readingTurns = {
  id: '2026-12-08-reading-turns',
  sql: `
alter table job add column lane text not null default 'short' check (lane in ('short', 'long'));
alter table job add column person_id uuid references app_user on delete set null;
alter table job add column turn bigint not null default 0;
update job set lane = 'long' where kind <> 'index_document';
drop index job_next;
create index job_next on job (lane, attempts, turn, run_at, created_at);
create index job_turn on job (lane, turn);
create index job_person on job (coalesce(person_id, '00000000-0000-0000-0000-000000000000'), lane, turn);
create index job_person_id on job (person_id);

create table recognised_page (
  document_id uuid not null references document on delete cascade,
  page integer not null check (page > 0),
  text text not null,
  confidence real not null,
  primary key (document_id, page)
);

create table reading_time (
  user_id uuid not null references app_user on delete cascade,
  day date not null,
  ms bigint not null check (ms >= 0),
  primary key (user_id, day)
);

-- A document that waits may say why.
do $do$
declare
  former text;
begin
  select conname into strict former from pg_constraint
  where conrelid = 'document'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%state_reason IS NOT NULL%';
  execute format('alter table document drop constraint %I', former);
end $do$;
alter table document add constraint document_state_reason
  check (case state when 'echec' then state_reason is not null when 'en_attente' then true else state_reason is null end);
`,
}
