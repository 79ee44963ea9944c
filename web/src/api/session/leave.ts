import { routes } from '@parvis/contract'
import { createClient } from '../transport/client.ts'

/**
 * Ends a session on the server with tokens that the browser no longer keeps. An access that has run out is renewed for this alone:
 * without it the refresh value would stay good for hours (trust case AUT-11). Where another server opened it, `location` ends it there too.
 * @param state comes back with the person from there
 */
export function leave(fetchOnce: typeof fetch, access: string, refresh: string | null, state: string): Promise<{ location?: string | undefined }> {
  let held: string | null = access
  const tokens = {
    access: () => held,
    refresh: () => refresh,
    save({ access_token }: { access_token: string }) {
      held = access_token
    },
    clear() {
      held = null
    },
  }
  return createClient({
    fetch: fetchOnce,
    tokens,
    exclusively: (work) => work(),
    onSessionEnd: () => Promise.resolve(false),
    onPasswordDue: () => undefined,
  }).call(routes.auth.logout, { body: { state } })
}
