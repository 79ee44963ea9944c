export const audit = {
  id: '2026-12-02-audit',
  sql: `
-- Who the trail speaks of: the trail holds the key, which says nothing without this row; the row goes with the account.
-- The key is the digest of the rest: a name cannot be changed afterwards without being seen.
create table audit_person (
  key text primary key,
  salt uuid not null,
  user_id uuid not null references app_user on delete cascade,
  name text not null,
  unique (user_id, name)
);

-- Last link of the chain. Locked by whoever adds one: writers of every instance follow one another.
create table audit_head (
  id integer primary key check (id = 1),
  seq bigint not null,
  hash text not null
);
insert into audit_head values (1, 0, repeat('0', 64));

create table audit_event (
  seq bigint primary key,
  at timestamptz(3) not null,
  act text not null,
  outcome text not null,
  actor text,
  target text,
  target_name text,
  count integer,
  ip text,
  request_id text,
  previous_hash text not null,
  hash text not null
);
create index audit_event_at on audit_event (at);
create index audit_event_actor on audit_event (actor);
create index audit_event_target on audit_event (target);
create index audit_event_request on audit_event (request_id);
create index audit_event_purge on audit_event (seq) where act = 'audit.purge';

-- Pseudonym of an account under its present name, made at need; null for an account that is not there.
create function audit_key(person uuid) returns text language plpgsql as $$
declare
  called text;
  salt uuid := gen_random_uuid();
  found text;
begin
  select username into called from app_user where id = person;
  if called is null then return null; end if;
  select key into found from audit_person where user_id = person and name = called;
  if found is not null then return found; end if;
  insert into audit_person (key, salt, user_id, name)
    values (encode(sha256(convert_to(salt || ':' || person || ':' || called, 'UTF8')), 'hex'), salt, person, called)
    on conflict (user_id, name) do nothing;
  select key into found from audit_person where user_id = person and name = called;
  return found;
end $$;

-- A length before each value: two rows that differ never read the same. It depends on no table and no other function: a restoration that
-- fails drops them in any order.
create function audit_hash(previous text, fields text[]) returns text language plpgsql immutable as $$
declare
  written text := previous;
  field text;
begin
  foreach field in array fields loop
    written := written || coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-');
  end loop;
  return encode(sha256(convert_to(written, 'UTF8')), 'hex');
end $$;

create function chain_audit() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := audit_hash(head.hash, array[new.seq::text, to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), new.act, new.outcome,
    new.actor, new.target, new.target_name, new.count::text, new.ip, new.request_id]);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;
create trigger audit_event_chain before insert on audit_event for each row execute function chain_audit();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail does not change' using errcode = 'PA002';
end $$;
create trigger audit_event_fixed before update on audit_event for each row execute function refuse_audit_change();
create trigger audit_event_whole before truncate on audit_event for each statement execute function refuse_audit_change();

-- A row goes only under a purge that the trail records, six months after it was written at the soonest (CNIL, logging).
create function guard_audit_removal() returns trigger language plpgsql as $$
begin
  if exists (
    select from audit_event p where p.act = 'audit.purge' and p.target::bigint >= old.seq and old.at < p.at - interval '180 days'
  ) then return old; end if;
  raise exception 'the audit trail does not change' using errcode = 'PA002';
end $$;
create trigger audit_event_kept before delete on audit_event for each row execute function guard_audit_removal();

-- Only from within another trigger: the chain moves the head, the removal of an account takes its identities.
create function guard_audit_side() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return coalesce(new, old); end if;
  raise exception 'the audit trail does not change' using errcode = 'PA002';
end $$;
create trigger audit_head_moved before update on audit_head for each row execute function guard_audit_side();
create trigger audit_head_single before insert or delete on audit_head for each row execute function refuse_audit_change();
create trigger audit_head_whole before truncate on audit_head for each statement execute function refuse_audit_change();
create trigger audit_person_fixed before update on audit_person for each row execute function refuse_audit_change();
create trigger audit_person_kept before delete on audit_person for each row execute function guard_audit_side();
create trigger audit_person_whole before truncate on audit_person for each statement execute function refuse_audit_change();
`,
}
