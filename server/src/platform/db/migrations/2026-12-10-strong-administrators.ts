// Why a password is weak is remembered, to be said truly later. Who administers has a strong password, or may do nothing but change it;
// the passwords in place are no longer known, so those that were found weak are to be changed.
export const strongAdministrators = {
  id: '2026-12-10-strong-administrators',
  sql: `
alter table app_user add column password_weakness text check (password_weakness in ('short', 'common', 'context'));
update app_user set must_change_password = true where is_admin and password_weak;
alter table app_user add constraint app_user_strong_administrator check (not is_admin or not password_weak or must_change_password);
alter table app_user add constraint app_user_weakness_of_weak check (password_weakness is null or password_weak);
`,
}
