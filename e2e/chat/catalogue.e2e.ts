import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { routes } from '@parvis/contract'
import { uniqueSuffix, type ApiClient } from '../support/api.ts'
import { openPage, type OpenPage } from '../support/browser.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPerson } from '../support/one-person.ts'
import { signIn } from '../support/pages.ts'

// The catalogue: finding an assistant among forty, tying the conversation to a project.

const one = setUpPerson('lea')
let api: ApiClient
let opened: OpenPage
let page: Page

beforeEach(() => void ({ api, opened, page } = one))

const search = () => page.getByRole('searchbox', { name: 'Rechercher un assistant' })
const cards = () => page.locator('main').getByRole('heading', { level: 2 })
/** Returns the name on a card. `innerText` is empty for a card that the browser has not drawn yet (content-visibility). */
const nameAt = async (index: number) => (await cards().nth(index).textContent())!

test('finds by words and by category, and says when there is nothing', async () => {
  await page.goto('/assistants')
  await cards().first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Catalogue des Assistants')
  const all = await cards().count()
  expect(all).toBeGreaterThan(12)
  await expectAccessible(page, 'catalogue')

  await search().fill('DELIBERATION')
  await expect.poll(() => cards().count()).toBeLessThan(all)
  expect(await cards().count()).toBeGreaterThan(0)
  await search().fill('rien de tel nulle part')
  await page.getByText('Aucun assistant trouvé avec ces critères.').waitFor()
  await expectAccessible(page, 'catalogue, nothing found')
  await page.getByRole('button', { name: 'Voir tous les assistants' }).click()
  await expect.poll(() => cards().count()).toBe(all)

  await page.getByRole('radio', { name: 'Finances' }).click()
  await expect.poll(() => cards().count()).toBeLessThan(all)
  await page.getByRole('radio', { name: 'Toutes les catégories' }).click()
  await expect.poll(() => cards().count()).toBe(all)
})

test('shows the first of them; the rest come at a press, for the keyboard too, and are there again on coming back', async () => {
  const { length } = await api(routes.assistants.catalogue)
  await page.goto('/assistants')
  await page
    .getByRole('status')
    .filter({ hasText: `${length}\u00a0assistants` })
    .waitFor()
  expect(await cards().count()).toBe(18)
  const more = page.getByRole('button', { name: 'Afficher plus d’assistants' })
  await more.press('Enter')
  await expect.poll(() => cards().count()).toBe(length)
  expect(await more.count()).toBe(0)
  const name = await nameAt(18)
  await page.locator('li:focus').getByRole('heading', { name, exact: true }).waitFor()
  await expectAccessible(page, 'catalogue, whole')
  await page.getByRole('link', { name, exact: true }).press('Enter')
  await page.waitForURL((url) => url.searchParams.has('conversation'))
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/assistants' && url.searchParams.get('pages') === '2')
  await expect.poll(() => cards().count()).toBe(length)
})

test('a click counts a use and opens the chat with the chosen project', async () => {
  const project = `Voie verte ${uniqueSuffix()}`
  const { id } = await api(routes.projects.create, { body: { name: project, content: 'Relier les deux bourgs' } })
  const [first] = await api(routes.assistants.list, { query: { is_active: true } })
  await api(routes.assistants.incrementUsage, { params: { id: first!.id } })
  await page.goto('/assistants')
  await cards().first().waitFor()
  await page.getByRole('button', { name: /Projet associé/ }).click()
  await page.getByRole('option', { name: project }).click()
  const name = await nameAt(0)
  const [assistant] = (await api(routes.assistants.list, { query: {} })).filter((one) => one.name === name)
  const card = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
  for (const field of [assistant!.category.name, assistant!.description]) await card.getByText(field, { exact: true }).waitFor()
  // Every card tells its uses, those of none included.
  const uses = /^[\d\s]+utilisations?$/
  await card.getByText(uses).waitFor()
  expect(
    await page
      .locator('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(uses) })
      .count(),
  ).toBe(await cards().count())
  expect(await card.locator('svg').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name, exact: true }).click()
  await page.waitForURL(
    (url) => url.pathname === '/chatbot-assistant' && url.searchParams.get('project') === id && url.searchParams.get('assistant') === assistant!.id,
  )
  await page.locator('main header').getByText(project).waitFor()
  await expect.poll(async () => (await api(routes.assistants.get, { params: { id: assistant!.id } })).usage_count).toBe(assistant!.usage_count + 1)
})

