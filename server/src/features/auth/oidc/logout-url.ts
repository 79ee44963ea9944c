import { buildEndSessionUrl } from 'openid-client'
import type { Context } from '../../../context.ts'
import { clientOf, reasonOf } from './clients.ts'
import { unseal } from '../keys.ts'

/** Post-logout redirect URI, exactly as registered with the provider. */
const postLogoutRedirectUri = (context: Context): string => `${context.publicUrl()}/deconnexion`

/**
 * Returns the provider's logout URL for a session. Null when no provider opened the session, when the provider has no logout endpoint, or when it cannot
 * be reached.
 * @param state sent back by the provider, so that the logout page recognises its own request
 */
export async function providerLogoutUrl(context: Context, session_id: string, state: string): Promise<string | null> {
  const session = await context.db.selectFrom('session').select(['provider', 'id_token']).where('id', '=', session_id).executeTakeFirst()
  const id_token_hint = session?.id_token ? unseal(context.secret, session.id_token) : null
  if (session?.provider == null || id_token_hint === null) return null
  try {
    const { configuration, provider } = await clientOf(context, session.provider)
    const { end_session_endpoint } = configuration.serverMetadata()
    if (end_session_endpoint === undefined) return null
    const query = { id_token_hint, post_logout_redirect_uri: postLogoutRedirectUri(context), state }
    if (provider.profile !== 'proconnect') return buildEndSessionUrl(configuration, query).href
    // ProConnect accepts these three parameters only; the library would add `client_id`.
    const url = new URL(end_session_endpoint)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  } catch (error) {
    // The session has already ended here: a provider that is unreachable, or removed from the settings, must not block the sign-out.
    context.log.warn({ provider: session.provider, reason: reasonOf(error) }, 'a session is ended here alone')
    return null
  }
}
