// Second factor by code (TOTP). The shared key is sealed; a time step and a recovery code are accepted once.
export const secondFactors = {
  id: '2026-11-26-second-factors',
  sql: `
create table second_factor (
  user_id uuid primary key references app_user on delete cascade,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
alter table app_user add column second_factor_at timestamptz;
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check check (change in ('password', 'email', 'identity', 'second_factor'));
`,
}
