/** Indexes that two processes wrote at once may lack passages: they are outdated, hence made again at the next start, and serve until then. */
export const withoutPassages = {
  id: '2026-11-26-without-passages',
  sql: `
update document_index i set analysis_version = 0
where i.passage_count <> (select count(*) from passage p where p.index_no = i.index_no);
`,
}
