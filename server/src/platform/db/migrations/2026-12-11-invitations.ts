// An account may be made without a password: its person receives a link to choose one. Until then it was invited; afterwards the mark goes.
export const invitations = {
  id: '2026-12-11-invitations',
  sql: `
alter table app_user add column invited_at timestamptz;
`,
}
