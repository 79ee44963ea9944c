import { createClient } from './transport/client.ts'
import { clearDrafts, keepOnlyDraftsOf } from './drafts.ts'
import { drawSecret, farewellKey } from './session/farewell.ts'
import { createDeviceStore } from './session/device.ts'
import { leave } from './session/leave.ts'
import { createSession } from './session/session-store.ts'
import { tabName } from './tab-name.ts'
import { checkToken, createTokenStore } from './transport/tokens.ts'

/** What this tab has one of. Everything else is made from it. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.session')
const tokens = createTokenStore(localStorage)
export const device = createDeviceStore(localStorage)

/** Time that what one tab stores takes to be seen by the others, in milliseconds, with a margin. */
const storageDelay = 150

/**
 * Runs the work while no other tab runs one, and lets the next in once it can see what was stored. Browsers withhold the locks
 * on a plain-http address: tabs then rely on the server's grace for a value just replaced.
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

/** Whether a call can be made without renewing the access: what no person asked for must not prolong a session. */
export const hasFreshAccess = (): boolean => checkToken(tokens.access(), Date.now()).isValid

const forgetters = new Set<() => void>([clearDrafts])

/** To run when what the browser keeps of a person must go. The cache of answers loads later than the session, and asks for it here. */
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

// A session may have run out without anybody signing out: on a shared post, the next person does not read what was half written.
session.subscribe(() => {
  const { user } = session.state()
  if (user !== null) keepOnlyDraftsOf(user.id)
})

channel?.addEventListener('message', () => session.signedOutElsewhere())
addEventListener('storage', (event) => {
  // A null key: the whole storage was emptied.
  if (event.key === 'accessToken' || event.key === null) session.tokenChanged()
})
