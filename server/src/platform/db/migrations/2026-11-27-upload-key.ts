// Idempotency key of an upload: sent again with the same key, it returns the stored document, in case the first answer was lost.
export const uploadKey = {
  id: '2026-11-27-upload-key',
  sql: `
alter table document add column upload_key text;
create unique index document_upload_key on document (uploader_id, upload_key) where upload_key is not null;
`,
}
