// Passkeys (WebAuthn), as a second factor or in place of the password. A challenge expires after five minutes.
export const signInKeys = {
  id: '2026-11-26-sign-in-keys',
  sql: `
create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  credential_id text not null unique,
  rp_id text not null,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user_id on passkey (user_id);
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('create', 'prove', 'sign_in')),
  user_id uuid references app_user on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'sign_in'))
);
create index passkey_challenge_user_id on passkey_challenge (user_id);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
alter table second_factor add column confirmed_at timestamptz;
update second_factor set confirmed_at = second_factor_at from app_user where app_user.id = user_id;
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check check (change in ('password', 'email', 'identity', 'second_factor', 'passkey'));
`,
}
