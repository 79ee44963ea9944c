import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { openPage } from '../support/browser.ts'
import { recordAnnouncements, timesAnnounced } from '../support/looks/announcements.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled, signIn } from '../support/pages.ts'

// Prompts where one writes: found with « / » or the button, put in the field, filled from blank to blank; and those of one's own.

const one = setUpPerson('solange', { expected: [/Failed to load resource/] })
let api: ApiClient
let assistant: string
let page: Page

beforeAll(async () => {
  assistant = (await one.api(routes.assistants.list, { query: {} }))[0]!.id
  await one.api(routes.personalPrompts.create, {
    body: { name: 'Convocation d’élu', content: 'Convoquez [nom de l’élu] le [date], à [lieu].\nCe qui manque s’écrit [À COMPLÉTER].' },
  })
})

beforeEach(async () => {
  ;({ api, page } = one)
  await recordAnnouncements(page)
})

const field = () => page.getByRole('textbox', { name: /^Votre (message|question|demande)/ })
const list = () => page.getByRole('listbox', { name: 'Prompts' })
const option = (name: string | RegExp) => list().getByRole('option', { name })
const button = () => page.getByRole('button', { name: 'Insérer un prompt' })
const selected = () => page.evaluate<string>('document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)')
const names = () => list().getByRole('option').locator('span:first-child').allTextContents()
const { idle, enter: enterChat } = assistantChat(() => page)

async function enter() {
  await enterChat(assistant)
  await field().click()
}

test('« / » finds by words without accents, Enter inserts, Tab goes through the blanks and then out, Ctrl + Z takes it back', async () => {
  await enter()
  await page.keyboard.type('Bonjour, /')
  await option(/Convocation d’élu/).waitFor()
  const count = (await names()).length
  await expect.poll(() => timesAnnounced(page, `${count}\u00a0prompts\u00a0: flèches pour choisir, Entrée pour insérer, Échap pour fermer`)).toBe(1)
  await expectAccessible(page, 'prompts over the field')
  await screenshot(page, 'prompts-in-field')
  await page.keyboard.type('ELU CONV')
  await expect.poll(names).toEqual(['Convocation d’élu'])
  const active = await field().getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).toBe('Bonjour, Convoquez [nom de l’élu] le [date], à [lieu].\nCe qui manque s’écrit [À COMPLÉTER].')
  await expect.poll(selected).toBe('[nom de l’élu]')
  await page.keyboard.press('Control+z')
  await expect.poll(() => field().inputValue()).toBe('Bonjour, /ELU CONV')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => field().inputValue()).toContain('Convoquez [nom de l’élu]')

  await page.getByRole('button', { name: 'Aller au suivant' }).click()
  await expect.poll(selected).toBe('[nom de l’élu]')
  await page.keyboard.type('Mme Roux')
  await page.getByText('2 passages à compléter.').waitFor()
  await page.keyboard.press('Tab')
  expect(await selected()).toBe('[date]')
  await page.keyboard.press('Tab')
  expect(await selected()).toBe('[lieu]')
  await page.keyboard.press('Shift+Tab')
  expect(await selected()).toBe('[date]')
  await page.keyboard.type('3 mai')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Joindre des fichiers')

  // What is left is said, and goes all the same.
  await page.getByRole('button', { name: 'Envoyer', exact: true }).press('Enter')
  await page.getByText('Message envoyé avec 1 passage non complété.').waitFor()
  await page.getByRole('article').getByText('Convoquez Mme Roux le 3 mai, à [lieu].').first().waitFor()
  await idle()
})

test('Enter held down on the button opens the list and chooses nothing; pressed again, it chooses', async () => {
  await enter()
  await button().focus()
  await page.keyboard.down('Enter')
  await option(/Convocation d’élu/).waitFor()
  for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await option(/Convocation d’élu/).waitFor()
  expect(await field().inputValue()).toBe('')
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).not.toBe('')
})

