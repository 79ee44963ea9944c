// The removal of an identity is shown among the changes of an account.
export const removedIdentities = {
  id: '2026-11-28-removed-identities',
  sql: `
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check
  check (change in ('password', 'email', 'identity', 'identity_removed', 'second_factor', 'passkey'));
`,
}
