export const conversationPrompt = {
  id: '2026-11-29-conversation-prompt',
  sql: `
-- The prompt that a conversation of the simple chatbot was last configured with; its default one without it.
alter table conversation add column prompt_id uuid references prompt on delete set null;
create index conversation_prompt on conversation (prompt_id) where prompt_id is not null;
`,
}
