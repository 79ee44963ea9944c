// Levels of models: what an assistant, a project, a category or a document demands, and what each reply needed and got.
export const modelLevels = {
  id: '0074-model-levels',
  sql: String.raw`
alter table assistant add column min_level smallint not null default 1 check (min_level between 1 and 3),
  add column model_id text check (model_id <> ''), add column model_choice boolean not null default false;
alter table project add column min_level smallint not null default 1 check (min_level between 1 and 3);
alter table document_category add column min_level smallint not null default 1 check (min_level between 1 and 3);
alter table document add column min_level smallint not null default 1 check (min_level between 1 and 3);
alter table conversation add column model_id text check (model_id <> ''), add column confidential boolean not null default false;
alter table message add column level smallint check (level between 1 and 3), add column needed_level smallint check (needed_level between 1 and 3),
  add column documents_level smallint check (documents_level between 1 and 3),
  add column model_reason text check (model_reason in ('unavailable', 'level'));
create index message_documents_level on message (conversation_id) where documents_level > 1;
comment on column message.level is 'Level of the model that wrote the reply.';
comment on column message.needed_level is 'Minimum level of the request, when the reply was written.';
comment on column message.documents_level is 'Level of the documents with passages in the prompt. Later prompts that contain the reply need it too.';
comment on column message.model_reason is 'Why another model than the expected one wrote the reply.';

create function document_level(wanted uuid) returns smallint language sql stable as $$
  select greatest(d.min_level, c.min_level,
    (select max(p.min_level) from project_document f join project p on p.id = f.project_id where f.document_id = d.id),
    (select max(a.min_level) from assistant_document f join assistant a on a.id = f.assistant_id where f.document_id = d.id))
  from document d left join document_category c on c.id = d.category_id where d.id = wanted
$$;
comment on function document_level(uuid) is 'Minimum level of the models that may read a document: the highest of its own, its category''s, its projects'' and its assistants''.';

create function document_vector_level(wanted uuid) returns smallint language sql stable as $$
  select greatest(document_level(wanted), (
    select max(greatest(case when c.confidential then 3 else 1 end, a.min_level, p.min_level))::smallint
    from conversation_document f join conversation c on c.id = f.conversation_id
    left join assistant a on a.id = c.assistant_id left join project p on p.id = c.project_id where f.document_id = wanted))
$$;
comment on function document_vector_level(uuid) is 'Minimum level of the embeddings server that may read a document: also that of the conversations that it is attached to.';
`,
}
