// The document base is read a page at a time, in three orders: an index for each. Without "C", the order of names would be another one on
// each machine.
export const pagedDocuments = {
  id: '2026-12-14-paged-documents',
  sql: `
drop index document_base;
create index document_base on document (created_at desc, id desc) where owner_id is null;
create index document_base_name on document ((fold_text(original_filename) collate "C"), id) where owner_id is null;
create index document_base_size on document (size desc, id desc) where owner_id is null;
`,
}
