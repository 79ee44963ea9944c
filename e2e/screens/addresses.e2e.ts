import { expect, test } from 'vitest'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitUntilSettled, signIn } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// What a browser does with the addresses of the pages: history, other tabs, reload.

const site = setUpSite(borrowServer)
const opened = setUpPagePerTest(site, undefined, { expected: [/status of 404/] })

const pathOf = () => new URL(opened().page.url()).pathname
const entries = () => opened().page.evaluate<number>('history.length')
const title = (name: string) => opened().page.getByRole('heading', { level: 1, name })

test('back and forward lead through the pages, and a link to the page one is on adds none', async () => {
  const { page } = opened()
  await page.goto('/login')
  await waitUntilSettled(page)
  const first = await entries()
  await page.getByRole('link', { name: 'Mentions légales' }).click()
  await title('Mentions légales').waitFor()
  expect(await entries()).toBe(first + 1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click()
  expect(await entries()).toBe(first + 1)
  await page.goBack()
  await title('Connexion').waitFor()
  await page.goForward()
  await title('Mentions légales').waitFor()
  expect(pathOf()).toBe('/mentions-legales')
})

test('a link opens in another tab when the person asks the browser for one', async () => {
  const { page, context } = opened()
  await page.goto('/login')
  await waitUntilSettled(page)
  const other = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Créer un compte' }).click({ modifiers: ['Control'] })
  await (await other).waitForURL('**/register')
  expect(pathOf()).toBe('/login')
})

test('upper case and a last slash name the same page', async () => {
  const answer = await opened().page.goto('/LOGIN/')
  await title('Connexion').waitFor()
  expect(answer?.status()).toBe(200)
})

test('where the person was going outlives a reload of the sign-in page', async () => {
  const { page } = opened()
  await page.goto('/projects?tri=nom')
  await title('Connexion').waitFor()
  await page.reload()
  await waitUntilSettled(page)
  const boss = await site.server.administrator()
  await page.getByLabel(/^nom d[’']utilisateur/i).fill(boss.username)
  await page.getByLabel(/^mot de passe/i).fill(boss.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await title('Projets').waitFor()
  expect(page.url()).toBe(`${site.server.url}/projects?tri=nom`)
})

test('a page whose code is on its way leaves the one before on the screen', async () => {
  const { page } = opened()
  await signIn(page, await site.server.administrator())
  await page.goto('/')
  await waitUntilSettled(page)
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  const code = /\/assets\/projects-[^/]+\.js$/
  await page.route(code, (route) => held.then(() => route.continue()))
  const home = await page.getByRole('heading', { level: 1 }).textContent()
  // Without it nothing would be held.
  const isAsked = page.waitForRequest(code)
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await isAsked
  await expect.poll(pathOf).toBe('/projects')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(home)
  arrive()
  await title('Projets').waitFor()
})

test('the document that is read is in the address: a link opens it, back closes it', async () => {
  const { page } = opened()
  await signIn(page, await site.server.administrator())
  await page.goto('/bibliotheque')
  const read = page.getByRole('button', { name: /^Ce que l’IA a lu/ }).first()
  const name = (await read.getAttribute('aria-label'))!.split('\u00a0: ')[1]!
  const dialog = page.getByRole('dialog')
  const shown = async () => (await dialog.getByRole('heading').first().textContent())!.replaceAll('\u200b', '')
  await read.click()
  await expect.poll(shown).toBe(name)
  const document_id = new URL(page.url()).searchParams.get('document')!
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('')

  // Of another category than the one in sight: its name comes from the server.
  await page.goto(`/bibliotheque?categorie=Ailleurs&document=${document_id}`)
  await expect.poll(shown).toBe(name)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('?categorie=Ailleurs')

  await page.goto('/bibliotheque?document=00000000-0000-4000-8000-000000000000')
  await dialog.getByText(/^Ce que vous demandez n’existe pas/).waitFor()
})
