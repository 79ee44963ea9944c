/**
 * Sharing of projects. A conversation is never shared with them, and may only have a project that its owner has access to. A trigger checks this, in place
 * of the foreign key that required the same owner.
 */
export const sharedProjects = {
  id: '2026-11-26-shared-projects',
  sql: `
-- Who wrote in a project last, where it is not only its owner's to write.
create table project_author (
  project_id uuid primary key references project on delete cascade,
  author_id uuid not null references app_user on delete cascade
);
create index project_author_author on project_author (author_id);

create function usable_projects(person uuid) returns setof uuid language sql stable as $$
  select p.id from project p where p.owner_id = person
  union all
  select g from granted(person, 'project', 'use') g
$$;

do $$
declare former text;
begin
  select conname into former from pg_constraint
    where conrelid = 'conversation'::regclass and confrelid = 'project'::regclass and contype = 'f' and array_length(conkey, 1) = 2;
  execute format('alter table conversation drop constraint %I', former);
end $$;
alter table conversation add constraint conversation_project_fkey foreign key (project_id) references project on delete set null;

create function conversation_project_is_usable() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from usable_projects(new.owner_id) p where p = new.project_id) then
    raise exception 'a conversation holds a project that its person may use' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger conversation_project_usable before insert or update of project_id, owner_id on conversation
  for each row when (new.project_id is not null) execute function conversation_project_is_usable();
`,
}
