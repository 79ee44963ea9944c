// Where addresses of some domains only may register, nothing is an account before its address is proved. A request lives a day; the link
// that was mailed for it an hour, and another may be asked for.
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
