// Register of uses: one sheet for each assistant that was ever shared.
export const register = {
  id: '0093-register',
  sql: String.raw`
create table register_entry (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid unique references assistant on delete set null,
  name text check (name <> ''),
  closed_facts jsonb,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  purpose text not null default '' check (length(purpose) <= 2000),
  service text not null default '' check (length(service) <= 2000),
  audience text not null default '' check (length(audience) <= 2000),
  people_concerned text not null default '' check (length(people_concerned) <= 2000),
  personal_data text not null default '' check (length(personal_data) <= 2000),
  human_decision text not null default '' check (length(human_decision) <= 2000),
  legal_basis text not null default '' check (length(legal_basis) <= 2000),
  responsible text not null default '' check (length(responsible) <= 2000),
  review_on date,
  completed_by uuid references app_user on delete set null,
  completed_at timestamptz,
  areas text[],
  areas_reason text not null default '' check (length(areas_reason) <= 500),
  answered_by uuid references app_user on delete set null,
  answered_at timestamptz,
  answered_digest text,
  confirmed_by uuid references app_user on delete set null,
  confirmed_at timestamptz,
  confirmed_alone boolean not null default false,
  is_withheld boolean not null default false,
  opinion jsonb,
  opinion_digest text,
  updated_at timestamptz not null default now(),
  check ((closed_at is null) = (name is null)),
  check ((areas is null) = (answered_at is null)),
  check ((areas is null) = (answered_digest is null)),
  check (confirmed_at is null or cardinality(areas) > 0),
  check ((opinion is null) = (opinion_digest is null))
);
create index register_entry_completed_by on register_entry (completed_by) where completed_by is not null;
create index register_entry_answered_by on register_entry (answered_by) where answered_by is not null;
create index register_entry_confirmed_by on register_entry (confirmed_by) where confirmed_by is not null;
comment on table register_entry is 'Register of uses: one sheet for each assistant that was shared, or answered for. It stays, closed, after the assistant.';
comment on column register_entry.name is 'Name of the assistant when it was deleted.';
comment on column register_entry.closed_facts is 'Facts of the assistant when it was deleted: owner, minimum level, model, document categories, teams.';
comment on column register_entry.areas is 'Sensitive areas declared; empty: an ordinary use. Null: no answer yet.';
comment on column register_entry.answered_digest is 'Digest of the texts and documents of the assistant when the areas were answered (register_digest).';
comment on column register_entry.confirmed_alone is 'Confirmed by the person who answered, who was the only active administrator.';
comment on column register_entry.is_withheld is 'The assistant is published when the answer is confirmed.';
comment on column register_entry.opinion is 'Opinion of the rules on the texts with the digest opinion_digest.';

create function register_digest(a assistant) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(a.name, a.description, a.prompt_content, a.starters,
    array(select l.category_id from assistant_document_category l where l.assistant_id = a.id order by 1),
    array(select d.document_id from assistant_document d where d.assistant_id = a.id order by 1))::text, 'UTF8')), 'hex')
$$;
comment on function register_digest(assistant) is 'Digest of what the classification of an assistant depends on: its texts, its document categories and its files.';

create function register_opens() returns trigger language plpgsql as $$
begin
  insert into register_entry (assistant_id) values (new.assistant_id) on conflict (assistant_id) do nothing;
  return null;
end $$;
comment on function register_opens() is 'Opens the sheet of an assistant when it is first shared.';
create trigger access_grant_register after insert on access_grant for each row when (new.assistant_id is not null)
  execute function register_opens();

create function register_closes() returns trigger language plpgsql as $$
begin
  update register_entry e set name = old.name, closed_at = now(), is_withheld = false, updated_at = greatest(now(), e.updated_at + interval '1 millisecond'),
    closed_facts = jsonb_build_object('is_own', old.owner_id is not null, 'min_level', old.min_level, 'model_id', old.model_id, 'created_at', old.created_at,
      'document_categories', array(select c.display_name from assistant_document_category l join document_category c on c.id = l.category_id
        where l.assistant_id = old.id order by 1),
      'teams', array(select t.name from access_grant g join team t on t.id = g.team_id where g.assistant_id = old.id order by 1))
  where e.assistant_id = old.id;
  return old;
end $$;
comment on function register_closes() is 'Closes the sheet of a deleted assistant, with its name and facts. An assistant that was never shared has no sheet.';
create trigger assistant_register before delete on assistant for each row execute function register_closes();

insert into register_entry (assistant_id, opened_at)
  select a.id, coalesce((select min(g.given_at) from access_grant g where g.assistant_id = a.id), a.created_at) from assistant a
  where a.owner_id is null or exists (select 1 from access_grant g where g.assistant_id = a.id);
`,
}
