// Personal prompts, 200 at most. They are counted in `holding` (2026-12-09-quotas), so that concurrent calls cannot exceed the limit. The deletion of one
// is recorded, so that restoring an older backup deletes it again, as for projects.
export const usersPrompts = {
  id: '2026-11-25-users-prompts',
  sql: `
create table personal_prompt (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  name text not null check (name <> '' and length(name) <= 200),
  content text not null check (content <> '' and length(content) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index personal_prompt_owner on personal_prompt (owner_id, (left(fold_text(name), 200) collate "C"), id);
create trigger personal_prompt_erasure after delete on personal_prompt referencing old table as gone
  for each statement execute function record_erasure();

alter table holding add column personal_prompts integer not null default 0;

create function personal_prompts_grow() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select owner_id, count(*) as number from added group by owner_id order by owner_id
  loop
    insert into holding as h (owner_id, personal_prompts) values (one.owner_id, one.number)
    on conflict (owner_id) do update set personal_prompts = h.personal_prompts + excluded.personal_prompts;
    if (select personal_prompts from holding where owner_id = one.owner_id) > 200 then
      raise exception using errcode = 'PA006', message = 'quota personal_prompts';
    end if;
  end loop;
  return null;
end $$;
create trigger personal_prompt_is_counted after insert on personal_prompt
  referencing new table as added for each statement execute function personal_prompts_grow();

create function personal_prompts_shrink() returns trigger language plpgsql as $$
begin
  update holding h set personal_prompts = h.personal_prompts - g.number
  from (select owner_id, count(*) as number from gone group by owner_id) g where h.owner_id = g.owner_id;
  return null;
end $$;
create trigger personal_prompt_is_discounted after delete on personal_prompt
  referencing old table as gone for each statement execute function personal_prompts_shrink();

create function personal_prompt_keeps_its_owner() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '23514', message = 'the owner of a prompt does not change';
end $$;
create trigger personal_prompt_owner_is_kept before update of owner_id on personal_prompt
  for each row when (new.owner_id <> old.owner_id) execute function personal_prompt_keeps_its_owner();
`,
}
