import { createClient } from './transport/client.ts'
import { clearDrafts, keepOnlyDraftsOf } from './drafts.ts'
import { drawSecret, farewellKey } from './session/farewell.ts'
import { createDeviceStore } from './session/device.ts'
import { leave } from './session/leave.ts'
import { createSession } from './session/session-store.ts'
import { tabName } from './tab-name.ts'
import { checkToken, createTokenStore } from './transport/tokens.ts'

/** Channel between the tabs of this browser; null where it is not supported. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.session')
const tokens = createTokenStore(localStorage)
export const device = createDeviceStore(localStorage)

/** Time, in milliseconds and with a margin, until other tabs see a value written to the local storage. */
const storageDelay = 150

/**
 * Runs `work` under a lock that all tabs share, released once they can see what was stored. Browsers have no locks on a plain-http address: tabs then rely
 * on the server, which accepts a just-replaced refresh token for a short time.
 */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return new Promise((resolve, reject) => {
    void navigator.locks.request('parvis.refresh', async () => {
      await work().then(resolve, reject)
      await new Promise((next) => setTimeout(next, storageDelay))
    })
  })
}

/** Whether a call can be made without renewing the access token. Calls that no person requested must not prolong a session. */
export const hasFreshAccess = (): boolean => checkToken(tokens.access(), Date.now()).isValid

const forgetters = new Set<() => void>([clearDrafts])

/** Registers a function that clears what the browser stores of a person. Lets modules loaded later, such as the query cache, take part. */
export const onForget = (forget: () => void): void => void forgetters.add(forget)

export const client = createClient({
  fetch: (...call) => fetch(...call),
  tab: tabName,
  tokens,
  exclusively,
  onSessionEnd: () => session.sessionEnded(),
  onPasswordDue: () => void session.verify(true),
})

export const { call, open } = client

export const session = createSession({
  client,
  tokens,
  device,
  now: () => Date.now(),
  forget() {
    for (const forget of forgetters) forget()
  },
  async leave(access, refresh) {
    const state = drawSecret()
    const { location: there } = await leave((...call) => fetch(...call), access, refresh, state)
    if (there === undefined) return
    sessionStorage.setItem(farewellKey, state)
    location.assign(there)
  },
  tellSignedOut: () => channel?.postMessage('signed-out'),
})

// A session may expire without a sign-out: on a shared computer, the next person must not read the drafts of the previous one.
session.subscribe(() => {
  const { user } = session.state()
  if (user !== null) keepOnlyDraftsOf(user.id)
})

channel?.addEventListener('message', () => session.signedOutElsewhere())
addEventListener('storage', (event) => {
  // A null key means that the whole storage was cleared.
  if (event.key === 'accessToken' || event.key === null) session.tokenChanged()
})
