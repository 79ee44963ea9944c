/**
 * Marks as outdated the indexes that two processes may have written at once, and that may lack passages. They are rebuilt at the next start, and used
 * until then.
 */
export const withoutPassages = {
  id: '2026-11-26-without-passages',
  sql: `
update document_index i set analysis_version = 0
where i.passage_count <> (select count(*) from passage p where p.index_no = i.index_no);
`,
}
