// An identity may be taken away from an account that stays: its person is told.
export const removedIdentities = {
  id: '2026-11-28-removed-identities',
  sql: `
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check
  check (change in ('password', 'email', 'identity', 'identity_removed', 'second_factor', 'passkey'));
`,
}
