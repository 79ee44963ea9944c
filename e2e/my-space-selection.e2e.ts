import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, type ApiClient } from './support/api.ts'
import { expectAccessible } from './support/looks/axe.ts'
import type { OpenPage } from './support/browser.ts'
import { waitUntilSettled } from './support/pages.ts'
import { checkEveryAppearance } from './support/looks/check-screen.ts'
import { borrowServer } from './support/servers/shared-server.ts'
import { setUpSite, pageVisits } from './support/site.ts'

// Mon espace: what is done with several conversations at once.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(prepare: (api: ApiClient) => Promise<unknown>): Promise<OpenPage & { api: ApiClient }> {
  const person = await createAccount(site.server.admin, `choix.${(count += 1)}`, { first_name: 'Claire' })
  const api = await apiAs(site.server.url, person)
  await prepare(api)
  return { ...(await visit(person, { path: '/my-space' })), api }
}

async function converse(api: ApiClient, title: string, links: { project_id?: string } = {}) {
  const id = await createConversation(api, links, title, 'Oui.')
  await api(routes.conversations.update, { params: { id }, body: { title } })
}

test('several at once: archived, taken back together, deleted', async () => {
  const { page, api } = await arrive(async (mine) => {
    for (const title of ['Le budget', 'La cantine', 'La voirie']) await converse(mine, title)
  })
  const shown = () => page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents()
  const undo = page.getByRole('button', { name: 'Annuler', exact: true })
  expect((await page.getByRole('heading', { name: 'Aujourd’hui' }).boundingBox())!.y).toBeLessThan(235)
  expect(await page.getByRole('article').evaluateAll((rows) => rows.map(({ offsetHeight }) => offsetHeight))).toEqual([48, 48, 48])
  await page.getByRole('checkbox', { name: 'Sélectionner « Le budget »' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('1 sélectionnée', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Sélectionner « La voirie »' }).check({ force: true })
  await page.getByText('2 sélectionnées', { exact: true }).waitFor()
  await expectAccessible(page, '/my-space, chosen')
  const acts = page.getByRole('group', { name: 'Actions sur la sélection' })
  await acts.getByRole('button', { name: 'Archiver', exact: true }).click()
  await page.getByText('2 conversations archivées').last().waitFor()
  await expect.poll(shown).toEqual(['La cantine'])
  await undo.click()
  await expect.poll(async () => (await shown()).toSorted()).toEqual(['La cantine', 'La voirie', 'Le budget'])
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Sélectionner « La cantine »' }).uncheck({ force: true })
  await acts.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Supprimer 2 conversations ?' }).getByRole('button', { name: 'Supprimer' }).click()
  await undo.waitFor()
  expect(await shown()).toEqual(['La cantine'])
  await page.goto('/projects')
  await expect.poll(async () => (await api(routes.conversations.list)).map(({ title }) => title)).toEqual(['La cantine'])
})

test('several at once go to a project by one call, and come back; a refusal says so and changes nothing', async () => {
  const { page, api, watch } = await arrive(async (mine) => {
    const { id } = await mine(routes.projects.create, { body: { name: 'Halle du marché' } })
    await mine(routes.projects.create, { body: { name: 'Ancien stade' } })
    await converse(mine, 'Les étals', { project_id: id })
    for (const title of ['La toiture', 'Les tarifs']) await converse(mine, title)
  })
  const projects = async () => Object.fromEntries((await api(routes.conversations.list)).map(({ title, project_name }) => [title, project_name]))
  const before = { 'Les étals': 'Halle du marché', 'La toiture': null, 'Les tarifs': null }
  const calls: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/conversations/projects') && calls.push(request.method())))
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check({ force: true })
  const open = page.getByRole('button', { name: 'Mettre dans un projet' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Mettre 3 conversations dans quel projet ?' })
  await dialog.getByRole('button', { name: 'Mettre dans le projet' }).click()
  await dialog.getByText('Choisissez un projet.').waitFor()
  await dialog.getByRole('button', { name: /^Choisir un projet/ }).click()
  await page.getByRole('option', { name: 'Ancien stade' }).click()
  await checkEveryAppearance(page, 'my-space-project')
  watch.expect(/Failed to load resource/)
  await page.route('**/api/conversations/projects', (route) =>
    route.fulfill({ status: 409, json: { error: 'Une réponse est en cours.', code: 'conversations.reply_running' } }),
  )
  await dialog.getByRole('button', { name: 'Mettre dans le projet' }).click()
  await dialog.getByText('Rien n’a changé. Une réponse est en cours.').waitFor()
  await page.unrouteAll()
  expect(await projects()).toEqual(before)
  await dialog.getByRole('button', { name: 'Mettre dans le projet' }).click()
  await page.getByText('3 conversations mises dans « Ancien stade »').last().waitFor()
  expect([await projects(), calls]).toEqual([{ 'Les étals': 'Ancien stade', 'La toiture': 'Ancien stade', 'Les tarifs': 'Ancien stade' }, ['PUT', 'PUT']])
  await page.getByRole('article').filter({ hasText: 'La toiture' }).getByRole('link', { name: 'Ancien stade' }).waitFor()
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect.poll(projects).toEqual(before)
})

test('many at once: the lists are asked again for all of them, not for each', async () => {
  const { page } = await arrive(async (mine) => {
    for (let at = 1; at <= 12; at += 1) await converse(mine, `Dossier ${at}`)
  })
  await page.getByRole('article').first().waitFor()
  let asked = 0
  page.on('request', (request) => void (asked += Number(new URL(request.url()).pathname === '/api/conversations/recent')))
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check({ force: true })
  await page.getByRole('group', { name: 'Actions sur la sélection' }).getByRole('button', { name: 'Archiver', exact: true }).click()
  await page.getByText('12 conversations archivées').last().waitFor()
  await waitUntilSettled(page)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(4)
})
