/** Log of the changes of the search index, which copies in memory follow instead of comparing all index numbers. */
export const changesSchema = String.raw`
create table retrieval_change (
  revision bigint primary key,
  token uuid not null default gen_random_uuid(),
  index_numbers bigint[]
);
comment on table retrieval_change is 'Last changes of the search index, one for each revision of retrieval_state.';
comment on column retrieval_change.token is 'Tells apart two databases that reached the same revision, one of them restored from a backup.';
comment on column retrieval_change.index_numbers is 'Numbers of the indexes that were added, changed or removed; null when they are too many: everything is then compared.';
insert into retrieval_change (revision, index_numbers) select revision, '{}' from retrieval_state;

create function advance_retrieval(numbers bigint[]) returns void language plpgsql as $$
declare
  reached bigint;
begin
  update retrieval_state set revision = revision + 1 returning revision into reached;
  insert into retrieval_change (revision, index_numbers) values (reached, case when cardinality(numbers) <= 1000 then numbers end);
  if reached % 256 = 0 then
    delete from retrieval_change where revision <= reached - 4096;
  end if;
end $$;
comment on function advance_retrieval(bigint[]) is 'Moves the revision of retrieval_state and logs the indexes of the change. The lock on the only row of retrieval_state puts changes in the order of their commits.';

drop trigger document_index_changed on document_index;
drop trigger corpus_index_changed on corpus_index;
drop trigger corpus_index_replaced on corpus_index;
drop function corpus_index_changed();
drop trigger embedding_model_changed on embedding_model;
alter table retrieval_state drop column corpus_revision;

create or replace function retrieval_changed() returns trigger language plpgsql as $$
declare
  numbers bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(index_no) into numbers from (select index_no from added limit 1001) changed;
  elsif tg_op = 'DELETE' then
    select array_agg(index_no) into numbers from (select index_no from removed limit 1001) changed;
  else
    select array_agg(index_no) into numbers from (select index_no from added union select index_no from removed limit 1001) changed;
  end if;
  if numbers is not null then
    perform advance_retrieval(numbers);
  end if;
  return null;
end $$;
comment on function retrieval_changed() is 'Logs the indexes that a statement added, changed or removed.';
${['document_index', 'corpus_index']
  .map(
    (table) => `create trigger ${table}_added after insert on ${table} referencing new table as added for each statement execute function retrieval_changed();
create trigger ${table}_updated after update on ${table} referencing old table as removed new table as added
  for each statement execute function retrieval_changed();
create trigger ${table}_removed after delete on ${table} referencing old table as removed for each statement execute function retrieval_changed();
`,
  )
  .join('')}
create function embedding_model_changed() returns trigger language plpgsql as $$
begin
  perform advance_retrieval('{}');
  return null;
end $$;
comment on function embedding_model_changed() is 'Moves the revision of retrieval_state, so that searches read the models again.';
create trigger embedding_model_changed after update or delete on embedding_model for each statement execute function embedding_model_changed();
`

export const retrievalChanges = { id: '0096-retrieval-changes', sql: changesSchema }
