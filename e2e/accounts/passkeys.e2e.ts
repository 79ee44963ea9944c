import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkScreen } from '../support/looks/check-screen.ts'
import { waitUntilSettled, signInByForm, type Credentials } from '../support/pages.ts'
import { freePort } from '../../server/src/testing/listen-locally.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// A key that the browser holds: made in the profile, shown alone or after the password, taken away. Chromium plays the device.

let server: AppServer
let admin: ApiClient
let origin: string
let opened: OpenPage
let page: Page
let person: Credentials
let count = 0

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  server = await startServer({ PORT: String(port), PUBLIC_URL: origin }, { onCopy: true })
  admin = await apiAs(server.url, server.root)
})
afterAll(() => server?.close())
beforeEach(async () => void (person = await createAccount(admin, `cles.${(count += 1)}`)))
afterEach(() => opened.close())

const open = async (address: string) => {
  opened = await openPage(await launchBrowser(), address, { expected: [/status of (?:400|401)/] })
  page = opened.page
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
const dialog = () => page.getByRole('dialog')
const fill = (label: RegExp, text: string) => dialog().getByLabel(label).fill(text)

test('AUT-21 made in the profile, shown alone, then after the password, then taken away', async () => {
  await open(origin)
  const device = await addDevice(page)
  await signInByForm(page, person)
  await page.goto('/profile#securite')
  await button('Ajouter une clé d’accès').click()
  await fill(/^Nom de la clé/, 'Téléphone')
  await fill(/^Votre mot de passe/, 'faux')
  await button('Créer la clé d’accès').click()
  await dialog().getByText('Le mot de passe actuel est incorrect').waitFor()
  await checkScreen(page, 'passkey-new')
  await fill(/^Votre mot de passe/, person.password)
  await button('Créer la clé d’accès').click()
  await dialog().getByText('Vos codes de secours').waitFor()
  expect(await dialog().getByRole('listitem').all()).toHaveLength(10)
  // Shown once: they do not go unasked.
  await page.keyboard.press('Escape')
  await button('Revenir aux codes').click()
  expect(await dialog().getByRole('listitem').all()).toHaveLength(10)
  await button('Je les ai gardés').click()
  await page.getByText(/^Créée le .*jamais utilisée/).waitFor()
  await checkScreen(page, 'passkeys')
  // The same device has one already.
  await button('Ajouter une clé d’accès').click()
  await fill(/^Votre mot de passe/, person.password)
  await button('Créer la clé d’accès').click()
  await dialog().getByText('Cet appareil a déjà une clé d’accès pour votre compte.').waitFor()
  const again = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/profile/security')
  await page.keyboard.press('Escape')
  await again
  await waitUntilSettled(page)
  await expect.poll(() => focusedName(page)).toBe('Ajouter une clé d’accès')

  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  // A device that does not know the person gives nothing; the sentence says what to do.
  await device.verified(false)
  await button('Se connecter avec une clé d’accès').click()
  await page.getByText('Aucune clé d’accès n’a été présentée.').waitFor()
  await checkScreen(page, 'passkey-sign-in')
  await device.verified(true)
  await button('Se connecter avec une clé d’accès').click()
  await at('/')

  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill(person.password)
  await button('Se connecter').click()
  await button('Utiliser une clé d’accès').waitFor()
  await checkScreen(page, 'passkey-second')
  await page.keyboard.press('Enter')
  await at('/')

  await page.goto('/profile#securite')
  await page.getByText(/^Créée le .*utilisée le/).waitFor()
  await button('Retirer la clé «\u00a0Téléphone\u00a0»').click()
  await fill(/^Votre mot de passe/, person.password)
  await checkScreen(page, 'passkey-remove')
  await dialog().getByRole('button', { name: 'Retirer avec une clé d’accès' }).click()
  await dialog().waitFor({ state: 'detached' })
  await button('Activer la double authentification').waitFor()
  await page.getByText(/^Créée le/).waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toBe('Clés d’accès')
})

test('elsewhere than at its address a sentence says that they do not serve, and nothing is offered', async () => {
  await open(server.url)
  await page.goto('/login')
  await page.getByLabel(/^Nom d’utilisateur/).waitFor()
  await signInByForm(page, person)
  await page.goto('/profile#securite')
  await page.getByText(`Les clés d’accès ne servent qu’à l’adresse ${origin}.`).waitFor()
  expect(await button('Ajouter une clé d’accès').count()).toBe(0)
})

/** Adds Chromium's virtual authenticator, controlled by its debugging protocol: a built-in device that stores passkeys and verifies the user. */
async function addDevice(on: Page): Promise<{ verified(isUserVerified: boolean): Promise<unknown> }> {
  const session: CDPSession = await on.context().newCDPSession(on)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { verified: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) }
}
