// Changed articles that assistants and prompts cite: their owners see them until the text is saved again, or confirmed.
export const changedCitations = {
  id: '0088-changed-citations',
  sql: String.raw`
create table changed_citation (
  id bigint generated always as identity primary key,
  assistant_id uuid references assistant on delete cascade,
  prompt_id uuid references prompt on delete cascade,
  personal_prompt_id uuid references personal_prompt on delete cascade,
  code text not null,
  number text not null,
  number_key text not null,
  kind text not null check (kind in ('change', 'retire')),
  noticed_at timestamptz not null,
  constraint changed_citation_text check (num_nonnulls(assistant_id, prompt_id, personal_prompt_id) = 1)
);
create unique index changed_citation_assistant on changed_citation (assistant_id, code, number_key) where assistant_id is not null;
create unique index changed_citation_prompt on changed_citation (prompt_id, code, number_key) where prompt_id is not null;
create unique index changed_citation_personal_prompt on changed_citation (personal_prompt_id, code, number_key) where personal_prompt_id is not null;
comment on table changed_citation is 'Articles changed by an import that an assistant or a prompt cites. A row counts until its text is saved after noticed_at.';
comment on column changed_citation.noticed_at is 'Time of the last import that changed the article.';
`,
}
