// Sign-in through identity providers: an account may have identities, and no password. An authorization request expires after ten minutes, an identity to
// be linked after a quarter of an hour.
export const identities = {
  id: '2026-11-26-identities',
  sql: `
alter table app_user alter column password_hash drop not null;
alter table app_user add column has_password boolean not null generated always as (password_hash is not null) stored;
create table identity (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  sub text not null,
  user_id uuid not null references app_user on delete cascade,
  provider text not null,
  idp_id text,
  siret text,
  email text not null,
  gave_admin boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (issuer, sub)
);
create index identity_user_id on identity (user_id);
create table sign_in_request (
  state_hash text primary key,
  provider text not null,
  nonce text not null,
  code_verifier text,
  browser_secret_hash text not null,
  return_path text not null,
  expires_at timestamptz not null
);
create index sign_in_request_expires_at on sign_in_request (expires_at);
create table identity_link (
  ticket_hash text primary key,
  user_id uuid not null references app_user on delete cascade,
  proof text not null check (proof in ('code', 'password')),
  code_hash text,
  browser_secret_hash text not null,
  provider text not null,
  arrival text not null,
  return_path text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  check ((proof = 'code') = (code_hash is not null))
);
create index identity_link_user_id on identity_link (user_id);
create index identity_link_expires_at on identity_link (expires_at);
create table logout_token (
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
alter table session
  add column identity_id uuid references identity on delete cascade,
  add column provider text,
  add column provider_session text,
  add column id_token text,
  add column place text not null default '';
create index session_identity_id on session (identity_id);
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check check (change in ('password', 'email', 'identity'));
`,
}
