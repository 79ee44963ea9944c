import { limits, routes } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import type { OpenPage } from '../support/browser.ts'
import { downloadedFile } from '../support/downloads.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { appearances, isFullProof } from '../support/whole.ts'

// The conversations of the menu: pinned, recent, answering; renamed, put away and deleted where they stand.

const one = setUpPerson('proche', { isNewEachTime: true, expected: [/status of 40[49]/] })
let api: ApiClient
let opened: OpenPage
let page: Page

beforeEach(() => void ({ api, opened, page } = one))

const begin = (question: string) => createConversation(api, {}, question)
const section = (): Locator => page.getByRole('region', { name: 'Récentes' })
const titles = async () => (await section().getByRole('listitem').getByRole('link').allTextContents()).map((text) => text.replace(/,.*$/, ''))
const link = (title: string) => section().getByRole('link', { name: new RegExp(`^${title}`) })
const marks = (words: RegExp) => section().getByText(words).count()
async function choose(title: string, action: string) {
  const name = `Actions pour «\u00a0${title}\u00a0»`
  await section().getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
/** Button that undoes the last action, shown over every page. */
const undo = () => page.getByRole('button', { name: 'Annuler', exact: true })
async function arrive(path = '/projects') {
  await page.goto(path)
  await waitUntilSettled(page)
}

test('who has none yet is told where they will be; a question puts its conversation there at once', async () => {
  await arrive('/chatbot')
  await section().getByText('Vos conversations apparaîtront ici.').waitFor()
  await page.getByPlaceholder('Posez votre question...').fill('Quels sont les délais de convocation du conseil ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await link('Quels sont les délais').waitFor()
  await expect.poll(() => link('Quels sont les délais').getAttribute('aria-current')).toBe('page')
  // Read as it came, it is not said to be new.
  await expect.poll(() => marks(/réponse en cours|nouvelle réponse/)).toBe(0)
})

test('a conversation is pinned, renamed, archived and taken back where it stands', async () => {
  for (const title of ['Le budget', 'La cantine', 'La voirie']) await begin(title)
  await arrive()
  await expect.poll(titles).toEqual(['La voirie', 'La cantine', 'Le budget'])
  await choose('Le budget', 'Épingler')
  await expect.poll(titles).toEqual(['Le budget', 'La voirie', 'La cantine'])
  await expectAccessible(page, 'at-hand')

  await choose('La voirie', 'Renommer')
  const field = section().getByRole('textbox', { name: 'Titre de la conversation' })
  await field.fill('')
  await page.keyboard.press('Enter')
  await section().getByText('Le titre ne peut pas être vide').waitFor()
  await field.fill('La voirie communale')
  await page.keyboard.press('Enter')
  await link('La voirie communale').waitFor()
  await choose('La cantine', 'Renommer')
  await field.fill('Autre')
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(['Le budget', 'La voirie communale', 'La cantine'])

  await choose('Le budget', 'Archiver')
  await undo().waitFor()
  expect((await api(routes.conversations.page, { query: { archived: 'oui' } })).data.map(({ title }) => title)).toEqual(['Le budget'])
  await undo().click()
  // Pinned as it was.
  await expect.poll(titles).toEqual(['Le budget', 'La voirie communale', 'La cantine'])
  await choose('La cantine', 'Archiver')
  await undo().waitFor()
  await arrive()
  await expect.poll(titles).toEqual(['Le budget', 'La voirie communale'])
})

test('what others share stays counted while a new title is on its way', async () => {
  for (const title of ['Le budget', 'La cantine']) await begin(title)
  await page.route('**/api/conversations/recent', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), news: { to_review: 0, refusals: 0, conversations: 2, projects: 0, assistants: 0 } },
    })
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.fallback()
  })
  await arrive()
  const counted = page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: /^Partages 2.nouveaux$/ })
  await counted.waitFor()
  await choose('Le budget', 'Renommer')
  await section().getByRole('textbox', { name: 'Titre de la conversation' }).fill('Le budget primitif')
  await page.keyboard.press('Enter')
  // The one asked next is shown after it, and as it is before the server has said yes.
  await choose('La cantine', 'Épingler')
  await expect.poll(() => marks(/épinglée/)).toBe(1)
  expect(await counted.count()).toBe(1)
  release()
  await link('Le budget primitif').waitFor()
  expect(await counted.count()).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('one that is deleted may be taken back for a while; leaving the page does not take it back', async () => {
  const [kept, gone] = [await begin('À garder'), await begin('À supprimer')]
  const left = async () => (await api(routes.conversations.page, {})).data.map(({ id }) => id)
  await arrive()
  await choose('À garder', 'Supprimer')
  await undo().click()
  await link('À garder').waitFor()
  await choose('À supprimer', 'Supprimer')
  await page.getByText('Conversation supprimée').last().waitFor()
  expect(await left()).toEqual([gone, kept])
  await arrive('/assistants')
  await expect.poll(left).toEqual([kept])
  await expect.poll(titles).toEqual(['À garder'])
})

test('one that another window has deleted meanwhile is deleted, and nothing says otherwise', async () => {
  const id = await begin('À supprimer')
  await page.clock.install()
  await arrive()
  await choose('À supprimer', 'Supprimer')
  await api(routes.conversations.remove, { params: { id } })
  const refused = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.clock.runFor(9_000)
  expect((await refused).status()).toBe(404)
  await undo().waitFor({ state: 'detached' })
  expect(await page.getByText('n’a pas pu être supprimée').count()).toBe(0)
})

test('signing out deletes what was deleted', async () => {
  await begin('À supprimer')
  await arrive()
  await choose('À supprimer', 'Supprimer')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/login')
  expect((await api(routes.conversations.page, {})).data).toEqual([])
})

