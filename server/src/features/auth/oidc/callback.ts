import type { RouteBody, routes } from '@parvis/contract'
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../keys.ts'
import { readClaims, type IdentityClaims } from './claims.ts'
import { clientOf, clockToleranceSeconds, providerUnavailable, reasonOf, type ProviderClient } from './clients.ts'
import { redirectUri } from './authorization-request.ts'

type CallbackParams = RouteBody<typeof routes.oidc.finish>
type StoredAuthorizationRequest = { provider: string; nonce: string; code_verifier: string | null; return_path: string }

/**
 * Exchanges the authorization code of a provider's callback at once (ProConnect's lives 30 s) and returns the verified claims. Consumes the authorization
 * request.
 * @throws {AppError} `auth.arrival_expired` for a used code, or a request that is unknown, expired or started by another browser tab;
 *   `auth.arrival_unverified`, `auth.provider_unknown`, `auth.provider_away`
 */
export async function receiveCallback(context: Context, callback: CallbackParams): Promise<{ claims: IdentityClaims; return_path: string }> {
  const authorizationRequest = await consumeAuthorizationRequest(context, callback)
  const client = await clientOf(context, authorizationRequest.provider)
  const claims = await fetchClaims(client, authorizationRequest, callback, redirectUri(context)).catch((error: unknown) =>
    rethrowProviderError(context, authorizationRequest.provider, error),
  )
  if (claims === null) throw new AppError('auth.arrival_unverified')
  return { claims, return_path: authorizationRequest.return_path }
}

/** Consumes an authorization request: it is single-use and bound to the browser tab that started it. A call from another tab leaves it in place. */
async function consumeAuthorizationRequest({ db, now }: Context, { state, browser_secret }: CallbackParams): Promise<StoredAuthorizationRequest> {
  const authorizationRequest = await db
    .deleteFrom('sign_in_request')
    .where('state_hash', '=', fingerprint(state))
    .where('browser_secret_hash', '=', fingerprint(browser_secret))
    .where('expires_at', '>', now().toISOString())
    .returning(['provider', 'nonce', 'code_verifier', 'return_path'])
    .executeTakeFirst()
  if (authorizationRequest === undefined) throw new AppError('auth.arrival_expired')
  return authorizationRequest
}

async function fetchClaims(
  client: ProviderClient,
  { nonce, code_verifier }: StoredAuthorizationRequest,
  { code, state, iss }: CallbackParams,
  address: string,
): Promise<IdentityClaims | null> {
  const { configuration } = client
  const url = new URL(address)
  url.search = new URLSearchParams({ code, state, ...(typeof iss === 'string' && iss !== '' && { iss }) }).toString()
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(code_verifier !== null && { pkceCodeVerifier: code_verifier }),
  })
  const id_claims = tokens.claims()!
  requireNotIssuedInFuture(id_claims.iat)
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const userinfo = hasUserinfo ? await fetchUserInfo(configuration, tokens.access_token, id_claims.sub) : {}
  return readClaims(client, { id_token: tokens.id_token!, id_claims, userinfo, access_token: tokens.access_token })
}

/** Refuses a token issued in the future, beyond the clock tolerance. The library only checks its expiry. */
function requireNotIssuedInFuture(iat: number): void {
  if (iat <= Date.now() / 1_000 + clockToleranceSeconds) return
  throw Object.assign(new Error('The token is dated in the future'), { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' })
}

/** Error codes of the library for an invalid response: a forged one, or a wrong clock or setting. */
const invalidResponseCodes = new Set([
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_JWT_USERINFO_EXPECTED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])

function rethrowProviderError(context: Context, provider: string, error: unknown): never {
  const { code, error: oauthError } = error as { code?: string; error?: string }
  // The authorization code has expired or was already used.
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && oauthError === 'invalid_grant') throw new AppError('auth.arrival_expired')
  if (code !== undefined && invalidResponseCodes.has(code)) {
    context.log.warn({ provider, reason: reasonOf(error) }, 'what an identity provider said is refused')
    throw new AppError('auth.arrival_unverified', {}, { cause: error })
  }
  throw providerUnavailable(context, provider, error)
}
