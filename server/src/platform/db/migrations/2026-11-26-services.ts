/**
 * Teams of accounts, and access grants. A membership records its origin, so that an identity provider removes only the ones it gave. Grants add up.
 * Existing objects, and those that administrators create, are open to everyone until an administrator decides otherwise.
 */
export const services = {
  id: '2026-11-26-services',
  sql: `
create table team (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- Neither case, accents nor spaces make two names.
  name_key text not null generated always as
    (btrim(regexp_replace(lower(regexp_replace(normalize(name, NFD), '[\\u0300-\\u036f]', '', 'g')), '[[:space:]]+', ' ', 'g'))) stored unique,
  description text not null default '',
  -- What an identity provider calls it; null: none does.
  group_name text unique check (group_name <> ''),
  sharing text not null default 'members' check (sharing in ('anyone', 'members', 'managers')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table team_member (
  -- What a backup orders its rows by.
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references team on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  role text not null check (role in ('member', 'manager')),
  -- Null where somebody of the instance decided it, else the identity whose provider says it.
  identity_id uuid references identity on delete cascade,
  created_at timestamptz not null default now()
);
create unique index team_member_reason on team_member (team_id, user_id, coalesce(identity_id, '00000000-0000-0000-0000-000000000000'));
create index team_member_identity on team_member (identity_id) where identity_id is not null;
create index team_member_user on team_member (user_id);

-- Somebody was named to keep it: others put nothing there, even once that somebody has gone.
alter table document_category add column is_kept boolean not null default false;

create table access_grant (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid references assistant on delete cascade,
  document_category_id uuid references document_category on delete cascade,
  project_id uuid references project on delete cascade,
  prompt_id uuid references prompt on delete cascade,
  kind text not null generated always as (case when assistant_id is not null then 'assistant' when document_category_id is not null
    then 'document_category' when project_id is not null then 'project' else 'prompt' end) stored,
  resource_id uuid not null generated always as (coalesce(assistant_id, document_category_id, project_id, prompt_id)) stored,
  -- Neither of both: everybody.
  team_id uuid references team on delete cascade,
  user_id uuid references app_user on delete cascade,
  level text not null check (level in ('use', 'edit')),
  check (num_nonnulls(assistant_id, document_category_id, project_id, prompt_id) = 1),
  check (num_nonnulls(team_id, user_id) <= 1)
);
create unique index access_grant_subject on access_grant (kind, resource_id, coalesce(team_id, user_id, '00000000-0000-0000-0000-000000000000'));
create index access_grant_assistant on access_grant (assistant_id) where assistant_id is not null;
create index access_grant_category on access_grant (document_category_id) where document_category_id is not null;
create index access_grant_project on access_grant (project_id) where project_id is not null;
create index access_grant_prompt on access_grant (prompt_id) where prompt_id is not null;
create index access_grant_team on access_grant (team_id) where team_id is not null;
create index access_grant_user on access_grant (user_id) where user_id is not null;

-- The one rule of who may use or change what others gave them; owners need no grant. Plain, so that it is made a part of the query.
create function granted(person uuid, wanted_kind text, wanted_level text) returns setof uuid language sql stable as $$
  select g.resource_id from access_grant g
  where g.kind = wanted_kind and (wanted_level = 'use' or g.level = 'edit')
    and (g.user_id = person or (g.user_id is null and g.team_id is null)
      or g.team_id in (select m.team_id from team_member m where m.user_id = person))
$$;

insert into access_grant (assistant_id, level) select id, 'use' from assistant;
insert into access_grant (document_category_id, level) select id, 'use' from document_category;
insert into access_grant (prompt_id, level) select id, 'use' from prompt;

create function open_to_everybody() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'assistant' then insert into access_grant (assistant_id, level) values (new.id, 'use');
  elsif tg_table_name = 'document_category' then insert into access_grant (document_category_id, level) values (new.id, 'use');
  else insert into access_grant (prompt_id, level) values (new.id, 'use');
  end if;
  return null;
end $$;
create trigger assistant_open after insert on assistant for each row execute function open_to_everybody();
create trigger document_category_open after insert on document_category for each row execute function open_to_everybody();
create trigger prompt_open after insert on prompt for each row execute function open_to_everybody();
`,
}
