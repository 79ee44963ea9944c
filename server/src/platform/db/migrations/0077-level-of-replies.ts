// Replies keep their level where the assistant, the project or the mark that gave it no longer does: in a share, and once the conversation leaves them.
export const levelOfReplies = {
  id: '0077-level-of-replies',
  sql: String.raw`
alter table conversation_share_message add column documents_level smallint check (documents_level between 1 and 3);
comment on column conversation_share_message.documents_level is 'Minimum level of the models that may read it: that of the conversation when it was shared.';
comment on column message.documents_level is 'Minimum level of later prompts that contain the message: that of the documents it was written from, and of the assistant and the project that its conversation has left.';

create function keep_level_of_replies() returns trigger language plpgsql as $$
begin
  update message set documents_level = needed_level
  where conversation_id = new.id and needed_level > coalesce(documents_level, 1) and (content <> '' or status = 'en_cours');
  return null;
end $$;
create trigger conversation_keeps_level_of_replies after update of assistant_id, project_id on conversation for each row
  when (old.assistant_id is distinct from new.assistant_id or old.project_id is distinct from new.project_id) execute function keep_level_of_replies();
`,
}
