/** Versions of received shares that a person has seen; others count as new. The time at which they saw them is not stored. */
export const sharesSeen = {
  id: '2026-11-26-shares-seen',
  sql: `
create table conversation_share_seen (
  share_id uuid not null references conversation_share on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  -- Of the copy that was seen: a later one is new again.
  taken_at timestamptz not null,
  primary key (share_id, user_id)
);
create index conversation_share_seen_user on conversation_share_seen (user_id);

-- The same rule, from the person on: each page asks how many are new, and others' shares must cost it nothing.
create or replace function readable_share(person uuid, at timestamptz) returns setof uuid language sql stable as $$
  select s.id from conversation_share s where s.owner_id = person and s.expires_at > at
  union
  select s.id from conversation_share_subject j join conversation_share s on s.id = j.share_id where j.user_id = person and s.expires_at > at
  union
  select s.id from team_member m join conversation_share_subject j on j.team_id = m.team_id join conversation_share s on s.id = j.share_id
  where m.user_id = person and s.expires_at > at
$$;
`,
}
