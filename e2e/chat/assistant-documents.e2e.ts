import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessToken, createAccount, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitUntilSettled, signIn, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'
import { uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// The documents of an assistant: chosen by an administrator, asked by an agent, given back by a version.

const site = setUpSite(borrowServer)
let boss: Credentials
let agent: Credentials
let page: Page
let assistant: string
const made: { categories: string[]; documents: string[] } = { categories: [], documents: [] }
const series = 'Vacations du port'
const other = 'Archives du port'

beforeAll(async () => {
  const { server } = site
  boss = await server.administrator()
  agent = await createAccount(server.admin, 'solene')
  for (const name of [series, other]) made.categories.push((await server.admin(routes.documentCategories.create, { body: { name } })).id)
  const category_id = (await server.admin(routes.assistants.categories))[0]!.id
  const body = { name: 'Vacataires du port', description: 'Répond sur les vacations.', prompt_content: 'Tu réponds.', category_id }
  assistant = (await server.admin(routes.assistants.create, { body })).id
  made.documents.push(await bring('vacations.txt', 'Les vacataires du port reçoivent une indemnité de congés de dix pour cent de leur rémunération.'))
  await waitUntilIndexed(server.admin)
})
afterAll(async () => {
  const { admin } = site.server
  await admin(routes.assistants.remove, { params: { id: assistant } })
  for (const id of made.documents) await admin(routes.documents.remove, { params: { id } })
  for (const id of made.categories) await admin(routes.documentCategories.remove, { params: { id }, query: {} }).catch(() => {})
})
const opened = setUpPagePerTest(site)
beforeEach(() => void ({ page } = opened()))

const bring = async (filename: string, content: string) =>
  uploadToBase(site.server.url, await accessToken(site.server.url, boss), filename, content, { category: series })
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const choices = () => page.getByRole('group', { name: 'Documents de l’assistant' })
const answers = () => page.getByRole('group', { name: 'Actions sur cette réponse' })
const sources = () => page.getByRole('region', { name: 'Sources de la réponse' })
async function openForm() {
  await page.goto('/assistants-admin')
  await page.getByRole('searchbox', { name: 'Rechercher un assistant' }).fill('Vacataires du port')
  await press('Modifier Vacataires du port')
  await choices().getByRole('checkbox', { name: series }).waitFor()
}
async function ask(question: string) {
  const before = await answers().count()
  await page.getByLabel('Votre message', { exact: true }).fill(question)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => answers().count(), { timeout: 30_000 }).toBe(before + 1)
}

test('an administrator chooses them, with the keyboard; the form says how many documents each category has', async () => {
  // A second try begins where the first did.
  await site.server.admin(routes.assistants.update, { params: { id: assistant }, body: { document_category_ids: [] } })
  await signIn(page, boss)
  await openForm()
  expect(await choices().getByText('Ses réponses s’appuieront aussi sur ces documents.').count()).toBe(1)
  const box = choices().getByRole('checkbox', { name: series })
  await choices().locator('label').filter({ hasText: series }).getByText('1\u00a0document', { exact: true }).waitFor()
  await choices().locator('label').filter({ hasText: other }).getByText('Aucun document pour le moment').waitFor()
  await box.press('Space')
  await choices().getByRole('checkbox', { name: other }).press('Space')
  await expectAccessible(page, 'documents of an assistant, form')
  await press('Enregistrer')
  await page.getByText('L’assistant «\u00a0Vacataires du port\u00a0» a été modifié.').waitFor()
  const kept = await site.server.admin(routes.assistants.get, { params: { id: assistant } })
  expect(kept.document_categories).toEqual([other, series])
  await openForm()
  expect([await box.isChecked(), await choices().getByRole('checkbox', { name: other }).isChecked()]).toEqual([true, true])
})

test('an agent reads which they are, asks, and sees where each source comes from; a question beside them is answered without a word', async () => {
  await signIn(page, agent)
  await page.goto(`/chatbot-assistant?assistant=${assistant}`)
  await page.waitForURL(/conversation=/)
  await answers().first().waitFor({ timeout: 30_000 })
  await press('Détails')
  await page.locator('main header').getByText(`${other}, ${series}`).waitFor()
  await expectAccessible(page, 'documents of an assistant, details')
  await screenshot(page, 'assistant-documents-details', { fullPage: false })
  await press('Détails')

  await ask('Quelle indemnité de congés reçoivent les vacataires du port ?')
  await sources().getByText('vacations.txt').first().waitFor()
  await sources().getByText('document de l’assistant').first().waitFor()
  await expectAccessible(page, 'documents of an assistant, answer')
  await screenshot(page, 'assistant-documents-answer', { fullPage: false })

  await ask('Quelle est la recette de la tarte Tatin ?')
  expect(await sources().count()).toBe(1)
  expect(await page.getByText(/Aucun passage/).count()).toBe(0)
})

