// Dates of documents and chains of versions. A version is in force until its last day, or until the day before the next version, whichever comes first.
export const documentsInForce = {
  id: '0080-documents-in-force',
  sql: String.raw`
alter table document
  add column valid_from date,
  add column valid_until date,
  add column review_by date,
  add column review_mailed_for date,
  add column supersedes_id uuid constraint document_supersedes references document (id) deferrable initially deferred,
  add column in_force_until date,
  add constraint document_dates check (valid_until >= valid_from),
  add constraint document_version_begins check (supersedes_id is null or valid_from is not null),
  add constraint document_version_itself check (supersedes_id <> id);
alter table conversation add column as_of date;
create unique index document_successor on document (supersedes_id) where supersedes_id is not null;
create index document_review on document (review_by) where review_by is not null;

comment on column document.valid_from is 'First day in force, in Paris; null when unknown.';
comment on column document.valid_until is 'Last day in force, included; null for none.';
comment on column document.review_by is 'Day from which the document must be checked again.';
comment on column document.review_mailed_for is 'The review_by of which the uploader was told by mail.';
comment on column document.supersedes_id is 'The version that this one replaces from valid_from on.';
comment on column document.in_force_until is 'Last day in force: valid_until, or the day before the next version. Written by triggers.';
comment on column conversation.as_of is 'Day at which its questions are answered; null for today.';

create function place_document_version() returns trigger language plpgsql as $$
declare
  former record;
  next_from date;
begin
  if new.supersedes_id is not null then
    new.valid_from := coalesce(new.valid_from, (now() at time zone 'Europe/Paris')::date);
    -- One change of chain at a time: two concurrent ones could make a cycle. The statements below then see what was committed.
    perform pg_advisory_xact_lock(7234006);
    select owner_id, valid_from into former from document where id = new.supersedes_id;
    if found and former.owner_id is distinct from new.owner_id then
      raise exception 'a version lives where the former one does' using errcode = 'check_violation', constraint = 'document_version_place';
    end if;
    if former.valid_from > new.valid_from then
      raise exception 'a version begins after the former one' using errcode = 'check_violation', constraint = 'document_version_order';
    end if;
    if exists (
      with recursive earlier as (
        select new.supersedes_id as id
        union
        select d.supersedes_id from earlier join document d on d.id = earlier.id where d.supersedes_id is not null)
      select from earlier where id = new.id) then
      raise exception 'a version does not replace a later one' using errcode = 'check_violation', constraint = 'document_version_cycle';
    end if;
  end if;
  select valid_from into next_from from document where supersedes_id = new.id;
  if new.valid_from > next_from then
    raise exception 'a version begins after the former one' using errcode = 'check_violation', constraint = 'document_version_order';
  end if;
  new.in_force_until := least(new.valid_until, next_from - 1);
  return new;
end $$;
create trigger document_version before insert or update of valid_from, valid_until, supersedes_id, in_force_until, owner_id on document
  for each row execute function place_document_version();

create function refresh_former_version() returns trigger language plpgsql as $$
begin
  -- The trigger above computes the value.
  update document set in_force_until = null where id in (old.supersedes_id, new.supersedes_id);
  return null;
end $$;
create trigger document_former_of_new after insert on document
  for each row when (new.supersedes_id is not null) execute function refresh_former_version();
create trigger document_former_of_changed after update of valid_from, supersedes_id on document
  for each row when (old.supersedes_id is not null or new.supersedes_id is not null) execute function refresh_former_version();

create function close_chain_of_versions() returns trigger language plpgsql as $$
begin
  if not exists (select from deleted where supersedes_id is not null)
    and not exists (select from deleted join document later on later.supersedes_id = deleted.id) then return null; end if;
  with recursive walk as (
    select later.id, deleted.supersedes_id as former from document later join deleted on deleted.id = later.supersedes_id
    union all
    select walk.id, deleted.supersedes_id from walk join deleted on deleted.id = walk.former)
  update document set supersedes_id = walk.former from walk
  where document.id = walk.id and (walk.former is null or not exists (select from deleted where deleted.id = walk.former));
  update document set in_force_until = null where id in (select supersedes_id from deleted);
  return null;
end $$;
create trigger document_versions_closed after delete on document referencing old table as deleted
  for each statement execute function close_chain_of_versions();

insert into job (kind, lane)
select 'date_demo_documents', 'long'
where exists (select from document where owner_id is null and format = 'md')
on conflict do nothing;
`,
}
