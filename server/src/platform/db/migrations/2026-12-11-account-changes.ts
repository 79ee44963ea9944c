// History of the changes of an account's password and address, with their author, shown to its owner; and the devices of its sessions.
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
