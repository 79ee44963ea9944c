/** Managers of shared projects. A project, with its files, goes to another owner when its owner hands it over or when the owner's account is deleted. */
export const usersProjects = {
  id: '2026-11-26-users-projects',
  sql: `
alter table access_grant drop constraint access_grant_level_check;
alter table access_grant add constraint access_grant_level_check check (level in ('use', 'edit', 'manage'));
-- Who manages is somebody in particular, and of a project alone.
alter table access_grant add constraint access_grant_manages_projects
  check (level <> 'manage' or (project_id is not null and num_nonnulls(team_id, user_id) = 1));
-- Since when they may what they may: of several managers, the one of longest standing inherits.
alter table access_grant add column given_at timestamptz not null default now();

-- Each level holds those before it. Plain, so that it is made a part of the query.
create or replace function granted(person uuid, wanted_kind text, wanted_level text) returns setof uuid language sql stable as $$
  select g.resource_id from access_grant g
  where g.kind = wanted_kind and (wanted_level = 'use' or g.level = wanted_level or g.level = 'manage')
    and (g.user_id = person or (g.user_id is null and g.team_id is null)
      or g.team_id in (select m.team_id from team_member m where m.user_id = person))
$$;

-- Who inherits of a project: of its managers whose account is active, those named in person first, then those who manage a service that
-- manages it, then its members; of these the one of longest standing. Null: nobody.
create function project_heir(of_project uuid) returns uuid language sql stable as $$
  select u.id
  from access_grant g left join team_member m on m.team_id = g.team_id
    join app_user u on u.id = coalesce(g.user_id, m.user_id) join project p on p.id = g.project_id
  where g.project_id = of_project and g.level = 'manage' and u.is_active and u.id <> p.owner_id
  order by g.user_id is null, m.role = 'member', greatest(g.given_at, m.created_at), u.id limit 1
$$;

-- A file of a project is in no other: it goes where the project goes.
drop index project_document_document;
create unique index project_document_document on project_document (document_id);
alter table project_document alter constraint project_document_project_id_owner_id_fkey deferrable initially immediate;
alter table project_document alter constraint project_document_document_id_owner_id_fkey deferrable initially immediate;

-- A conversation holds files of its own person alone: of one that is somebody else's from now on, it keeps the name.
create function pass_project(passed uuid, heir uuid) returns void language plpgsql as $$
begin
  set constraints project_document_project_id_owner_id_fkey, project_document_document_id_owner_id_fkey deferred;
  update conversation_document set document_id = null where document_id in (select f.document_id from project_document f where f.project_id = passed);
  update document d set owner_id = heir from project_document f where f.project_id = passed and d.id = f.document_id;
  update project_document f set owner_id = heir where f.project_id = passed;
  update project p set owner_id = heir where p.id = passed;
  delete from access_grant g where g.project_id = passed and g.user_id = heir;
  set constraints project_document_project_id_owner_id_fkey, project_document_document_id_owner_id_fkey immediate;
end $$;

create function project_changes_hands() returns trigger language plpgsql as $$
begin
  -- In one order: two who hand over to each other wait, and do not fail.
  perform 1 from holding where owner_id in (old.owner_id, new.owner_id) order by owner_id for update;
  update holding set projects = projects - 1 where owner_id = old.owner_id;
  insert into holding as h (owner_id, projects) values (new.owner_id, 1) on conflict (owner_id) do update set projects = h.projects + 1;
  return null;
end $$;
create trigger project_is_handed_over after update of owner_id on project
  for each row when (old.owner_id <> new.owner_id) execute function project_changes_hands();

-- What others manage stays theirs when its owner goes; the rest goes with the account. Whoever inherits is not refused for having enough already.
create function pass_on_projects(person uuid) returns table (project_id uuid, heir_id uuid) language plpgsql as $$
begin
  for project_id in select p.id from project p where p.owner_id = person order by p.id for update loop
    loop
      heir_id := project_heir(project_id);
      exit when heir_id is null;
      -- Who goes at this very instant inherits of nothing.
      perform 1 from app_user u where u.id = heir_id for key share;
      exit when found;
    end loop;
    if heir_id is not null then
      perform pass_project(project_id, heir_id);
      return next;
    end if;
  end loop;
end $$;
create function app_user_leaves_projects() returns trigger language plpgsql as $$
begin
  perform pass_on_projects(old.id);
  return old;
end $$;
create trigger app_user_passes_on_projects before delete on app_user for each row execute function app_user_leaves_projects();
`,
}
