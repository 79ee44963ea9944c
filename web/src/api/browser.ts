import type { CurrentUser } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { requestCharter, settleCharter } from './charter-request.ts'
import { createClient } from './transport/client.ts'
import { clearDrafts, removeOtherUsersDrafts } from './drafts.ts'
import { logoutStateKey, endServerSession } from './session/end-server-session.ts'
import { randomSecret, tabId } from './random-ids.ts'
import { createDeviceStore, createSession, type SessionState } from './session/session-store.ts'
import { checkToken, createTokenStore } from './transport/tokens.ts'

/** Channel between the tabs of this browser; null where it is not supported. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.session')
const tokens = createTokenStore(localStorage)
export const device = createDeviceStore(localStorage)

/** Time, in milliseconds and with a margin, until other tabs see a value written to the local storage. */
const storageDelayMs = 150

/**
 * Runs `work` under a lock that all tabs share, released once they can see what was stored. Browsers have no locks on a plain-http address: tabs then rely
 * on the server, which accepts a just-replaced refresh token for a short time.
 */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return new Promise((resolve, reject) => {
    void navigator.locks.request('parvis.refresh', async () => {
      await work().then(resolve, reject)
      await new Promise((next) => setTimeout(next, storageDelayMs))
    })
  })
}

/** Whether a call can be made without renewing the access token. Calls that no person requested must not prolong a session. */
export const hasFreshAccess = (): boolean => checkToken(tokens.access(), Date.now()).isValid

const dataClearers = new Set<() => void>([clearDrafts])

/** Registers a function that clears what the browser stores of a person. Lets modules loaded later, such as the query cache, take part. */
export const onClearUserData = (clearUserData: () => void): void => void dataClearers.add(clearUserData)

// The calls of the next person must not wait for the answer of this one.
onClearUserData(() => settleCharter(false))

export const client = createClient({
  fetch: (...call) => fetch(...call),
  tab: tabId,
  tokens,
  exclusively,
  onSessionEnd: () => session.onSessionRefused(),
  onCharterDue: requestCharter,
  onSetupRequired: () => void session.verify(true),
})

export const { call, open } = client

export const session = createSession({
  client,
  tokens,
  device,
  now: () => Date.now(),
  clearUserData() {
    for (const clearUserData of dataClearers) clearUserData()
  },
  async endServerSession(access, refresh) {
    const state = randomSecret()
    const { location: logoutUrl } = await endServerSession((...call) => fetch(...call), access, refresh, state)
    if (logoutUrl === undefined) return
    sessionStorage.setItem(logoutStateKey, state)
    location.assign(logoutUrl)
  },
  notifySignedOut: () => channel?.postMessage('signed-out'),
})

// A session may expire without a sign-out: on a shared computer, the next person must not read the drafts of the previous one.
session.subscribe(() => {
  const { user } = session.state()
  if (user !== null) removeOtherUsersDrafts(user.id)
})

channel?.addEventListener('message', () => session.onOtherTabSignedOut())
addEventListener('storage', (event) => {
  // A null key means that the whole storage was cleared.
  if (event.key === 'accessToken' || event.key === null) session.onTokenChanged()
})

/** Follows the session state. The functions that change it are in `session`. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

/** The signed-in person, on a page behind the access guard. @throws {Error} elsewhere */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (user === null) throw new Error('useUser outside of the access guard')
  return user
}
