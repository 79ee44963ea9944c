// Progress of a corpus import in bytes: a run that goes on does not split again what comes before. Imports that are running begin again.
export const corpusProgress = {
  id: '0087-corpus-progress',
  sql: String.raw`
alter table corpus_import add column bytes_done bigint not null default 0;
comment on column corpus_import.bytes_done is 'Position in the corpus after the last article written, in bytes.';
delete from corpus_article where import_id in (select id from corpus_import where state = 'en_cours');
update corpus_import set articles_done = 0 where state = 'en_cours';
`,
}
