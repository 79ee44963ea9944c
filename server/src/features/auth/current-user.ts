import type { CurrentUser } from '@parvis/contract'
import type { Config } from '../../platform/config/config.ts'

/** Account columns that may leave the server, for the person or for an administrator. */
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
  'app_user.second_factor_at',
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

type CurrentUserRow = Omit<CurrentUser, 'must_set_second_factor'>

/** Copies the fields of `CurrentUser` from a wider row. @param must_set_second_factor from `lacksRequiredFactor` */
export function toCurrentUser(row: CurrentUserRow, must_set_second_factor = false): CurrentUser {
  const { id, username, email, first_name, last_name, type_collectivite, is_admin, is_active, last_login } = row
  const { previous_login, must_change_password, password_weak, password_weakness, enter_sends, has_password, second_factor_at } = row
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
    second_factor_at,
    must_set_second_factor,
  }
}

/** Whether a person may not sign in by password or passkey, because the settings reserve these to administrators. */
export const isLocalSignInClosed = ({ local }: Config['signIn'], { provider, is_admin }: { provider: string | null; is_admin: boolean }): boolean =>
  local === 'administrateurs' && provider === null && !is_admin

/**
 * Whether the settings require a second factor of this person, who has none that works on the current host. Passkeys of another host name do not count.
 * Does not apply to provider sign-ins, nor to accounts without a password.
 * @param user `factor_serves` as read by `hasUsableFactor` of second-factor/factors.ts
 */
export function lacksRequiredFactor(
  { secondFactor }: Config['signIn'],
  user: Pick<CurrentUserRow, 'is_admin' | 'has_password'> & { factor_serves: boolean },
): boolean {
  const isAsked = secondFactor === 'tous' || (secondFactor === 'administrateurs' && user.is_admin)
  return isAsked && user.has_password && !user.factor_serves
}
