// Accounts created without a password: the person receives a link to choose one. `invited_at` is cleared once it is chosen.
export const invitations = {
  id: '2026-12-11-invitations',
  sql: `
alter table app_user add column invited_at timestamptz;
`,
}
