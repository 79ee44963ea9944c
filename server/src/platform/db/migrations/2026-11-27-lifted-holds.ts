// What a legal hold of one account kept is announced once it is lifted, and waits until then.
export const liftedHolds = {
  id: '2026-11-27-lifted-holds',
  sql: `
alter table app_user add column conversations_kept_until timestamptz;
`,
}
