import { constants, routes, type RouteAnswer, type CurrentUser, knownDeviceKey } from '@parvis/contract'
import { ApiError, isTemporary } from '../transport/api-error.ts'
import type { Client } from '../transport/client.ts'
import { checkToken, userIdOf, type TokenStore } from '../transport/tokens.ts'

/** Messages of the access guard (specification, chapter 8). */
export const guardMessages = {
  invalid: 'Votre session a expiré ou est invalide. Veuillez vous reconnecter.',
  unreachable: 'Erreur de connexion au serveur. Veuillez vous reconnecter.',
} as const

/**
 * `loading`: there is a token, and its owner is being fetched. `ended`: a session has expired; with a `user`, it did so on a page, which stays under the
 * sign-in dialog.
 */
export type SessionState =
  | { status: 'loading'; user: null; message: null }
  | { status: 'anonymous'; user: null; message: null }
  | { status: 'authenticated'; user: CurrentUser; message: null }
  | { status: 'ended'; user: CurrentUser | null; message: string }

interface SessionDeps {
  client: Pick<Client, 'call'>
  tokens: TokenStore
  device: DeviceStore
  /** Milliseconds since 1970. */
  now: () => number
  /** Removes what the browser stores of a person: drafts, cached answers (trust case PRV-03). */
  clearUserData: () => void
  /** Ends the session of these tokens on the server. */
  endServerSession: (access: string, refresh: string | null) => Promise<unknown>
  /** Notifies the other tabs of a sign-out. */
  notifySignedOut: () => void
}

export type Session = ReturnType<typeof createSession>

const anonymous: SessionState = { status: 'anonymous', user: null, message: null }
const loading: SessionState = { status: 'loading', user: null, message: null }

/** Session functions that `createVerify` uses. */
interface SessionControl {
  state: () => SessionState
  setState: (next: SessionState) => void
  setUser: (user: CurrentUser) => void
  endSession: (message: string) => void
  /** Time of the last verification, or of its start, in milliseconds since 1970. */
  lastVerification: { at: number }
  /** Resolves when the sign-in dialog over the page ends: true if the same person signed in. */
  waitForSignIn: () => Promise<boolean>
}

/** Creates the function that asks the server for the owner of the access token. */
function createVerify({ client, tokens, now }: Pick<SessionDeps, 'client' | 'tokens' | 'now'>, control: SessionControl) {
  const { state, setState, setUser, endSession, lastVerification, waitForSignIn } = control
  let pendingLookup: Promise<void> | null = null

  async function fetchUser(): Promise<void> {
    lastVerification.at = now()
    const previousUser = state().user
    const requestOwner = userIdOf(tokens.access())
    try {
      const user = await client.call(routes.auth.me)
      const owner = userIdOf(tokens.access())
      if (owner === requestOwner) return setUser(user)
      // The answer is about a person who has left meanwhile, and another one may have signed in.
      if (owner !== null) await fetchUser()
    } catch (error) {
      const { status, user } = state()
      if (status === 'ended' || status === 'anonymous') return
      // Another person has signed in meanwhile: the refusal does not concern them.
      if (user !== null && user.id !== previousUser?.id) return
      // During a temporary failure a person already at work goes on; a person who arrives must be identified.
      if (isTemporary(error) && user !== null) return
      if (isTemporary(error)) return setState({ status: 'ended', user: null, message: guardMessages.unreachable })
      endSession(error instanceof ApiError && error.status === 401 ? guardMessages.invalid : guardMessages.unreachable)
    }
  }

  /** Verifies the session on entering a page behind the access guard. Skipped within 5 s of the last verification, unless `force`. */
  return async (force = false): Promise<void> => {
    const { status, user } = state()
    if (status === 'anonymous' || (status === 'ended' && !force)) return
    const check = checkToken(tokens.access(), now())
    if (!check.isValid && check.reason === 'missing') {
      // The sign-in dialog is open over a page that must stay: callers wait for its result, like calls do.
      if (status === 'ended' && user !== null) await waitForSignIn()
      else setState(anonymous)
      return
    }
    // An expired token may still be renewed: the server's clock decides, not this computer's (trust case AUT-15).
    if (!check.isValid && (check.reason === 'invalid' || tokens.refresh() === null)) return endSession(guardMessages.invalid)
    if (!force && pendingLookup === null && now() - lastVerification.at < constants.currentUserThrottleMs) return
    // A verification that waits under the sign-in dialog used the previous tokens. If another tab has signed in, a new one is made.
    if (pendingLookup !== null && status !== 'ended') return pendingLookup
    const firstFetch: Promise<void> = fetchUser().finally(() => {
      if (pendingLookup === firstFetch) pendingLookup = null
    })
    pendingLookup = firstFetch
    return firstFetch
  }
}

