import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage } from '../support/browser.ts'
import { waitForFirst } from '../support/pages.ts'
import { setUpPerson } from '../support/one-person.ts'

// Files in the simple chatbot and in the library chat: before their first question too, when there is no conversation yet.

const one = setUpPerson('colette', { isNewEachTime: true })
let api: ApiClient
let opened: OpenPage
let page: Page

beforeAll(() => waitUntilIndexed(one.server.admin))

beforeEach(() => void ({ api, opened, page } = one))

const files = () => page.getByRole('region', { name: 'Fichiers de la conversation' })
const idle = () => page.locator('[role="log"][aria-busy="false"]').waitFor({ timeout: 60_000 })
const answer = () => page.getByRole('article').last()
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const listed = async () => (await api(routes.conversations.list, { query: {} })).map(({ title }) => title)
const conversation = async () => {
  await page.waitForURL(/conversation=/)
  return new URL(page.url()).searchParams.get('conversation')!
}
// In the page's own language: the types of the tests know no page.
const give = (kind: 'drop' | 'paste', name: string, content: string) => `(() => {
  const transfer = new DataTransfer()
  transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'text/plain' }))
  const target = document.querySelector(${kind === 'drop' ? `'[role="log"]'` : `'[aria-label="Votre question"]'`})
  if (${kind === 'paste'}) return target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
  for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
})()`

test('the simple chatbot: a file before the first question makes its conversation, which nobody lists until something is asked', async () => {
  await page.goto('/chatbot?prompt=1')
  const field = page.getByLabel('Votre question', { exact: true })
  await field.fill('Quel est le montant du devis de la toiture ?')
  await page.locator('input[type="file"]').setInputFiles(text('devis.txt', 'Le devis de réfection de la toiture de la mairie est de 4 250 euros.'))
  await files().getByText('devis.txt').waitFor()
  const id = await conversation()
  expect([await listed(), await field.inputValue()]).toEqual([[], 'Quel est le montant du devis de la toiture ?'])
  await expectAccessible(page, 'simple chatbot with a file')

  // Left and found again by its address, with what was being written and what was joined.
  await page.reload()
  await files().getByText('devis.txt').waitFor()
  expect(await field.inputValue()).toBe('Quel est le montant du devis de la toiture ?')
  await page.evaluate(give('paste', 'planning.txt', 'Les travaux de la toiture commencent le 3 mai.'))
  await files().getByText('planning.txt').waitFor()
  await field.press('Enter')
  await idle()
  await answer().getByText('4 250 euros').first().waitFor()
  expect((await api(routes.conversations.get, { params: { id } })).messages).toHaveLength(2)
  expect(await listed()).toEqual(['Quel est le montant du devis de la toiture ?'])
})

test('the simple chatbot: a drop and at once a question: it waits for the file; where no conversation can be had that is said', async () => {
  opened.watch.expect(/status of 409/)
  await page.goto('/chatbot')
  const field = page.getByLabel('Votre question', { exact: true })
  await page.getByText('Démarrez une conversation avec le chatbot...').waitFor()
  await page.route('**/api/conversations/find-or-create', (route) =>
    route.fulfill({ status: 409, json: { error: 'Vous avez atteint le nombre de conversations permis.', code: 'conversations.quota', request_id: 'r' } }),
  )
  await page.evaluate(give('drop', 'note.txt', 'La note du maire est du 4 juin.'))
  await page.getByText('Vous avez atteint le nombre de conversations permis.').waitFor()
  expect(await files().count()).toBe(0)
  await page.unroute('**/api/conversations/find-or-create')

  const { promise: held, resolve: made } = Promise.withResolvers<void>()
  await page.route('**/api/conversations/find-or-create', (route) => held.then(() => route.continue()))
  await page.evaluate(give('drop', 'note.txt', 'La note du maire est du 4 juin.'))
  await field.fill('De quand est la note du maire ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect.poll(() => field.getAttribute('aria-disabled')).toBe('true')
  made()
  await page.getByRole('article').getByText('De quand est la note du maire ?').waitFor()
  await idle()
  await answer().getByText('4 juin').first().waitFor()
  // One conversation, whoever asked for it.
  expect((await listed()).filter((title) => title.startsWith('De quand'))).toHaveLength(1)
})

test('the library chat: asked with its category, the file follows to another category before any question, and is there again afterwards', async () => {
  await page.goto('/biblio-rag')
  const choice = page.getByRole('button', { name: /Catégorie de documents/ })
  await choice.waitFor()
  await page.locator('input[type="file"]').setInputFiles(text('lettre.txt', 'Madame Roux réclame le remboursement de sa caution de la salle des fêtes.'))
  await files().getByText('lettre.txt').waitFor()
  const id = await conversation()
  await expect.poll(async () => (await api(routes.conversations.get, { params: { id } })).documents).toHaveLength(1)
  const choose = async () => {
    await choice.click()
    await page.getByRole('option', { name: /^Réglementation/ }).click()
  }
  // Where that cannot be done, the file stays where it is.
  const former = await choice.textContent()
  const change = `**/api/conversations/${id}`
  opened.watch.expect(/Failed to load resource|ERR_FAILED/)
  await page.route(change, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await choose()
  await page.getByRole('alert').getByText('La catégorie n’a pas pu être changée\u00a0: vos fichiers sont gardés ici.').waitFor()
  expect([await choice.textContent(), await conversation()]).toEqual([former, id])
  await page.unroute(change)
  const gone = { error: 'Cette catégorie n’existe plus.', code: 'library.category_unknown', request_id: id }
  await page.route(change, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 404, json: gone }) : route.continue()))
  await choose()
  await page.getByRole('alert').getByText('vos fichiers sont gardés ici. Cette catégorie n’existe plus.').waitFor()
  expect([await choice.textContent(), await conversation()]).toEqual([former, id])
  await page.unroute(change)
  await choose()
  await expect.poll(() => choice.textContent()).toContain('Réglementation')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await files().getByText('lettre.txt').waitFor()
  expect([await conversation(), (await api(routes.conversations.get, { params: { id } })).library]).toEqual([id, 'Réglementation'])
  await expectAccessible(page, 'library chat with a file')

  await page.getByLabel('Votre message', { exact: true }).fill('Que réclame Madame Roux ?')
  await page.getByLabel('Votre message', { exact: true }).press('Control+Enter')
  await idle()
  await answer().getByText('lettre.txt').first().waitFor()
  await waitForFirst(answer(), /caution/)
  await page.reload()
  await files().getByText('lettre.txt').waitFor()
  expect(await page.getByLabel('Votre message', { exact: true }).getAttribute('placeholder')).toBe('Posez votre question sur les documents…')
  // On a telephone there is no room for it: what is cut says so.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(`getComputedStyle(document.querySelector('textarea')).textOverflow`)).toBe('ellipsis')
})
