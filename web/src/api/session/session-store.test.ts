import type { CurrentUser } from '@parvis/contract'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../transport/api-error.ts'
import { createSession, guardMessages } from './session-store.ts'
import { createTokenStore } from '../transport/tokens.ts'

const now = 1_800_000_000_000
const token = (name: string, life = 900, sub = 'ana') => ['e30', btoa(JSON.stringify({ exp: now / 1000 + life, name, sub })), 'x'].join('.')
const userOf = (id: string): CurrentUser => ({
  id,
  username: id,
  email: `${id}@exemple.fr`,
  first_name: '',
  last_name: '',
  type_collectivite: 'Commune',
  is_admin: false,
  is_active: true,
  last_login: null,
  previous_login: null,
  must_change_password: false,
  password_weak: false,
  password_weakness: null,
  enter_sends: false,
  has_password: true,
  second_factor_at: null,
  must_set_second_factor: false,
})

function setUp({ access = token('a'), refresh = 'r' }: { access?: string | null; refresh?: string | null } = {}) {
  const kept = new Map<string, string>()
  const tokens = createTokenStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })
  if (access !== null) kept.set('accessToken', access)
  if (refresh !== null) kept.set('refreshToken', refresh)
  const device = { read: () => kept.get('device') ?? '', save: (value: string | undefined) => void kept.set('device', value ?? 'none') }
  const clock = { now }
  const answers = { me: async (): Promise<CurrentUser> => userOf('ana') }
  const asked: string[] = []
  const forget = vi.fn<() => void>()
  const tellSignedOut = vi.fn<() => void>()
  const leave = vi.fn<(access: string, refresh: string | null) => Promise<void>>(async () => undefined)
  const session = createSession({
    tokens,
    device,
    clearUserData: forget,
    notifySignedOut: tellSignedOut,
    endServerSession: leave,
    now: () => clock.now,
    client: {
      call: (async (route: { path: string }, input?: { body: { username: string; device: string } }) => {
        asked.push(route.path)
        if (route.path === '/auth/login')
          return {
            access_token: token('b', 900, input!.body.username),
            refresh_token: 'r2',
            user: userOf(input!.body.username),
            device: `${input!.body.device}+`,
          }
        return route.path === '/auth/me' ? answers.me() : {}
      }) as never,
    },
  })
  return { session, kept, clock, answers, asked, forget, tellSignedOut, leave }
}

it('the guard has the two sentences of the specification', () => {
  expect(guardMessages).toEqual({
    invalid: 'Votre session a expiré ou est invalide. Veuillez vous reconnecter.',
    unreachable: 'Erreur de connexion au serveur. Veuillez vous reconnecter.',
  })
})

it('is nobody without a token', async () => {
  const { session, asked } = setUp({ access: null, refresh: null })
  await session.verify()
  expect(session.state().status).toBe('anonymous')
  expect(asked).toEqual([])
})

it('asks who it is, once in 5 s (specification, chapter 9)', async () => {
  const { session, asked, clock } = setUp()
  expect(session.state().status).toBe('loading')
  await Promise.all([session.verify(), session.verify()])
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'ana' } })
  clock.now += 4_999
  await session.verify()
  expect(asked).toEqual(['/auth/me'])
  clock.now += 1
  await session.verify()
  expect(asked).toEqual(['/auth/me', '/auth/me'])
})

it('an unreadable token, or an expired one without a refresh value, ends at the guard', async () => {
  for (const tokens of [{ access: 'abc' }, { access: token('a', -1), refresh: null }]) {
    const { session, kept, asked } = setUp(tokens)
    await session.verify()
    expect(session.state()).toEqual({ status: 'ended', user: null, message: guardMessages.invalid })
    expect([kept.size, asked]).toEqual([0, []])
  }
})

it('leaves it to the server whether an expired token can be renewed (trust case AUT-15)', async () => {
  const { session, asked } = setUp({ access: token('a', -3_600) })
  await session.verify()
  expect(session.state().status).toBe('authenticated')
  expect(asked).toEqual(['/auth/me'])
})

it('a failed lookup signs out; a server that does not answer does not', async () => {
  const refused = setUp()
  refused.answers.me = () => Promise.reject(new ApiError(500))
  await refused.session.verify()
  expect(refused.session.state()).toMatchObject({ status: 'ended', message: guardMessages.unreachable })
  expect(refused.kept.size).toBe(0)

  const away = setUp()
  away.answers.me = () => Promise.reject(new ApiError(0))
  await away.session.verify()
  expect(away.session.state()).toMatchObject({ status: 'ended', message: guardMessages.unreachable })
  expect(away.kept.size).toBe(2)
  away.answers.me = async () => userOf('ana')
  await away.session.verify(true)
  expect(away.session.state().status).toBe('authenticated')
})

it('a session that ends under a page waits for the person, who comes back to it', async () => {
  const { session, forget } = setUp()
  await session.verify()
  const ended = session.onSessionRefused()
  expect(session.state()).toMatchObject({ status: 'ended', user: { id: 'ana' } })
  await session.signIn('ana', 'x')
  expect(await ended).toBe(true)
  expect(forget).not.toHaveBeenCalled()
})

