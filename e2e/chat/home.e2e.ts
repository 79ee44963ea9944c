import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import type { OpenPage } from '../support/browser.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'

// Home, for who is signed in: a field to begin with, and the assistants that they use.

const one = setUpPerson('accueil', { isNewEachTime: true })
let api: ApiClient
let opened: OpenPage
let page: Page

beforeEach(async () => {
  ;({ api, opened, page } = one)
  await page.goto('/')
  await waitUntilSettled(page)
})

const field = () => page.getByRole('textbox', { name: 'Votre demande' })
const kept = async () => (await api(routes.conversations.page, {})).data

test('a question asked at home is answered in a conversation of its own, once', async () => {
  await field().fill('Quel est le délai de convocation\ndu conseil municipal ?')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/chatbot?conversation=*')
  await page.getByText('du conseil municipal ?').first().waitFor()
  // The focus is in the field: one goes on writing.
  const next = page.getByRole('textbox', { name: 'Votre question' })
  await page.locator('textarea:focus').and(next).waitFor()
  await page.getByRole('button', { name: 'Copier' }).first().waitFor()
  await page.locator('textarea:focus').and(next).waitFor()
  expect(await kept()).toMatchObject([{ message_count: 2 }])
  // Loaded again, it is there and is not asked again; home has an empty field.
  await page.reload()
  await page.getByText('du conseil municipal ?').first().waitFor()
  await waitUntilSettled(page)
  expect(await kept()).toMatchObject([{ message_count: 2 }])
  await page.goto('/')
  await waitUntilSettled(page)
  expect(await field().inputValue()).toBe('')
})

test('« Nouvelle conversation » leads to the field of home, where a button calls an assistant', async () => {
  await page.goto('/projects')
  await waitUntilSettled(page)
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Nouvelle conversation' }).click()
  await page.locator('textarea:focus').and(field()).waitFor()
  await page.keyboard.type('Bonjour')
  await page.getByRole('button', { name: 'Choisir un assistant' }).click()
  await page.getByRole('listbox', { name: 'Assistants' }).waitFor()
  expect(await field().inputValue()).toBe('Bonjour @')
  await page.keyboard.press('Escape')
  // On home, it gives the field the focus again.
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Nouvelle conversation' }).click()
  await page.locator('textarea:focus').and(field()).waitFor()
})

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('files chosen or dropped at home go with the first question, which waits for them to be read', async () => {
  await page.locator('input[type="file"]').setInputFiles([text('marche.txt', 'Le marché se tient le samedi matin sous la halle.'), text('photo.exe', 'x')])
  await page.getByRole('list', { name: 'Fichiers à joindre' }).getByText('Ce type de fichier n’est pas accepté.').waitFor()
  await expectAccessible(page, 'home, files chosen')
  await screenshot(page, 'home-files', { fullPage: false })
  await page.getByRole('button', { name: 'Retirer photo.exe' }).click()
  await page.evaluate(`(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['La cantine ouvre à midi.'], 'cantine.txt', { type: 'text/plain' }))
    const field = document.querySelector('main textarea')
    for (const type of ['dragenter', 'dragover', 'drop']) field.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dropped }))
  })()`)
  await page.getByRole('button', { name: 'Retirer cantine.txt' }).waitFor()
  await field().fill('Quel jour se tient le marché ?')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/chatbot?conversation=*')
  await page.getByRole('article').getByText('Quel jour se tient le marché ?').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Copier' }).first().waitFor()
  const [conversation] = await kept()
  expect(conversation).toMatchObject({ message_count: 2, documents: [{ filename: 'marche.txt' }, { filename: 'cantine.txt' }] })
  expect(await page.getByRole('article').last().innerText()).toContain('samedi')
  await page.goto('/')
  await waitUntilSettled(page)
  expect(await page.getByRole('list', { name: 'Fichiers à joindre' }).count()).toBe(0)
})

/**
 * Types « @ » and the beginning of a name in the field.
 * @returns the assistant that it selects
 */
