// Written documents: their blocks, versions, and the changes that replies propose to them.
export const writtenDocuments = {
  id: '0086-written-documents',
  sql: String.raw`
create function written_words(title text, content text) returns tsvector language plpgsql immutable parallel restricted strict cost 10000 as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  words tsvector := search_words(nobody, title);
begin
  -- search_words reads 100,000 characters at most.
  for start in 1 .. length(content) by 100000 loop
    words := words || search_words(nobody, substr(content, start, 100000));
  end loop;
  return words;
end $$;
comment on function written_words(text, text) is 'Words of a written document, by which it is searched.';

create table written_document (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  title text not null check (title <> ''),
  kind text not null check (kind in ('note', 'courrier', 'deliberation', 'arrete', 'compte_rendu', 'libre')),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  text text not null,
  words tsvector not null generated always as (written_words(title, text)) stored,
  bytes integer not null check (bytes >= 0),
  min_level smallint not null default 1 check (min_level between 1 and 3),
  conversation_id uuid,
  project_id uuid references project on delete set null,
  assistant_id uuid references assistant on delete set null,
  last_author_id uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, owner_id),
  foreign key (conversation_id, owner_id) references conversation (id, owner_id) on delete set null (conversation_id)
);
create index written_document_owner on written_document (owner_id, updated_at desc, id desc);
create index written_document_conversation on written_document (conversation_id, created_at desc) where conversation_id is not null;
create index written_document_project on written_document (project_id) where project_id is not null;
create index written_document_assistant on written_document (assistant_id) where assistant_id is not null;
create index written_document_last_author on written_document (last_author_id) where last_author_id is not null;
create index written_document_words on written_document using gin (words);
comment on table written_document is 'Documents that people write, with or without a model: a sequence of blocks (packages/written-document).';
comment on column written_document.text is 'Text of the blocks without marks, for the search.';
comment on column written_document.bytes is 'Size of the blocks as JSON, in bytes, for the quota.';
comment on column written_document.min_level is 'Minimum level of the models that may read it: the highest of what it was written from.';
comment on column written_document.conversation_id is 'Conversation of the owner whose replies propose changes to it.';
create trigger written_document_project_usable before insert or update of project_id, owner_id on written_document
  for each row when (new.project_id is not null) execute function conversation_project_is_usable();
create trigger written_document_erasure after delete on written_document
  referencing old table as gone for each statement execute function record_erasure();

create table written_document_version (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null,
  owner_id uuid not null,
  number integer not null check (number > 0),
  reason text not null check (reason in ('creation', 'import', 'proposition', 'pause', 'export', 'partage', 'nommee', 'restauration')),
  name text check (name <> ''),
  author_id uuid references app_user on delete set null,
  model text,
  assistant text,
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null,
  unique (document_id, number),
  foreign key (document_id, owner_id) references written_document (id, owner_id) on delete cascade on update cascade,
  constraint written_document_version_name check ((reason = 'nommee') = (name is not null))
);
create index written_document_version_author on written_document_version (author_id) where author_id is not null;
comment on table written_document_version is 'Texts that a written document had. Those of a pause, an export or an acceptance are thinned.';
comment on column written_document_version.author_id is 'Person who wrote it or accepted it; null: the account was deleted.';
comment on column written_document_version.model is 'Id in the settings of the model whose proposals were accepted; null: written by the person.';
comment on column written_document_version.assistant is 'Name of the assistant that the model answered for.';

create table written_document_request (
  message_id uuid primary key references message on delete cascade,
  document_id uuid not null references written_document on delete cascade,
  person_id uuid not null references app_user on delete cascade,
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  selection text[],
  placed_at timestamptz
);
create index written_document_request_document on written_document_request (document_id);
create index written_document_request_person on written_document_request (person_id);
comment on table written_document_request is 'Text of a document as it was sent with a question, to which the numbers of the reply refer.';
comment on column written_document_request.selection is 'Ids of the blocks that the reply may change; null: all.';
comment on column written_document_request.placed_at is 'Time at which the changes of the ended reply became proposals; null: not yet.';

create table written_document_proposal (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references written_document on delete cascade,
  message_id uuid references message on delete set null,
  person_id uuid references app_user on delete set null,
  position integer not null,
  kind text not null check (kind in ('replace', 'insert', 'delete')),
  state text not null check (state in ('open', 'accepted', 'refused', 'unplaced')),
  reason text,
  before jsonb not null check (jsonb_typeof(before) = 'array'),
  after jsonb not null check (jsonb_typeof(after) = 'array'),
  above text[] not null default '{}',
  is_first boolean not null default false,
  markdown text not null default '',
  level smallint not null default 1 check (level between 1 and 3),
  model text,
  assistant text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint written_document_proposal_reason check ((state = 'unplaced') = (reason is not null)),
  constraint written_document_proposal_decided check ((state in ('accepted', 'refused')) = (decided_at is not null))
);
create index written_document_proposal_document on written_document_proposal (document_id, created_at, position);
create index written_document_proposal_message on written_document_proposal (message_id) where message_id is not null;
create index written_document_proposal_person on written_document_proposal (person_id) where person_id is not null;
comment on table written_document_proposal is 'Changes that a reply proposes to a document, and what a person decided.';
comment on column written_document_proposal.person_id is 'Person whose question the reply answers.';
comment on column written_document_proposal.above is 'Blocks above an insertion, nearest first.';
comment on column written_document_proposal.is_first is 'Whether an insertion may come first, when none of the blocks above it exists.';
comment on column written_document_proposal.markdown is 'What an unplaced change says.';
comment on column written_document_proposal.level is 'Level of the documents that the reply was written from: the document takes it with the text.';

alter table access_grant add column written_document_id uuid references written_document on delete cascade;
drop index access_grant_subject;
alter table access_grant drop column kind;
alter table access_grant drop column resource_id;
alter table access_grant drop constraint access_grant_check;
alter table access_grant
  add column kind text not null generated always as (case when assistant_id is not null then 'assistant' when document_category_id is not null
    then 'document_category' when project_id is not null then 'project' when written_document_id is not null then 'written_document' else 'prompt' end) stored,
  add column resource_id uuid not null generated always as (coalesce(assistant_id, document_category_id, project_id, prompt_id, written_document_id)) stored,
  add constraint access_grant_check check (num_nonnulls(assistant_id, document_category_id, project_id, prompt_id, written_document_id) = 1);
create unique index access_grant_subject on access_grant (kind, resource_id, coalesce(team_id, user_id, '00000000-0000-0000-0000-000000000000'));
create index access_grant_written_document on access_grant (written_document_id) where written_document_id is not null;

create function usable_written_documents(person uuid) returns setof uuid language sql stable as $$
  select d.id from written_document d where d.owner_id = person
  union all
  select g from granted(person, 'written_document', 'use') g
$$;
comment on function usable_written_documents(uuid) is 'Ids of the written documents that a person may read: their own, and those shared with them.';

alter table holding add column written_bytes bigint not null default 0;
comment on column holding.written_bytes is 'Size of the written documents and of their versions, in bytes; each row counts for 4 kB at least.';
create function written_weight(bytes integer) returns bigint language sql immutable as $$ select greatest(bytes, 4096)::bigint $$;
create function written_bytes_change() returns trigger language plpgsql as $$
declare
  growth bigint := case when tg_op = 'DELETE' then 0 else written_weight(new.bytes) end - case when tg_op = 'INSERT' then 0 else written_weight(old.bytes) end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if growth = 0 then return null; end if;
  if tg_op = 'INSERT' then
    insert into holding as h (owner_id, written_bytes) values (owner, growth)
    on conflict (owner_id) do update set written_bytes = h.written_bytes + excluded.written_bytes;
  else
    update holding set written_bytes = written_bytes + growth where owner_id = owner;
  end if;
  if growth > 0 then
    perform too_much('PA012', (select written_bytes from holding where owner_id = owner), 'written_bytes');
  end if;
  return null;
end $$;
comment on function written_bytes_change() is 'Counts the written documents of their owners. Raises PA012 above the quota.';
create trigger written_document_is_counted after insert or delete or update of bytes on written_document
  for each row execute function written_bytes_change();
create trigger written_document_version_is_counted after insert or delete on written_document_version
  for each row execute function written_bytes_change();
`,
}
