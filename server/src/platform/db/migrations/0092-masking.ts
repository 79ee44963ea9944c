// Personal data masked before a text is sent to a model server: labels of a conversation, choices of its person, and what each message had.
export const maskingLabels = {
  id: '0092-masking',
  sql: String.raw`
alter table assistant add column masking text check (masking in ('non', 'prevenir', 'masquer'));
comment on column assistant.masking is 'Masking of personal data in its conversations. Null: that of the settings.';

alter table message add column masked jsonb;
comment on column message.masked is 'Kinds, labels and numbers of occurrences of the data masked for the model, or restored in the reply, never a value. Null: nothing was to be masked.';

create table masking_label (
  conversation_id uuid not null references conversation on delete cascade,
  kind text not null,
  number integer not null check (number > 0),
  digest text not null,
  primary key (conversation_id, kind, digest)
);
comment on table masking_label is 'Labels of a conversation, such as [PERSONNE_1]. The spellings of one value have the same number.';
comment on column masking_label.digest is 'HMAC of the comparison key of the value, with the secret of the instance.';

create table masking_choice (
  conversation_id uuid primary key references conversation on delete cascade,
  keep text[] not null default '{}',
  add text[] not null default '{}'
);
comment on table masking_choice is 'Values that the person chose not to mask, or to mask too, in a conversation.';
`,
}
