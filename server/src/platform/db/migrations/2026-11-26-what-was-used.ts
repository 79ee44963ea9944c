import { filledAtOnce } from './2026-11-26-usage.ts'

// Replies older than the ledger are counted by a job once the server listens, the latest first. Those up to a position are still to be counted, and the
// job lowers that position in the statement that counts some: each is counted once.
export const whatWasUsed = {
  id: '2026-11-26-what-was-used',
  sql: `
-- One row while replies wait to be counted: those up to this position.
create table usage_backlog (
  is_here boolean primary key default true check (is_here),
  upto bigint not null check (upto >= 0)
);
-- A database that filled its ledger at once has none.
insert into usage_backlog (upto)
  select max(position) from message
  where not exists (select 1 from schema_migrations where id = '2026-11-26-usage' and checksum = '${filledAtOnce}')
  having max(position) is not null;

-- Of replies that were deleted while they waited.
create table usage_backlog_gone (
  position bigint primary key,
  user_id uuid references app_user on delete set null,
  day date not null,
  assistant_id uuid,
  assistant_name text,
  model text not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  estimated_tokens bigint not null,
  is_uncounted boolean not null
);
create index usage_backlog_gone_user on usage_backlog_gone (user_id) where user_id is not null;

-- What each ended reply used, as its row tells: where the server counted nothing, what it wrote is estimated, and what it read is not known. Its
-- assistant is the one that the first change after it put away, or the conversation's. What a person made for themselves has no name.
create function former_use() returns table ("position" bigint, conversation_id uuid, user_id uuid, day date, assistant_id uuid, assistant_name text, model text,
  prompt_tokens bigint, completion_tokens bigint, estimated_tokens bigint, is_uncounted boolean) language sql stable as $$
  select m.position, m.conversation_id, c.owner_id as user_id, (m.created_at at time zone 'Europe/Paris')::date as day, by.assistant_id,
    case when exists (select 1 from assistant a where a.id = by.assistant_id and a.owner_id is not null) then null else by.name end as assistant_name,
    coalesce(m.model, '') as model, coalesce(m.prompt_tokens, 0)::bigint as prompt_tokens,
    coalesce(m.completion_tokens, 0) + of.estimated_tokens as completion_tokens, of.estimated_tokens, m.prompt_tokens is null as is_uncounted
  from message m join conversation c on c.id = m.conversation_id
  left join lateral (
    select true as is_told, former, former_id from conversation_change t
    where t.kind = 'assistant' and t.conversation_id = m.conversation_id and t.changed_at >= m.created_at order by t.after_position limit 1
  ) told on true
  cross join lateral (select case when told.is_told then told.former_id else c.assistant_id end as assistant_id,
    case when told.is_told then told.former else c.assistant_name end as name) by
  cross join lateral (select case when m.prompt_tokens is null then ceil(length(m.content) / 4.0) else 0 end::bigint as estimated_tokens) of
  where m.role = 'assistant' and m.status <> 'en_cours'
$$;

-- Nobody waits: a statement that counts replies sees them, or what they left here, and never both.
create function leave_uncounted() returns trigger language plpgsql as $$
declare
  last bigint;
begin
  select upto into last from usage_backlog;
  if last is not null then
    insert into usage_backlog_gone
      select f.position, (select u.id from app_user u where u.id = old.owner_id for key share skip locked), f.day, f.assistant_id, f.assistant_name,
        f.model, f.prompt_tokens, f.completion_tokens, f.estimated_tokens, f.is_uncounted
      from former_use() f where f.conversation_id = old.id and f.position <= last;
  end if;
  return old;
end $$;
create trigger conversation_leaves_uncounted before delete on conversation for each row execute function leave_uncounted();
`,
}
