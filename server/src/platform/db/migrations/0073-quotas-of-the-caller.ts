// Quotas are no longer stored: each transaction that adds rows brings those of its process (features/quotas/storage-quotas.ts), so that instances with
// different settings do not overwrite each other's. They end with the transaction, which also holds behind a pooler of connections.
export const quotasOfTheCaller = {
  id: '0073-quotas-of-the-caller',
  sql: `
create function current_quota(wanted text) returns bigint language sql stable as $$
  select (nullif(current_setting('parvis.quotas', true), '')::jsonb ->> wanted)::bigint
$$;
comment on function current_quota(text) is 'Quota of that name that this transaction brought in parvis.quotas; null without one: there is then no limit.';

create or replace function too_much(code text, held bigint, wanted text) returns void language plpgsql as $$
begin
  if held > current_quota(wanted) then
    raise exception using errcode = code, message = 'quota ' || wanted;
  end if;
end $$;

create or replace function messages_grow() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select owner_id, sum(message_weight(content)) as weight from added group by owner_id order by owner_id
  loop
    insert into holding as h (owner_id, message_bytes) values (one.owner_id, one.weight)
    on conflict (owner_id) do update set message_bytes = h.message_bytes + excluded.message_bytes;
    perform too_much('PA004', (select message_bytes from holding where owner_id = one.owner_id), 'message_bytes');
  end loop;
  if current_quota('conversation_bytes') is not null then
    for one in
      select (select sum(message_weight(m.content)) from message m where m.conversation_id = a.conversation_id) as weight
      from (select distinct conversation_id from added) a
    loop
      perform too_much('PA005', one.weight::bigint, 'conversation_bytes');
    end loop;
  end if;
  return null;
end $$;

drop table quota;
`,
}
