import { routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, uniqueSuffix } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { confirmLeaving, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What the screens about documents say of themselves, who will read a file, and what leaving one that is being sent does.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let person: Credentials

beforeAll(async () => void (person = await createAccount(site.server.admin, 'lecteur')))

const screens = [
  ['/biblio-rag', 'Bibliothèque documentaire', 'Vos questions portent sur les documents partagés de la collectivité\u00a0: chaque réponse cite ses passages.'],
  ['/document-rag', 'Recherche documentaire', 'Vos questions portent sur les fichiers que vous chargez ici, et que vous seul lisez.'],
  [
    '/bibliotheque',
    'Base Documentaire',
    'Les fichiers partagés de la collectivité : déposés et classés ici, lus par ceux à qui leur catégorie est ouverte, interrogés dans « Bibliothèque ».',
  ],
] as const

test.each(oppositeAppearances)('each screen about documents says in one line what it asks ($viewport.width px)', async (options) => {
  const { page } = await visit(person, options)
  for (const [path, title, line] of screens) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await waitUntilSettled(page)
    await page.getByText(line).waitFor()
    await expectAccessible(page, `${path}, ${options.theme}`)
    await screenshot(page, `words${path.replace('/', '-')}`, { fullPage: false })
  }
  await page.goto('/')
  await page.getByRole('link', { name: /^Documents/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Bibliothèque documentaire' }).waitFor()
})

test.each(oppositeAppearances)('a file is not sent before the dialog has said who will read it ($viewport.width px)', async (options) => {
  const { page } = await visit(person, options)
  await page.goto('/bibliotheque')
  await page.getByRole('button', { name: 'Ajouter des documents' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  await dialog.getByText('Qui les lira : toutes les personnes qui ont un compte.').waitFor()
  // The category of the specification sounds private: what is said names it.
  await dialog.getByText(/compte\. Classés dans «\sNotes internes\s», ces fichiers/).waitFor()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Une note.') })
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Autre catégorie…' }).click()
  await dialog.getByLabel('Nom de la nouvelle catégorie').fill('Comptes rendus')
  await dialog.getByText(/Classés dans «\sComptes rendus\s», ces fichiers/).waitFor()
  await expectAccessible(page, `upload dialog, ${options.theme}`)
  await screenshot(page, 'upload-audience', { fullPage: false })
  await dialog.getByRole('link', { name: 'Document', exact: true }).click()
  await confirmLeaving(page)
  await page.waitForURL('**/document-rag')
  await page.getByRole('heading', { level: 1, name: 'Recherche documentaire' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('of a category that a service alone reads, the dialog says so', async () => {
  const { admin } = site.server
  const name = `Carrières ${uniqueSuffix()}`
  const { id } = await admin(routes.documentCategories.create, { body: { name } })
  const team = await admin(routes.teams.create, { body: { name } })
  await admin(routes.teams.addMember, { params: { id: team.id }, body: { account: person.username } })
  await admin(routes.grants.set, { params: { kind: 'document_category', id }, body: { grants: [{ subject: 'team', id: team.id, level: 'use' }] } })
  const { page, close } = await visit(person)
  await page.goto('/bibliotheque')
  await page.getByRole('button', { name: 'Ajouter des documents' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  await dialog.getByText('Qui les lira : toutes les personnes qui ont un compte.').waitFor()
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name }).click()
  await dialog.getByText('Qui les lira : les personnes à qui cette catégorie est ouverte.').waitFor()
  expect(await dialog.getByText('toutes les personnes').count()).toBe(0)
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Autre catégorie…' }).click()
  await dialog.getByText('Qui les lira : toutes les personnes qui ont un compte.').waitFor()
  await dialog.getByLabel('Nom de la nouvelle catégorie').fill(name.toUpperCase())
  await dialog.getByText('Qui les lira : les personnes à qui cette catégorie est ouverte.').waitFor()
  await close()
  await admin(routes.documentCategories.remove, { params: { id }, query: {} })
  await admin(routes.teams.remove, { params: { id: team.id } })
})

test('the only file that is being sent is left once the person agrees', async () => {
  const { page } = await visit(person, { path: '/bibliotheque' })
  await page.getByRole('link', { name: 'Projets' }).first().click()
  await page.goBack()
  await page.route('**/api/bibliotheque/upload', () => {})
  await page.getByRole('button', { name: 'Ajouter des documents' }).first().click()
  await page.locator('input[type=file]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Une note.') })
  await page.getByRole('button', { name: 'Charger', exact: true }).click()
  await page.getByRole('button', { name: 'Chargement…' }).waitFor()
  await page.evaluate('history.forward()')
  await page
    .getByRole('alertdialog', { name: /Interrompre l’envoi/ })
    .getByRole('button', { name: 'Interrompre l’envoi' })
    .click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/projects')
})
