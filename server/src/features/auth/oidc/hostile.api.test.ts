import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { unsigned, type FaultyProvider } from '../../../testing/identity-providers/faulty-provider.ts'
import { signInThrough, openOidcWorld, sha, newPerson, withSettings, welcomed, type CallbackBody } from './oidc.fixture.ts'

const { auth, oidc } = routes
const world = openOidcWorld()

test('AUT-19 a person comes back, has an account, and comes back to it', async () => {
  const person = newPerson()
  const first = await signInThrough(world.app, world.agglo, person)
  expect(first.status).toBe(200)
  expect(welcomed(first.body)).toMatchObject({
    return_path: '/projects?tri=nom',
    user: { first_name: 'Inès', last_name: 'Morel', email: person['email'], has_password: false },
  })
  const again = await signInThrough(world.app, world.agglo, { ...person, email: 'autre@agglo.fr' })
  expect(welcomed(again.body).user.id).toBe(welcomed(first.body).user.id)
  // The account's address stays: another server must not redirect its mails and sign-ins.
  expect(welcomed(again.body).user.email).toBe(person['email'])
  expect((await world.app.call(auth.me, { token: welcomed(again.body).access_token })).body.id).toBe(welcomed(first.body).user.id)
})

test('ProConnect signs what it says, gives a SIRET, and receives nothing that it does not name', async () => {
  const { body } = await world.app.call(oidc.start, { body: { provider: 'proconnect', browser_secret_hash: sha('x'), return_path: '/' } })
  const query = new URL(body.location).searchParams
  expect([...query.keys()].sort()).toEqual(['claims', 'client_id', 'nonce', 'redirect_uri', 'response_type', 'scope', 'state'])
  expect(query.get('scope')).toBe('openid given_name usual_name email uid siret idp_id')
  expect(query.get('state')!.length).toBeGreaterThanOrEqual(32)
  expect(query.get('nonce')!.length).toBeGreaterThanOrEqual(32)
  expect(query.get('redirect_uri')).toBe('http://parvis.test/connexion/retour')
  const person = newPerson({ usual_name: 'Roux', siret: '21440109300015', idp_id: 'idp-1' })
  const { body: answer } = await signInThrough(world.app, world.proconnect, person)
  expect(welcomed(answer).user.last_name).toBe('Roux')
  const row = await world.app.db.selectFrom('identity').selectAll().where('sub', '=', person.sub).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ siret: '21440109300015', idp_id: 'idp-1', provider: 'proconnect', issuer: world.proconnect.settings.issuer })
})

const claims = (change: JWTPayload) => (said: JWTPayload) => ({ ...said, ...change })
const soon = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

test.each<[string, (back: CallbackBody) => Partial<CallbackBody>, string]>([
  ['a state that nobody gave', () => ({ state: 'x'.repeat(43) }), 'auth.arrival_expired'],
  ['another tab', () => ({ browser_secret: 'un autre' }), 'auth.arrival_expired'],
  ['a code that nobody gave', () => ({ code: randomUUID() }), 'auth.arrival_expired'],
  ['an empty code', () => ({ code: '' }), 'auth.arrival_unverified'],
  ['the name of another issuer', () => ({ iss: 'https://ailleurs.fr' }), 'auth.arrival_unverified'],
  ['no name of an issuer', () => ({ iss: '' }), 'auth.arrival_unverified'],
  ['texts of 100 kB', () => ({ state: 'x'.repeat(100_000), browser_secret: 'x'.repeat(100_000) }), 'auth.arrival_expired'],
])('brought back with %s, nobody is signed in', async (_name, change, code) => {
  expect((await signInThrough(world.app, world.agglo, newPerson(), change)).error.code).toBe(code)
})

test('what came back serves once', async () => {
  const { back, status } = await signInThrough(world.app, world.agglo, newPerson())
  expect(status).toBe(200)
  expect((await world.app.call(oidc.finish, { body: back })).error.code).toBe('auth.arrival_expired')
})

/** Starts a sign-in and returns the provider's callback. */
async function letIn() {
  const browser_secret: string = randomUUID()
  const { body } = await world.app.call(oidc.start, { body: { provider: 'agglo', browser_secret_hash: sha(browser_secret), return_path: '/' } })
  return { ...world.agglo.letIn(body.location, newPerson()), browser_secret }
}

