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
 * `loading`: there is a token, whose owner is being asked for. `ended`: a session was there and is over; with a `user`, it
 * ended while the person was on a page, which stays under the sign-in dialog.
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
  /** Removes what the browser keeps of a person: drafts, answers (trust case PRV-03). */
  forget: () => void
  /** Tells the server that the session of these tokens is over. */
  leave: (access: string, refresh: string | null) => Promise<unknown>
  /** Tells the other tabs that the person has signed out. */
  tellSignedOut: () => void
}

export type Session = ReturnType<typeof createSession>

const anonymous: SessionState = { status: 'anonymous', user: null, message: null }
const loading: SessionState = { status: 'loading', user: null, message: null }

/** What the answer to « who is it? » changes. */
interface Seat {
  state: () => SessionState
  become: (next: SessionState) => void
  welcome: (user: CurrentUser) => void
  end: (message: string) => void
  /** When the server last said it, or was asked. */
  seen: { at: number }
  /** Settles once the sign-in window over the page has had its answer. */
  signedInAgain: () => Promise<boolean>
}

/** Asks the server whose token this is. */
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
      // It tells of somebody who has gone meanwhile. Nobody else may be there.
      if (owner !== null) await lookUp()
    } catch (error) {
      const { status, user } = state()
      if (status === 'ended' || status === 'anonymous') return
      // Somebody else has signed in meanwhile: what was refused to the one before says nothing of them.
      if (user !== null && user.id !== before?.id) return
      // Who is already at work keeps working; who comes in must be known.
      if (isPassing(error) && user !== null) return
      if (isPassing(error)) return become({ status: 'ended', user: null, message: guardMessages.unreachable })
      end(error instanceof ApiError && error.status === 401 ? guardMessages.invalid : guardMessages.unreachable)
    }
  }

  /** Entry on a page that needs somebody: reads the token, asks who it is. Not asked again within 5 s, unless `force`. */
  return async (force = false): Promise<void> => {
    const { status, user } = state()
    if (status === 'anonymous' || (status === 'ended' && !force)) return
    const check = checkToken(tokens.access(), now())
    if (!check.isValid && check.reason === 'missing') {
      // The sign-in window is open over a page, which must stay: whoever needs to know who is there waits for it, as calls do.
      if (status === 'ended' && user !== null) await signedInAgain()
      else become(anonymous)
      return
    }
    // Past its expiry it may still be renewed: the server's clock decides, not ours (trust case AUT-15).
    if (!check.isValid && (check.reason === 'invalid' || tokens.refresh() === null)) return end(guardMessages.invalid)
    if (!force && lookup === null && now() - seen.at < constants.currentUserThrottleMs) return
    // One that waits under the sign-in window was asked with the tokens of before: those of another tab that signed in are asked of anew.
    if (lookup !== null && status !== 'ended') return lookup
    const begun: Promise<void> = lookUp().finally(() => {
      if (lookup === begun) lookup = null
    })
    lookup = begun
    return begun
  }
}

/** Keeps what a sign-in gave, however it was made. */
const createEnter =
  ({ tokens, device }: Pick<SessionDeps, 'tokens' | 'device'>, welcome: Seat['welcome']) =>
  (answer: Answer<typeof routes.auth.login>): CurrentUser => {
    tokens.save(answer)
    device.keep(answer.device)
    welcome(answer.user)
    return answer.user
  }

/** Who is signed in (specification, chapter 4). A store: `state`, `subscribe`, and what changes it. */
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
      // What one person had asked for is not done in the name of another.
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

    /** @throws {ApiError} with the server's sentence */
    signIn: async (username: string, password: string): Promise<CurrentUser> =>
      enter(await client.call(routes.auth.login, { body: { username, password, device: device.read() } })),

    /** For a sign-in that was made in another way: at a provider, or with a code. */
    enter,

    /** Leaves, here and in the other tabs. The server is told, but not waited for. */
    signOut(): void {
      const access = tokens.access()
      if (access !== null) void leave(access, tokens.refresh()).catch(() => undefined)
      tellSignedOut()
      tokens.clear()
      forget()
      become(anonymous)
    },

    /** For the client: a refused session. Waits for the sign-in dialog when a page is open under it. */
    async sessionEnded(): Promise<boolean> {
      if (state.status === 'anonymous') return false
      end(guardMessages.invalid)
      return state.user !== null && signedInAgain()
    },

    /** Another tab signed out. */
    signedOutElsewhere(): void {
      forget()
      become(anonymous)
    },

    /** Another tab changed the access token. */
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
