import { routes } from '@parvis/contract'
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { openPage } from '../support/browser.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { refuseLeaving, confirmLeaving, waitUntilSettled, signIn } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite } from '../support/site.ts'

// Prompt library: specification, chapters 2 (screen), 4 (editor, two-step deletion), 5, 8 (sentences), 9 (40 characters, 50 ms, 0.8 s).

const site = setUpSite(() => startServer())
let admin: ApiClient
let page: Page

beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))

// The library of each test: three prompts, in the order of their names.
beforeEach(async () => {
  for (const { id } of await admin(routes.prompts.list)) await admin(routes.prompts.remove, { params: { id } })
  for (const name of ['Note', 'Courriel', 'Synthèse']) await admin(routes.prompts.save, { body: { name, content: `${name} : ${'mot '.repeat(20)}` } })
})

const opened = setUpPagePerTest(site, () => site.server.root)
beforeEach(() => void ({ page } = opened()))

const list = () => page.getByRole('region', { name: 'Liste des prompts' })
const side = () => page.getByRole('region', { name: 'Prompt choisi' })

async function arrive(): Promise<void> {
  await page.goto('/prompts')
  await list().getByRole('listitem').first().waitFor()
  await waitUntilSettled(page)
}

const choose = (name: string) =>
  list()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

/** Replaces the server's answers to this method, on prompts only, from now on. */
async function answer(method: string, reply: (route: Route) => Promise<void>): Promise<void> {
  opened().watch.expect(/prompts|Failed to load resource/)
  await page.route('**/api/prompts**', (route) => (route.request().method() === method ? reply(route) : route.fallback()))
}
const refuse = (method: string, status: number, error = 'Motif') =>
  answer(method, (route) => route.fulfill({ status, json: { error, code: 'request.invalid' } }))
const alert = (sentence: string) => page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()

test('the list: after 0.8 s, with previews of 40 characters, searched by name', async () => {
  await page.goto('/prompts')
  const asked = await page.waitForResponse((response) => response.url().endsWith('/api/prompts'))
  await list().getByRole('listitem').first().waitFor()
  const waited = Number(await page.evaluate(`performance.now() - performance.getEntriesByName(${JSON.stringify(asked.url())})[0].startTime`))
  expect(waited).toBeGreaterThanOrEqual(800)
  expect(await page.title()).toBe('Bibliothèque de prompts – Parvis')
  const items = await list().getByRole('listitem').allInnerTexts()
  expect(items.map((item) => item.split('\n')[0])).toEqual(['Courriel', 'Note', 'Synthèse'])
  expect(items[1]?.split('\n').at(-1)).toBe(`${`Note : ${'mot '.repeat(20)}`.slice(0, 40).trimEnd()}…`)
  await expectAccessible(page, '/prompts')
  await screenshot(page, 'prompts')
  await list().getByLabel('Rechercher un prompt').fill('SYNTH')
  await list().getByText('1 prompt', { exact: true }).waitFor()
  await list().getByLabel('Rechercher un prompt').fill('zzz')
  await list().getByText('Aucun prompt ne porte ce nom.').waitFor()
  await expectAccessible(page, '/prompts, nothing found')
})

test('the one that is read is in the address: a reload finds it, back closes it, unless what is typed in it would be lost', async () => {
  await arrive()
  await list().getByLabel('Rechercher un prompt').fill('note')
  await page.waitForURL('**/prompts?recherche=note')
  await choose('Note')
  await page.waitForURL(/\/prompts\?recherche=note&prompt=/)
  await page.locator('h2:focus').getByText('Note', { exact: true }).waitFor()
  await page.reload()
  await side().getByRole('heading', { name: 'Note' }).waitFor()
  expect([await list().getByRole('listitem').count(), await page.locator('h2:focus').count()]).toEqual([1, 0])
  await side().getByRole('button', { name: 'Modifier' }).click()
  await side().getByLabel('Contenu').fill('À garder')
  await page.evaluate('history.back()')
  await refuseLeaving(page)
  expect(await side().getByLabel('Contenu').inputValue()).toBe('À garder')
  await page.evaluate('history.back()')
  await confirmLeaving(page)
  await side().getByText('Choisissez un prompt dans la liste').waitFor()
  expect(new URL(page.url()).search).toBe('?recherche=note')
})

