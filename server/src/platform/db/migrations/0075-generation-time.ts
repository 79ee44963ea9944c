// Duration of model calls, by reply and in the ledger, for the footprint.
export const generationTime = {
  id: '0075-generation-time',
  sql: `
alter table message add column model_ms integer check (model_ms >= 0);
alter table usage_entry add column model_ms bigint not null default 0 check (model_ms >= 0),
  add column timed_replies integer not null default 0, add check (timed_replies between 0 and replies);
comment on column message.model_ms is 'Duration of the model calls of the reply, in milliseconds.';
comment on column usage_entry.model_ms is 'Duration of the model calls of the timed replies, in milliseconds.';
comment on column usage_entry.timed_replies is 'Number of replies with timed model calls.';
`,
}
