import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { appearances } from '../support/whole.ts'

// What finds everything: conversations by their words, assistants, prompts, documents, screens, from anywhere and by the keyboard alone.

const one = setUpPerson('palette', { expected: [/Failed to load resource/] })
let api: ApiClient
let page: Page

beforeAll(async () => void (await createConversation(one.api, {}, 'Le hérisson traverse-t-il la départementale ?')))

beforeEach(async () => {
  ;({ api, page } = one)
  await page.goto('/projects')
  await waitUntilSettled(page)
})

const palette = () => page.getByRole('dialog', { name: 'Rechercher partout' })
const field = () => palette().getByRole('combobox')
const options = () => palette().getByRole('option').allTextContents()
const at = () => new URL(page.url())

test('Ctrl + K opens it on where one left off; Escape closes it and gives the focus back', async () => {
  const before = page.getByRole('button', { name: 'Nouveau projet' }).first()
  await before.focus()
  await page.keyboard.press('Control+k')
  await palette()
    .getByRole('group', { name: 'Conversations récentes' })
    .getByRole('option', { name: /hérisson/ })
    .waitFor()
  await palette().getByRole('group', { name: 'Assistants les plus utilisés' }).waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Nouveau projet')
})

test('a conversation is found by a word of its messages and opened by Enter, in two steps from anywhere', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('HERISSON')
  await palette()
    .getByRole('group', { name: 'Conversations', exact: true })
    .getByRole('option', { name: /hérisson/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chatbot?conversation=*')
  await page.getByText('Le hérisson traverse-t-il').first().waitFor()
  expect(await palette().count()).toBe(0)
})

test('arrows choose, and go round; the chosen one is told to who does not see it', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('projets')
  const screen = palette().getByRole('group', { name: 'Écrans' }).getByRole('option', { name: 'Projets' })
  await screen.waitFor()
  await expect.poll(() => palette().getByRole('status').textContent()).toMatch(/résultat/)
  await page.keyboard.press('ArrowUp')
  expect(await screen.getAttribute('aria-selected')).toBe('true')
  expect(await field().getAttribute('aria-activedescendant')).toBe(await screen.getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  expect(await screen.getAttribute('aria-selected')).toBe('false')
})

test('an assistant, a document and a screen open where they are; the button does what the keys do', async () => {
  const [assistant] = await api(routes.assistants.list, { query: { is_active: true } })
  await page.getByRole('button', { name: 'Rechercher partout (Ctrl + K)' }).click()
  await field().fill(assistant!.name)
  await palette().getByRole('group', { name: 'Assistants' }).getByRole('option', { name: assistant!.name }).first().click()
  await page.waitForURL('**/chatbot-assistant?*')
  expect(at().searchParams.get('assistant')).toBe(assistant!.id)

  const { data } = await api(routes.documents.page, {})
  const name = data[0]!.original_filename
  await page.keyboard.press('Control+k')
  await field().fill(name)
  await palette().getByRole('group', { name: 'Base documentaire' }).getByRole('option', { name }).first().click()
  await page.waitForURL('**/bibliotheque?document=*')
  // Something is asked over the page: it is answered first.
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+k')
  expect(await palette().count()).toBe(0)
})

test('nothing found says so, and what cannot be searched is named while the rest is found', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('zyxwv introuvable')
  await palette().getByText('Rien ne correspond à «\u00a0zyxwv introuvable\u00a0». Essayez un autre mot, ou le début d’un mot.').waitFor()
  expect(await options()).toEqual([])
  await page.route('**/api/bibliotheque/documents/page**', (route) => route.fulfill({ status: 404, json: { error: '', code: 'request.not_found' } }))
  await field().fill('projets')
  await palette().getByText('Ce qui suit n’a pas pu être cherché\u00a0: la base documentaire.').waitFor()
  expect(await options()).toContain('Projets')
})

test('what is found long after Enter does not open by itself', async () => {
  // A second try begins where the first did.
  for (const { id } of await api(routes.conversations.list, { query: { search: 'ornithorynque' } })) await api(routes.conversations.remove, { params: { id } })
  await page.keyboard.press('Control+k')
  await field().fill('ornithorynque')
  await page.keyboard.press('Enter')
  await palette()
    .getByText(/^Rien ne correspond/)
    .waitFor()
  await createConversation(api, {}, 'L’ornithorynque est-il protégé ?')
  await palette()
    .getByRole('option', { name: /ornithorynque/ })
    .waitFor()
  await expect.poll(() => palette().getByRole('status').textContent()).toBe('1\u00a0résultat')
  expect(at().pathname).toBe('/projects')
})

test.each(appearances)('it stands in $theme at $width px', async ({ theme, viewport }) => {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(viewport)
  await page.keyboard.press('Control+k')
  await palette().getByRole('option').first().waitFor()
  await expectAccessible(page, `palette ${theme} ${viewport.width}`)
  await screenshot(page, 'palette', { fullPage: false })
  await field().fill('délibération')
  await expect.poll(() => palette().getByRole('status').textContent()).toMatch(/résultat/)
  await screenshot(page, 'palette-found', { fullPage: false })
})
