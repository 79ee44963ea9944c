import { routes, type RouteAnswer } from '@parvis/contract'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startRealProvider, type OidcAgent, type RealProvider } from '../../../testing/identity-providers/real-provider.ts'

const { auth, oidc } = routes
const agents: OidcAgent[] = [
  { sub: 'ines', email: 'ines.morel@agglo.example', given_name: 'Inès', family_name: 'Morel', groups: ['rh'], siret: '21440109300015' },
  { sub: 'paul', email: 'paul.roux@agglo.example', given_name: 'Paul', family_name: 'Roux', groups: ['parvis-admin'], siret: '21440109300015' },
]
const at = { returnTo: 'http://parvis.test/connexion/retour', farewellTo: 'http://parvis.test/deconnexion' }

let agglo: RealProvider
let proconnect: RealProvider
let app: TestApp

beforeAll(async () => {
  agglo = await startRealProvider('generic', agents, at)
  proconnect = await startRealProvider('proconnect', agents, at)
  app = await createTestApp({ config: { signIn: { providers: [agglo.settings, proconnect.settings], local: 'ouverte', secondFactor: 'facultatif' } } })
})
afterAll(async () => {
  await app.close()
  await agglo.close()
  await proconnect.close()
})

/** Creates a browser that follows a provider's redirections with its cookies, until it is sent back to the application. */
function browser() {
  const cookies = new Map<string, string>()
  return async function go(address: string, form?: Record<string, string>): Promise<URL | { address: string; text: string }> {
    let url = address
    let body = form && new URLSearchParams(form).toString()
    for (let hop = 0; hop < 10; hop += 1) {
      if (url.startsWith('http://parvis.test')) return new URL(url)
      const response = await fetch(url, {
        redirect: 'manual',
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body !== undefined && { body }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (value === '') cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      const next = response.headers.get('location')
      if (next === null) return { address: url, text: await response.text() }
      url = new URL(next, url).href
      body = undefined
    }
    throw new Error('Too many redirections')
  }
}

type Welcome = Extract<RouteAnswer<typeof oidc.finish>, { user: unknown }>

async function signIn(provider: RealProvider, sub: string, go = browser()): Promise<{ body: Welcome; back: URL; go: typeof go }> {
  const browser_secret = randomUUID()
  const browser_secret_hash = createHash('sha256').update(browser_secret).digest('hex')
  const { body: start } = await app.call(oidc.start, { body: { provider: provider.settings.id, browser_secret_hash, return_path: '/' } })
  const choice = await go(start.location)
  const back = choice instanceof URL ? choice : ((await go(choice.address, { agent: sub })) as URL)
  const { body } = await app.call(oidc.finish, {
    body: { code: back.searchParams.get('code')!, state: back.searchParams.get('state')!, iss: back.searchParams.get('iss'), browser_secret },
  })
  return { body: body as Welcome, back, go }
}

test('a provider like Keycloak: an agent, an administrator by their group, then leaving on both sides', async () => {
  const { body, go } = await signIn(agglo, 'ines')
  expect(body.user).toMatchObject({ email: 'ines.morel@agglo.example', first_name: 'Inès', last_name: 'Morel', is_admin: false, has_password: false })
  expect((await signIn(agglo, 'paul')).body.user.is_admin).toBe(true)
  // The provider already knows the person and asks nothing.
  const again = await signIn(agglo, 'personne', go)
  expect(again.body.user.id).toBe(body.user.id)
  const { body: farewell } = await app.call(auth.logout, { token: again.body.access_token, body: { state: 's'.repeat(43) } })
  const page = (await go(farewell.location!)) as { address: string; text: string }
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page.text)!
  const end = (await go(`${agglo.settings.issuer}/session/end/confirm`, { xsrf: xsrf!, logout: 'yes' })) as URL
  expect(end.href).toBe(`http://parvis.test/deconnexion?state=${'s'.repeat(43)}`)
})

test('a provider like ProConnect: signed words, a SIRET, and the same account at each return', async () => {
  const { body } = await signIn(proconnect, 'ines')
  expect(body.user).toMatchObject({ last_name: 'Morel' })
  const identity = await app.db.selectFrom('identity').selectAll().where('provider', '=', 'proconnect').executeTakeFirstOrThrow()
  expect(identity).toMatchObject({ sub: 'ines', siret: '21440109300015', idp_id: 'demonstration', user_id: body.user.id })
  expect((await signIn(proconnect, 'ines')).body.user.id).toBe(body.user.id)
})

test('who gives up at the provider comes back without a code', async () => {
  const { body: start } = await app.call(oidc.start, { body: { provider: 'agglo', browser_secret_hash: 'a'.repeat(64), return_path: '/' } })
  const go = browser()
  const choice = (await go(start.location)) as { address: string }
  const back = (await go(choice.address, { agent: '' })) as URL
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
})
