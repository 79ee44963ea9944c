// Versions of questions and answers, which people can browse: each message records the one that it follows.
export const messageVersions = {
  id: '2026-11-25-message-versions',
  sql: `
alter table message
  -- Of the message that it follows; 0 for the first ones. No foreign key: a conversation goes with all its messages, and no message without it.
  add column parent_position bigint not null default 0,
  -- The beginning of a reply that was cut: the one that took its place begins with the same words, and is no other version.
  add column continued boolean not null default false;

-- What a message followed is the last one that was shown when it was written: what replaces another is written in the same transaction.
update message m set parent_position = coalesce((
  select p.position from message p
  where p.conversation_id = m.conversation_id and p.position < m.position and (p.superseded_at is null or p.superseded_at > m.created_at)
  order by p.position desc limit 1), 0);

update message m set continued = true
where m.superseded_at is not null and m.status = 'interrompue' and m.content <> '' and exists (
  select 1 from message n
  where n.conversation_id = m.conversation_id and n.parent_position = m.parent_position and n.role = m.role and n.position > m.position
    and n.created_at = m.superseded_at and starts_with(n.content, m.content));

create function message_follows() returns trigger language plpgsql as $$
begin
  new.parent_position := coalesce((
    select position from message where conversation_id = new.conversation_id and superseded_at is null order by position desc limit 1), 0);
  return new;
end $$;
create trigger message_follows_the_last_shown before insert on message for each row execute function message_follows();

-- One message at the most is shown after another.
create unique index message_shown_after on message (conversation_id, parent_position) where superseded_at is null;
create index message_version on message (conversation_id, parent_position) where superseded_at is not null;
`,
}
