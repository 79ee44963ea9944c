import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRealProvider } from '../../server/src/testing/identity-providers/real-provider.ts'
import type { RealProvider } from '../../server/src/testing/identity-providers/real-provider.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import type { OpenPage } from '../support/browser.ts'
import { lookAround } from '../support/looks/look-around.ts'
import { codeFor } from '../support/one-time-codes.ts'
import { settled } from '../support/pages.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startServer } from '../support/servers/server.ts'
import type { AppServer } from '../support/servers/server.ts'

// Signing in at an identity provider, a real one, through the real screens: there, back, and out on both sides.

const claire = { sub: 'claire', email: 'claire.bernard@agglo.example', given_name: 'Claire', family_name: 'Bernard', groups: ['rh'], siret: '21440109300015' }
let server: AppServer
let provider: RealProvider
let proconnect: RealProvider
let opened: OpenPage
let page: Page

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = { returnTo: `${url}/connexion/retour`, farewellTo: `${url}/deconnexion` }
  provider = await startRealProvider('generic', [claire], place)
  proconnect = await startRealProvider('proconnect', [claire], place)
  const absent = { ...provider.written, id: 'absent', label: 'un fournisseur absent', issuer: 'http://127.0.0.1:9' }
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_PROVIDERS: JSON.stringify([proconnect.written, provider.written, absent]),
    SECOND_FACTOR: 'administrateurs',
  }
  server = await startServer(env, { onCopy: true })
})
afterAll(async () => {
  await server.close()
  await provider.close()
  await proconnect.close()
})
beforeEach(async () => {
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of (?:400|503)/, /127\.0\.0\.1/] })
  page = opened.page
})
afterEach(() => opened.close())

const at = (pathname: string) => page.waitForURL((url) => url.origin === server.url && url.pathname === pathname)
const elsewhere = (on: Page) => on.getByRole('button', { name: 'Se connecter avec l’agglomération' })

test('AUT-19 an agent goes there, comes back where they were going, sees it in their profile, and leaves on both sides', async () => {
  await page.goto(`${server.url}/projects`)
  await at('/login')
  await elsewhere(page).waitFor()
  await lookAround(page, 'ways-in')
  await elsewhere(page).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/projects')
  expect(page.url()).not.toContain('code=')
  await page.goto(`${server.url}/profile#securite`)
  await page.getByText('il n’a pas de mot de passe ici').waitFor()
  await page.getByText(/ouverte par l’agglomération/).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByText('Vous êtes déconnecté, ici et chez votre fournisseur d’identité.').waitFor()
  // There too: the provider asks again who it is.
  await elsewhere(page).click()
  await page.getByRole('heading', { name: 'Qui êtes-vous' }).waitFor()
  await page.getByRole('button', { name: 'Abandonner' }).click()
  await page.getByText('elle a été refusée ou abandonnée').waitFor()
  await lookAround(page, 'given-up')
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await at('/login')
})

test('ProConnect, first of the buttons as of the settings: signed words, no parameter of its own, and out by the token of the person', async () => {
  await page.goto(`${server.url}/login`)
  await elsewhere(page).waitFor()
  const ways = await page.getByRole('button', { name: /^(?:S’identifier|Se connecter) avec/ }).allInnerTexts()
  expect(ways).toEqual(['S’identifier avec ProConnect', 'Se connecter avec l’agglomération', 'Se connecter avec un fournisseur absent'])
  await page.getByRole('link', { name: /Qu’est-ce que ProConnect/ }).waitFor()
  await page.getByRole('button', { name: 'S’identifier avec ProConnect' }).click()
  await page.getByRole('button', { name: /Claire Bernard/ }).click()
  await at('/')
  await page.goto(`${server.url}/profile#securite`)
  await page.getByText(/ouverte par ProConnect/).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByText('Vous êtes déconnecté, ici et chez votre fournisseur d’identité.').waitFor()
})

test('a provider that is away is told in French; the password still opens, once an administrator has the second factor that is asked of them', async () => {
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Se connecter avec un fournisseur absent' }).click()
  await page.getByText('Le fournisseur d’identité ne répond pas comme il le devrait.').waitFor()
  await page.getByLabel(/^Nom d’utilisateur/).fill('admin')
  await page.getByLabel(/^Mot de passe/).fill(server.adminPassword)
  await page.keyboard.press('Enter')
  // Nothing opens for an administrator before their second factor is there, but what sets it up.
  await page.getByRole('heading', { name: 'Activez la double authentification' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('\\u')
  await lookAround(page, 'second-factor-due')
  await page.getByLabel(/^Votre mot de passe/).fill(server.adminPassword)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByLabel(/^Code affiché/).fill(codeFor(await page.locator('dd').innerText(), -1))
  await page.getByRole('button', { name: 'Activer' }).click()
  await page.getByRole('button', { name: 'Je les ai gardés' }).click()
  await page.getByRole('link', { name: 'Assistants', exact: true }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
