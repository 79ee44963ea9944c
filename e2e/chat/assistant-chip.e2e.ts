import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { uniqueSuffix, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import type { OpenPage } from '../support/browser.ts'
import { focusedName, tabTo } from '../support/keyboard-navigation.ts'
import { messageHelpers } from '../support/message-helpers.ts'
import { recordAnnouncements } from '../support/looks/announcements.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitForDrawing } from '../support/pages.ts'

// The assistant of an open conversation, changed beside its field: the thread says so, and all that names it follows, in every tab.

const one = setUpPerson('odette')
let api: ApiClient
let opened: OpenPage
let page: Page
let category_id: string

beforeAll(async () => void (category_id = (await one.api(routes.assistants.categories))[0]!.id))
beforeEach(async () => {
  ;({ api, opened, page } = one)
  await recordAnnouncements(page)
})

const { expectOnce } = messageHelpers(() => page)
const { field, idle, composerButton, notice, enter, ask } = assistantChat(() => page)
const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true })
const search = () => page.getByRole('combobox', { name: 'Rechercher un assistant' })
const option = (name: string) => page.getByRole('option', { name })
/** Returns the author shown in the thread for each message of an assistant. */
const authors = async () =>
  (await page.evaluate<string[]>(`[...document.querySelectorAll('[role="log"] article')].map((turn) => turn.querySelector('h2').textContent)`)).filter(
    (name) => name !== 'Votre message',
  )

let made = 0
/** Creates an assistant with a unique name. */
async function assistant(word: string) {
  const name = `${word} ${(made += 1)}`
  return one.server.admin(routes.assistants.create, { body: { name, description: 'Aide', prompt_content: `Tu es ${name}.`, category_id } })
}

test('another assistant by keyboard: said once and in the thread, followed by the header, the address, another tab and a reload', async () => {
  const [first, second] = [await assistant('Greffe'), await assistant('Voirie et réseaux')]
  const said = `Assistant : ${first.name} → ${second.name}`
  await enter(first.id)
  await ask('Où en est-on ?')
  const other = await opened.context.newPage()
  await other.goto(page.url())
  await idle(other)

  // The chips are one stop of the Tab key, and its arrows go from one to the next.
  await field().focus()
  await tabTo(page, /^Assistant\s: Greffe/, { most: 3 })
  await page.keyboard.press('ArrowRight')
  expect(await focusedName(page)).toBe('Projet : aucun')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await option(first.name).and(page.locator('[aria-selected="true"]')).waitFor()
  await expectAccessible(page, 'assistants beside the field of a chat')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe(`Assistant : ${first.name}`)
  await page.keyboard.press('ArrowDown')
  await search().waitFor()
  await page.keyboard.type(second.name.replace('é', 'e'))
  await option(second.name).waitFor()
  await expectOnce(said.replace(' :', '\u00a0:'), () => page.keyboard.press('Enter'))
  await notice(said).waitFor()
  await expect.poll(() => focusedName(page)).toBe(`Assistant : ${second.name}`)
  await heading(second.name).waitFor()
  await page.waitForURL((url) => url.searchParams.get('assistant') === second.id)
  await notice(said, other).waitFor()
  await heading(second.name, other).waitFor()
  await other.waitForURL((url) => url.searchParams.get('assistant') === second.id)

  await ask('Et les trottoirs ?')
  expect(await authors()).toEqual([first.name, first.name, second.name])
  await page.reload()
  await notice(said).waitFor()
  await expect.poll(authors).toEqual([first.name, first.name, second.name])
  const id = new URL(page.url()).searchParams.get('conversation')!
  const kept = await api(routes.conversations.get, { params: { id } })
  expect([kept.assistant_id, kept.changes.map(({ after }) => after), kept.messages.length]).toEqual([second.id, [3], 5])
  // An address from before the change opens it as it is now.
  await page.goto(`/chatbot-assistant?assistant=${first.id}&conversation=${id}`)
  await heading(second.name).waitFor()
  await page.waitForURL((url) => url.searchParams.get('assistant') === second.id && url.searchParams.get('conversation') === id)
  await idle()
  await page.getByRole('button', { name: 'Nouvelle conversation' }).click()
  await page.waitForURL((url) => url.searchParams.get('assistant') === second.id && (url.searchParams.get('conversation') ?? id) !== id)
  await idle()
  expect((await authors()).at(-1)).toBe(second.name)
})

