import { constants, routes, type Answer, type CurrentUser } from '@parvis/contract'
import { ApiError, isPassing } from '../transport/api-error.ts'
import type { Client } from '../transport/client.ts'
import type { DeviceStore } from './device.ts'
import { checkToken, ownerOf, type TokenStore } from '../transport/tokens.ts'

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
  forget: () => void
  /** Ends the session of these tokens on the server. */
  leave: (access: string, refresh: string | null) => Promise<unknown>
  /** Notifies the other tabs of a sign-out. */
  tellSignedOut: () => void
}

export type Session = ReturnType<typeof createSession>

const anonymous: SessionState = { status: 'anonymous', user: null, message: null }
const loading: SessionState = { status: 'loading', user: null, message: null }

/** Session functions that `createVerify` uses. */
interface Seat {
  state: () => SessionState
  become: (next: SessionState) => void
  welcome: (user: CurrentUser) => void
  end: (message: string) => void
  /** Time of the last verification, or of its start, in milliseconds since 1970. */
  seen: { at: number }
  /** Resolves when the sign-in dialog over the page ends: true if the same person signed in. */
  signedInAgain: () => Promise<boolean>
}

/** Creates the function that asks the server for the owner of the access token. */
function createVerify({ client, tokens, now }: Pick<SessionDeps, 'client' | 'tokens' | 'now'>, seat: Seat) {
  const { state, become, welcome, end, seen, signedInAgain } = seat
  let lookup: Promise<void> | null = null

  async function lookUp(): Promise<void> {
    seen.at = now()
    const before = state().user
    const asker = ownerOf(tokens.access())
    try {
      const user = await client.call(routes.auth.me)
      const owner = ownerOf(tokens.access())
      if (owner === asker) return welcome(user)
      // The answer is about a person who has left meanwhile, and another one may have signed in.
      if (owner !== null) await lookUp()
    } catch (error) {
      const { status, user } = state()
      if (status === 'ended' || status === 'anonymous') return
      // Another person has signed in meanwhile: the refusal does not concern them.
      if (user !== null && user.id !== before?.id) return
      // During a temporary failure a person already at work goes on; a person who arrives must be identified.
      if (isPassing(error) && user !== null) return
      if (isPassing(error)) return become({ status: 'ended', user: null, message: guardMessages.unreachable })
      end(error instanceof ApiError && error.status === 401 ? guardMessages.invalid : guardMessages.unreachable)
    }
  }

  /** Verifies the session on entering a page behind the access guard. Skipped within 5 s of the last verification, unless `force`. */
  return async (force = false): Promise<void> => {
    const { status, user } = state()
    if (status === 'anonymous' || (status === 'ended' && !force)) return
    const check = checkToken(tokens.access(), now())
    if (!check.isValid && check.reason === 'missing') {
      // The sign-in dialog is open over a page that must stay: callers wait for its result, like calls do.
      if (status === 'ended' && user !== null) await signedInAgain()
      else become(anonymous)
      return
    }
    // An expired token may still be renewed: the server's clock decides, not this computer's (trust case AUT-15).
    if (!check.isValid && (check.reason === 'invalid' || tokens.refresh() === null)) return end(guardMessages.invalid)
    if (!force && lookup === null && now() - seen.at < constants.currentUserThrottleMs) return
    // A verification that waits under the sign-in dialog used the previous tokens. If another tab has signed in, a new one is made.
    if (lookup !== null && status !== 'ended') return lookup
    const begun: Promise<void> = lookUp().finally(() => {
      if (lookup === begun) lookup = null
    })
    lookup = begun
    return begun
  }
}

/** Stores the tokens and the device mark of a sign-in, whatever its method. */
const createEnter =
  ({ tokens, device }: Pick<SessionDeps, 'tokens' | 'device'>, welcome: Seat['welcome']) =>
  (answer: Answer<typeof routes.auth.login>): CurrentUser => {
    tokens.save(answer)
    device.keep(answer.device)
    welcome(answer.user)
    return answer.user
  }

/** Creates the store of the signed-in person (specification, chapter 4): `state`, `subscribe` and the functions that change it. */
export function createSession({ client, tokens, device, now, forget, leave, tellSignedOut }: SessionDeps) {
  let state = tokens.access() === null ? anonymous : loading
  const listeners = new Set<() => void>()
  const waiting: ((isSignedIn: boolean) => void)[] = []
  const answer = (isSignedIn: boolean) => waiting.splice(0).forEach((settle) => settle(isSignedIn))
  const seen = { at: -Infinity }
  const signedInAgain = () => new Promise<boolean>((resolve) => waiting.push(resolve))

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
    if (next.status !== 'ended') answer(next.status === 'authenticated')
  }

  function welcome(user: CurrentUser) {
    seen.at = now()
    if (state.user !== null && state.user.id !== user.id) {
      forget()
      // A call that waited for one person must not be sent in the name of another.
      answer(false)
    }
    become({ status: 'authenticated', user, message: null })
  }

  function end(message: string) {
    tokens.clear()
    become({ status: 'ended', user: state.user, message })
  }

  const enter = createEnter({ tokens, device }, welcome)
  const verify = createVerify({ client, tokens, now }, { state: () => state, become, welcome, end, seen, signedInAgain })
  return {
    verify,
    state: (): SessionState => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** @throws {ApiError} with the server's message */
    signIn: async (username: string, password: string): Promise<CurrentUser> =>
      enter(await client.call(routes.auth.login, { body: { username, password, device: device.read() } })),

    /** Stores the result of a sign-in made with an identity provider or a second factor. */
    enter,

    /** Signs out, here and in the other tabs, and clears what the browser stores. Does not wait for the server. */
    signOut(): void {
      const access = tokens.access()
      if (access !== null) void leave(access, tokens.refresh()).catch(() => undefined)
      tellSignedOut()
      tokens.clear()
      forget()
      become(anonymous)
    },

    /** Handles a session that the server refused. If a page is open, waits for the sign-in dialog; resolves to whether the person has signed in again. */
    async sessionEnded(): Promise<boolean> {
      if (state.status === 'anonymous') return false
      end(guardMessages.invalid)
      return state.user !== null && signedInAgain()
    },

    /** Handles a sign-out in another tab. */
    signedOutElsewhere(): void {
      forget()
      become(anonymous)
    },

    /** Handles a change of the access token in another tab. */
    tokenChanged(): void {
      if (tokens.access() === null) {
        if (state.status === 'authenticated') become({ status: 'ended', user: state.user, message: guardMessages.invalid })
        return
      }
      if (state.status === 'anonymous') become(loading)
      void verify(state.status !== 'authenticated')
    },
  }
}
