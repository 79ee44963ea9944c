// What one's profile shows is the sign-in before the one that is going on: the present one tells nothing.
export const formerSignIn = {
  id: '2026-12-11-former-sign-in',
  sql: `
alter table app_user add column previous_login timestamptz;
`,
}
