import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { signIn, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// A key for other software: made in the profile, shown once, used on /v1, masked where it is pasted, revoked.

let server: AppServer
let person: Credentials
let opened: OpenPage
let page: Page

beforeAll(async () => {
  server = await startServer({ API_KEYS: 'tous' }, { onCopy: true })
  person = await createAccount(await apiAs(server.url, server.root), 'cles.logiciels')
})
afterAll(() => server?.close())
afterEach(() => opened.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const fill = (label: RegExp, text: string) => dialog().getByLabel(label).fill(text)
const statusWith = async (key: string) => (await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status

test('a key is made in the profile, opens /v1, is masked where it is pasted, and opens nothing once revoked', async () => {
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of (?:400|422)/] })
  page = opened.page
  await signIn(page, person)
  await page.goto('/profile#cles')
  await button('Créer une clé').click()
  await button('Créer la clé').click()
  await dialog().getByText('Donnez un nom à cette clé').waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/^Nom/)
  await fill(/^Nom/, 'Agenda')
  await dialog().getByLabel('Seulement certains de vos assistants').check()
  await dialog().getByRole('group', { name: 'Assistants' }).getByRole('checkbox').first().check()
  await fill(/^Votre mot de passe/, 'faux')
  await button('Créer la clé').click()
  await dialog().getByText('Le mot de passe actuel est incorrect').waitFor()
  await checkEveryAppearance(page, 'api-key-new')
  await fill(/^Votre mot de passe/, person.password)
  await button('Créer la clé').click()
  await dialog()
    .getByText(/^prv_\w{49}$/)
    .waitFor()
  const key = (await dialog().getByText(/^prv_/).textContent())!
  await checkEveryAppearance(page, 'api-key-value')
  // Shown once: it does not go unasked.
  await page.keyboard.press('Escape')
  await button('Revenir à la clé').click()
  await button('Je l’ai gardée').press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Créer une clé')
  await page.getByText(/^Valable jusqu’au .*jamais employée$/).waitFor()
  expect(await statusWith(key)).toBe(200)
  await page.reload()
  await page.getByText(/employée le .* depuis 127\.0\.0\.0\/24$/).waitFor()
  await checkEveryAppearance(page, 'api-keys', page.getByRole('heading', { name: 'Clés pour d’autres logiciels' }))

  await page.goto('/chatbot')
  const field = page.getByLabel('Votre question', { exact: true })
  await field.fill(`Voici ma clé ${key} pour toi`)
  await page.getByText(/^Une clé de Parvis a été collée ici/).waitFor()
  expect(await field.inputValue()).toBe(`Voici ma clé ${key.slice(0, 10)}… pour toi`)
  await checkEveryAppearance(page, 'api-key-pasted')
  const masked = `${key.slice(0, 10)}…`
  await page.goto('/')
  const homeField = page.getByLabel('Votre demande', { exact: true })
  await homeField.fill(`Bonjour ${key}`)
  await page.getByText(/^Une clé de Parvis a été collée ici/).waitFor()
  expect(await homeField.inputValue()).toBe(`Bonjour ${masked}`)
  await page.keyboard.press('Control+Enter')
  await button('Modifier votre question').click()
  const edited = page.getByLabel('Modifier votre message', { exact: true })
  expect(await edited.inputValue()).toBe(`Bonjour ${masked}`)
  await edited.fill(`Encore ${key}`)
  await page.getByText(/^Une clé de Parvis a été collée ici/).waitFor()
  expect(await edited.inputValue()).toBe(`Encore ${masked}`)
  await checkEveryAppearance(page, 'api-key-pasted-in-edit')

  await page.getByRole('link', { name: 'révoquez-la' }).click()
  await button('Quitter sans enregistrer').click()
  await button('Révoquer la clé «\u00a0Agenda\u00a0»').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
  await page.getByText('Agenda', { exact: true }).waitFor({ state: 'detached' })
  expect(await statusWith(key)).toBe(401)
  await expect.poll(() => focusedName(page)).toBe('Clés pour d’autres logiciels')
})
