// The tokens of a period are counted from this index alone. It holds the replies that ended: one that runs is not written in it.
// A reply for which no model was called used none, which is known.
export const consumption = {
  id: '2026-12-05-consumption',
  sql: `
update message set prompt_tokens = 0, completion_tokens = 0 where model = 'none' and prompt_tokens is null;
create index message_consumption on message (created_at) include (conversation_id, prompt_tokens, completion_tokens)
  where role = 'assistant' and status <> 'en_cours';
`,
}
