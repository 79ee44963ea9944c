export const instances = {
  id: '2026-12-01-instances',
  sql: `
-- Replies that the person has running, as «writer:place», whichever instance writes them (features/chat/limits).
alter table throttle add column running text[] not null default '{}';

-- Since when the writer has been heard without a gap: who was deaf a moment ago does not judge the silence of others.
alter table writer add column steady_since timestamptz not null default now();
-- What instances of one base must share: a digest of the secret, and the mark of the folder of files.
alter table writer add column secret_print text, add column files_mark text;
`,
}
