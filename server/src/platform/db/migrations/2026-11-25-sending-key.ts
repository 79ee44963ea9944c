// Preference: Enter sends a message, or (by default) only Ctrl + Enter does and Enter starts a new line.
export const sendingKey = {
  id: '2026-11-25-sending-key',
  sql: 'alter table app_user add column enter_sends boolean not null default false;',
}
