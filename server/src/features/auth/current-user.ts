import type { CurrentUser } from '@parvis/contract'

/** What of an account leaves the server, for the person or for an administrator. */
export const accountColumns = [
  'app_user.id',
  'app_user.username',
  'app_user.email',
  'app_user.first_name',
  'app_user.last_name',
  'app_user.type_collectivite',
  'app_user.is_admin',
  'app_user.is_active',
  'app_user.last_login',
  'app_user.created_at',
  'app_user.updated_at',
  'app_user.invited_at',
] as const

export const currentUserColumns = [
  ...accountColumns,
  'app_user.previous_login',
  'app_user.must_change_password',
  'app_user.password_weak',
  'app_user.password_weakness',
  'app_user.enter_sends',
  'app_user.has_password',
] as const

/** Keeps the person's own fields of a wider row. */
export function toCurrentUser(row: CurrentUser): CurrentUser {
  const { id, username, email, first_name, last_name, type_collectivite, is_admin, is_active, last_login } = row
  const { previous_login, must_change_password, password_weak, password_weakness, enter_sends, has_password } = row
  return {
    id,
    username,
    email,
    first_name,
    last_name,
    type_collectivite,
    is_admin,
    is_active,
    last_login,
    previous_login,
    must_change_password,
    password_weak,
    password_weakness,
    enter_sends,
    has_password,
  }
}
