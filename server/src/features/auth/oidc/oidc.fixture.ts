import { routes, type RouteAnswer, type LinkOffer } from '@parvis/contract'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Config } from '../../../platform/config/config.ts'
import type { IdentityProvider } from '../../../platform/config/identity-providers.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startFaultyProvider, type FaultyProvider, type OidcPerson } from '../../../testing/identity-providers/faulty-provider.ts'
import { anotherApp } from '../../../testing/open-test-app.ts'

const { oidc } = routes

export type CallbackBody = { code: string; state: string; iss: string; browser_secret: string }
type Finished = RouteAnswer<typeof oidc.finish>
type Welcome = Extract<Finished, { user: unknown }>

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
export const welcomed = (body: Finished): Welcome => body as Welcome
export const linkOf = (body: Finished): LinkOffer => (body as { link: LinkOffer }).link

export const newPerson = (fields: Partial<OidcPerson> = {}): OidcPerson => {
  const sub = randomUUID()
  return { sub, email: `${sub.slice(0, 8)}@agglo.fr`, email_verified: true, given_name: 'Inès', family_name: 'Morel', ...fields }
}

/** An application with two identity providers under the control of a file's tests, closed after the last one. */
type OidcWorld = { app: TestApp; agglo: FaultyProvider; proconnect: FaultyProvider }

export function openOidcWorld(local: Config['signIn']['local'] = 'ouverte'): OidcWorld {
  const world = {} as OidcWorld
  beforeAll(async () => {
    world.agglo = await startFaultyProvider()
    world.proconnect = await startFaultyProvider({ id: 'proconnect', label: 'ProConnect', profile: 'proconnect', trusted_email: true })
    world.app = await createTestApp({ config: { signIn: { providers: [world.agglo.settings, world.proconnect.settings], local, secondFactor: 'facultatif' } } })
  })
  afterEach(() => {
    world.agglo.lies = {}
    world.proconnect.lies = {}
  })
  afterAll(async () => {
    await world.app?.close()
    await world.agglo?.close()
    await world.proconnect?.close()
  })
  return world
}

/** Signs in as `person` through a provider. @param change what an attacker changes in the callback */
export async function signInThrough(
  app: TestApp,
  provider: FaultyProvider,
  person: OidcPerson,
  change: (back: CallbackBody) => Partial<CallbackBody> = () => ({}),
  headers: Record<string, string> = {},
) {
  const browser_secret = randomUUID() as string
  const body = { provider: provider.settings.id, browser_secret_hash: sha(browser_secret), return_path: '/projects?tri=nom' }
  const start = await app.call(oidc.start, { body })
  if (start.status !== 200) return { status: start.status, error: start.error, body: {} as Finished, back: {} as CallbackBody }
  const back = { ...provider.letIn(start.body.location, person), browser_secret }
  return { ...(await app.call(oidc.finish, { body: { ...back, ...change(back) }, headers })), back }
}

/** Opens the same database with other settings of its provider, until the end of the test. */
export function withSettings({ app, agglo }: OidcWorld, settings: Partial<IdentityProvider>, more: Partial<Config> = {}): Promise<TestApp> {
  const providers = [{ ...agglo.settings, ...settings }]
  return anotherApp({ database: app.database, config: { signIn: { providers, local: 'ouverte', secondFactor: 'facultatif' }, ...more } })
}
