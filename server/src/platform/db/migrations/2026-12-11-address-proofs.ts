// Where registration is limited to some domains, the account is created only after its address is verified. A registration expires after a day, and its
// mailed link after an hour; another link may be requested.
export const addressProofs = {
  id: '2026-12-11-address-proofs',
  sql: `
create table registration (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  username text not null check (username <> ''),
  email text not null check (email <> ''),
  email_key text not null,
  password_hash text not null,
  password_weakness text check (password_weakness in ('short', 'common', 'context')),
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null,
  link_expires_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_email_key on registration (email_key, created_at desc);
create index registration_expires_at on registration (expires_at);
`,
}
