/**
 * Records an action on an account that is deleted at the same instant as an action on a missing account. Before, the event could not be inserted, and an
 * action that must be recorded was refused with 503.
 */
export const whoseActs = {
  id: '2026-11-26-whose-acts',
  sql: `
create or replace function audit_key(person uuid) returns text language plpgsql as $$
declare
  called text;
  salt uuid := gen_random_uuid();
  found text;
begin
  select username into called from app_user where id = person;
  if called is null then return null; end if;
  select key into found from audit_person where user_id = person and name = called;
  if found is not null then return found; end if;
  begin
    insert into audit_person (key, salt, user_id, name)
      values (encode(sha256(convert_to(salt || ':' || person || ':' || called, 'UTF8')), 'hex'), salt, person, called)
      on conflict (user_id, name) do nothing;
  exception when foreign_key_violation then
    return null;
  end;
  select key into found from audit_person where user_id = person and name = called;
  return found;
end $$;
`,
}
