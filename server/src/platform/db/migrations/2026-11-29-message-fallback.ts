// Existing replies do not record whether a fallback model wrote them.
export const messageFallback = {
  id: '2026-11-29-message-fallback',
  sql: `
alter table message add column fallback boolean not null default false;
`,
}
