// Digests of stored files.
export const files = {
  id: '0097-files',
  sql: String.raw`
alter table document add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
comment on column document.sha256 is 'SHA-256 of the file, checked whenever it is read to its end. Null: no file, or stored before digests were.';
`,
}