test('a double click opens one chat and counts one use', async () => {
  await page.goto('/assistants')
  await cards().first().waitFor()
  const name = await nameAt(3)
  const { id, usage_count } = (await api(routes.assistants.list, { query: {} })).find((one) => one.name === name)!
  await page.getByRole('link', { name, exact: true }).dblclick()
  await page.waitForURL((url) => url.searchParams.has('conversation'))
  await page.locator('form textarea[aria-disabled="false"]').waitFor()
  expect((await api(routes.assistants.get, { params: { id } })).usage_count).toBe(usage_count + 1)
})

test.each([
  { width: 1280, height: 800, least: 12 },
  { width: 390, height: 844, least: 6, touch: true },
])('at $width × $height, $least assistants are in sight, and categories on one line that slides', async ({ least, touch = false, ...viewport }) => {
  const narrow = await openPage(one.browser, one.server.url, { viewport, touch })
  await signIn(narrow.page, one.person)
  await narrow.page.goto('/assistants')
  await narrow.page.locator('main h2').first().waitFor()
  const items = narrow.page.locator('main').getByRole('listitem')
  const { y, height } = (await items.nth(least - 1).boundingBox())!
  expect(y + height).toBeLessThanOrEqual(viewport.height)
  const last = narrow.page.getByRole('radio').last()
  const right = async () => {
    const { x, width } = (await last.boundingBox())!
    return x + width
  }
  await narrow.page.getByRole('radio', { name: 'Toutes les catégories' }).focus()
  expect((await narrow.page.getByRole('radiogroup').boundingBox())!.height).toBeLessThanOrEqual(60)
  expect(await right()).toBeGreaterThan(viewport.width)
  for (let at = await narrow.page.getByRole('radiogroup', { name: 'Catégorie' }).getByRole('radio').count(); at > 1; at -= 1)
    await narrow.page.keyboard.press('ArrowRight')
  await last.and(narrow.page.locator(':focus')).waitFor()
  await expect.poll(right).toBeLessThanOrEqual(viewport.width)
  const earlier = narrow.page.getByRole('button', { name: 'Catégories précédentes' })
  await (touch ? earlier.waitFor({ state: 'hidden' }) : earlier.click())
  await narrow.close()
})

test('a star puts an assistant first from the next visit on, for who gave it; a refusal is told and undone', async () => {
  for (const { assistant_id: id } of await api(routes.assistantFavorites.list)) await api(routes.assistantFavorites.remove, { params: { id } })
  await page.goto('/assistants')
  await cards().first().waitFor()
  const name = await nameAt(17)
  const star = page.getByRole('button', { name: `Favori\u00a0: ${name}` })
  await star.press('Enter')
  await star.and(page.locator('[aria-pressed="true"]:focus')).waitFor()
  expect(await nameAt(17)).toBe(name)
  await expect.poll(() => api(routes.assistantFavorites.list)).toHaveLength(1)
  await page.reload()
  await star.waitFor()
  expect(await nameAt(0)).toBe(name)
  await expectAccessible(page, 'catalogue with a favourite')

  opened.watch.expect(/500/)
  // Nor can the list be read again.
  await page.route(/\/assistant-favorites/, (route) => route.fulfill({ status: 500, json: {} }))
  await star.click()
  await page.getByText('Vos favoris n’ont pas pu être changés.').waitFor()
  await star.and(page.locator('[aria-pressed="true"]')).waitFor()
})

test('an archived project whose page sends here is the one that is shown', async () => {
  const { id } = await api(routes.projects.create, { body: { name: 'Ancienne halle', status: 'archived' } })
  await page.goto(`/assistants?project=${id}`)
  await page
    .getByRole('button', { name: /Projet associé/ })
    .getByText('Ancienne halle')
    .waitFor()
  expect(await page.locator('main h2 a').first().getAttribute('href')).toContain(id)
})

test('a use that cannot be counted holds nobody back', async () => {
  opened.watch.expect(/500/)
  await page.route('**/increment-usage', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/assistants')
  await cards().first().waitFor()
  await page.locator('main h2 a').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chatbot-assistant')
})

test('a failure is told in its place and can be tried again; what is missing says so', async () => {
  opened.watch.expect(/500/)
  let isBroken = true
  await page.route(/\/api\/(assistants\/catalogue|rag\/categories|projects$)/, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }) : route.continue(),
  )
  await page.goto('/assistants')
  await page.getByRole('alert').getByText('Impossible de charger les assistants.').waitFor()
  await page.getByText('Projets indisponibles').waitFor()
  await page.getByText('Bibliothèques indisponibles').waitFor()
  // How many there are is not known: nothing stands before the link, nor the dot that would part them.
  const lead = page
    .getByRole('main')
    .locator('p')
    .filter({ has: page.getByRole('link', { name: 'Créer mon assistant' }) })
  expect((await lead.textContent())?.trim()).toBe('Créer mon assistant')
  await expectAccessible(page, 'catalogue, failed')
  isBroken = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await cards().first().waitFor()
})
