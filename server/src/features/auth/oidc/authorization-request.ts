import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { addressKey } from '../../../platform/address-key.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../keys.ts'
import { takeFrom, type TokenBucket } from '../throttle.ts'
import { clientOf } from './clients.ts'

/** Rate limit of authorization requests from one network address: 300 at once (a town hall shares one address), then one every 2 seconds. */
const authorizationRequestsOfAddress: TokenBucket = { burst: 300, everyMs: 2_000 }
/** Lifetime of an authorization request, in milliseconds: the time that a person may spend at the provider. */
const authorizationRequestMs = 10 * 60_000

/** Redirect URI of provider callbacks. Built from the settings, never from the host named by a request. */
export const redirectUri = (context: Context): string => `${context.publicUrl()}/connexion/retour`

type NewAuthorizationRequest = { provider: string; browser_secret_hash: string; return_path: string }

/**
 * Stores an authorization request and returns the provider's URL to open. The request is bound to the browser tab: only the hash of its secret is stored.
 * @throws {AppError} `auth.provider_unknown`, `auth.provider_away`, `auth.too_many`
 */
export async function startOidcSignIn(
  context: Context,
  { provider: id, browser_secret_hash, return_path }: NewAuthorizationRequest,
  ip: string,
): Promise<{ location: string }> {
  const now = context.now()
  if (!(await takeFrom(context.db, authorizationRequestsOfAddress, `oidc:${addressKey(ip)}`, now))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: authorizationRequestsOfAddress.everyMs / 1_000 })
  }
  const { provider, configuration } = await clientOf(context, id)
  // ProConnect requires at least 32 characters; these have 43.
  const state = randomState()
  const nonce = randomNonce()
  // ProConnect refuses parameters that it does not document, and those of PKCE are not documented.
  const code_verifier = provider.profile === 'proconnect' ? null : randomPKCECodeVerifier()
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(context),
    response_type: 'code',
    scope: provider.scopes.join(' '),
    state,
    nonce,
    ...(code_verifier !== null && { code_challenge: await calculatePKCECodeChallenge(code_verifier), code_challenge_method: 'S256' }),
    ...(provider.profile === 'proconnect' && { claims: JSON.stringify({ id_token: { amr: { essential: true } } }) }),
  })
  await context.db
    .insertInto('sign_in_request')
    .values({
      state_hash: fingerprint(state),
      provider: id,
      nonce,
      code_verifier,
      browser_secret_hash,
      return_path,
      expires_at: new Date(now.getTime() + authorizationRequestMs),
    })
    .execute()
  return { location: location.href }
}