test('items come in 50 ms after one another, and at once for who asked for less motion', async () => {
  await arrive()
  const delays = (read: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('section[aria-label="Liste des prompts"] li')].map((item) => ${read})`)
  expect(await delays('getComputedStyle(item).animationDelay')).toEqual(['0s', '0s', '0s'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await delays('getComputedStyle(item).animationDelay')).toEqual(['0s', '0.05s', '0.1s'])
})

test('read, edited, written: name and content are required, and success is said', async () => {
  await arrive()
  await choose('Note')
  await side().getByRole('heading', { name: 'Note' }).waitFor()
  await expectAccessible(page, '/prompts, read')
  expect(await side().getByRole('link', { name: 'Essayer dans le chatbot' }).getAttribute('href')).toMatch(/^\/chatbot\?prompt=/)
  await side().getByRole('button', { name: 'Modifier' }).click()
  await side().getByLabel('Contenu').fill('  ')
  await side().getByLabel('Nom').press('Enter')
  await alert('Le nom et le contenu du prompt sont requis')
  await expectAccessible(page, '/prompts, refused')
  await side().getByRole('button', { name: 'Annuler' }).click()
  await confirmLeaving(page)
  await side().getByText('mot mot').waitFor()

  await page.getByRole('button', { name: 'Nouveau prompt' }).click()
  await side().getByRole('heading', { name: 'Nouveau prompt' }).waitFor()
  await side().getByLabel('Contenu').fill('Vous êtes juriste.')
  await side().getByLabel('Nom').fill('Juriste')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Prompt « Juriste » créé').waitFor()
  await side().getByRole('heading', { name: 'Juriste' }).waitFor()
  expect((await list().getByRole('listitem').allInnerTexts()).map((item) => item.split('\n')[0])).toEqual(['Courriel', 'Juriste', 'Note', 'Synthèse'])
  await page.getByRole('button', { name: 'Fermer ce message' }).click()
  await page.getByText('Prompt « Juriste » créé').waitFor({ state: 'detached' })
})

test('deleted in two steps, which are announced, and which cancelling, Escape or leaving resets', async () => {
  await arrive()
  await choose('Note')
  const remove = () => side().getByRole('button', { name: 'Supprimer' })
  const confirm = () => side().getByRole('button', { name: 'Confirmer' })
  await remove().click()
  await page.getByText('Pour supprimer le prompt « Note », appuyez sur Confirmer.').waitFor()
  expect(await side().locator(':focus').innerText()).toBe('Confirmer')
  await expectAccessible(page, '/prompts, to be confirmed')
  await screenshot(page, 'prompts-confirm')
  await side().getByRole('button', { name: 'Annuler' }).click()
  await remove().click()
  await page.keyboard.press('Escape')
  await remove().click()
  await list().getByLabel('Rechercher un prompt').focus()
  await remove().click()
  expect(await admin(routes.prompts.list)).toHaveLength(3)
  await confirm().click()
  await page.getByRole('status').getByText('Prompt « Note » supprimé').waitFor()
  expect((await admin(routes.prompts.list)).map(({ name }) => name)).toEqual(['Courriel', 'Synthèse'])
  await page.locator('h1:focus').waitFor()
})

test('a key that is held down on « Supprimer » does not confirm', async () => {
  await arrive()
  await choose('Note')
  await side().getByRole('button', { name: 'Supprimer' }).focus()
  for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const confirm = side().getByRole('button', { name: 'Confirmer' })
  await confirm.waitFor()
  expect([await confirm.count(), (await admin(routes.prompts.list)).length]).toEqual([1, 3])
})

test('the second click of a double one on « Supprimer » does not confirm', async () => {
  await arrive()
  await choose('Note')
  await side().getByRole('button', { name: 'Supprimer' }).click()
  const confirm = side().getByRole('button', { name: 'Confirmer' })
  // Where the width makes it take the place of the first.
  const { x, y, width, height } = (await confirm.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect([await confirm.count(), (await admin(routes.prompts.list)).length]).toEqual([1, 3])
  await confirm.click()
  await page.getByRole('status').getByText('Prompt « Note » supprimé').waitFor()
})

test('one that is deleted in another window while it is rewritten stays on the screen, and the saving says so', async () => {
  await arrive()
  await choose('Note')
  await side().getByRole('button', { name: 'Modifier' }).click()
  await side().getByLabel('Contenu').fill('À garder')
  const { id } = (await admin(routes.prompts.list)).find(({ name }) => name === 'Note')!
  await admin(routes.prompts.remove, { params: { id } })
  await list().getByText('2 prompts', { exact: true }).waitFor()
  expect(await side().getByLabel('Contenu').inputValue()).toBe('À garder')
  opened().watch.expect(/404/)
  await side().getByRole('button', { name: 'Enregistrer' }).click()
  await page
    .getByRole('alert')
    .getByText(/^Erreur 404/)
    .waitFor()
  expect(await side().getByLabel('Contenu').inputValue()).toBe('À garder')
  await side().getByRole('button', { name: 'Annuler' }).click()
  await confirmLeaving(page)
  await side().getByText('Choisissez un prompt dans la liste').waitFor()
})

test('a list that was asked for before a prompt was saved, and comes after it, does not take it away', async () => {
  await arrive()
  await page.getByRole('button', { name: 'Nouveau prompt' }).click()
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  await page.route('**/api/prompts', async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    read.resolve()
    await released.promise
    // It may have been given up.
    await route.fulfill({ response }).catch(() => undefined)
  })
  // Another window changes the library: the list is asked again, and its answer is slow to come.
  await admin(routes.prompts.save, { body: { name: 'Ailleurs', content: 'Résume ce texte.' } })
  await read.promise
  await side().getByLabel('Nom').fill('Arrêté')
  await side().getByLabel('Contenu').fill('Rédige un arrêté.')
  await side().getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('status').getByText('Prompt « Arrêté » créé').waitFor()
  released.resolve()
  await list().getByText('5 prompts', { exact: true }).waitFor()
  await expect.poll(() => side().getByRole('heading', { name: 'Arrêté' }).count()).toBe(1)
})

test.each([
  [403, "Vous n'avez pas les droits d'administrateur nécessaires pour cette action."],
  [422, "Erreur de validation des données. Vous n'avez probablement pas les droits d'administrateur nécessaires."],
  [500, 'Erreur 500: Motif'],
])('a saving refused with %i says so and keeps what was typed', async (status, sentence) => {
  await arrive()
  await choose('Note')
  await side().getByRole('button', { name: 'Modifier' }).click()
  await side().getByLabel('Contenu').fill('À garder')
  await refuse('POST', status)
  await side().getByRole('button', { name: 'Enregistrer' }).click()
  await alert(sentence)
  expect(await side().getByLabel('Contenu').inputValue()).toBe('À garder')
})

test.runIf(isFullProof)('a deletion that is refused, a server that does not answer, a library that cannot be read', async () => {
  await arrive()
  await choose('Note')
  await refuse('DELETE', 403)
  await side().getByRole('button', { name: 'Supprimer' }).click()
  await side().getByRole('button', { name: 'Confirmer' }).click()
  await alert("Vous n'avez pas les droits d'administrateur nécessaires pour supprimer ce prompt.")
  await side().getByRole('button', { name: 'Supprimer' }).waitFor()
  await page.unrouteAll()
  await answer('DELETE', (route) => route.abort())
  await side().getByRole('button', { name: 'Supprimer' }).click()
  await side().getByRole('button', { name: 'Confirmer' }).click()
  await alert('Aucune réponse du serveur. Vérifiez votre connexion internet.')
  await page.unrouteAll()
  await refuse('GET', 403)
  await page.reload()
  await alert("Vous n'avez pas les droits nécessaires pour accéder à cette ressource.")
  await expectAccessible(page, '/prompts, not loaded')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await list().getByRole('listitem').first().waitFor()
})

test('an empty library says where to begin', async () => {
  for (const { id } of await admin(routes.prompts.list)) await admin(routes.prompts.remove, { params: { id } })
  await page.goto('/prompts')
  await page.getByText('Aucun prompt disponible').waitFor()
  await expectAccessible(page, '/prompts, empty')
  await page.getByRole('button', { name: 'Écrire le premier prompt' }).click()
  await side().getByLabel('Nom').waitFor()
})

test('is for administrators: the others are led to the chatbot', async () => {
  const other = await openPage(site.browser, site.server.url)
  await signIn(other.page, await createAccount(admin, `lectrice${uniqueSuffix()}`))
  await other.page.goto('/prompts')
  await other.page.waitForURL('**/chatbot')
  expect(await other.page.getByRole('region', { name: 'Liste des prompts' }).count()).toBe(0)
  await other.context.close()
})

test.runIf(isFullProof).each(appearances)('fits in $width px, $theme', async ({ theme, width }) => {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: 800 })
  await arrive()
  for (const [where, go] of [
    ['prompts', async () => {}],
    ['prompts-read', () => choose('Note')],
    ['prompts-edited', () => side().getByRole('button', { name: 'Modifier' }).click()],
  ] as const) {
    await go()
    await waitUntilSettled(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where).toBe(true)
    await expectAccessible(page, `${where} ${width} ${theme}`)
    await screenshot(page, where)
  }
})