test('on a phone: one put away meanwhile is refused in a sentence, and nothing has changed; while an answer is written nothing can be', async () => {
  opened.watch.expect(/status of 404/)
  await page.setViewportSize({ width: 390, height: 844 })
  const [first, second] = [await assistant('Accueil'), await assistant('Éphémère')]
  await enter(first.id)
  await composerButton(`Assistant : ${first.name}`).click()
  await search().fill(second.name.toUpperCase())
  await option(second.name).waitFor()
  // Put away between the choice and its arrival.
  await page.route('**/api/conversations/*', async (route) => {
    if (route.request().method() === 'PUT') await one.server.admin(routes.assistants.update, { params: { id: second.id }, body: { is_active: false } })
    await route.continue()
  })
  await option(second.name).click()
  await page.getByText('Cet assistant n’existe pas, ou n’est plus proposé.').waitFor()
  await composerButton(`Assistant : ${first.name}`).waitFor()
  await heading(first.name).waitFor()
  await page.unroute('**/api/conversations/*')
  await search().waitFor({ state: 'detached' })
  await composerButton(`Assistant : ${first.name}`).click()
  await search().fill('zzz')
  await page.getByText('Aucun assistant ne correspond à « zzz ».').waitFor()
  await page.keyboard.press('Escape')

  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/chat/mistral/stream', (route) => held.then(() => route.continue()))
  await field().fill('Bonjour, un conseil ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByRole('button', { name: 'Arrêter', exact: true }).waitFor()
  expect(await composerButton(`Assistant : ${first.name}`).isDisabled()).toBe(true)
  answer()
  await idle()
})

test('an « @ » in the field calls another assistant, and nothing of it is sent; in an address it is a letter', async () => {
  const [first, second] = [await assistant('Accueil'), await assistant('Cimetière')]
  await enter(first.id)
  await field().fill('Écrivez à camille@mairie.fr : ')
  const list = page.getByRole('listbox', { name: 'Assistants' })
  await field().press('End')
  await page.keyboard.type('mairie@')
  expect(await list.count()).toBe(0)
  await page.keyboard.type('exemple.fr @Cimet')
  await option(second.name).waitFor()
  await expectAccessible(page, 'chat, an assistant called in the field')
  await page.keyboard.press('Enter')
  await notice(`Assistant : ${first.name} → ${second.name}`).waitFor()
  await heading(second.name).waitFor()
  expect(await field().inputValue()).toBe('Écrivez à camille@mairie.fr : mairie@exemple.fr ')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')

  // Escape leaves the letter, and so do words that no assistant has.
  await page.keyboard.type('@')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.type(' @zzz')
  await list.waitFor({ state: 'detached' })
  expect(await field().inputValue()).toMatch(/@ @zzz$/)
})

test('one closed since leaves its conversations: they are read, and go on with another', async () => {
  opened.watch.expect(/status of 40[34]/)
  const [first, second] = [await assistant('Archives'), await assistant('État civil')]
  await enter(first.id)
  await ask('Où en est-on ?')
  const id = new URL(page.url()).searchParams.get('conversation')!
  const address = `/chatbot-assistant?assistant=${first.id}&conversation=${id}`
  await field().fill('À moitié écrit')

  // What is open stays, whatever its page learns of its assistant.
  await one.server.admin(routes.grants.set, { params: { kind: 'assistant', id: first.id }, body: { grants: [] } })
  const learnt = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/assistants/${first.id}` && answer.status() === 404)
  await api(routes.assistants.incrementUsage, { params: { id: second.id } })
  await learnt
  await waitForDrawing(page)
  expect([new URL(page.url()).pathname, await field().inputValue()]).toEqual(['/chatbot-assistant', 'À moitié écrit'])

  await page.goto(address)
  await page.getByRole('article').getByText('Où en est-on ?').first().waitFor()
  await heading(first.name).waitFor()
  const header = page.getByRole('main').locator('header')
  await header.getByRole('button', { name: 'Actions sur la conversation' }).waitFor()
  await header.getByRole('button', { name: 'Détails' }).click()
  await header.getByText('Pour', { exact: true }).waitFor()
  expect(await header.getByText(/^utilisé/).count()).toBe(0)
  await expectAccessible(page, 'chat whose assistant is closed')
  expect(await field().inputValue()).toBe('À moitié écrit')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByText(/^L’assistant de cette conversation ne vous est plus ouvert\. Choisissez-en un autre/).waitFor()
  await composerButton(`Assistant : ${first.name}`).click()
  await search().fill(second.name)
  await option(second.name).click()
  await notice(`Assistant : ${first.name} → ${second.name}`).waitFor()
  await page.waitForURL((url) => url.searchParams.get('assistant') === second.id)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.poll(async () => (await api(routes.conversations.get, { params: { id } })).messages.length).toBe(5)
  await idle()
  expect(await authors()).toEqual([first.name, first.name, second.name])

  // Its address from before leads there too; once the conversation is gone, to the catalogue.
  await page.goto(address)
  await heading(second.name).waitFor()
  await page.waitForURL((url) => url.searchParams.get('assistant') === second.id)
  await api(routes.conversations.remove, { params: { id } })
  await page.goto(address)
  await page.getByText(/^Cet assistant n’est plus disponible\./).waitFor()
})

test('one put aside since goes on with its conversations, which Mon espace leads to', async () => {
  opened.watch.expect(/status of 404/)
  const { id, name } = await assistant('Fêtes')
  await enter(id)
  await ask('Quand est la fête ?')
  const conversation = new URL(page.url()).searchParams.get('conversation')!
  const title = `La fête du bourg ${uniqueSuffix()}`
  await api(routes.conversations.update, { params: { id: conversation }, body: { title } })
  await one.server.admin(routes.assistants.update, { params: { id }, body: { is_active: false } })
  await page.goto('/my-space')
  await page.getByRole('link', { name: `Reprendre « ${title} »` }).click()
  await heading(name).waitFor()
  await idle()
  await ask('Et le bal ?')
  await expect.poll(authors).toEqual([name, name, name])
})
