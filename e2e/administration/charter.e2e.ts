import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { downloadedFile } from '../support/downloads.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { signIn, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// The charter of use: written by an administrator, accepted before the first question, and again when it changes.

let server: AppServer
let admin: ApiClient
let person: Credentials
let opened: OpenPage
let page: Page

beforeAll(async () => {
  server = await startServer({ CHARTER: 'oui' }, { onCopy: true })
  admin = await apiAs(server.url, server.root)
  person = await createAccount(admin, 'charte.agent')
})
afterAll(() => server?.close())
afterEach(() => opened.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const field = () => page.getByLabel('Votre question', { exact: true })
const openAs = async (who: Credentials) => {
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of (?:403|409|422)/] })
  page = opened.page
  await signIn(page, who)
}

test('an administrator publishes the model, and hostile Markdown is text', async () => {
  await openAs(server.root)
  await page.goto('/gouvernance/charte')
  await page.getByRole('heading', { name: 'Première version' }).waitFor()
  await waitUntilSettled(page)
  await checkEveryAppearance(page, 'charter-first')
  const text = page.getByRole('textbox', { name: /^Texte de la charte/ })
  expect(await text.inputValue()).toContain('Une aide, pas une décision')
  await text.fill('')
  await button('Publier la charte').click()
  await page.getByText('Écrivez le texte de la charte').waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/^Texte de la charte/)
  await text.fill('x'.repeat(200_000))
  await button('Publier la charte').click()
  await page.getByText(/^50.000 caractères au plus$/).waitFor()
  await text.fill('# Règles\n\nRelisez. <script>globalThis.isOpen = 1</script> [ici](javascript:alert(1)) <img src=x onerror=alert(1)>')
  await page.getByRole('tab', { name: 'Aperçu' }).click()
  await page.getByRole('heading', { name: 'Règles' }).waitFor()
  expect(await page.evaluate('globalThis.isOpen === undefined && document.querySelector("main img, main script") === null')).toBe(true)
  await page.getByRole('tab', { name: 'Écrire' }).click()
  await button('Publier la charte').click()
  await page.getByText('La version 1 de la charte est en vigueur.').waitFor()
  await page.getByRole('heading', { name: 'Acceptations' }).waitFor()
  await checkEveryAppearance(page, 'charter-published')
  const file = await downloadedFile(page, () => button('Exporter (CSV)').click())
  expect(Buffer.from(file.bytes).toString()).toContain('Sans service')
  await button('Envoyer un rappel').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByText(/courriels? part/).waitFor()
  await button('Lire la version 1').click()
  await dialog().getByRole('heading', { name: 'Règles' }).waitFor()
  await checkEveryAppearance(page, 'charter-version')
})

test('a person accepts it at the first question, which is kept and sent; reading never waits; a new version asks again', async () => {
  await openAs(person)
  await page.goto('/chatbot')
  await button('Charte d’usage').click()
  await dialog().getByRole('heading', { name: 'En bref' }).waitFor()
  await checkEveryAppearance(page, 'charter-read')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Charte d’usage')

  await field().fill('Que dit le règlement ?')
  await page.keyboard.press('Control+Enter')
  await dialog().getByText('elle part dès que vous acceptez').waitFor()
  await expectAccessible(page, 'charter-asked')
  await button('Plus tard, garder mon texte').click()
  await expect.poll(() => field().inputValue()).toBe('Que dit le règlement ?')
  await page
    .getByText(/La charte d’usage en vigueur attend votre accord/)
    .first()
    .waitFor()
  await page.goto('/my-space')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await dialog().count()).toBe(0)

  await page.goto('/chatbot')
  await field().fill('Que dit le règlement ?')
  await page.keyboard.press('Control+Enter')
  await button('J’accepte la charte').click()
  await page.getByText('Que dit le règlement ?').first().waitFor()
  await button('Copier la réponse').first().waitFor()

  // The tab still shows the version that it read when another one is published.
  const [first] = (await admin(routes.charterVersions.list)).data
  const second = await admin(routes.charterVersions.publish, {
    body: {
      text: '# Règles\n\nDeuxième texte.',
      summary: 'Relisez mieux.',
      changes: 'La relecture est **obligatoire**.',
      is_substantial: true,
      replaces: first!.id,
    },
  })
  await field().fill('Et les délais ?')
  await page.keyboard.press('Control+Enter')
  await dialog().getByRole('heading', { name: 'Ce qui change' }).waitFor()
  await expectAccessible(page, 'charter-changed')
  await admin(routes.charterVersions.publish, {
    body: { text: '# Règles\n\nTroisième texte.', summary: 'Relisez mieux.', changes: 'Une faute.', is_substantial: true, replaces: second.id },
  })
  await button('J’accepte la charte').click()
  await dialog().getByText('Cette version de la charte n’est plus celle en vigueur.').waitFor()
  await dialog().getByText('Troisième texte.').waitFor()
  await button('J’accepte la charte').press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('Et les délais ?').first().waitFor()
  await expect.poll(() => button('Copier la réponse').count()).toBe(2)
})
