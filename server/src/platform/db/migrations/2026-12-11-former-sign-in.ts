// The profile shows the sign-in before the current one.
export const formerSignIn = {
  id: '2026-12-11-former-sign-in',
  sql: `
alter table app_user add column previous_login timestamptz;
`,
}
