import { routes } from '@parvis/contract'
import { expect, it, vi } from 'vitest'
import { ApiError, isTemporary, noAnswer } from './api-error.ts'
import { createClient, type ClientDeps } from './client.ts'
import { createTokenStore } from './tokens.ts'

type Answering = (path: string, init: RequestInit & { headers: Headers }) => Response | Promise<Response>

const json = (status: number, body: unknown = {}) => Response.json(body, { status })
const storeOf = (kept: Map<string, string>) =>
  createTokenStore({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key) })

function setUp(answer: Answering, changes: Partial<ClientDeps> = {}) {
  const kept = new Map(Object.entries({ accessToken: 'old', refreshToken: 'r1' }))
  const asked: string[] = []
  const onSessionEnd = vi.fn<() => Promise<boolean>>(async () => false)
  const onPasswordDue = vi.fn<() => void>()
  const client = createClient({
    tokens: storeOf(kept),
    exclusively: (work) => work(),
    onSessionEnd,
    onCharterDue: () => Promise.resolve(false),
    onSetupRequired: onPasswordDue,
    async fetch(address, init) {
      const headers = init!.headers as Headers
      asked.push(`${init!.method} ${String(address)} ${headers.get('Authorization')}`)
      return answer(String(address), { ...init, headers })
    },
    ...changes,
  })
  return { client, kept, asked, onSessionEnd, onPasswordDue }
}

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`

/** Fake server whose valid access token is `new` and refresh token `r1`. */
const renewing: Answering = (path, { headers }) => {
  const bearer = headers.get('Authorization')
  if (path === '/api/auth/refresh') return bearer === 'Bearer r1' ? json(200, { access_token: 'new', refresh_token: 'r2' }) : json(401)
  return bearer === 'Bearer new' ? json(200, { ok: path }) : json(401, { error: 'Votre session a expiré. Veuillez vous reconnecter.', code: 'auth.expired' })
}

it('a call refused for the charter is repeated once it is accepted, and fails otherwise', async () => {
  for (const isAccepted of [true, false]) {
    const { client, asked } = setUp(() => (asked.length === 1 ? json(403, { code: 'charter.not_accepted' }) : json(200)), {
      onCharterDue: async () => isAccepted,
    })
    const outcome = await client.open(routes.chat.simple, { body: { message: 'Bonjour' } }).then(
      ({ status }) => status,
      (error: ApiError) => error.code,
    )
    expect([outcome, asked.length]).toEqual(isAccepted ? [200, 2] : ['charter.not_accepted', 1])
  }
})

it('fills the address and sends the bearer', async () => {
  const { client, asked } = setUp(() => json(200, []))
  await client.call(routes.conversations.list, { query: { search: 'é & à' } })
  await client.call(routes.conversations.remove, { params: { id: 'a/b' } })
  expect(asked).toEqual(['GET /api/conversations?search=%C3%A9+%26+%C3%A0 Bearer old', 'DELETE /api/conversations/a%2Fb Bearer old'])
})

it('ten calls with an expired token: one refresh, each retried once (trust case REL-26)', async () => {
  const { client, asked, kept } = setUp(renewing)
  await Promise.all(Array.from({ length: 10 }, () => client.call(routes.projects.list)))
  expect(asked.filter((call) => call.includes('/auth/refresh'))).toEqual(['POST /api/auth/refresh Bearer r1'])
  expect(asked.filter((call) => call.endsWith('/projects Bearer old'))).toHaveLength(10)
  expect(asked.filter((call) => call.endsWith('/projects Bearer new'))).toHaveLength(10)
  expect(kept.get('refreshToken')).toBe('r2')
})

it('takes the tokens of another tab that has just refreshed (trust case AUT-12)', async () => {
  const { client, asked, kept } = setUp(renewing, {
    exclusively(work) {
      kept.set('accessToken', 'new')
      return work()
    },
  })
  await client.call(routes.projects.list)
  expect(asked).toEqual(['GET /api/projects Bearer old', 'GET /api/projects Bearer new'])
})

it('a refused refresh ends the session, with no loop', async () => {
  const { client, asked, onSessionEnd } = setUp(() => json(401, { error: 'Votre session a expiré. Veuillez vous reconnecter.', code: 'auth.expired' }))
  await expect(client.call(routes.projects.list)).rejects.toMatchObject({ status: 401, code: 'auth.expired' })
  expect(asked).toHaveLength(2)
  expect(onSessionEnd).toHaveBeenCalledOnce()
})

it('the session of an account that was disabled is over; a right that is missing ends nothing (trust case AUT-13)', async () => {
  const disabled = setUp(() => json(403, { error: 'Ce compte est désactivé. Contactez votre administrateur.', code: 'auth.inactive' }))
  await expect(disabled.client.call(routes.projects.list)).rejects.toMatchObject({ status: 403, code: 'auth.inactive' })
  expect([disabled.asked.length, disabled.onSessionEnd.mock.calls.length]).toEqual([1, 1])
  const refused = setUp(() => json(403, { error: 'Non', code: 'auth.forbidden' }))
  await expect(refused.client.call(routes.projects.list)).rejects.toMatchObject({ code: 'auth.forbidden', message: 'Non' })
  expect(refused.onSessionEnd).not.toHaveBeenCalled()
})

it('asks again when the person has signed in again', async () => {
  const { client, kept } = setUp((_, { headers }) => (headers.get('Authorization') === 'Bearer fresh' ? json(200, ['kept']) : json(401)), {
    onCharterDue: () => Promise.resolve(false),
    onSetupRequired: () => undefined,
    onSessionEnd: async () => {
      kept.set('accessToken', 'fresh')
      return true
    },
  })
  expect(await client.call(routes.projects.list)).toEqual(['kept'])
})

it('what was asked while nobody was signed in, and refused once somebody is, does not end their session', async () => {
  const { client, kept, asked, onSessionEnd } = setUp((_, { headers }) => {
    if (headers.get('Authorization') !== null) return json(200, ['theirs'])
    kept.set('accessToken', tokenOf('b'))
    return json(401)
  })
  kept.clear()
  expect(await client.call(routes.projects.list)).toEqual(['theirs'])
  kept.clear()
  await expect(client.call(routes.projects.create, { body: { name: 'x' } })).rejects.toMatchObject({ status: 401 })
  expect(asked.map((call) => call.split(' ')[0])).toEqual(['GET', 'GET', 'POST'])
  expect(onSessionEnd).not.toHaveBeenCalled()
  expect(kept.get('accessToken')).toBe(tokenOf('b'))
})

it('what one person wrote is not written in the name of who signed in meanwhile, whose session goes on', async () => {
  const { client, kept, asked, onSessionEnd } = setUp((_, { headers }) => {
    if (headers.get('Authorization') === `Bearer ${tokenOf('b')}`) return json(200, ['theirs'])
    kept.set('accessToken', tokenOf('b'))
    return json(401)
  })
  kept.set('accessToken', tokenOf('a'))
  await expect(client.call(routes.projects.create, { body: { name: 'x' } })).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual([`POST /api/projects Bearer ${tokenOf('a')}`])
  kept.set('accessToken', tokenOf('a'))
  expect(await client.call(routes.projects.list)).toEqual(['theirs'])
  expect(onSessionEnd).not.toHaveBeenCalled()
  expect(kept.get('accessToken')).toBe(tokenOf('b'))
})

it.each([
  ['granted', json(200, { access_token: tokenOf('a'), refresh_token: 'r2' })],
  ['refused', json(401)],
  ['put off', json(503)],
])('a renewal that is %s too late leaves the session of who signed in since', async (_, late) => {
  const { client, kept, onSessionEnd } = setUp((path, { headers }) => {
    if (path !== '/api/auth/refresh') return headers.get('Authorization') === 'Bearer theirs' ? json(200, []) : json(401)
    kept.set('accessToken', 'theirs').set('refreshToken', 't1')
    return late
  })
  await client.call(routes.projects.list)
  expect(Object.fromEntries(kept)).toEqual({ accessToken: 'theirs', refreshToken: 't1' })
  expect(onSessionEnd).not.toHaveBeenCalled()
})

it('a server that restarts ends nobody’s session', async () => {
  const stopping = () => json(503, { error: 'Le service redémarre.', code: 'server.stopping' })
  const { client, kept, onSessionEnd } = setUp((path) => (path === '/api/auth/refresh' ? stopping() : json(401)))
  await expect(client.call(routes.projects.list)).rejects.toMatchObject({ status: 503 })
  expect(kept.get('accessToken')).toBe('old')
  expect(onSessionEnd).not.toHaveBeenCalled()
})

it('sends no token where none is wanted, and takes a 401 there as an answer', async () => {
  const { client, asked } = setUp(() => json(401, { error: 'Identifiants invalides', code: 'auth.credentials' }))
  await expect(client.call(routes.auth.login, { body: { username: 'a', password: 'b' } })).rejects.toThrow('Identifiants invalides')
  expect(asked).toEqual(['POST /api/auth/login null'])
})

it('tells apart no answer, an answer that is not ours, and refused fields', async () => {
  const failing = setUp(() => Promise.reject(new TypeError('fetch failed')))
  await expect(failing.client.call(routes.projects.list)).rejects.toMatchObject({ status: 0, code: 'network', message: noAnswer })
  const proxy = setUp(() => new Response('<html>', { status: 502 }))
  await expect(proxy.client.call(routes.projects.list)).rejects.toMatchObject({ status: 502, code: 'http', message: 'Erreur HTTP: 502' })
  const refusing = setUp(() => json(422, { error: 'À corriger', code: 'request.invalid', fields: { name: 'Trop long' }, request_id: 'q' }))
  const error = await refusing.client.call(routes.projects.create, { body: { name: 'x' } }).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ fields: { name: 'Trop long' }, request_id: 'q' })
})

it('leaves the abort of the caller as it is', async () => {
  const { client } = setUp(() => Promise.reject(new DOMException('left', 'AbortError')))
  await expect(client.call(routes.projects.list)).rejects.toMatchObject({ name: 'AbortError' })
})

it('says at once that a password is due, and fails the call', async () => {
  const { client, onPasswordDue } = setUp(() => json(403, { error: 'Choisissez…', code: 'auth.must_change_password' }))
  await expect(client.call(routes.profile.get)).rejects.toMatchObject({ code: 'auth.must_change_password' })
  expect(onPasswordDue).toHaveBeenCalledOnce()
})

it('an answer that is cut on its way is no answer, and may be asked again; a page of somebody else is an error of its own', async () => {
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":'))
      controller.error(new TypeError('terminated'))
    },
  })
  const { client } = setUp(() => new Response(cut, { headers: { 'content-type': 'application/json' } }))
  const error: unknown = await client.call(routes.projects.list).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 0, code: 'network', message: noAnswer })
  expect(isTemporary(error)).toBe(true)
  const portal = setUp(() => new Response('<html>Connexion au réseau</html>'))
  await expect(portal.client.call(routes.projects.list)).rejects.toMatchObject({ status: 200, code: 'http' })
  const gone = setUp(() => new Response(new ReadableStream({ start: (controller) => controller.error(new DOMException('left', 'AbortError')) })))
  await expect(gone.client.call(routes.projects.list)).rejects.toMatchObject({ name: 'AbortError' })
})
