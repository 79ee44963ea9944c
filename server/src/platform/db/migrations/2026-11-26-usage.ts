// Usage ledger: tokens used by day in Paris, added when a reply ends. Figures are never lowered, even when the conversation, assistant, team or account is
// deleted. Also monthly token limits.
// The first version also counted existing replies, before the server started to listen; now a job does it (2026-11-26-what-was-used).
/** Checksum of the first version of this migration. */
export const filledAtOnce = '20ccafd5e982de133cfacd14c86c80ea9d1e0e01773bf4d5d131cc55c267a46d'

export const usage = {
  id: '2026-11-26-usage',
  formerChecksums: [filledAtOnce],
  sql: `
create table usage_entry (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- Null once the account is deleted.
  user_id uuid,
  -- As they were: neither points to what may be gone.
  team_id uuid,
  team_name text,
  assistant_id uuid,
  assistant_name text,
  model text not null,
  prompt_tokens bigint not null check (prompt_tokens >= 0),
  completion_tokens bigint not null check (completion_tokens >= 0),
  -- Of both together, what no server counted.
  estimated_tokens bigint not null,
  replies integer not null check (replies > 0),
  -- Those with an estimate.
  uncounted integer not null,
  check (estimated_tokens between 0 and prompt_tokens + completion_tokens),
  check (uncounted between 0 and replies)
);
alter table usage_entry add foreign key (user_id) references app_user on delete set null;
create unique index usage_entry_person on usage_entry (user_id, day, coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(assistant_id, '00000000-0000-0000-0000-000000000000'), coalesce(assistant_name, ''), model) where user_id is not null;
create index usage_entry_team on usage_entry (team_id, day) where team_id is not null;
create index usage_entry_day on usage_entry (day);
-- The ledger is read instead.
drop index message_consumption;

create function usage_only_grows() returns trigger language plpgsql as $$
begin
  if new.prompt_tokens < old.prompt_tokens or new.completion_tokens < old.completion_tokens or new.replies < old.replies then
    raise exception 'usage is never lowered';
  end if;
  return new;
end $$;
create trigger usage_entry_grows before update on usage_entry for each row execute function usage_only_grows();

-- The replies that are being written, with what each may still use. It becomes an entry once, whoever ends the reply.
create table usage_running (
  -- Its place among those that its person may have at once (throttle.running).
  place text primary key,
  writer_id uuid not null,
  user_id uuid references app_user on delete set null,
  team_id uuid,
  team_name text,
  assistant_id uuid,
  assistant_name text,
  -- The message that it is; null where nothing is kept. It may be deleted before the reply ends.
  message_id uuid,
  -- That of its beginning: it is of the month whose allowance let it begin.
  day date not null,
  held bigint not null check (held >= 0),
  created_at timestamptz not null default now()
);
create index usage_running_user on usage_running (user_id);
create index usage_running_message on usage_running (message_id) where message_id is not null;

create table token_limit (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references app_user on delete cascade,
  team_id uuid unique references team on delete cascade,
  tokens bigint not null check (tokens >= 0),
  -- Of a service: for each of its members, or for all of them together.
  kind text not null check (kind in ('each', 'common')),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(user_id, team_id) = 1),
  check (kind = 'each' or team_id is not null)
);

-- What a person may use in the month of that day: their own limit and those of their services, else the usual one, where there is any.
-- 'common' is counted in what the service paid for; any other in all that the person used. A reply of a dead process holds nothing.
create function token_allowances(person uuid, usual bigint, today date, me uuid, silence integer)
returns table (kind text, team_id uuid, team_name text, tokens bigint, used bigint, held bigint) language sql stable as $$
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
      then (select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0) from usage_entry u
        where u.team_id = a.team_id and u.day >= date_trunc('month', today::timestamp)::date)
      else (select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0) from usage_entry u
        where u.user_id = person and u.day >= date_trunc('month', today::timestamp)::date)
    end::bigint,
    (select coalesce(sum(r.held), 0) from running r where case when a.kind = 'common' then r.team_id = a.team_id else r.user_id = person end)::bigint
  from applying a
$$;

-- Whether somebody may send, and which service it is for. Among the limits that apply, the one with the most left counts: 'room'. 'busy':
-- replies that are being written may take all that is left. 'spent': nothing is left. 'free': no limit applies.
-- Volatile, and in steps: whoever sends on a common allowance waits here for whoever did just before, then counts them.
create function token_room(person uuid, usual bigint, today date, me uuid, silence integer)
returns table (verdict text, team_id uuid, team_name text) language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from token_limit l where l.kind = 'common' and l.team_id in (select m.team_id from team_member m where m.user_id = person)
  order by l.id for update;
  return query
  with best as (
    select a.*, a.tokens - a.used - a.held as room, max(a.tokens - a.used) over () as remains
    from token_allowances(person, usual, today, me, silence) a
    order by room desc, (a.team_id is not null), a.team_name limit 1
  ), home as (
    select t.id, t.name from team_member m join team t on t.id = m.team_id left join token_limit l on l.team_id = t.id
    where m.user_id = person and l.kind is distinct from 'common' order by m.created_at, t.id limit 1
  )
  select case when best.tokens is null then 'free' when best.room > 0 then 'room' when best.remains > 0 then 'busy' else 'spent' end,
    coalesce(best.team_id, home.id), case when best.team_id is null then home.name else best.team_name end
  from (select 1) one left join best on true left join home on true;
end $$;
`,
}
