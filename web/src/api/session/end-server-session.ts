import { routes } from '@parvis/contract'
import { createClient } from '../transport/client.ts'

/** Session-storage key of the `state` sent to an identity provider with a sign-out request. */
export const logoutStateKey = 'parvis.adieu'

/**
 * Ends a session on the server, with tokens that the browser has already forgotten. An expired access token is renewed for this call: otherwise the
 * refresh token would stay valid for hours (trust case AUT-11). If an identity provider opened the session, `location` is the URL that ends it there.
 * @param state value that the provider sends back with the browser
 */
export function endServerSession(fetchOnce: typeof fetch, access: string, refresh: string | null, state: string): Promise<{ location?: string | undefined }> {
  let accessToken: string | null = access
  const tokens = {
    access: () => accessToken,
    refresh: () => refresh,
    save({ access_token }: { access_token: string }) {
      accessToken = access_token
    },
    clear() {
      accessToken = null
    },
  }
  return createClient({
    fetch: fetchOnce,
    tokens,
    exclusively: (work) => work(),
    onSessionEnd: () => Promise.resolve(false),
    onCharterDue: () => Promise.resolve(false),
    onSetupRequired: () => undefined,
  }).call(routes.auth.logout, { body: { state } })
}
