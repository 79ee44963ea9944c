// The words of a text as the search compares them: without accents nor capitals, cut at 40 characters, each behind the
// first eight characters of the owner's id. features/conversations/search-words.ts folds questions the same way.
// No extension is needed (unaccent, pg_trgm and btree_gin are not on every server), and the owner being part of each word,
// the index is only ever read where it holds this person's texts: the cost follows what one person has, not the instance.
export const conversationSearch = {
  id: '2026-11-24-conversation-search',
  sql: String.raw`
create function search_words(owner uuid, content text) returns tsvector
language sql immutable strict parallel safe cost 10000 as $$
  select array_to_tsvector(array(
    select distinct left(owner::text, 8) || left(word, 40)
    from regexp_split_to_table(
      replace(replace(replace(replace(lower(
        regexp_replace(left(normalize(left(content, 100000), nfkd), 120000), '[\u0300-\u036f]+', '', 'g')
      ), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe00-\ufe6f]+'
    ) word
    where word <> ''
  ))
$$;

-- A message knows its owner, so that one index answers « in this person's messages ».
alter table message add column owner_id uuid;
update message set owner_id = conversation.owner_id from conversation where conversation.id = message.conversation_id;
alter table message alter column owner_id set not null;
create function message_takes_owner() returns trigger language plpgsql as $$
begin
  select owner_id into new.owner_id from conversation where id = new.conversation_id;
  return new;
end $$;
create trigger message_has_the_owner_of_its_conversation before insert on message
  for each row execute function message_takes_owner();

create index message_words on message using gin (search_words(owner_id, content))
  where role <> 'system' and superseded_at is null and status <> 'en_cours';
create index conversation_words on conversation using gin (search_words(owner_id, title));
`,
}
