// A normalised name may be thirty times longer than the original: documents are sorted by its beginning, then by id.
export const nameOrder = {
  id: '2026-12-17-name-order',
  sql: `
drop index document_base_name;
create index document_base_name on document ((left(fold_text(original_filename), 200) collate "C"), id) where owner_id is null;
`,
}
