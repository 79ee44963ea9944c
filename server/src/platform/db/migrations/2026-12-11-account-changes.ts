// Whoever changes the password or the address of an account, its person can see that it was done, and by which hand; and on which
// devices the account is open.
export const accountChanges = {
  id: '2026-12-11-account-changes',
  sql: `
create table account_change (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  at timestamptz not null,
  change text not null check (change in ('password', 'email')),
  author text not null check (author in ('self', 'link', 'administrator', 'operator'))
);
create index account_change_user_id on account_change (user_id, at desc);
create index account_change_at on account_change (at);
alter table session add column device text not null default '';
`,
}
