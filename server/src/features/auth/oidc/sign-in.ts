import type { RouteAnswer, RouteBody, routes } from '@parvis/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint, seal } from '../keys.ts'
import { currentUserColumns } from '../current-user.ts'
import { completeSignIn, type SignInOrigin } from '../log-in.ts'
import { resolveAccount } from './resolve-account.ts'
import type { IdentityClaims } from './claims.ts'
import { receiveCallback } from './callback.ts'
import { offerLink, proveLink } from './link-identity.ts'

type FinishedSignIn = RouteAnswer<typeof routes.oidc.finish>
type LinkedSignIn = RouteAnswer<typeof routes.oidc.link>
type IdentifiedPerson = { claims: IdentityClaims; user_id: string; identity_id: string; return_path: string }

/**
 * Completes a sign-in through a provider: opens a session, or offers to link the identity to the existing account with its address.
 * @throws {AppError} what `receiveCallback`, `resolveAccount` and `offerLink` throw; `auth.inactive`, `auth.awaiting_validation`
 */
export async function finishOidcSignIn(context: Context, callback: RouteBody<typeof routes.oidc.finish>, from: SignInOrigin): Promise<FinishedSignIn> {
  const { claims, return_path } = await receiveCallback(context, callback)
  const admitted = await resolveAccount(context, claims)
  if (!('link' in admitted)) return openOidcSession(context, { claims: claims, return_path, ...admitted }, from)
  return { link: await offerLink(context, claims, { ...admitted.link, browser_secret_hash: fingerprint(callback.browser_secret), return_path }) }
}

/** Links the identity of an offer, then opens a session. @throws {AppError} what `proveLink` throws; `auth.inactive`, `auth.awaiting_validation` */
export async function linkAndSignIn(context: Context, proof: RouteBody<typeof routes.oidc.link>, from: SignInOrigin): Promise<LinkedSignIn> {
  return openOidcSession(context, await proveLink(context, proof), from)
}

async function openOidcSession(context: Context, { claims, user_id, identity_id, return_path }: IdentifiedPerson, from: SignInOrigin): Promise<LinkedSignIn> {
  const user = await context.db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.awaiting_validation'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('auth.arrival_expired')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  const { provider, session, id_token } = claims
  const sessionIdentity = { identity_id, provider, provider_session: session, id_token: seal(context.secret, id_token) }
  // The duties to change a password or to set a second factor do not apply to a provider sign-in (see authenticate-caller).
  const signedIn = await completeSignIn(context, { ...user, must_change_password: false, must_set_second_factor: false }, sessionIdentity, from)
  if (signedIn === null) throw new AppError('auth.inactive')
  await context.db.updateTable('app_user').set({ invited_at: null }).where('id', '=', user_id).where('invited_at', 'is not', null).execute()
  return { ...signedIn, return_path }
}
