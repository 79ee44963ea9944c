// Storage quotas of one person. Triggers count the rows and refuse what exceeds a quota. The person's row in `holding` stays locked until the transaction
// ends, so that concurrent calls, even on several instances, are counted together. A message counts for its bytes, and for 1 kB at least, the overhead of
// a row. The end of a reply is counted but never refused.
// `quota` is written at each start from the settings; without a row there is no limit.
export const quotas = {
  id: '2026-12-09-quotas',
  sql: `
create table quota (
  name text primary key check (name in ('projects', 'conversations', 'message_bytes', 'conversation_bytes')),
  most bigint not null check (most >= 0)
);
create table holding (
  owner_id uuid primary key references app_user on delete cascade,
  projects integer not null default 0,
  conversations integer not null default 0,
  message_bytes bigint not null default 0
);
create function message_weight(content text) returns bigint language sql immutable parallel safe as $$
  select greatest(octet_length(content), 1024)::bigint
$$;
insert into holding
  select u.id, (select count(*) from project where owner_id = u.id), (select count(*) from conversation where owner_id = u.id),
    (select coalesce(sum(message_weight(content)), 0) from message where owner_id = u.id)
  from app_user u;

create function too_much(code text, held bigint, wanted text) returns void language plpgsql as $$
begin
  if held > (select most from quota where name = wanted) then
    raise exception using errcode = code, message = 'quota ' || wanted;
  end if;
end $$;

create function holding_grows() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select owner_id, count(*) as number from added group by owner_id order by owner_id
  loop
    if tg_table_name = 'project' then
      insert into holding as h (owner_id, projects) values (one.owner_id, one.number)
      on conflict (owner_id) do update set projects = h.projects + excluded.projects;
      perform too_much('PA002', (select projects from holding where owner_id = one.owner_id), 'projects');
    else
      insert into holding as h (owner_id, conversations) values (one.owner_id, one.number)
      on conflict (owner_id) do update set conversations = h.conversations + excluded.conversations;
      perform too_much('PA003', (select conversations from holding where owner_id = one.owner_id), 'conversations');
    end if;
  end loop;
  return null;
end $$;
create trigger project_is_counted after insert on project
  referencing new table as added for each statement execute function holding_grows();
create trigger conversation_is_counted after insert on conversation
  referencing new table as added for each statement execute function holding_grows();

create function messages_grow() returns trigger language plpgsql as $$
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
  if exists (select 1 from quota where name = 'conversation_bytes') then
    for one in
      select (select sum(message_weight(m.content)) from message m where m.conversation_id = a.conversation_id) as weight
      from (select distinct conversation_id from added) a
    loop
      perform too_much('PA005', one.weight::bigint, 'conversation_bytes');
    end loop;
  end if;
  return null;
end $$;
create trigger message_is_counted after insert on message
  referencing new table as added for each statement execute function messages_grow();

create function message_changes_weight() returns trigger language plpgsql as $$
begin
  update holding set message_bytes = message_bytes + message_weight(new.content) - message_weight(old.content) where owner_id = new.owner_id;
  return null;
end $$;
create trigger message_is_counted_again after update of content on message
  for each row when (octet_length(new.content) <> octet_length(old.content)) execute function message_changes_weight();

-- Of a person who goes away too, whose numbers may be gone already: nothing is then left to count.
create function holding_shrinks() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'project' then
    update holding h set projects = h.projects - g.number
    from (select owner_id, count(*) as number from gone group by owner_id) g where h.owner_id = g.owner_id;
  elsif tg_table_name = 'conversation' then
    update holding h set conversations = h.conversations - g.number
    from (select owner_id, count(*) as number from gone group by owner_id) g where h.owner_id = g.owner_id;
  else
    update holding h set message_bytes = h.message_bytes - g.weight
    from (select owner_id, sum(message_weight(content)) as weight from gone group by owner_id) g where h.owner_id = g.owner_id;
  end if;
  return null;
end $$;
create trigger project_is_discounted after delete on project
  referencing old table as gone for each statement execute function holding_shrinks();
create trigger conversation_is_discounted after delete on conversation
  referencing old table as gone for each statement execute function holding_shrinks();
create trigger message_is_discounted after delete on message
  referencing old table as gone for each statement execute function holding_shrinks();
`,
}
