// Conversations retained by the legal hold of an account are purged only after a notice period once it is lifted.
export const liftedHolds = {
  id: '2026-11-27-lifted-holds',
  sql: `
alter table app_user add column conversations_kept_until timestamptz;
`,
}
