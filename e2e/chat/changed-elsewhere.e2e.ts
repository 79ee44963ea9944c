import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import type { OpenPage } from '../support/browser.ts'
import { waitForFirst } from '../support/pages.ts'
import { setUpPerson } from '../support/one-person.ts'

// What another tab, or another device, does to the conversation that is open here.

const one = setUpPerson('ailleurs', { isNewEachTime: true })
let api: ApiClient
let opened: OpenPage
let page: Page

beforeEach(() => void ({ api, opened, page } = one))

const field = () => page.getByLabel('Votre message', { exact: true })
const turns = () => page.getByRole('article')

async function open(links: { project_id?: string } = {}): Promise<string> {
  const [assistant] = await api(routes.assistants.list, { query: {} })
  const id = await createConversation(api, { assistant_id: assistant!.id, ...links }, 'Une note sur la voirie', 'Voici la note.')
  await page.goto(`/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`)
  await turns().nth(1).waitFor()
  await page.locator('form textarea[aria-disabled="false"]').last().waitFor()
  return id
}

test('deleted while somebody writes in it: what was written is not lost, and is said', async () => {
  opened.watch.expect(/404/)
  const id = await open()
  await field().fill('À propos de la rue des Lilas')
  await api(routes.conversations.remove, { params: { id } })
  await field().press('Control+Enter')
  await waitForFirst(page, /n’existe|introuvable|supprimée/i)
  // It stays in sight, to be copied elsewhere.
  expect(await turns().nth(2).innerText()).toContain('À propos de la rue des Lilas')
})

test('its project deleted: the conversation goes on without it', async () => {
  const { id: project_id } = await api(routes.projects.create, { body: { name: 'Voie verte' } })
  const id = await open({ project_id })
  await page.getByText('Voie verte').first().waitFor()
  await api(routes.projects.remove, { params: { id: project_id } })
  await field().fill('Et ensuite ?')
  await field().press('Control+Enter')
  await turns().nth(3).waitFor()
  await page.locator('[role="log"][aria-busy="false"]').waitFor({ timeout: 60_000 })
  expect((await api(routes.conversations.get, { params: { id } })).project_id).toBeNull()
  await expect.poll(() => page.getByRole('banner').or(page.getByRole('main')).getByText('Voie verte').count(), { timeout: 15_000 }).toBe(0)
})

test('renamed in two tabs: the last name is everywhere', async () => {
  const id = await open()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('article').nth(1).waitFor()
  for (const title of ['Un nom', 'Un autre nom']) await api(routes.conversations.update, { params: { id }, body: { title } })
  for (const tab of [page, other])
    await tab
      .getByRole('region', { name: 'Récentes' })
      .getByRole('link', { name: /^Un autre nom/ })
      .waitFor()
  for (const tab of [page, other]) await tab.getByRole('main').getByText('Un autre nom').first().waitFor()
  expect(await page.getByRole('region', { name: 'Récentes' }).getByText('Un nom', { exact: true }).count()).toBe(0)
  await other.close()
})

test('files joined in another tab, and what was asked of them there, are in sight here beside those that this one had', async () => {
  const id = await open()
  const join = async (name: string) => {
    const form = new FormData()
    form.append('document', new Blob([`Contenu de ${name}`]), name)
    const headers = { authorization: `Bearer ${api.token}` }
    const { ok } = await fetch(`${api.origin}/api/conversations/${id}/files`, { method: 'POST', body: form, headers })
    expect(ok).toBe(true)
  }
  await join('devis.txt')
  await page.reload()
  const files = page.getByRole('region', { name: 'Fichiers de la conversation' })
  await files.getByText('devis.txt').waitFor()
  await join('planning.txt')
  for (const [role, content] of [
    ['user', 'Et le planning ?'],
    ['assistant', 'Il commence en mai.'],
  ] as const)
    await api(routes.conversations.addMessage, { params: { id }, body: { role, content } })
  // The person comes back to this one.
  await page.evaluate(`void document.dispatchEvent(new Event('visibilitychange'))`)
  await turns().nth(3).waitFor()
  await files.getByText('planning.txt').waitFor()
  const asked = turns().nth(2).getByRole('list', { name: 'Fichiers joints à ce message' }).getByRole('listitem')
  await expect.poll(async () => (await asked.allTextContents()).toSorted()).toEqual(['devis.txt', 'planning.txt'])
})
