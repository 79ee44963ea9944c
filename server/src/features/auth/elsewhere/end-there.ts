import { buildEndSessionUrl } from 'openid-client'
import type { Context } from '../../../context.ts'
import { clientOf, reasonOf } from './clients.ts'
import { unseal } from '../seal.ts'

/** Where a provider sends people back to once their session is over there: what is registered with it, to the letter. */
const farewellAddress = (context: Context): string => `${context.publicUrl()}/deconnexion`

/**
 * The address that ends at its provider the session of this id; null when no provider opened it, or has no such address, or cannot say it.
 * @param state comes back with the person: the page that drew it knows that it asked
 */
export async function endThere(context: Context, session_id: string, state: string): Promise<string | null> {
  const session = await context.db.selectFrom('session').select(['provider', 'id_token']).where('id', '=', session_id).executeTakeFirst()
  const id_token_hint = session?.id_token ? unseal(context.secret, session.id_token) : null
  if (session?.provider == null || id_token_hint === null) return null
  try {
    const { configuration, provider } = await clientOf(context, session.provider)
    const { end_session_endpoint } = configuration.serverMetadata()
    if (end_session_endpoint === undefined) return null
    const query = { id_token_hint, post_logout_redirect_uri: farewellAddress(context), state }
    if (provider.profile !== 'proconnect') return buildEndSessionUrl(configuration, query).href
    // These three and no other: the library adds the client.
    const url = new URL(end_session_endpoint)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  } catch (error) {
    // The session is over here: a provider that is away, or was taken out of the settings, does not keep the person.
    context.log.warn({ provider: session.provider, reason: reasonOf(error) }, 'a session is ended here alone')
    return null
  }
}
