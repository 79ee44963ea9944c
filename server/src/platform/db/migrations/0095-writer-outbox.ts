// Instances that share a database must send their mails the same way, or write them to the same folder.
export const writerOutbox = {
  id: '0095-writer-outbox',
  sql: `
alter table writer add column outbox_mark text;
comment on column writer.outbox_mark is 'Mark of the folder of mails that are written to files; null: mails go to a relay.';
`,
}