test('a server that does not answer keeps nobody signed in', async () => {
  await begin('À supprimer')
  await arrive()
  await page.route('**/api/conversations/*', (route) => (route.request().method() === 'DELETE' ? undefined : route.fallback()))
  await choose('À supprimer', 'Supprimer')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/login', { timeout: 8_000 })
  expect(await page.evaluate("localStorage.getItem('accessToken')")).toBeNull()
})

/** Two seconds on an idle machine (full proof), more on a busy one. */
const soon = isFullProof ? 2_000 : 8_000

test('another tab and another browser follow within two seconds', async () => {
  const id = await begin('Le marché')
  await arrive()
  await link('Le marché').waitFor()
  const other = await opened.context.newPage()
  await other.goto('/projects')
  await waitUntilSettled(other)
  await choose('Le marché', 'Renommer')
  await section().getByRole('textbox').fill('Le marché du samedi')
  await page.keyboard.press('Enter')
  const renamed = other.getByRole('region', { name: 'Récentes' }).getByRole('link', { name: /^Le marché du samedi/ })
  await renamed.waitFor({ timeout: soon })
  await other.close()
  // What the interface changes is another machine to this tab.
  await api(routes.conversations.update, { params: { id }, body: { title: 'Le marché du dimanche' } })
  await link('Le marché du dimanche').waitFor({ timeout: soon })
  await begin('Une autre')
  await link('Une autre').waitFor({ timeout: soon })
  await expect.poll(titles).toEqual(['Une autre', 'Le marché du dimanche'])
})

test('an answer that ends while one is elsewhere is marked until one looks at it', async () => {
  const id = await begin('Écris longuement')
  await arrive(`/chatbot?conversation=${id}`)
  await page.getByPlaceholder('Posez votre question...').fill('[[lent-6]] Raconte')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await section().getByText('réponse en cours').waitFor({ state: 'attached' })
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await page.waitForURL('**/projects')
  await section().getByText('nouvelle réponse').waitFor({ state: 'attached', timeout: 60_000 })
  // What cannot be told to the server is not told again and again.
  opened.watch.expect(/503/)
  let told = 0
  await page.route(`**/api/conversations/${id}`, (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    told += 1
    return route.fulfill({ status: 503, json: {} })
  })
  await link('Écris longuement').click()
  await expect.poll(() => told).toBe(1)
  await page.waitForTimeout(500)
  expect(told).toBe(1)
  await page.unroute(`**/api/conversations/${id}`)
  // The mark goes at once: a page that is left before the server knows would have it again.
  const seen = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(id))
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  expect((await seen).status()).toBe(200)
  await expect.poll(() => marks(/nouvelle réponse/)).toBe(0)
  await arrive()
  expect(await marks(/nouvelle réponse/)).toBe(0)
})

test('what cannot be done says so and changes nothing', async () => {
  for (let index = 0; index < limits.pinned; index += 1) {
    const id = await begin(`Épinglée ${index}`)
    await api(routes.conversations.update, { params: { id }, body: { pinned: true } })
  }
  await begin('Une de trop')
  await arrive()
  await choose('Une de trop', 'Épingler')
  await section().getByText(`${limits.pinned} conversations sont déjà épinglées. Détachez-en une pour épingler celle-ci.`).waitFor()
  expect((await titles()).at(-1)).toBe('Une de trop')
})

test('the whole conversation leaves as a document', async () => {
  await createConversation(api, {}, 'La salle des fêtes', 'Elle se réserve en mairie.')
  await arrive()
  const file = await downloadedFile(page, () => choose('La salle des fêtes', 'Exporter vers Word'))
  expect(file.name).toMatch(/^La-salle-des-fetes-.*\.docx$/)
})

test('it folds away and stays so; on the keyboard, its menus open and give the focus back', async () => {
  await begin('Le budget')
  await arrive()
  await link('Le budget').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Renommer' }).waitFor()
  await page.keyboard.press('Escape')
  // Given back with the next frame.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Actions pour «\u00a0Le budget\u00a0»')
  await section().getByRole('button', { name: 'Récentes' }).click()
  expect(await section().getByRole('link').count()).toBe(0)
  await arrive()
  expect(await section().getByRole('link').count()).toBe(0)
})

describe('Mon espace', () => {
  test('shows the archived ones apart, finds them by their words, and gives them back', async () => {
    await begin('La voirie')
    const id = await begin('La cantine')
    await api(routes.conversations.update, { params: { id }, body: { archived: true } })
    await arrive('/my-space')
    const list = page.getByRole('region', { name: 'Vos conversations' })
    expect(await list.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['La voirie'])
    await list.getByRole('searchbox').fill('cantine')
    await list.getByText('Archivée', { exact: true }).waitFor()
    await arrive('/my-space?classement=archivees')
    await list.getByRole('button', { name: 'Autres actions pour «\u00a0La cantine\u00a0»' }).click()
    await page.getByRole('menuitem', { name: 'Désarchiver' }).click()
    await page.getByText('Aucune conversation archivée').waitFor()
    await expect.poll(titles).toEqual(['La cantine', 'La voirie'])
  })
})

test.each(appearances)('the menu stands in $theme at $width px', async ({ theme, width, viewport }) => {
  for (const title of ['Délibération sur la cantine scolaire et ses tarifs pour 2027', 'Le budget', 'La voirie']) await begin(title)
  const id = await begin('Épinglée')
  await api(routes.conversations.update, { params: { id }, body: { pinned: true } })
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(viewport)
  await arrive()
  if (width < 900) await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await link('Épinglée').waitFor()
  await expectAccessible(page, `at-hand ${theme} ${width}`)
  await screenshot(page, 'at-hand', { fullPage: false })
})
