import { routes } from '@parvis/contract'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessToken, apiAs } from '../support/api.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'
import { uploadToBase } from '../support/upload.ts'

// Documents in force: a second version of a rule changes the answer at once, and the first one still answers for its own time.

const site = setUpSite(() => startServer({ PARVIS_DEMO: 'false' }))
const visit = pageVisits(site)
let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'parvis-in-force-'))))
afterAll(() => rm(folder, { recursive: true }))

const rules = (price: number) =>
  `Règlement intérieur de la médiathèque\n\nArticle 4. Tout document rendu en retard coûte une amende de ${price} euros par semaine.\n\nArticle 9. Le présent règlement est applicable à compter du 1er mars 2020.\n`
const question = 'Quelle est l’amende pour un document rendu en retard à la médiathèque ?'

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })
const answers = (page: Page) => page.getByRole('group', { name: 'Actions sur cette réponse' })

/** Asks the question, and returns the last answer. */
async function ask(page: Page) {
  const count = await answers(page).count()
  const field = page.getByRole('textbox', { name: 'Votre message' })
  await field.fill(question)
  await field.press('Control+Enter')
  await expect.poll(() => answers(page).count(), { timeout: 60_000 }).toBe(count + 1)
  return page.getByRole('article').last()
}

/** Drags a file of the machine over the row of a document, and drops it there. */
async function dropOnRow(page: Page, document: string, name: string, content: string): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const { x, y, width, height } = (await row(page, document).boundingBox())!
  const hand = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    hand.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data: { items: [], files: [file], dragOperationsMask: 1 } })
  await send('dragEnter')
  await send('dragOver')
  await page.locator('tr[data-drop-target]').waitFor()
  await send('drop')
  await hand.detach()
}

async function setDay(page: Page, day: string): Promise<void> {
  await page.getByRole('button', { name: 'Détails', exact: true }).press('Enter')
  await page.getByLabel('Questions posées à la date du').fill(day)
  await page.getByRole('button', { name: 'Appliquer' }).press('Enter')
}

