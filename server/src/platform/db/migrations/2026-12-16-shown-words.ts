// Removes the words of answers that were replaced while they were being indexed: searches still found them (features/conversations/message-index.ts).
export const shownWords = {
  id: '2026-12-16-shown-words',
  sql: `
delete from message_word w using message m
where m.id = w.message_id and (m.superseded_at is not null or m.status = 'en_cours');
`,
}
