import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { setUpPerson } from '../support/one-person.ts'

// The line over a conversation: what it says (specification, chapter 2), and what can be done from it.

const one = setUpPerson('anne', { fields: { first_name: 'Anne', last_name: 'Le Bihan' } })
let api: ApiClient
let page: Page
let count = 0

beforeAll(async () => void (await one.api(routes.profile.update, { body: { ...(await one.api(routes.profile.get)), type_collectivite: 'Commune' } })))

beforeEach(() => void ({ api, page } = one))

const { field: composer, idle, enterNth } = assistantChat(() => page)
const turns = () => page.getByRole('article')

/** Opens a new conversation with the next assistant. */
const enter = (query?: string) => enterNth(api, count++, query)

test('the header: assistant, project, resumed title, category, uses, person and collectivité; the way back', async () => {
  const project = await api(routes.projects.create, { body: { name: 'Halle couverte' } })
  const assistant = await enter(`&project=${project.id}`)
  const header = page.getByRole('main').locator('header')
  await header.getByRole('heading', { level: 1, name: assistant.name }).waitFor()
  for (const fact of [assistant.description, 'Halle couverte']) await header.getByText(fact, { exact: true }).waitFor()
  await header.getByText(new RegExp(`^${assistant.category.name} · utilisé [\\d\\s]+fois · Anne Le Bihan · Commune$`)).waitFor()
  expect((await header.boundingBox())!.height).toBeLessThan(60)
  await header.getByRole('button', { name: 'Détails' }).click()
  for (const fact of [assistant.description, 'Halle couverte', assistant.category.name, 'Anne Le Bihan · Commune'])
    await header.getByText(fact, { exact: true }).waitFor()
  await header.getByText(/^utilisé [\d\s]+fois$/).waitFor()
  await header.getByRole('button', { name: 'Détails' }).click()
  expect(await header.getByRole('button', { name: 'Actions sur la conversation' }).count()).toBe(0)
  await composer().fill('Une note sur le marché couvert')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await turns().nth(2).waitFor()
  await idle()
  const id = new URL(page.url()).searchParams.get('conversation')!
  await api(routes.conversations.update, { params: { id }, body: { title: 'Le marché du samedi' } })
  await page.reload()
  await header.getByText('Le marché du samedi', { exact: true }).waitFor()
  expect(await page.title()).toBe(`Le marché du samedi – ${assistant.name} – Parvis`)
  await page.getByRole('button', { name: 'Revenir au catalogue' }).click()
  await page.waitForURL((url) => url.pathname === '/assistants')
})

test('from its header a conversation is renamed, pinned and deleted; it is left for another, and « Annuler » leads back', async () => {
  const assistant = await enter()
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Mon espace', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Mon espace' }).waitFor()
  await page.goBack()
  await turns().first().waitFor()
  const address = page.url()
  const id = new URL(address).searchParams.get('conversation')!
  const header = page.getByRole('main').locator('header')
  await composer().fill('Une note sur les marchés')
  await composer().press('Control+Enter')
  await turns().nth(2).waitFor()
  await idle()
  const choose = async (act: string) => {
    await header.getByRole('button', { name: 'Actions sur la conversation' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await choose('Renommer')
  const field = header.getByRole('textbox', { name: 'Titre de la conversation' })
  await field.fill('Les marchés de Noël')
  await field.press('Enter')
  await header.getByText('Les marchés de Noël', { exact: true }).waitFor()
  // Whoever leaves the title for the message goes on writing there.
  await choose('Renommer')
  await field.waitFor()
  await composer().click()
  await field.waitFor({ state: 'detached' })
  await page.keyboard.type('Bien')
  expect(await composer().inputValue()).toBe('Bien')
  await choose('Épingler')
  const kept = () => api(routes.conversations.get, { params: { id } })
  await expect.poll(async () => (await kept()).pinned).toBe(true)
  expect((await kept()).title).toBe('Les marchés de Noël')

  await composer().fill('Pas encore envoyé')
  await choose('Supprimer')
  await page.waitForURL((url) => url.searchParams.get('assistant') === assistant.id && url.searchParams.get('conversation') !== id)
  await expect.poll(() => turns().count()).toBe(1)
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('conversation') === id)
  await turns().nth(2).waitFor()
  expect(await composer().inputValue()).toBe('Pas encore envoyé')
  await choose('Archiver')
  await page.waitForURL((url) => url.searchParams.get('conversation') !== id)
  expect((await kept()).archived).toBe(true)
  // Where one came from, the conversation that is left not being a place to go back to.
  await header.getByRole('button', { name: 'Revenir à « Mon espace »' }).click()
  await page.waitForURL('**/my-space')
})
