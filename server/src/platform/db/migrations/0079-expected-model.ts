// The model that should have written a reply, so that the conversation names it even once the choice or the settings have changed.
export const expectedModel = {
  id: '0079-expected-model',
  sql: String.raw`
alter table message add column expected_model text check (expected_model <> '');
comment on column message.expected_model is 'Id in the settings of the expected model, when another one wrote the reply.';
`,
}
