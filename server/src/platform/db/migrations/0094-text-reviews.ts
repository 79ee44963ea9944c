// Reviews of texts by people, and the written documents that a model has a part in.
export const textReviews = {
  id: '0094-text-reviews',
  sql: String.raw`
create table text_review (
  id uuid primary key default gen_random_uuid(),
  message_id uuid references message on delete cascade,
  written_document_id uuid references written_document on delete cascade,
  reviewer_id uuid references app_user on delete set null,
  capacity text not null check (capacity <> ''),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  reviewed_at timestamptz not null,
  constraint text_review_text check (num_nonnulls(message_id, written_document_id) = 1),
  unique (message_id, reviewer_id, digest),
  unique (written_document_id, reviewer_id, digest)
);
create index text_review_reviewer on text_review (reviewer_id) where reviewer_id is not null;
comment on table text_review is 'Declarations that a person has read a text. They prove a reading, not its quality.';
comment on column text_review.capacity is 'Capacity in which the person read it.';
comment on column text_review.digest is 'SHA-256 of the text that was read: another text is no longer the reviewed one.';
comment on column text_review.reviewer_id is 'Null: the account was deleted.';

alter table written_document add column is_generated boolean not null default false;
comment on column written_document.is_generated is 'Whether a model may have written a part of it; stays true once its conversation is deleted.';
update written_document d set is_generated = true where conversation_id is not null or assistant_id is not null
  or exists (select from written_document_version v where v.document_id = d.id and v.model is not null);
create function written_document_is_generated() returns trigger language plpgsql as $$
begin
  new.is_generated := true;
  return new;
end $$;
comment on function written_document_is_generated() is 'Marks a document tied to a conversation or to an assistant as generated.';
create trigger written_document_generated before insert or update of conversation_id, assistant_id on written_document
  for each row when (new.conversation_id is not null or new.assistant_id is not null) execute function written_document_is_generated();
create function written_version_is_generated() returns trigger language plpgsql as $$
begin
  update written_document set is_generated = true where id = new.document_id and not is_generated;
  return null;
end $$;
comment on function written_version_is_generated() is 'Marks the document of a version that a model wrote as generated.';
create trigger written_document_version_generated after insert on written_document_version
  for each row when (new.model is not null) execute function written_version_is_generated();
`,
}
