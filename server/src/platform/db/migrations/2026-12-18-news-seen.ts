// Grants that exist already do not count as new.
export const newsSeen = {
  id: '2026-12-18-news-seen',
  sql: `
alter table app_user
  add column projects_seen_at timestamptz not null default now(),
  add column assistants_seen_at timestamptz not null default now();
alter table assistant_proposal add column refusal_seen_at timestamptz;
update assistant_proposal set refusal_seen_at = refused_at where refused_at is not null;
`,
}