test('another tab spoils nothing for the one that left', async () => {
  const back = await letIn()
  expect((await world.app.call(oidc.finish, { body: { ...back, browser_secret: 'volé' } })).error.code).toBe('auth.arrival_expired')
  expect((await world.app.call(oidc.finish, { body: back })).status).toBe(200)
})

test('ten minutes later it is too late', async () => {
  const back = await letIn()
  world.app.travel(11 * 60_000)
  expect((await world.app.call(oidc.finish, { body: back })).error.code).toBe('auth.arrival_expired')
  world.app.travel(-11 * 60_000)
})

test.each<[string, () => FaultyProvider['lies']]>([
  ['another nonce', () => ({ id_claims: claims({ nonce: 'autre' }) })],
  ['another issuer', () => ({ id_claims: claims({ iss: 'https://ailleurs.fr' }) })],
  ['another audience', () => ({ id_claims: claims({ aud: 'autre-application' }) })],
  ['a date that is past', () => ({ id_claims: claims({ exp: soon(-120) }) })],
  ['a clock ten minutes late', () => ({ id_claims: claims({ iat: soon(-660), exp: soon(-600) }) })],
  ['a clock ten minutes early', () => ({ id_claims: claims({ iat: soon(600), exp: soon(660) }) })],
  ['a validity that is yet to come', () => ({ id_claims: claims({ nbf: soon(600) }) })],
  ['a token without a date', () => ({ id_claims: claims({ iat: undefined }) })],
  ['no signature', () => ({ sign: unsigned })],
  ['the key of somebody else', () => ({ sign: (said) => world.agglo.sign(said, { stranger: true }) })],
  ['another person in userinfo', () => ({ userinfo: (said) => ({ ...said, sub: 'quelqu’un d’autre' }) })],
  ['no subject in userinfo', () => ({ userinfo: ({ sub: _, ...said }) => said as never })],
])('a provider that gives %s signs nobody in', async (_name, lie) => {
  world.agglo.lies = lie()
  const before = await countAccounts()
  const { status, error } = await signInThrough(world.app, world.agglo, newPerson())
  expect([status, error.code]).toEqual([400, 'auth.arrival_unverified'])
  expect(await countAccounts()).toBe(before)
})

test('a clock wrong by a minute at the most is tolerated', async () => {
  world.agglo.lies = { id_claims: claims({ iat: soon(50), exp: soon(-50) }) }
  expect((await signInThrough(world.app, world.agglo, newPerson())).status).toBe(200)
})

test('a token signed with our own secret, as if it were a key, is refused', async () => {
  const { SignJWT } = await import('jose')
  const secret = new TextEncoder().encode(world.agglo.settings.client_secret)
  world.agglo.lies = { sign: (said) => new SignJWT(said).setProtectedHeader({ alg: 'HS256' }).sign(secret) }
  expect((await signInThrough(world.app, world.agglo, newPerson())).error.code).toBe('auth.arrival_unverified')
})

test('userinfo that comes unsigned where it is to be signed, or signed by a stranger, is refused', async () => {
  const person = newPerson()
  world.proconnect.lies = { answers: { '/userinfo': { body: JSON.stringify(person) } } }
  expect((await signInThrough(world.app, world.proconnect, person)).error.code).toBe('auth.arrival_unverified')
  const forged = await world.proconnect.sign({ iss: world.proconnect.settings.issuer, aud: 'parvis', ...person }, { stranger: true })
  world.proconnect.lies = { answers: { '/userinfo': { type: 'application/jwt', body: forged } } }
  expect((await signInThrough(world.app, world.proconnect, person)).error.code).toBe('auth.arrival_unverified')
})

const countAccounts = async () => (await world.app.db.selectFrom('app_user').select('id').execute()).length

test.each<[string, string, { status?: number; type?: string; body: string }]>([
  ['answers 500', '/token', { status: 500, body: 'Erreur' }],
  ['answers 500', '/userinfo', { status: 500, body: 'Erreur' }],
  ['answers HTML', '/token', { type: 'text/html', body: '<html>Maintenance</html>' }],
  ['answers HTML', '/userinfo', { type: 'text/html', body: '<html>Maintenance</html>' }],
  ['answers 5 MB', '/userinfo', { body: JSON.stringify({ x: 'x'.repeat(5_000_000) }) }],
  ['answers a redirection', '/userinfo', { status: 302, body: '' }],
])('a provider that %s says so in French, and keeps nobody from the password', async (_name, path, answer) => {
  world.agglo.lies = { answers: { [path]: answer } }
  const { status, error } = await signInThrough(world.app, world.agglo, newPerson())
  expect([status, error.code]).toEqual([503, 'auth.provider_away'])
  expect(error.error).toMatch(/^Le fournisseur d’identité ne répond pas/)
  const { username, password } = await world.app.createUser()
  expect((await world.app.call(auth.login, { body: { username, password } })).status).toBe(200)
})

