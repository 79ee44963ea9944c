export const promptUse = {
  id: '2026-12-13-prompt-use',
  sql: `
-- Which prompts the addresses of the simple chatbot mean by \`?prompt=1\` and any other value: they keep that use under another name.
alter table prompt add column chatbot_use text check (chatbot_use in ('standard', 'specialised'));
update prompt set chatbot_use = 'standard' where id = (select id from prompt where name = 'Prompt standard' order by created_at, id limit 1);
update prompt set chatbot_use = 'specialised' where id = (select id from prompt where name = 'Prompt spécialisé' order by created_at, id limit 1);
create unique index prompt_chatbot_use on prompt (chatbot_use) where chatbot_use is not null;
`,
}
