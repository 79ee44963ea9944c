import { errorSentence, routes } from '@parvis/contract'
import { createHash, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFaultyProvider, type FaultyProvider, type OidcPerson } from '../../server/src/testing/identity-providers/faulty-provider.ts'
import { startRealProvider, type RealProvider } from '../../server/src/testing/identity-providers/real-provider.ts'
import { uniqueSuffix } from '../support/api.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { checkScreen } from '../support/looks/check-screen.ts'
import { codeFor } from '../support/one-time-codes.ts'
import { pressAsSessionEnds, waitUntilSettled, signIn } from '../support/pages.ts'
import { freePort } from '../../server/src/testing/listen-locally.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// Signing in at an identity provider, a real one, through the real screens: there, back, and out on both sides.

const claire = { sub: 'claire', email: 'claire.bernard@agglo.example', given_name: 'Claire', family_name: 'Bernard', groups: ['rh'], siret: '21440109300015' }
let server: AppServer
let provider: RealProvider
let proconnect: RealProvider
let lying: FaultyProvider
let opened: OpenPage
let page: Page

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = { returnTo: `${url}/connexion/retour`, farewellTo: `${url}/deconnexion` }
  provider = await startRealProvider('generic', [claire], place)
  proconnect = await startRealProvider('proconnect', [claire], place)
  const department = { id: 'departement', label: 'le département', trusted_email: 'verified', allowed_siret: [claire.siret] }
  lying = await startFaultyProvider(department)
  const { issuer, client_id, client_secret, algorithm } = lying.settings
  const absent = { ...provider.written, id: 'absent', label: 'un fournisseur absent', issuer: 'http://127.0.0.1:9' }
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_PROVIDERS: JSON.stringify([proconnect.written, provider.written, absent, { ...department, issuer, client_id, client_secret, algorithm }]),
    SECOND_FACTOR: 'administrateurs',
  }
  server = await startServer(env, { onCopy: true })
})
afterAll(async () => {
  await server.close()
  await provider.close()
  await proconnect.close()
  await lying.close()
})
beforeEach(async () => {
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of (?:400|403|500|503)/, /127\.0\.0\.1/] })
  page = opened.page
})
afterEach(() => opened.close())

const at = (pathname: string) => page.waitForURL((url) => url.origin === server.url && url.pathname === pathname)
const elsewhere = (on: Page) => on.getByRole('button', { name: 'Se connecter avec l’agglomération' })

test('AUT-19 an agent goes there, comes back where they were going, sees it in their profile, and leaves on both sides', async () => {
  await page.goto(`${server.url}/projects`)
  await at('/login')
  await elsewhere(page).waitFor()
  await checkScreen(page, 'ways-in')
  await elsewhere(page).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/projects')
  expect(page.url()).not.toContain('code=')
  await page.goto(`${server.url}/profile#securite`)
  await page.getByText('il n’a pas de mot de passe ici').waitFor()
  await page.getByText(/ouverte par l’agglomération/).waitFor()
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByText('Vous êtes déconnecté, ici et chez votre fournisseur d’identité.').waitFor()
  // There too: the provider asks again who it is.
  await elsewhere(page).click()
  await page.getByRole('heading', { name: 'Qui êtes-vous' }).waitFor()
  await page.getByRole('button', { name: 'Abandonner' }).click()
  await page.getByText('elle a été refusée ou abandonnée').waitFor()
  await checkScreen(page, 'given-up')
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await at('/login')
})

