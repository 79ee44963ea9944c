import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { downloadedFile } from '../support/downloads.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { signIn, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// The literacy path: a module read, answered and completed by a person; counts without names for the administrators.

let server: AppServer
let admin: ApiClient
let person: Credentials
let opened: OpenPage
let page: Page

beforeAll(async () => {
  server = await startServer({}, { onCopy: true })
  admin = await apiAs(server.url, server.root)
  person = await createAccount(admin, 'formation.agent')
  opened = await openPage(await launchBrowser(), server.url)
  page = opened.page
  await signIn(page, person)
})
afterAll(async () => {
  await opened?.close()
  await server?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a person completes a module once its three answers are right, with an exercise ready to be sent', async () => {
  await page.goto('/formation')
  await page.getByText('0 module terminé sur 6').waitFor()
  await waitUntilSettled(page)
  await checkEveryAppearance(page, 'literacy')
  await page.getByRole('link', { name: '2. Sources et citations' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sources et citations' }).waitFor()
  await page.getByRole('heading', { name: 'Exercice' }).waitFor()
  await button('Terminer le module').click()
  await page.getByText('Il manque une bonne réponse.').waitFor()
  await page.getByRole('radio', { name: /^Je le recopie/ }).check()
  await page.getByText('Pas tout à fait.').waitFor()
  await checkEveryAppearance(page, 'literacy-module')
  // The answers are those of the tab: they are still there after a reload, and were never sent.
  await page.reload()
  await page.getByText('Pas tout à fait.').waitFor()
  await page.getByRole('radio', { name: 'Je l’ouvre dans une source officielle avant de m’en servir' }).press('Space')
  await page.getByRole('radio', { name: 'rien de proche n’est dans les documents interrogés' }).check()
  await page.getByRole('radio', { name: 'Que le document est en vigueur et s’applique à mon cas' }).check()
  await expect.poll(() => page.getByText('Oui.').count()).toBe(3)
  await button('Terminer le module').press('Enter')
  await page.getByText('Module terminé.').waitFor()
  await page.getByRole('link', { name: 'Suivant : Données personnelles' }).click()
  await expect.poll(() => focusedName(page)).toBe('Données personnelles')
  const field = page.getByLabel('Votre demande', { exact: true })
  await expect.poll(() => field.inputValue()).toContain('bruit d’un chantier')
  await field.press('Control+Enter')
  await page.waitForURL(/chatbot/)
  await page.getByText('bruit d’un chantier').first().waitFor()
  await page.goto('/formation')
  await page.getByText('1 module terminé sur 6').waitFor()
  await page.goto('/formation/inconnu')
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor()
})

test('an administrator reads and exports counts by service, once there are enough people', async () => {
  const all = await admin(routes.literacyFigures.read)
  for (let index = all.accounts; index < 5; index += 1) await createAccount(admin, `formation.${index}`)
  const own = await openPage(await launchBrowser(), server.url)
  await signIn(own.page, server.root)
  await own.page.goto('/gouvernance/formation')
  await own.page.getByRole('row', { name: /Petits services et sans service/ }).waitFor()
  expect(await own.page.getByText('formation.agent').count()).toBe(0)
  await checkEveryAppearance(own.page, 'literacy-figures')
  const file = await downloadedFile(own.page, () => own.page.getByRole('button', { name: 'Exporter (CSV)', exact: true }).click())
  expect(Buffer.from(file.bytes).toString()).toMatch(/Sources et citations[^]*Petits services et sans service;5;0;1;0/)
  await own.close()
})
