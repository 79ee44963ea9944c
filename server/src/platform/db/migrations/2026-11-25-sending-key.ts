// Enter sends, for who chose so; without it, Ctrl + Enter does, and Enter goes to the next line.
export const sendingKey = {
  id: '2026-11-25-sending-key',
  sql: 'alter table app_user add column enter_sends boolean not null default false;',
}