test('ProConnect, first of the buttons as of the settings: signed words, no parameter of its own, and out by the token of the person', async () => {
  await page.goto(`${server.url}/login`)
  await elsewhere(page).waitFor()
  const ways = await page.getByRole('button', { name: /^(?:S’identifier|Se connecter) avec/ }).allInnerTexts()
  expect(ways).toEqual([
    'S’identifier avec ProConnect',
    'Se connecter avec l’agglomération',
    'Se connecter avec un fournisseur absent',
    'Se connecter avec le département',
  ])
  await page.getByRole('link', { name: /Qu’est-ce que ProConnect/ }).waitFor()
  await page.getByRole('button', { name: 'S’identifier avec ProConnect' }).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/')
  await page.goto(`${server.url}/profile#securite`)
  await page
    .getByText(/ouverte par ProConnect/)
    .first()
    .waitFor()
  await waitUntilSettled(page)
  // No password to ask for: another step must still stand between the first press and the end of the account.
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const dialog = page.getByRole('dialog', { name: /Supprimer votre compte/ })
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await dialog.getByText('Je veux supprimer mon compte').waitFor()
  expect(await dialog.getByRole('button', { name: 'Supprimer définitivement' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByText('Vous êtes déconnecté, ici et chez votre fournisseur d’identité.').waitFor()

  // A provider that is joined to the account is taken away again, but what is left of them.
  lying.lies = {}
  await arrive(somebody({ email: claire.email }))
  await page.getByRole('button', { name: 'S’identifier avec ProConnect' }).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/')
  await page.goto(`${server.url}/profile#securite`)
  const department = page.getByRole('button', { name: /^Retirer «\sle département\s», relié le/ })
  await department.first().waitFor()
  const had = await department.count()
  await department.first().click()
  const removal = page.getByRole('dialog', { name: 'Retirer «\u00a0le département\u00a0»\u00a0?' })
  await checkScreen(page, 'identity-remove')
  await removal.getByRole('button', { name: 'Retirer', exact: true }).click()
  await removal.waitFor({ state: 'detached' })
  await expect.poll(() => department.count()).toBe(had - 1)
  await page.getByText(/Fournisseur d’identité retiré par vous$/).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Fournisseurs d’identité')
})

test('a session that ends under a page may be taken up at a provider, also when passwords were closed since the page was loaded', async () => {
  opened.watch.expect(/401 \(Unauthorized\)/)
  const person = { username: `ines.prat.${uniqueSuffix()}`, password: 'Glycine-fontaine-93-lavoir' }
  const registered = await page.request.post(`/api${routes.auth.register.path}`, { data: { ...person, email: `${person.username}@ville.example` } })
  expect(registered.status()).toBe(201)
  await signIn(page, person)
  // The page was loaded before the providers were set.
  await page.route(`**/api${routes.instance.info.path}`, async (route) => {
    const info = (await (await route.fetch()).json()) as { ways_in: object }
    await route.fulfill({ json: { ...info, ways_in: { ...info.ways_in, providers: [] } } })
  })
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1, name: 'Gestion des projets' }).waitFor()
  await waitUntilSettled(page)
  await pressAsSessionEnds(page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Mon espace', exact: true }))
  const dialog = page.getByRole('alertdialog', { name: 'Reprendre votre session' })
  const refusal = { error: errorSentence('auth.local_closed'), code: 'auth.local_closed', request_id: randomUUID() }
  await page.route(`**/api${routes.auth.login.path}`, (route) => route.fulfill({ status: 403, json: refusal }))
  await dialog.getByLabel(/^Mot de passe/).fill(person.password)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.getByText(refusal.error).waitFor()
  await dialog.getByRole('button', { name: 'Se connecter avec l’agglomération' }).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/my-space')
})

/** A person of an accepted organisation, whose address is verified. */
const somebody = (fields: Partial<OidcPerson> = {}): OidcPerson => ({
  sub: randomUUID(),
  email: 'ines.morel@departement.example',
  email_verified: true,
  given_name: 'Inès',
  siret: claire.siret,
  ...fields,
})

/** Signs in through the provider as `person`, without a page. */
async function arrive(person: OidcPerson): Promise<void> {
  const post = (path: string, data: object) => page.request.post(`/api${path}`, { data })
  const browser_secret = randomUUID()
  const browser_secret_hash = createHash('sha256').update(browser_secret).digest('hex')
  const start = await post(routes.oidc.start.path, { provider: 'departement', browser_secret_hash, return_path: '/' })
  const { location } = (await start.json()) as { location: string }
  const finish = await post(routes.oidc.finish.path, { ...lying.letIn(location, person), browser_secret, device: '' })
  expect(finish.status()).toBe(200)
}

test('whatever goes wrong on the way back is one French sentence and a way out; a code that is wrong stays in its field', async () => {
  // Of a former try.
  lying.lies = {}
  await arrive(somebody())
  let person = somebody()
  await page.route(`${lying.settings.issuer}/authorize**`, (route) => {
    const back = new URLSearchParams(lying.letIn(route.request().url(), person))
    return route.fulfill({ status: 302, headers: { location: `${server.url}/connexion/retour?${back}` } })
  })
  const comeBack = async (as: Partial<OidcPerson> = {}, lies: FaultyProvider['lies'] = {}) => {
    person = somebody(as)
    lying.lies = lies
    await page.goto('/login')
    await page.getByRole('button', { name: 'Se connecter avec le département' }).click()
    await at('/connexion/retour')
  }
  const early = (claims: { iat?: number }) => ({ ...claims, iat: claims.iat! + 600 })
  for (const [code, as, lies] of [
    ['auth.provider_away', {}, { answers: { '/token': { status: 500, body: 'panne' } } }],
    ['auth.provider_away', {}, { answers: { '/userinfo': { type: 'text/html', body: '<h1>Maintenance</h1>' } } }],
    ['auth.arrival_unverified', {}, { id_claims: early }],
    ['auth.arrival_not_admitted', { siret: '11111111111111' }, {}],
    ['auth.arrival_no_email', { email: undefined }, {}],
  ] as const) {
    await comeBack(as, lies)
    await page.getByRole('alert').getByText(errorSentence(code)).waitFor()
    await page.getByRole('link', { name: 'Revenir à la connexion' }).waitFor()
  }
  await checkScreen(page, 'way-back-refused')

  // Of accounts that settings or an administrator close: the words of the server, on the page.
  for (const [code, title] of [
    ['auth.inactive', 'Connexion interrompue'],
    ['auth.arrival_no_account', 'Connexion interrompue'],
    ['auth.arrival_awaits', 'Votre compte attend'],
  ] as const) {
    const refusal = { error: errorSentence(code), code, request_id: randomUUID() }
    await page.route(`**/api${routes.oidc.finish.path}`, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await comeBack()
    await page.getByText(refusal.error).waitFor()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  // An address that nobody has checked opens no account but by the code that it receives.
  await comeBack({ email_verified: false })
  const code = page.getByLabel(/^Code reçu par courriel/)
  await code.fill('00000000')
  await page.keyboard.press('Enter')
  await page.getByText(errorSentence('auth.link_code')).waitFor()
  expect(await code.inputValue()).toBe('00000000')
})

test('a provider that is away is told in French; the password still opens, once an administrator has the second factor that is asked of them', async () => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel(/^Nom d’utilisateur/).fill('admin')
  await page.getByRole('button', { name: 'Se connecter avec un fournisseur absent' }).click()
  await page.getByText('Le fournisseur d’identité ne répond pas comme il le devrait.').waitFor()
  expect(await page.getByLabel(/^Nom d’utilisateur/).inputValue()).toBe('admin')
  await page.getByLabel(/^Mot de passe/).fill(server.adminPassword)
  await page.keyboard.press('Enter')
  // Nothing opens for an administrator before their second factor is there, but what sets it up.
  await page.getByRole('heading', { name: 'Activez la double authentification' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('\\u')
  await checkScreen(page, 'second-factor-due')
  await page.getByLabel(/^Votre mot de passe/).fill(server.adminPassword)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByLabel(/^Code affiché/).fill(codeFor(await page.locator('dd').innerText(), -1))
  await page.getByRole('button', { name: 'Activer' }).click()
  await page.getByRole('heading', { name: 'Vos codes de secours' }).waitFor()
  // Shown once: signing out does not take them away unasked.
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('button', { name: 'Revenir aux codes' }).click()
  await page.getByRole('button', { name: 'Je les ai gardés' }).click()
  await page.getByRole('link', { name: 'Assistants', exact: true }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')

  // Who gives somebody a password may leave nothing else to open the account.
  lying.lies = {}
  const person = somebody({ sub: randomUUID(), email: `lou.${uniqueSuffix()}@departement.example`, given_name: 'Lou', family_name: uniqueSuffix() })
  await arrive(person)
  await page.goto(`/users?recherche=${String(person['email'])}`)
  await page.getByRole('button', { name: /^Autres actions pour Lou/ }).click()
  await page.getByRole('menuitem', { name: 'Réinitialiser le mot de passe' }).click()
  const reset = page.getByRole('dialog', { name: /Réinitialiser le mot de passe/ })
  await reset.getByLabel('Nouveau mot de passe').fill('Genêt-82-Torrent')
  await reset.getByLabel('Retirer aussi ses fournisseurs d’identité').check()
  await checkScreen(page, 'identities-reset')
  await reset.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
  await page.getByText(/Le mot de passe de .* a été réinitialisé/).waitFor()
})