test('« et/ou », « 1/2 », an address open nothing; Escape closes and leaves what is written; arrows choose; a sentence closes it', async () => {
  await enter()
  await page.keyboard.type('et/ou 1/2 https://exemple.fr / ')
  expect([await list().count(), await button().getAttribute('aria-expanded')]).toEqual([0, 'false'])
  await page.keyboard.type('/con')
  await option(/Convocation d’élu/).waitFor()
  await page.keyboard.press('Escape')
  await list().waitFor({ state: 'detached' })
  expect(await field().inputValue()).toBe('et/ou 1/2 https://exemple.fr / /con')
  await page.keyboard.type('v')
  expect(await list().count()).toBe(0)
  await field().fill('')
  await page.keyboard.type('/')
  await list().waitFor()
  const [, second] = await names()
  await page.keyboard.press('ArrowDown')
  await option(second!).and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await option((await names()).at(-1)!)
    .and(page.locator('[aria-selected="true"]'))
    .waitFor()
  await page.keyboard.type('zzz')
  await page.getByText('Aucun prompt ne contient « zzz ».').waitFor()
  await page.keyboard.type(' et la suite')
  await expect.poll(() => button().getAttribute('aria-expanded')).toBe('false')
  expect(await field().inputValue()).toBe('/zzz et la suite')
})

test('the button does the same in every field, under the finger too; on a single line the text stands on one', async () => {
  await one.opened.close()
  one.opened = await openPage(one.browser, one.server.url, { viewport: { width: 390, height: 844 }, theme: 'dark', touch: true })
  page = one.opened.page
  await signIn(page, one.person)
  for (const address of ['/', '/chatbot', '/biblio-rag', `/chatbot-assistant?assistant=${assistant}`]) {
    await page.goto(address)
    await waitUntilSettled(page)
    await expect.poll(() => button().isEnabled(), { timeout: 30_000 }).toBe(true)
    await field().fill('Voici.')
    await button().tap()
    await option(/Convocation d’élu/).waitFor()
    if (address === '/chatbot') await expectAccessible(page, 'prompts on a phone, in the dark')
    await option(/Convocation d’élu/).tap()
    await expect.poll(() => field().inputValue(), { message: address }).toMatch(/^Voici\.\s+Convoquez \[nom de l’élu\].*\s+Ce qui manque/)
    await expect.poll(selected).toBe('[nom de l’élu]')
    await page.getByText('3 passages à compléter.').waitFor()
    await field().fill('')
  }
})

test('a prompt that is gone meanwhile is told, and what was written stays; a list that cannot be had is asked again', async () => {
  const name = `Éphémère ${uniqueSuffix()}`
  const { id } = await api(routes.personalPrompts.create, { body: { name, content: 'Un instant' } })
  // Told in time that it is gone, the page would not offer it any more.
  await page.route('**/api/changes*', () => {})
  await enter()
  await page.keyboard.type('Ma phrase /eph')
  await option(new RegExp(name)).waitFor()
  await api(routes.personalPrompts.remove, { params: { id } })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Ce prompt n’existe plus\u00a0: il a été supprimé entre-temps. Votre texte n’a pas changé.').waitFor()
  expect([await field().inputValue(), await list().count()]).toEqual(['Ma phrase /eph', 0])

  await page.reload()
  await idle()
  await page.route('**/api/prompts/choices', (route) => route.fulfill({ status: 500, json: { error: 'Une erreur est survenue.', code: 'server.unexpected' } }))
  await field().fill('')
  await field().press('/')
  await page.getByText('Une erreur est survenue.').waitFor()
  await page.unroute('**/api/prompts/choices')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await option(/Convocation d’élu/).waitFor()
  expect(await option(/Éphémère/).count()).toBe(0)
})

test('without any prompt the list says so, and leads by the keyboard to one’s own', async () => {
  await page.route('**/api/prompts/choices', (route) => route.fulfill({ json: [] }))
  await enter()
  await page.keyboard.type('/')
  await page.getByText('Aucun prompt pour le moment.').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mes prompts' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/mes-prompts')
})

