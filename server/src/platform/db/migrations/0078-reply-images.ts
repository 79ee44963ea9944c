// Pictures that a reply was written from.
export const replyImages = {
  id: '0078-reply-images',
  sql: String.raw`
alter table message add column images jsonb not null default '[]' check (jsonb_typeof(images) = 'array');
comment on column message.images is 'Pictures of the question that the model of the reply received: document_id and filename.';
`,
}
