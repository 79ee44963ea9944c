// Indexes of the paged list of documents, one for each sort order. Collation "C", because the order of names would otherwise depend on the machine.
export const pagedDocuments = {
  id: '2026-12-14-paged-documents',
  sql: `
drop index document_base;
create index document_base on document (created_at desc, id desc) where owner_id is null;
create index document_base_name on document ((fold_text(original_filename) collate "C"), id) where owner_id is null;
create index document_base_size on document (size desc, id desc) where owner_id is null;
`,
}