it('whoever needs to know who is there while the sign-in window is open waits for it: the page under it stays', async () => {
  const { session } = setUp()
  await session.verify()
  void session.onSessionRefused()
  // A parallel call, also refused.
  const known = session.verify(true)
  expect(session.state()).toMatchObject({ status: 'ended', user: { id: 'ana' } })
  await session.signIn('ana', 'x')
  await known
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'ana' } })
  void session.onSessionRefused()
  const left = session.verify(true)
  session.signOut()
  await left
  expect(session.state().status).toBe('anonymous')
})

it('a look-up that waits under the sign-in window neither hides the sign-in of another tab nor ends the session of somebody else', async () => {
  const { session, kept, answers } = setUp()
  await session.verify()
  // As the client does: a refused call waits for the sign-in, and is repeated only if the same person signed in.
  const refused = async () => {
    if (await session.onSessionRefused()) return userOf('ana')
    throw new ApiError(401)
  }
  answers.me = refused
  const first = session.verify(true)
  expect(session.state().status).toBe('ended')
  answers.me = async () => userOf('ana')
  kept.set('accessToken', token('c'))
  session.onTokenChanged()
  await vi.waitFor(() => expect(session.state().status).toBe('authenticated'))
  await first

  answers.me = refused
  const second = session.verify(true)
  await session.signIn('zoe', 'x')
  await second
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'zoe' } })
  expect(kept.get('accessToken')).toBe(token('b', 900, 'zoe'))
})

it('who signed out, here or elsewhere, does not come back with an answer that was on its way', async () => {
  for (const leave of ['signOut', 'onOtherTabSignedOut'] as const) {
    const { session, kept, answers } = setUp()
    const late = Promise.withResolvers<CurrentUser>()
    answers.me = () => late.promise
    const asked = session.verify()
    // The tab that signs out clears the tokens of all tabs.
    if (leave === 'onOtherTabSignedOut') kept.clear()
    session[leave]()
    late.resolve(userOf('ana'))
    await asked
    expect(session.state().status).toBe('anonymous')
  }
})

it('who has gone does not take the place of who came with an answer that was on its way', async () => {
  const { session, kept, answers } = setUp()
  await session.verify()
  const late = Promise.withResolvers<CurrentUser>()
  answers.me = () => late.promise
  const asked = session.verify(true)
  kept.set('accessToken', token('z', 900, 'zoe'))
  // Late notification by the other tab, after this one has already verified the token.
  session.onTokenChanged()
  answers.me = async () => userOf('zoe')
  late.resolve(userOf('ana'))
  await asked
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'zoe' } })

  const former = Promise.withResolvers<CurrentUser>()
  answers.me = () => former.promise
  const again = session.verify(true)
  session.signOut()
  await session.signIn('ana', 'x')
  answers.me = async () => userOf('ana')
  former.resolve(userOf('zoe'))
  await again
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'ana' } })
})

it('forgets what belonged to somebody else, and does nothing for them that the one before had asked for', async () => {
  const { session, forget } = setUp()
  await session.verify()
  const ended = session.onSessionRefused()
  await session.signIn('zoe', 'x')
  expect(forget).toHaveBeenCalledOnce()
  expect(await ended).toBe(false)
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { id: 'zoe' } })
})

it('signing out empties the browser here and elsewhere (trust case PRV-03)', async () => {
  const { session, kept, forget, tellSignedOut, leave } = setUp()
  await session.verify()
  const ended = session.onSessionRefused()
  session.signOut()
  expect(await ended).toBe(false)
  expect([kept.size, session.state().status]).toEqual([0, 'anonymous'])
  expect(forget).toHaveBeenCalledOnce()
  expect(tellSignedOut).toHaveBeenCalledOnce()
  // The session had already ended: there was nothing to end on the server.
  expect(leave).not.toHaveBeenCalled()
})

it('tells the server which session is over, with the tokens that the browser no longer has (trust case AUT-11)', async () => {
  const { session, kept, leave } = setUp()
  await session.verify()
  const access = kept.get('accessToken')
  session.signOut()
  expect(leave).toHaveBeenCalledExactlyOnceWith(access, 'r')
  expect(kept.size).toBe(0)
})

it('follows the other tabs', async () => {
  const { session, kept } = setUp()
  await session.verify()
  kept.clear()
  session.onTokenChanged()
  expect(session.state()).toMatchObject({ status: 'ended', user: { id: 'ana' } })
  kept.set('accessToken', token('c'))
  session.onTokenChanged()
  await vi.waitFor(() => expect(session.state().status).toBe('authenticated'))
  session.onOtherTabSignedOut()
  expect(session.state().status).toBe('anonymous')
})

it('shows at each sign-in what makes this browser known, and keeps what is answered', async () => {
  const { session, kept } = setUp({ access: null, refresh: null })
  await session.signIn('ana', 'secret')
  await session.signIn('ana', 'secret')
  session.signOut()
  expect(kept.get('device')).toBe('++')
})