test('a version gives them back, but for the one deleted since, which it names before and after', async () => {
  await signIn(page, boss)
  const gone = made.categories[1]!
  await site.server.admin(routes.assistants.update, { params: { id: assistant }, body: { document_category_ids: [] } })
  // A former try may have taken it away.
  await site.server.admin(routes.documentCategories.remove, { params: { id: gone }, query: {} }).catch(() => {})
  await page.goto(`/assistants-admin/${assistant}/versions?version=2`)
  await page.getByRole('heading', { name: 'Ce que change la version 2' }).waitFor()
  await page.getByText(`${other} (supprimée depuis)`).waitFor()
  await waitUntilSettled(page)
  await expectAccessible(page, 'documents of an assistant, version')
  await screenshot(page, 'assistant-documents-version', { fullPage: false })
  await press('Rétablir la version 2')
  await page.getByRole('alertdialog').getByText(`La catégorie de documents «\u00a0${other}\u00a0» a été supprimée depuis`).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rétablir' }).click()
  await page.getByText(`Sans les documents de «\u00a0${other}\u00a0», qui n’existe plus.`).waitFor()
  expect((await site.server.admin(routes.assistants.get, { params: { id: assistant } })).document_categories).toEqual([series])
})

test('those of a version that another administrator saved meanwhile give way to one’s own, once that is asked for', async () => {
  const choose = (ids: string[]) => site.server.admin(routes.assistants.update, { params: { id: assistant }, body: { document_category_ids: ids } })
  await choose([made.categories[0]!])
  await signIn(page, boss)
  await openForm()
  await page.getByRole('dialog').getByLabel('Description').fill('Répond sur les vacations et les congés.')
  await choose([])
  opened().watch.expect(/409/)
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Deux versions à départager' })
  await notice.getByRole('group', { name: 'Documents de l’assistant' }).getByText(series).first().waitFor()
  await notice.getByRole('button', { name: 'Enregistrer mon texte à sa place' }).click()
  await page.getByText('L’assistant «\u00a0Vacataires du port\u00a0» a été modifié.').waitFor()
  const kept = await site.server.admin(routes.assistants.get, { params: { id: assistant } })
  expect([kept.description, kept.document_categories]).toEqual(['Répond sur les vacations et les congés.', [series]])
})

test('a pack that names a category that is nowhere says so before anything is imported', async () => {
  await signIn(page, boss)
  await page.goto('/packs')
  const pack = {
    format: 'parvis-pack',
    version: 1,
    assistants: [{ name: 'Quais', description: 'Aide.', prompt_content: 'Tu aides.', category: 'Finances', document_categories: ['Capitainerie', series] }],
  }
  const buffer = Buffer.from(JSON.stringify(pack))
  await page.locator('input[type="file"]').last().setInputFiles({ name: 'pack.json', mimeType: 'application/json', buffer })
  await page.getByText('La catégorie de documents «\u00a0Capitainerie\u00a0» n’existe pas ici').waitFor()
  await expectAccessible(page, 'documents of an assistant, pack')
  await screenshot(page, 'assistant-documents-pack', { fullPage: false })
})

const looks = [
  { theme: 'light', width: 1280, viewport: { width: 1280, height: 800 } },
  { theme: 'dark', width: 1280, viewport: { width: 1280, height: 800 } },
  { theme: 'light', width: 390, viewport: { width: 390, height: 844 } },
  { theme: 'dark', width: 390, viewport: { width: 390, height: 844 } },
] as const

/** The two most different appearances; all of them in a full proof. */
test.each(isFullProof ? looks : [looks[0], looks[3]])('the choice stands in $theme at $width px', async ({ theme, viewport }) => {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(viewport)
  await signIn(page, boss)
  await openForm()
  await choices().scrollIntoViewIfNeeded()
  const places = await Promise.all((await choices().locator('label').all()).map((label) => label.boundingBox()))
  const columns = Map.groupBy(
    places.map((place) => place!),
    ({ x }) => x,
  )
  for (const column of columns.values())
    for (const [at, place] of column.entries()) expect(place.y).toBeGreaterThanOrEqual(at === 0 ? 0 : column[at - 1]!.y + column[at - 1]!.height)
  await expectAccessible(page, `documents of an assistant ${theme}`)
  expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBeLessThanOrEqual(0)
  await screenshot(page, 'assistant-documents-form', { fullPage: false })
})
