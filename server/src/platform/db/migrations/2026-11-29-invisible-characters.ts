// Names and addresses are compared without invisible characters (Unicode Default_Ignorable_Code_Point). An account keeps its former key when another
// account already has the new one; of two accounts, the older takes it.
export const invisibleCharacters = {
  id: '2026-11-29-invisible-characters',
  sql: `
do $$
declare
  ignorable constant text := '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]';
  account record;
begin
  for account in
    select id, regexp_replace(username_key, ignorable, '', 'g') as username_key, regexp_replace(email_key, ignorable, '', 'g') as email_key
    from app_user where username_key ~ ignorable or email_key ~ ignorable order by created_at, id
  loop
    continue when account.username_key = '' or account.email_key = '';
    begin
      update app_user set username_key = account.username_key, email_key = account.email_key where id = account.id;
    exception when unique_violation or check_violation then
      null;
    end;
  end loop;
  update registration set email_key = regexp_replace(email_key, ignorable, '', 'g') where email_key ~ ignorable;
end $$;
`,
}
