// The tokens of a period are counted from this index alone. It holds only ended replies. A reply written without a model used zero tokens, rather than an
// unknown number.
export const consumption = {
  id: '2026-12-05-consumption',
  sql: `
update message set prompt_tokens = 0, completion_tokens = 0 where model = 'none' and prompt_tokens is null;
create index message_consumption on message (created_at) include (conversation_id, prompt_tokens, completion_tokens)
  where role = 'assistant' and status <> 'en_cours';
`,
}
