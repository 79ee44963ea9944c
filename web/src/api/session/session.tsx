import type { CurrentUser } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { session } from '../browser.ts'
import type { SessionState } from './session-store.ts'

/** Follows the session state. The functions that change it are in `session` of browser.ts. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

/** The signed-in person, on a page behind the access guard. @throws {Error} elsewhere */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (user === null) throw new Error('useUser outside of the access guard')
  return user
}