test('one that never answers, or begins and does not end, is not waited for', { timeout: 20_000 }, async () => {
  world.agglo.lies = { answers: { '/token': null } }
  const cut = { body: '{"keys":[', isCut: true }
  world.proconnect.lies = { answers: { '/userinfo': cut } }
  const providers = [signInThrough(world.app, world.agglo, newPerson()), signInThrough(world.app, world.proconnect, newPerson())]
  const other = await withSettings(world, world.agglo.settings)
  world.agglo.lies.answers!['/.well-known/openid-configuration'] = cut
  const said = await Promise.all([...providers, signInThrough(other, world.agglo, newPerson())])
  expect(said.map(({ status, error }) => [status, error.code])).toEqual(said.map(() => [503, 'auth.provider_away']))
  expect((await other.call(oidc.providers)).body.providers).toHaveLength(1)
})

test.each([
  ['is down', { status: 503, body: '' }],
  ['is in maintenance', { type: 'text/html', body: '<html>Maintenance</html>' }],
  ['speaks for another issuer', { body: '{"issuer":"https://ailleurs.fr","token_endpoint":"https://ailleurs.fr/token"}' }],
  ['names no keys', { body: '' }],
])('a provider that %s at first is asked again, and serves once it is back', async (name, answer) => {
  const { issuer } = world.agglo.settings
  const body = name === 'names no keys' ? JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` }) : answer.body
  world.agglo.lies = { answers: { '/.well-known/openid-configuration': { ...answer, body } } }
  const other = await withSettings(world, {})
  expect((await signInThrough(other, world.agglo, newPerson())).error.code).toBe('auth.provider_away')
  expect((await other.call(oidc.providers)).body.providers).toEqual([{ id: 'agglo', label: 'l’agglomération', profile: 'generic' }])
  world.agglo.lies = {}
  expect((await signInThrough(other, world.agglo, newPerson())).status).toBe(200)
})

test('an unknown provider, a hash that is none and a way back to elsewhere are refused or put right', async () => {
  const start = (body: object) => world.app.call(oidc.start, { body: { provider: 'agglo', browser_secret_hash: sha('x'), return_path: '/', ...body } })
  expect((await start({ provider: 'inconnu' })).error.code).toBe('auth.provider_unknown')
  expect((await start({ browser_secret_hash: 'x' })).status).toBe(422)
  for (const return_path of ['https://ailleurs.fr', '//ailleurs.fr', '/\\ailleurs.fr', 'javascript:alert(1)', '/a b', 7]) {
    const browser_secret = randomUUID()
    const { body } = await start({ browser_secret_hash: sha(browser_secret), return_path })
    const answer = await world.app.call(oidc.finish, { body: { ...world.agglo.letIn(body.location, newPerson()), browser_secret } })
    expect(welcomed(answer.body).return_path).toBe('/')
  }
})

test.each(['/\0', '/projects?a=\ud800'])('an address of return with unreadable characters is refused: %j', async (return_path) => {
  const { status, error } = await world.app.call(oidc.start, { body: { provider: 'agglo', browser_secret_hash: sha('x'), return_path } })
  expect([status, error.fields]).toEqual([422, { return_path: 'Ce texte contient des caractères illisibles' }])
})

test('the address of return is the setting’s, whatever host a request names', async () => {
  const answer = await world.app.call(oidc.start, {
    body: { provider: 'agglo', browser_secret_hash: sha('x'), return_path: '/' },
    headers: { host: 'attaquant.fr', 'x-forwarded-host': 'attaquant.fr', 'x-forwarded-proto': 'https' },
  })
  expect(new URL(answer.body.location).searchParams.get('redirect_uri')).toBe('http://parvis.test/connexion/retour')
})

test('of all this no log has kept a token, a code, a secret or a person', () => {
  const said = world.app.logs.join('\n')
  expect(said).toContain('what an identity provider said is refused')
  expect(said).toContain('identity provider failed')
  for (const secret of [/eyJ[\w-]{10,}/, /@agglo\.fr/, /Morel/, /Maintenance/, /secret-de-parvis/, /connexion\/retour\?/]) expect(said).not.toMatch(secret)
})
