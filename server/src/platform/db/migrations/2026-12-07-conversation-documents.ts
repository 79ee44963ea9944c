// Private documents that a conversation searches. The name of a deleted document remains, so that the conversation still shows what it was about.
export const conversationDocuments = {
  id: '2026-12-07-conversation-documents',
  sql: `
alter table conversation add unique (id, owner_id);
alter table document add unique (id, owner_id);

create table conversation_document (
  conversation_id uuid not null,
  owner_id uuid not null,
  document_id uuid,
  filename text not null check (filename <> ''),
  -- Increases in the order in which they were added.
  position bigint generated always as identity,
  primary key (conversation_id, position),
  unique (conversation_id, document_id),
  -- A conversation can only ask documents of the same person.
  foreign key (conversation_id, owner_id) references conversation (id, owner_id) on delete cascade,
  foreign key (document_id, owner_id) references document (id, owner_id) on delete set null (document_id)
);
create index conversation_document_document on conversation_document (document_id) where document_id is not null;
create index conversation_document_owner on conversation_document (owner_id);
`,
}