/** Stores the tokens and the device mark of a sign-in, whatever its method. */
const createCompleteSignIn =
  ({ tokens, device }: Pick<SessionDeps, 'tokens' | 'device'>, setUser: SessionControl['setUser']) =>
  (answer: RouteAnswer<typeof routes.auth.login>): CurrentUser => {
    tokens.save(answer)
    device.save(answer.device)
    setUser(answer.user)
    return answer.user
  }

/** Creates the store of the signed-in person (specification, chapter 4): `state`, `subscribe` and the functions that change it. */
export function createSession({ client, tokens, device, now, clearUserData, endServerSession, notifySignedOut }: SessionDeps) {
  let state = tokens.access() === null ? anonymous : loading
  const listeners = new Set<() => void>()
  const signInWaiters: ((isSignedIn: boolean) => void)[] = []
  const settleWaiters = (isSignedIn: boolean) => signInWaiters.splice(0).forEach((settle) => settle(isSignedIn))
  const lastVerification = { at: -Infinity }
  const waitForSignIn = () => new Promise<boolean>((resolve) => signInWaiters.push(resolve))

  function setState(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
    if (next.status !== 'ended') settleWaiters(next.status === 'authenticated')
  }

  function setUser(user: CurrentUser) {
    lastVerification.at = now()
    if (state.user !== null && state.user.id !== user.id) {
      clearUserData()
      // A call that waited for one person must not be sent in the name of another.
      settleWaiters(false)
    }
    setState({ status: 'authenticated', user, message: null })
  }

  function endSession(message: string) {
    tokens.clear()
    setState({ status: 'ended', user: state.user, message })
  }

  const completeSignIn = createCompleteSignIn({ tokens, device }, setUser)
  const verify = createVerify({ client, tokens, now }, { state: () => state, setState, setUser, endSession, lastVerification, waitForSignIn })
  return {
    verify,
    state: (): SessionState => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** @throws {ApiError} with the server's message */
    signIn: async (username: string, password: string): Promise<CurrentUser> =>
      completeSignIn(await client.call(routes.auth.login, { body: { username, password, device: device.read() } })),

    /** Stores the result of a sign-in made with an identity provider or a second factor. */
    enter: completeSignIn,

    /** Signs out, here and in the other tabs, and clears what the browser stores. Does not wait for the server. */
    signOut(): void {
      const access = tokens.access()
      if (access !== null) void endServerSession(access, tokens.refresh()).catch(() => undefined)
      notifySignedOut()
      tokens.clear()
      clearUserData()
      setState(anonymous)
    },

    /** Handles a session that the server refused. If a page is open, waits for the sign-in dialog; resolves to whether the person has signed in again. */
    async onSessionRefused(): Promise<boolean> {
      if (state.status === 'anonymous') return false
      endSession(guardMessages.invalid)
      return state.user !== null && waitForSignIn()
    },

    /** Handles a sign-out in another tab. */
    onOtherTabSignedOut(): void {
      clearUserData()
      setState(anonymous)
    },

    /** Handles a change of the access token in another tab. */
    onTokenChanged(): void {
      if (tokens.access() === null) {
        if (state.status === 'authenticated') setState({ status: 'ended', user: state.user, message: guardMessages.invalid })
        return
      }
      if (state.status === 'anonymous') setState(loading)
      void verify(state.status !== 'authenticated')
    },
  }
}

/**
 * Store of the known-device mark that the server gave this browser and expects at the next sign-in (docs/securite.md, AUT-06). It gives no access, and
 * stays after sign-out.
 */
interface DeviceStore {
  read: () => string
  save: (value: string | undefined) => void
}

export function createDeviceStore(storage: Pick<Storage, 'getItem' | 'setItem'>): DeviceStore {
  return {
    read: () => storage.getItem(knownDeviceKey) ?? '',
    save: (value) => {
      if (value !== undefined) storage.setItem(knownDeviceKey, value)
    },
  }
}
