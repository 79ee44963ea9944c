// Personal API keys, by which other software acts for a person on `/v1`.
export const apiKeys = {
  id: '0076-api-keys',
  sql: String.raw`
create table api_key (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  name text not null,
  hash text not null unique,
  prefix text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['chat', 'library', 'documents:read']),
  assistant_ids uuid[] check (cardinality(assistant_ids) > 0),
  level_max smallint check (level_max between 1 and 3),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  networks text[] not null default '{}'
);
create index api_key_owner_id on api_key (owner_id, created_at);
create index api_key_expires_at on api_key (expires_at);
comment on table api_key is 'Personal API keys (/v1). A revoked key is deleted.';
comment on column api_key.hash is 'SHA-256 of the value, hexadecimal. The value itself is never stored.';
comment on column api_key.prefix is 'First characters of the value, by which its owner recognises the key.';
comment on column api_key.assistant_ids is 'Assistants that the key may use; null: all those of its owner. Deleted ones stay in the list, so that it never becomes empty.';
comment on column api_key.level_max is 'Highest level of the requests that the key may make; null: no ceiling.';
comment on column api_key.last_used_at is 'Time of the last use, to the minute.';
comment on column api_key.last_used_from is 'Network of the last use: /24 for IPv4, /48 for IPv6.';
comment on column api_key.networks is 'Networks that the key was used from, the latest ones last.';
`,
}
