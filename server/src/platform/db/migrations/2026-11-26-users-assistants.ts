// Personal assistants, 50 at most, which their owner may share, propose and hand over. An assistant of the organisation has no owner and never gets one;
// one with an owner is never open to everyone. They are counted like personal prompts (2026-11-25-users-prompts), and a deletion is repeated after the
// restoration of an older backup.
export const usersAssistants = {
  id: '2026-11-26-users-assistants',
  sql: `
alter table assistant add column owner_id uuid references app_user on delete cascade;
-- Put aside by an administrator: nobody else than they and its owner sees it.
alter table assistant add column suspended_at timestamptz;
alter table assistant add column suspension_reason text check (suspension_reason <> '' and length(suspension_reason) <= 500);
alter table assistant add check ((suspended_at is null) = (suspension_reason is null));
alter table assistant add check (suspended_at is null or owner_id is not null);
alter table assistant add unique (id, owner_id);
create index assistant_owner on assistant (owner_id) where owner_id is not null;

-- What an owner asks to be published: to a service, or to everybody (null). Tied to an owner: what has none is not proposed.
create table assistant_proposal (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null,
  owner_id uuid not null,
  team_id uuid references team on delete cascade,
  note text not null default '' check (length(note) <= 500),
  proposed_at timestamptz not null default now(),
  -- It stays for its owner to read why.
  refused_at timestamptz,
  refusal_reason text check (refusal_reason <> '' and length(refusal_reason) <= 500),
  check ((refused_at is null) = (refusal_reason is null)),
  foreign key (assistant_id, owner_id) references assistant (id, owner_id) on update cascade on delete cascade
);
create unique index assistant_proposal_once on assistant_proposal (assistant_id, coalesce(team_id, '00000000-0000-0000-0000-000000000000'));
create index assistant_proposal_team on assistant_proposal (team_id) where team_id is not null;
create index assistant_proposal_waiting on assistant_proposal (proposed_at) where refused_at is null;

-- A draft that its owner showed to nobody: not an administrator's to read.
create function is_private_assistant(a assistant) returns boolean language sql stable as $$
  select a.owner_id is not null and a.suspended_at is null
    and not exists (select 1 from access_grant g where g.assistant_id = a.id)
    and not exists (select 1 from assistant_proposal p where p.assistant_id = a.id and p.refused_at is null)
$$;

drop trigger assistant_open on assistant;
create trigger assistant_open after insert on assistant for each row when (new.owner_id is null) execute function open_to_everybody();

create function assistant_keeps_to_its_owner() returns trigger language plpgsql as $$
begin
  if new.assistant_id is not null and new.team_id is null and new.user_id is null
    and exists (select 1 from assistant a where a.id = new.assistant_id and a.owner_id is not null) then
    raise exception using errcode = '23514', message = 'an assistant that has an owner is not everybody''s';
  end if;
  return new;
end $$;
create trigger access_grant_of_owned before insert or update on access_grant
  for each row when (new.assistant_id is not null) execute function assistant_keeps_to_its_owner();

create function assistant_stays_common() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '23514', message = 'what is the organisation''s does not become a person''s';
end $$;
create trigger assistant_stays_the_organisations before update of owner_id on assistant
  for each row when (old.owner_id is null and new.owner_id is not null) execute function assistant_stays_common();

alter table holding add column own_assistants integer not null default 0;
create function own_assistants_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- In one order: two that hand over to each other wait, and do not fail.
    perform 1 from holding where owner_id in (old.owner_id, new.owner_id) order by owner_id for update;
  end if;
  if tg_op <> 'INSERT' then
    update holding set own_assistants = own_assistants - 1 where owner_id = old.owner_id;
  end if;
  if tg_op <> 'DELETE' and new.owner_id is not null then
    insert into holding as h (owner_id, own_assistants) values (new.owner_id, 1)
    on conflict (owner_id) do update set own_assistants = h.own_assistants + 1;
    if (select own_assistants from holding where owner_id = new.owner_id) > 50 then
      raise exception using errcode = 'PA011', message = 'quota own_assistants';
    end if;
  end if;
  return null;
end $$;
create trigger own_assistant_is_counted after insert on assistant
  for each row when (new.owner_id is not null) execute function own_assistants_change();
create trigger own_assistant_is_discounted after delete on assistant
  for each row when (old.owner_id is not null) execute function own_assistants_change();
create trigger own_assistant_is_handed_over after update of owner_id on assistant
  for each row when (old.owner_id is distinct from new.owner_id) execute function own_assistants_change();

-- What somebody else was let use stays, the organisation's, when its owner goes; put aside, it stays aside. The rest goes with the account.
create function pass_on_assistants() returns trigger language plpgsql as $$
begin
  delete from assistant_proposal where owner_id = old.id;
  update assistant a set owner_id = null, is_active = a.is_active and a.suspended_at is null, suspended_at = null, suspension_reason = null,
      updated_at = greatest(now(), a.updated_at + interval '1 millisecond')
    where a.owner_id = old.id and exists (select 1 from access_grant g where g.assistant_id = a.id);
  return old;
end $$;
create trigger app_user_passes_on_assistants before delete on app_user for each row execute function pass_on_assistants();

-- Recorded, to be erased again on an older backup; and what nobody was shown leaves no name where administrators count.
create function own_assistant_goes() returns trigger language plpgsql as $$
begin
  insert into erasure (digest) values (erasure_digest('assistant', old.id)) on conflict do nothing;
  if not exists (select 1 from access_grant g where g.assistant_id = old.id) then
    update conversation set assistant_name = 'Assistant personnel' where assistant_id = old.id;
    update conversation_change set former = 'Assistant personnel' where former_id = old.id;
  end if;
  return old;
end $$;
create trigger own_assistant_erasure before delete on assistant
  for each row when (old.owner_id is not null) execute function own_assistant_goes();

-- The ledger of what is used outlives an assistant: a person's own has its name there from its row alone, for as long as there is one.
create function usage_names_no_draft() returns trigger language plpgsql as $$
begin
  if exists (select 1 from assistant a where a.id = new.assistant_id and a.owner_id is not null) then
    new.assistant_name := null;
  end if;
  return new;
end $$;
create trigger usage_entry_names_no_draft before insert on usage_entry
  for each row when (new.assistant_id is not null and new.assistant_name is not null) execute function usage_names_no_draft();
`,
}