async function callDeliberations() {
  const assistants = await api(routes.assistants.list, { query: {} })
  const called = assistants.find(({ name }) => /délibération/i.test(name))!
  await field().press('End')
  await page.keyboard.type('@délibération')
  await page.getByRole('listbox', { name: 'Assistants' }).getByRole('option', { name: called.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Ne pas appeler ${called.name}` }).waitFor()
  return called
}

test('an assistant called by « @ » is asked what is written before and after, once, and opens nothing before', async () => {
  await field().fill('Bonjour, Mme Petit veut le tarif ')
  const called = await callDeliberations()
  await page.keyboard.type('de la cantine, merci')
  expect([new URL(page.url()).pathname, await field().inputValue()]).toEqual(['/', 'Bonjour, Mme Petit veut le tarif de la cantine, merci'])
  await expectAccessible(page, 'home, an assistant called')
  await screenshot(page, 'home-assistant-called')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`**/chatbot-assistant?assistant=${called.id}&conversation=*`)
  await page.getByRole('article').first().getByText('Bonjour, Mme Petit veut le tarif de la cantine, merci').waitFor()
  await page.getByRole('button', { name: 'Copier' }).first().waitFor()
  const asked = [{ assistant_id: called.id, message_count: 2 }]
  expect(await kept()).toMatchObject(asked)
  // Loaded again, or come back to, it is not asked again; home has an empty field and nobody called.
  await page.reload()
  await page.getByRole('article').nth(1).waitFor()
  await page.goto('/')
  await waitUntilSettled(page)
  expect(await field().inputValue()).toBe('')
  expect(await page.getByRole('button', { name: /^Ne pas appeler/ }).count()).toBe(0)
  expect(await kept()).toMatchObject(asked)
})

test('who was called is given up with the focus in the field; called without a word, they open the conversation', async () => {
  await field().fill('Une note ')
  const called = await callDeliberations()
  await page.getByRole('button', { name: `Ne pas appeler ${called.name}` }).click()
  expect(await page.getByRole('button', { name: /^Ne pas appeler/ }).count()).toBe(0)
  expect([await field().inputValue(), await page.evaluate('document.activeElement.tagName')]).toEqual(['Une note ', 'TEXTAREA'])
  await field().fill('')
  await callDeliberations()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`**/chatbot-assistant?assistant=${called.id}&conversation=*`)
  await page.getByRole('article').first().waitFor()
  await page.locator('[role="log"][aria-busy="false"]').waitFor()
  expect(await kept()).toEqual([])
})

test('an assistant that has gone meanwhile is told, and the text stays to be sent to another', async () => {
  opened.watch.expect(/status of 404/)
  await field().fill('À ne pas perdre ')
  const called = await callDeliberations()
  await page.route(`**/api/assistants/${called.id}`, (route) =>
    route.fulfill({ status: 404, json: { error: 'Assistant introuvable', code: 'assistant.not_found' } }),
  )
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('n’est plus disponible. Votre texte est gardé').waitFor()
  expect([new URL(page.url()).pathname, await field().inputValue()]).toEqual(['/', 'À ne pas perdre '])
  await expectAccessible(page, 'home, an assistant gone')
  await screenshot(page, 'home-assistant-gone', { fullPage: false })
  expect(await page.getByRole('button', { name: `Ne pas appeler ${called.name}` }).count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/chatbot?conversation=*')
  await page.getByText('À ne pas perdre').first().waitFor()
})

test('whoever goes to another page before it is known that who they called is there stays on it, and their text at home', async () => {
  await field().fill('Une note ')
  const called = await callDeliberations()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**/api/assistants/${called.id}`, (route) => held.then(() => route.continue()))
  await page.keyboard.press('Control+Enter')
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await page.waitForURL('**/projects')
  const answered = page.waitForResponse(`**/api/assistants/${called.id}`)
  answer()
  await (await answered).finished()
  await waitUntilSettled(page)
  expect(new URL(page.url()).pathname).toBe('/projects')
  await page.goBack()
  await waitUntilSettled(page)
  expect(await field().inputValue()).toBe('Une note ')
})

test('a question whose page cannot be opened is still at home', async () => {
  opened.watch.expect(/500/)
  await page.route('**/api/prompts', (route) => route.fulfill({ status: 500, json: {} }))
  await field().fill('Une question à garder')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Impossible de préparer le chatbot. Veuillez réessayer.').waitFor()
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Accueil', exact: true }).click()
  await waitUntilSettled(page)
  expect(await field().inputValue()).toBe('Une question à garder')
})

test('an Enter that comes before the assistants is not lost: the first that is found is called', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/assistants?*', (route) => held.then(() => route.continue()))
  await field().focus()
  await page.keyboard.type('@délibération')
  await page.getByText('Chargement des assistants…').waitFor()
  await page.keyboard.press('Enter')
  expect(await field().inputValue()).toBe('@délibération')
  answer()
  await page.getByRole('button', { name: /^Ne pas appeler/ }).waitFor()
  expect(await field().inputValue()).toBe('')
})

test('what is left there unsent is there again', async () => {
  await field().fill('Une demande à finir')
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await page.waitForURL('**/projects')
  await page.goBack()
  await waitUntilSettled(page)
  expect(await field().inputValue()).toBe('Une demande à finir')
})

test('the assistants that one uses are one click away', async () => {
  const [assistant] = await api(routes.assistants.list, { query: { is_active: true } })
  await createConversation(api, { assistant_id: assistant!.id }, 'Bonjour')
  await page.goto('/')
  await waitUntilSettled(page)
  const used = page.getByRole('navigation', { name: 'Vos assistants' }).getByRole('link', { name: assistant!.name })
  await used.waitFor()
  await expectAccessible(page, 'home, with a field and assistants')
  await screenshot(page, 'home-field')
  await used.click()
  await page.waitForURL(`**/chatbot-assistant?assistant=${assistant!.id}*`)
})
