// Notices of replies, found once in the texts that were written before the column existed (features/chat/notices.ts).
export const messageNotices = {
  id: '0072-message-notices',
  sql: String.raw`
alter table message add column notices jsonb not null default '[]';
alter table conversation_share_message add column notices jsonb not null default '[]';
comment on column message.notices is 'Notices of a reply, as an array of {kind, text}: text is the exact part of content.';
comment on column conversation_share_message.notices is 'Notices of the shared reply, as in message.notices.';

create function notices_in(reply text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.text) order by n.rank), '[]')
  from (
    select f.rank, f.kind, f.text from (values
      (1, 'cut', E'*La réponse dont celle-ci reprend le contenu s’était interrompue\u00a0: il peut en manquer la fin.*\n\n'),
      (2, 'refused', E'*Le modèle a refusé cette demande, trop longue pour lui\u00a0: la réponse s’appuie sur une partie plus courte de la conversation ou des documents.*\n\n'),
      (3, 'question', E'*Votre message dépasse ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.*\n\n'),
      (4, 'instructions', E'*Les consignes et le projet dépassent ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.*\n\n')
    ) f(rank, kind, text) where strpos(reply, f.text) > 0
    union all
    select 5, 'left_out', substring(reply from '(?:^|\n\n)(\*{3}[^\n]*\u00a0: cette réponse n’en tient pas compte\.\*\n\n)')
    union all
    select 6, 'reading_partial', substring(reply from '^(?:\*[^\n]*\*\n\n)*(\*Lecture partielle\u00a0: [^\n]*\*\n\n)')
    union all
    select 7, 'reading_complete', substring(reply from '(\n\n\*Lecture complète\u00a0: [^\n]*\*)\s*$')
    union all
    select 8, 'reading_partial', substring(reply from '(\n\n\*Lecture partielle\u00a0: [^\n]*\*)\s*$')
  ) n where n.text is not null
$$;
update message m set notices = found.notices
  from (select id, notices_in(content) as notices from message where role = 'assistant' and (content like E'%*\n\n%' or content like '%*Lecture %')) found
  where m.id = found.id and found.notices <> '[]';
update conversation_share_message m set notices = notices_in(m.content)
  where m.role = 'assistant' and (m.content like E'%*\n\n%' or m.content like '%*Lecture %');
-- A reply whose process stopped before its end: its text is still in pieces.
update message m set notices = notices_in((select string_agg(c.text, '' order by c.start_at) from reply_chunk c where c.message_id = m.id))
  where m.status = 'en_cours';
drop function notices_in(text);
`,
}
