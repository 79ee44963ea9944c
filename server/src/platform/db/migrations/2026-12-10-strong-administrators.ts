// Reason why a password is weak, to be shown to the person. An administrator with a weak password can only change it. Existing passwords cannot be checked
// again, so administrators whose password was found weak must change it.
export const strongAdministrators = {
  id: '2026-12-10-strong-administrators',
  sql: `
alter table app_user add column password_weakness text check (password_weakness in ('short', 'common', 'context'));
update app_user set must_change_password = true where is_admin and password_weak;
alter table app_user add constraint app_user_strong_administrator check (not is_admin or not password_weak or must_change_password);
alter table app_user add constraint app_user_weakness_of_weak check (password_weakness is null or password_weak);
`,
}