test('« Mes prompts » : written, refused, searched, changed, deleted and taken back; what is kept is in the field at once', async () => {
  const nouvelle = await createAccount(one.server.admin, `ondine.${uniqueSuffix()}`)
  await one.opened.close()
  one.opened = await openPage(one.browser, one.server.url)
  page = one.opened.page
  await signIn(page, nouvelle)
  await page.goto('/my-space')
  await page.getByRole('link', { name: 'Mes prompts' }).click()
  await page.getByText('Aucun prompt pour le moment').waitFor()
  await expectAccessible(page, '/mes-prompts, empty')
  await page.getByRole('button', { name: 'Écrire votre premier prompt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau prompt' })
  await dialog.getByRole('button', { name: 'Créer le prompt' }).click()
  await dialog.getByText('Donnez un nom à ce prompt').waitFor()
  await dialog.getByText('Écrivez le texte de ce prompt').waitFor()
  await expectAccessible(page, '/mes-prompts, refused')
  await dialog.getByLabel('Nom').fill('Élagage')
  await dialog.getByLabel('Texte').fill('Répondez à [nom] sur l’élagage.')
  await dialog.getByRole('button', { name: 'Créer le prompt' }).click()
  await page.getByRole('heading', { name: 'Élagage' }).waitFor()
  const hers = await apiAs(one.server.url, nouvelle)
  await hers(routes.personalPrompts.create, { body: { name: 'Zonage', content: 'Expliquez.' } })
  await page.getByRole('heading', { name: 'Zonage' }).waitFor()
  await page.getByRole('searchbox').fill('elagage')
  await page.getByText('1 prompt', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Modifier le prompt Élagage' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifier le prompt' })
  expect(await edit.getByLabel('Texte').inputValue()).toBe('Répondez à [nom] sur l’élagage.')
  await edit.getByLabel('Nom').fill('Élagage des arbres')
  await edit.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('heading', { name: 'Élagage des arbres' }).waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByText('2 prompts', { exact: true }).waitFor()
  await expectAccessible(page, '/mes-prompts, filled')

  // Its second click falls on the row that comes in the place of the first.
  await page.getByRole('button', { name: 'Supprimer le prompt Élagage des arbres' }).dblclick()
  await page.getByText('1 prompt', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await page.getByText('2 prompts', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Supprimer le prompt Zonage' }).click()
  await page.getByText('Prompt « Zonage » supprimé').first().waitFor()
  await page.getByText('1 prompt', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await page.getByText('2 prompts', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Supprimer le prompt Zonage' }).click()
  // Leaving the page does it for good.
  await page.goto('/chatbot')
  await waitUntilSettled(page)
  await field().press('/')
  const mine = list().getByRole('group', { name: 'Vos prompts' }).getByRole('option')
  await mine.first().waitFor()
  expect(await mine.locator('span:first-child').allTextContents()).toEqual(['Élagage des arbres'])
})

test('a prompt that was saved in another window meanwhile is not replaced: both texts are there to choose from', async () => {
  const name = `À deux fenêtres ${uniqueSuffix()}`
  const made = await api(routes.personalPrompts.create, { body: { name, content: 'Premier texte.' } })
  await page.goto('/mes-prompts')
  await page
    .getByRole('button', { name: `Modifier le prompt ${name}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Modifier le prompt' })
  await dialog.getByLabel('Texte').fill('Mon texte.')
  await api(routes.personalPrompts.update, { params: { id: made.id }, body: { content: 'Un autre texte.' } })
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await dialog.getByText(/Vous avez enregistré une autre version le .*, dans une autre fenêtre\. Rien n’a été remplacé/).waitFor()
  await expectAccessible(page, '/mes-prompts, two versions')
  expect((await api(routes.personalPrompts.get, { params: { id: made.id } })).content).toBe('Un autre texte.')
  expect(await dialog.getByRole('textbox', { name: /^Texte/ }).inputValue()).toBe('Mon texte.')
  await dialog.getByRole('button', { name: 'Enregistrer mon texte à sa place' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await api(routes.personalPrompts.get, { params: { id: made.id } })).content).toBe('Mon texte.')
})

test('« Mes prompts » : a search that fails leaves the field with what is written in it', async () => {
  await page.goto('/mes-prompts')
  await page.getByText('Convocation d’élu', { exact: true }).waitFor()
  await page.route('**/api/personal-prompts**', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected', request_id: 'r' } }))
  const field = page.getByLabel('Rechercher dans vos prompts')
  await field.fill('convo')
  await page.getByText('Vos prompts n’ont pas pu être chargés.').waitFor()
  await field.and(page.locator(':focus')).waitFor()
  expect(await field.inputValue()).toBe('convo')
})
