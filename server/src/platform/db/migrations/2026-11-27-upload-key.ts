// The answer to an upload may be lost after its file was kept: what is sent again under the same name is the same document.
export const uploadKey = {
  id: '2026-11-27-upload-key',
  sql: `
alter table document add column upload_key text;
create unique index document_upload_key on document (uploader_id, upload_key) where upload_key is not null;
`,
}
