// Replies of before do not say which model of the list wrote them.
export const messageFallback = {
  id: '2026-11-29-message-fallback',
  sql: `
alter table message add column fallback boolean not null default false;
`,
}
