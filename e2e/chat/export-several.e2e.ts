import { routes } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import { downloadedFile } from '../support/downloads.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import type { OpenPage } from '../support/browser.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'

// Several conversations of « Mon espace », exported at once.

const one = setUpPerson('export', { isNewEachTime: true })
let api: ApiClient
let opened: OpenPage
let page: Page
const ids = new Map<string, string>()

beforeEach(async () => {
  ;({ api, opened, page } = one)
  for (const [at, title] of ['Le budget', 'Le budget', '../La cantine : tarifs', 'La voirie'].entries()) {
    const id = await createConversation(api, {}, `Question ${at}`, `Réponse ${at}`)
    await api(routes.conversations.update, { params: { id }, body: { title } })
    ids.set(title, id)
  }
  await page.goto('/my-space')
  await page.getByRole('article').nth(3).waitFor()
})

const acts = () => page.getByRole('group', { name: 'Actions sur la sélection' })
const choose = (title: string) => page.getByRole('checkbox', { name: `Sélectionner « ${title} »` }).check({ force: true })
const all = () => page.getByRole('checkbox', { name: 'Tout sélectionner' }).check({ force: true })
const press = () => acts().getByRole('button', { name: 'Exporter', exact: true }).click()

test('an archive of Word documents under their titles; one alone is the document itself', async () => {
  await all()
  const { name, bytes } = await downloadedFile(page, press)
  expect(name).toMatch(/^conversations-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = unzipSync(bytes)
  expect(Object.keys(files).map((one) => one.replace(/\d{4}-\d{2}-\d{2}/, 'jour'))).toEqual([
    'La-voirie-jour.docx',
    'La-cantine-tarifs-jour.docx',
    'Le-budget-jour.docx',
    'Le-budget-jour-2.docx',
  ])
  for (const [at, file] of Object.values(files).entries()) expect(openParts(file)['word/document.xml']).toContain(`Réponse ${3 - at}`)
  await page.getByRole('status').filter({ hasText: '4 conversations exportées' }).waitFor({ state: 'attached' })
  // They are still chosen: what is exported may be archived.
  await page.getByText('4 sélectionnées', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Tout désélectionner' }).click()
  await choose('La voirie')
  const alone = await downloadedFile(page, press)
  expect(alone.name).toMatch(/^La-voirie-.*\.docx$/)
  expect(openParts(alone.bytes)['word/document.xml']).toContain('Réponse 3')
})

test('one that was deleted meanwhile, and one that fails, are named; the others are there', async () => {
  opened.watch.expect(/Failed to load resource/)
  await page.route(`**/api/conversations/${ids.get('La voirie')}`, async (route) => {
    await api(routes.conversations.remove, { params: { id: ids.get('La voirie')! } })
    await route.continue()
  })
  await page.route(`**/api/conversations/${ids.get('../La cantine : tarifs')}`, (route) =>
    route.fulfill({ status: 503, json: { error: 'Le serveur redémarre.', code: 'server.unavailable' } }),
  )
  await all()
  const { bytes } = await downloadedFile(page, press)
  expect(Object.keys(unzipSync(bytes))).toHaveLength(2)
  const alert = page.getByRole('alert')
  await alert.getByText('2 conversations exportées ; celles-ci n’ont pas pu l’être :').waitFor()
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
    '«\u00a0La voirie\u00a0»\u00a0: Cette conversation n’existe plus',
    '«\u00a0../La cantine : tarifs\u00a0»\u00a0: Le serveur redémarre',
  ])
  await waitUntilSettled(page)
  await expectAccessible(page, '/my-space, some not exported')
  await screenshot(page, 'my-space-export-partial')
  await alert.getByRole('button', { name: 'Fermer ce message' }).click()
  await alert.waitFor({ state: 'detached' })
})

test('how far it is can be seen, and it can be stopped: nothing is downloaded, the choice stays', async () => {
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/conversations/${ids.get('Le budget')}`, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  let downloads = 0
  page.on('download', () => void (downloads += 1))
  await all()
  await press()
  await page.getByRole('progressbar', { name: 'Export vers Word : 2 sur 4' }).waitFor()
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await waitUntilSettled(page)
    await expectAccessible(page, `/my-space, exporting, ${viewport.width}`)
    await screenshot(page, 'my-space-exporting')
  }
  const cancel = page.getByRole('button', { name: 'Annuler l’export' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Export annulé' }).waitFor({ state: 'attached' })
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
  held.resolve()
  await page.getByText('4 sélectionnées', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(downloads).toBe(0)

  // Asked again, it is done.
  await page.unrouteAll({ behavior: 'wait' })
  expect(Object.keys(unzipSync((await downloadedFile(page, press)).bytes))).toHaveLength(4)
})
