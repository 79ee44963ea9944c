export const opinions = {
  id: '2026-11-23-opinions',
  sql: `
-- The answer, hence the conversation and its owner, carries the opinion: what is erased takes it along.
alter table message
  add column feedback_reasons text[] not null default '{}',
  add column feedback_at timestamptz,
  add check (feedback_reasons <@ array['inexacte', 'incomplete', 'hors_sujet', 'peu_claire', 'ton', 'sources']);
-- Comments given before this were not announced as read by anybody.
update message set feedback_comment = null where feedback_comment is not null;
update message set feedback_at = coalesce(finished_at, created_at) where feedback is not null;
alter table message
  add check (feedback = 'negative' or (feedback_reasons = '{}' and feedback_comment is null)),
  add check ((feedback is null) = (feedback_at is null));
create index message_feedback on message (conversation_id) where feedback is not null;
create index message_feedback_comment on message (feedback_at desc) where feedback_comment is not null;
`,
}