test('a version dropped on a document changes the answer at once, and the former one answers for its time', async () => {
  const admin = site.server.root
  const api = await apiAs(site.server.url, admin)
  const first = await uploadToBase(site.server.url, await accessToken(site.server.url, admin), 'Règlement médiathèque.txt', rules(11), {
    category: 'Règlements',
    valid_from: '2021-01-01',
    review_by: '2025-06-30',
  })
  const { page } = await visit(admin, { path: '/bibliotheque' })
  await row(page, 'Règlement médiathèque.txt').getByText('Indexé').waitFor({ timeout: 60_000 })
  await row(page, 'Règlement médiathèque.txt').getByText('À vérifier depuis le 30 juin 2025').waitFor()
  await checkEveryAppearance(page, 'in-force-list')

  // Past its review, it is marked beside the check of its quotation.
  await page.goto('/biblio-rag?category=R%C3%A8glements')
  await waitUntilSettled(page)
  const before = await ask(page)
  await before
    .getByText(/11 euros/)
    .first()
    .waitFor()
  await before
    .getByRole('button', { name: /^Citation identique au document\s: à vérifier/ })
    .first()
    .waitFor({ timeout: 30_000 })
  await before.getByText(/dont \d d’un document à vérifier/).waitFor()
  await checkEveryAppearance(page, 'in-force-to-review', before)

  // Inverted dates are refused beside the field.
  await page.goto('/bibliotheque?etat=a-verifier')
  await row(page, 'Règlement médiathèque.txt')
    .getByRole('button', { name: /^Modifier/ })
    .click()
  const edit = page.getByRole('dialog')
  // The date read in the text is only proposed.
  const proposals = edit.getByRole('list', { name: 'Dates proposées' })
  await proposals.getByText(/^Proposé\s: en vigueur à partir du 1er\smars 2020, d’après/).waitFor()
  await checkEveryAppearance(page, 'in-force-proposal')
  await proposals.getByRole('button', { name: /^Ignorer/ }).click()
  expect(await proposals.count()).toBe(0)
  await edit.getByLabel('Jusqu’au (inclus)').fill('2020-12-31')
  await edit.getByRole('button', { name: 'Enregistrer' }).click()
  await edit.getByText('La fin de validité précède le début').waitFor()
  await checkEveryAppearance(page, 'in-force-edit')
  await edit.getByLabel('Jusqu’au (inclus)').fill('')
  await edit.getByLabel('À vérifier le').fill('')
  await edit.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Aucun document à vérifier.').waitFor()
  await checkEveryAppearance(page, 'in-force-none-to-review')
  await page.getByRole('button', { name: 'Voir les documents actuels' }).click()

  await dropOnRow(page, 'Règlement médiathèque.txt', 'Règlement médiathèque 2026.txt', rules(23))
  const dialog = page.getByRole('dialog', { name: 'Nouvelle version de «\u00a0Règlement médiathèque.txt\u00a0»' })
  await checkEveryAppearance(page, 'in-force-version')
  await dialog.getByRole('button', { name: 'Déposer la nouvelle version' }).click()
  await page.getByText('Nouvelle version ajoutée').waitFor()
  // The former version leaves the list for the versions of the new one.
  await row(page, 'Règlement médiathèque 2026.txt').getByText('Indexé').waitFor({ timeout: 60_000 })
  expect(await row(page, 'Règlement médiathèque.txt').count()).toBe(0)
  await row(page, 'Règlement médiathèque 2026.txt')
    .getByRole('button', { name: /^Voir les versions/ })
    .click()
  const versions = page.getByRole('dialog').getByRole('region', { name: 'Versions du document' })
  await versions.getByText(/^Remplacé le/).waitFor()
  await checkEveryAppearance(page, 'in-force-versions')
  await versions.getByRole('button', { name: 'Règlement médiathèque.txt' }).click()
  await page
    .getByRole('dialog')
    .getByText(/11 euros/)
    .waitFor()
  await page.keyboard.press('Escape')
  // What changes, in one press.
  await row(page, 'Règlement médiathèque 2026.txt')
    .getByRole('link', { name: /^Ce qui change/ })
    .press('Enter')
  await page
    .getByRole('region', { name: 'Ce qui change en chiffres' })
    .getByRole('row')
    .filter({ hasText: /11.*23/ })
    .waitFor({ timeout: 30_000 })

  await page.goto('/biblio-rag?category=R%C3%A8glements')
  await waitUntilSettled(page)
  const now = await ask(page)
  await now
    .getByText(/23 euros/)
    .first()
    .waitFor()
  expect(await now.getByText(/11 euros/).count()).toBe(0)
  await now
    .getByRole('button', { name: /^Citation identique au document, la voir/ })
    .first()
    .waitFor({ timeout: 30_000 })

  await setDay(page, '2022-03-01')
  await page.getByText('Questions posées à la date du 1er\u00a0mars 2022.').waitFor()
  const then = await ask(page)
  await then
    .getByText(/11 euros/)
    .first()
    .waitFor()
  expect(await then.getByText(/23 euros/).count()).toBe(0)
  await then
    .getByRole('button', { name: /^Citation identique au document\s: remplacé le/ })
    .first()
    .waitFor({ timeout: 30_000 })
  await checkEveryAppearance(page, 'in-force-as-of', then)
  const back = page.getByRole('button', { name: 'Revenir à aujourd’hui' })
  await back.press('Enter')
  await expect.poll(() => back.count()).toBe(0)
  // The thread keeps both changes of day at their place, after a reload too.
  for (const load of [async () => {}, async () => void (await page.reload())]) {
    await load()
    const thread = page.getByRole('log', { name: 'Conversation' })
    await thread.getByText('Questions posées à la date du 1er\u00a0mars 2022').waitFor()
    await thread.getByText('Questions posées à la date d’aujourd’hui').waitFor()
  }
  await checkEveryAppearance(page, 'in-force-today-again', page.getByText('Questions posées à la date d’aujourd’hui').last())

  // Deleted, the new version puts the former one in force again.
  const { versions: chain } = await api(routes.documents.versions, { params: { id: first } })
  await api(routes.documents.remove, { params: { id: chain[0]!.id } })
  await (
    await ask(page)
  )
    .getByText(/11 euros/)
    .first()
    .waitFor()
})
