// Pinned and archived conversations, and the time up to which the owner has seen the answers. Existing conversations count as seen.
export const conversationsAtHand = {
  id: '2026-11-25-conversations-at-hand',
  sql: `
alter table conversation
  add column pinned_at timestamptz,
  add column archived_at timestamptz,
  add column seen_at timestamptz not null default now(),
  add constraint conversation_pinned_or_archived check (pinned_at is null or archived_at is null);
create index conversation_pinned on conversation (owner_id, pinned_at desc) where pinned_at is not null;
create index conversation_at_hand on conversation (owner_id, updated_at desc, id desc) where archived_at is null;
`,
}
