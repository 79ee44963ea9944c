// Test cases of assistants, their runs and results. Usage of the runs is in the ledger under its own kind, outside the limits of people and teams.
export const assistantTests = {
  id: '0081-assistant-tests',
  sql: String.raw`
alter table assistant add column test_min_passed smallint check (test_min_passed between 1 and 100);
comment on column assistant.test_min_passed is 'Share of the tested answers that must pass before a change without a written reason, in percent. Null: nothing is asked.';

create table assistant_test_case (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null references assistant on delete cascade,
  author_id uuid references app_user on delete set null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistant_test_case_assistant on assistant_test_case (assistant_id, created_at, id);
create index assistant_test_case_author on assistant_test_case (author_id) where author_id is not null;
comment on table assistant_test_case is 'Questions that an assistant is tested with, and what is expected of the answers.';
comment on column assistant_test_case.author_id is 'Person who wrote it last. Null: a pack, or a deleted account.';
comment on column assistant_test_case.content is 'Question, history, profile, project, day and expectations (contract: testCaseContent).';

create table assistant_test_run (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null references assistant on delete cascade,
  person_id uuid not null references app_user on delete cascade,
  status text not null default 'en_cours' check (status in ('en_cours', 'terminee', 'arretee', 'echouee')),
  version integer check (version > 0),
  prompt_content text not null,
  compared_version integer check (compared_version > 0),
  compared_prompt text,
  document_category_ids uuid[] not null,
  compared_category_ids uuid[],
  model_ids text[] not null check (cardinality(model_ids) > 0),
  repeats smallint not null check (repeats between 1 and 3),
  judge boolean not null,
  cases jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((compared_version is null) = (compared_prompt is null) and (compared_version is null) = (compared_category_ids is null)),
  check ((status = 'en_cours') = (finished_at is null))
);
create index assistant_test_run_assistant on assistant_test_run (assistant_id, created_at desc, id);
create index assistant_test_run_person on assistant_test_run (person_id);
create unique index assistant_test_run_running on assistant_test_run (assistant_id) where status = 'en_cours';
comment on table assistant_test_run is 'Runs of the test cases of an assistant, by a background job.';
comment on column assistant_test_run.version is 'Number of the tested version. Null: instructions that were not saved.';
comment on column assistant_test_run.compared_version is 'Number of the version that the results are compared with.';
comment on column assistant_test_run.cases is 'The cases as they were at the start, with their ids.';

create table assistant_test_answer (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references assistant_test_run on delete cascade,
  position integer not null,
  is_compared boolean not null,
  case_id uuid not null,
  model_id text not null,
  repeat smallint not null,
  outcome text not null default 'pending' check (outcome in ('pending', 'passed', 'failed', 'error')),
  answer text not null default '',
  sources jsonb not null default '[]',
  checks jsonb not null default '[]',
  judgement jsonb,
  model text,
  level smallint,
  model_reason text,
  error_code text,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  is_reused boolean not null default false,
  unique (run_id, is_compared, case_id, model_id, repeat)
);
create index assistant_test_answer_pending on assistant_test_answer (run_id, position) where outcome = 'pending';
comment on table assistant_test_answer is 'Answers of a run. Each is written once, when it is obtained.';
comment on column assistant_test_answer.is_compared is 'Answer of the version that the run is compared with.';
comment on column assistant_test_answer.is_reused is 'Copied from an earlier run.';

alter table job add column test_run_id uuid references assistant_test_run on delete cascade;
create index job_test_run on job (test_run_id) where test_run_id is not null;
drop index job_once;
create unique index job_once on job (kind, coalesce(document_id, test_run_id, '00000000-0000-0000-0000-000000000000'));

alter table usage_entry add column kind text not null default 'reply' check (kind in ('reply', 'test'));
comment on column usage_entry.kind is 'Replies of conversations, or answers of a test run, which count against no limit.';
alter table usage_entry add check (kind = 'reply' or team_id is null);
drop index usage_entry_person;
create unique index usage_entry_person on usage_entry (user_id, day, coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(assistant_id, '00000000-0000-0000-0000-000000000000'), coalesce(assistant_name, ''), model, kind) where user_id is not null;

create or replace function token_allowances(person uuid, usual bigint, today date, me uuid, silence integer)
 returns table(kind text, team_id uuid, team_name text, tokens bigint, used bigint, held bigint)
 language sql stable as $function$
  with set_for_them as (
    select 'own' as kind, null::uuid as team_id, null as team_name, l.tokens from token_limit l where l.user_id = person
    union all
    select l.kind, t.id, t.name, l.tokens from token_limit l join team t on t.id = l.team_id
    where t.id in (select m.team_id from team_member m where m.user_id = person)
  ), applying as (
    select * from set_for_them
    union all select 'usual', null, null, usual where usual is not null and not exists (select 1 from set_for_them)
  ), running as (
    select r.user_id, r.team_id, r.held from usage_running r
    where r.day >= date_trunc('month', today::timestamp)::date
      and (r.writer_id = me or exists (select 1 from writer w where w.id = r.writer_id and w.heartbeat_at > now() - make_interval(secs => silence)))
  )
  select a.kind, a.team_id, a.team_name, a.tokens,
    case when a.kind = 'common'
      then coalesce((select u.tokens from usage_month u
        where u.team_id = a.team_id and u.month = date_trunc('month', today::timestamp)::date), 0)
      else (select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0) from usage_entry u
        where u.user_id = person and u.kind = 'reply' and u.day >= date_trunc('month', today::timestamp)::date)
    end::bigint,
    (select coalesce(sum(r.held), 0) from running r where case when a.kind = 'common' then r.team_id = a.team_id else r.user_id = person end)::bigint
  from applying a
$function$;
`,
}
