import { jwtVerify } from 'jose'
import { AppError } from '../../../platform/errors/app-error.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Context } from '../../../context.ts'
import { clientOf, clockToleranceSeconds } from './clients.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum age of a logout token, in seconds. Older ones are refused, so that a `jti` need not be stored longer against replays. */
const maxTokenAgeSeconds = 10 * 60

/**
 * Ends the sessions designated by a provider's logout token: those of its `sid`, of its `sub`, or of both if it has both. Returns the user's id, null when
 * no session matched. Source: OpenID Connect Back-Channel Logout 1.0, sections 2.4 to 2.8.
 * @throws {AppError} `auth.arrival_unverified` for an invalid or already used token; `auth.provider_unknown`, `auth.provider_away`
 */
export async function endProviderSessions(context: Context, provider_id: string, logout_token: string): Promise<string | null> {
  const client = await clientOf(context, provider_id)
  const { issuer, sub, sid, jti } = await readLogoutToken(client, logout_token)
  const now = context.now()
  const endedSessions = await context.db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('logout_token')
        .values({ issuer, jti, expires_at: new Date(now.getTime() + 2 * (maxTokenAgeSeconds + clockToleranceSeconds) * 1_000) })
        .execute()
      return trx
        .updateTable('session')
        .set({ revoked_at: now })
        .where('revoked_at', 'is', null)
        .where('provider', '=', provider_id)
        .$if(sid !== null, (query) => query.where('provider_session', '=', sid))
        .$if(sub !== null, (query) =>
          query.where('identity_id', 'in', (eb) => eb.selectFrom('identity').select('id').where('issuer', '=', issuer).where('sub', '=', sub!)),
        )
        .returning('user_id')
        .execute()
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('auth.arrival_unverified')
      throw error
    })
  return endedSessions[0]?.user_id ?? null
}

type LogoutToken = { issuer: string; sub: string | null; sid: string | null; jti: string }

async function readLogoutToken({ provider, configuration, keys }: Awaited<ReturnType<typeof clientOf>>, token: string): Promise<LogoutToken> {
  const { issuer } = configuration.serverMetadata()
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.client_id,
    algorithms: [provider.algorithm],
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: maxTokenAgeSeconds,
    requiredClaims: ['jti', 'events'],
  }).catch((error: unknown) => {
    throw new AppError('auth.arrival_unverified', {}, { cause: error })
  })
  const { sub, sid, jti, events } = payload
  const isEvent = typeof events === 'object' && events !== null && typeof (events as Record<string, unknown>)[logoutEvent] === 'object'
  // A token with a nonce is an ID token, not a logout token.
  const isLogout = isEvent && !('nonce' in payload) && typeof jti === 'string' && jti.length <= 500
  if (!isLogout || (typeof sub !== 'string' && typeof sid !== 'string')) throw new AppError('auth.arrival_unverified')
  return { issuer, jti, sub: typeof sub === 'string' ? sub : null, sid: typeof sid === 'string' ? sid : null }
}
