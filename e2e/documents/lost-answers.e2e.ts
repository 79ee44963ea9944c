import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, type ApiClient } from '../support/api.ts'
import type { Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// A file has arrived, and the line goes before the answer: it is sent again, and is there once.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let boss: Credentials
let admin: ApiClient

beforeAll(async () => {
  boss = await site.server.administrator()
  admin = await apiAs(site.server.url, boss)
})

/** Loses the next answer from this URL on its way: the server has processed the request. */
async function loseAnswer(page: Page, urlPattern: string): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  line.once('Fetch.requestPaused', ({ requestId }) => {
    void line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).then(() => line.detach())
  })
}

const letter = { name: 'Courrier du préfet.txt', mimeType: 'text/plain', buffer: Buffer.from('Le préfet demande une réponse avant le 12 juin.') }
const file = (page: Page) => page.locator('input[type="file"]')

test('in the document base', async () => {
  const kept = async () => (await admin(routes.documents.list, { query: {} })).documents.filter(({ original_filename }) => original_filename === letter.name)
  // Of a former try.
  for (const { id } of await kept()) await admin(routes.documents.remove, { params: { id } })
  const { page, watch } = await visit(boss, { path: '/bibliotheque' })
  watch.expect(/ERR_CONNECTION_RESET/)
  await page.getByRole('button', { name: 'Ajouter des documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  await file(page).setInputFiles(letter)
  await loseAnswer(page, '*/api/bibliotheque/upload')
  await dialog.getByRole('button', { name: 'Charger', exact: true }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Erreur de connexion' }).first().waitFor()
  expect(await kept()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await kept()).toHaveLength(1)
  await admin(routes.documents.remove, { params: { id: (await kept())[0]!.id } })
})

test('among the files of a project', async () => {
  const { id } = await admin(routes.projects.create, { body: { name: 'Réponse au préfet' } })
  const { page, watch } = await visit(boss, { path: `/projects/${id}` })
  watch.expect(/ERR_CONNECTION_RESET/)
  const held = page.getByRole('region', { name: 'Fichiers du projet' })
  await held.getByRole('button', { name: 'Ajouter des fichiers' }).waitFor()
  await loseAnswer(page, '*/api/projects/*/files')
  await held.locator('input[type="file"]').setInputFiles(letter)
  await held.getByRole('button', { name: `Réessayer ${letter.name}` }).click()
  await held.getByRole('button', { name: `Retirer ${letter.name}` }).waitFor()
  await held.getByRole('button', { name: `Réessayer ${letter.name}` }).waitFor({ state: 'detached' })
  expect((await admin(routes.projects.files, { params: { id } })).documents.map(({ original_filename }) => original_filename)).toEqual([letter.name])
})
