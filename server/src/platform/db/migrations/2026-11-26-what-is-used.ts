// Monthly total of a team in one row, instead of a sum over the ledger at each message. The row is written at the very end of the transaction, so that
// people who share a common limit wait for each other only then.
export const whatIsUsed = {
  id: '2026-11-26-what-is-used',
  sql: `
create table usage_month (
  -- As in usage_entry: it outlives the service.
  team_id uuid not null,
  month date not null check (extract(day from month) = 1),
  tokens bigint not null check (tokens >= 0),
  primary key (team_id, month)
) with (fillfactor = 50);
insert into usage_month
  select team_id, date_trunc('month', day::timestamp)::date, sum(prompt_tokens + completion_tokens) from usage_entry where team_id is not null group by 1, 2;

create function usage_month_only_grows() returns trigger language plpgsql as $$
begin
  if new.tokens < old.tokens or (new.team_id, new.month) is distinct from (old.team_id, old.month) then
    raise exception 'usage is never lowered';
  end if;
  return new;
end $$;
create trigger usage_month_grows before update on usage_month for each row execute function usage_month_only_grows();

create function usage_month_follows() returns trigger language plpgsql as $$
declare
  more bigint := new.prompt_tokens + new.completion_tokens;
begin
  if tg_op = 'UPDATE' then
    more := more - old.prompt_tokens - old.completion_tokens;
  end if;
  insert into usage_month as m (team_id, month, tokens) values (new.team_id, date_trunc('month', new.day::timestamp)::date, more)
  on conflict (team_id, month) do update set tokens = m.tokens + excluded.tokens;
  return null;
end $$;
-- Deferred: every reply that ends in a service writes that row, which is thus held for the commit alone, and after all other locks. Who ends
-- replies of several services adds them in the order of team_id.
create constraint trigger usage_entry_begins_in_month after insert on usage_entry deferrable initially deferred
  for each row when (new.team_id is not null) execute function usage_month_follows();
create constraint trigger usage_entry_grows_in_month after update on usage_entry deferrable initially deferred
  for each row when (new.team_id is not null and new.prompt_tokens + new.completion_tokens > old.prompt_tokens + old.completion_tokens)
  execute function usage_month_follows();

create index usage_running_team on usage_running (team_id) where team_id is not null;

-- Seconds without a sign of life after which a writer is held to be dead (replies/writers).
create function writer_silence() returns integer language sql immutable as $$ select 10 $$;

create or replace function token_allowances(person uuid, usual bigint, today date, me uuid, silence integer)
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
      then coalesce((select u.tokens from usage_month u
        where u.team_id = a.team_id and u.month = date_trunc('month', today::timestamp)::date), 0)
      else (select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0) from usage_entry u
        where u.user_id = person and u.day >= date_trunc('month', today::timestamp)::date)
    end::bigint,
    (select coalesce(sum(r.held), 0) from running r where case when a.kind = 'common' then r.team_id = a.team_id else r.user_id = person end)::bigint
  from applying a
$$;

-- As before, but that nobody waits here: who takes the last of a common allowance is settled when the reply is noted, below.
create or replace function token_room(person uuid, usual bigint, today date, me uuid, silence integer)
returns table (verdict text, team_id uuid, team_name text) language plpgsql as $$
#variable_conflict use_column
begin
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

-- Whoever begins a reply on a common allowance waits, at the commit, for whoever does at the same instant, and then counts them: each statement
-- of this function sees what was committed before it. What is left may be gone by then: nothing is written, and asked again, the database says so.
create function common_room_is_left() returns trigger language plpgsql as $$
declare
  since date := date_trunc('month', new.day::timestamp)::date;
  room bigint;
begin
  perform pg_advisory_xact_lock(7234005, hashtext(new.team_id::text));
  select l.tokens - coalesce((select u.tokens from usage_month u where u.team_id = new.team_id and u.month = since), 0) - (
      select coalesce(sum(r.held), 0) from usage_running r
      where r.team_id = new.team_id and r.place <> new.place and r.day >= since and (r.writer_id = new.writer_id or exists (
        select 1 from writer w where w.id = r.writer_id and w.heartbeat_at > now() - make_interval(secs => writer_silence()))))
    into room from token_limit l where l.team_id = new.team_id and l.kind = 'common';
  if room <= 0 then
    raise exception using errcode = '40001', message = 'the common allowance was taken meanwhile';
  end if;
  return null;
end $$;
create constraint trigger usage_running_has_room after insert on usage_running deferrable initially deferred
  for each row when (new.team_id is not null) execute function common_room_is_left();
`,
}
