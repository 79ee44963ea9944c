import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix } from '../support/api.ts'
import { waitForFirst, createConversationAndGoBack, waitUntilSettled } from '../support/pages.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// The document search as a conversation: loaded documents are asked, left, taken up again, added to, deleted.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const voie = textFile(
  'Voie verte.txt',
  'La délibération sur la voie verte a été présentée par Mme Lenoir, adjointe.\n\nElle a été adoptée le 12 mars à l’unanimité.\n',
)
const budget = textFile('Budget.txt', 'Le budget de la voie verte est de quarante mille euros.\n')

const loaded = (page: Page) => page.getByRole('region', { name: 'Documents chargés' })
const tick = (page: Page, name: RegExp) => loaded(page).getByRole('checkbox', { name }).press('Space')
const asked = (page: Page) => page.getByRole('list', { name: 'Documents interrogés' }).getByRole('listitem')
const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const answers = (page: Page) => page.getByRole('group', { name: 'Actions sur cette réponse' })

/** Creates a person without documents. */
const reader = () => createAccount(site.server.admin, `lecteur${uniqueSuffix()}`)

async function load(page: Page, ...files: ReturnType<typeof textFile>[]): Promise<void> {
  const before = await page.getByText(/^Prêt/).count()
  await page.locator('input[type="file"]').setInputFiles(files)
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await expect.poll(() => page.getByText(/^Prêt/).count(), { timeout: 60_000 }).toBe(before + files.length)
}

async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count()
  await field(page).fill(question)
  await field(page).press('Control+Enter')
  await expect.poll(() => answers(page).count(), { timeout: 15_000 }).toBe(before + 1)
}

async function erase(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Supprimer ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
}

test('loaded documents are asked in a conversation that is kept, taken up again, and says what was deleted', async () => {
  const person = await reader()
  const api = await apiAs(site.server.url, person)
  const { page, watch } = await visit(person, { path: '/document-rag' })
  await page.getByText('Chargez un document, puis posez votre question.').waitFor()
  expect(await field(page).getAttribute('readonly')).not.toBeNull()

  await load(page, voie)
  expect(await asked(page).allTextContents()).toEqual(['Voie verte.txt'])
  expect(await api(routes.conversations.list, { query: {} })).toEqual([])
  await ask(page, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?')
  await page.waitForURL(/\/document-rag\?conversation=/)
  await ask(page, 'Et qui l’a présentée ?')
  await answers(page).last().waitFor()
  expect(await page.locator('main').textContent()).toContain('Mme Lenoir')

  await page.reload()
  await waitUntilSettled(page)
  await expect.poll(() => answers(page).count()).toBe(2)
  expect(await asked(page).allTextContents()).toEqual(['Voie verte.txt'])

  await load(page, budget)
  await expect.poll(() => asked(page).allTextContents()).toEqual(['Voie verte.txt', 'Budget.txt'])
  await ask(page, 'Quel est le budget de la voie verte ?')
  await waitForFirst(page, /quarante mille euros/)
  await tick(page, /Voie verte/)
  await expect.poll(() => asked(page).allTextContents()).toEqual(['Budget.txt'])
  await tick(page, /Budget/)
  watch.expect(/409/)
  await page.getByText('Une conversation garde au moins un document. Ajoutez-en un autre avant de retirer celui-ci.').waitFor()
  await tick(page, /Voie verte/)
  await expect.poll(() => asked(page).count()).toBe(2)
  await expectAccessible(page, 'document conversation, filled')

  await page.goto('/my-space')
  await waitUntilSettled(page)
  const kept = page.getByRole('article').filter({ hasText: 'Recherche documentaire' })
  expect(await kept.textContent()).toContain('Budget.txt et 1\u00a0autre')
  await screenshot(page, 'my-space-documents')
  await kept.getByRole('link', { name: /^Reprendre/ }).click()
  await page.waitForURL(/\/document-rag\?conversation=/)
  await expect.poll(() => answers(page).count()).toBe(3)

  await erase(page, 'Voie verte.txt')
  await expect.poll(() => asked(page).allTextContents()).toEqual(['Voie verte.txt\u00a0(supprimé)', 'Budget.txt'])
  await expectAccessible(page, 'document conversation, one deleted')
  await erase(page, 'Budget.txt')
  await ask(page, 'Que dit le budget ?')
  await page.getByText('Les documents de cette conversation ont été supprimés').waitFor()
  await page.reload()
  await waitUntilSettled(page)
  expect(await asked(page).allTextContents()).toEqual(['Budget.txt\u00a0(supprimé)', 'Voie verte.txt\u00a0(supprimé)'])

  await page.getByRole('button', { name: 'Nouvelle conversation' }).click()
  await page.waitForURL(/\/document-rag$/)
  await page.getByText('Chargez un document, puis posez votre question.').waitFor()
  await page.goBack()
  await expect.poll(() => answers(page).count()).toBe(4)
})

test('whoever steps back from a new conversation before it is drawn finds the former one', async () => {
  const { page } = await visit(await reader(), { path: '/document-rag' })
  await load(page, voie)
  await ask(page, 'Qui a présenté la voie verte ?')
  await page.waitForURL(/\?conversation=/)
  await answers(page).waitFor()
  const address = page.url()
  await createConversationAndGoBack(page)
  await page.waitForURL(address)
  await waitUntilSettled(page)
  await expect.poll(() => answers(page).count()).toBe(1)
})

test('a reply that is being written is taken up after a reload; the menu opens a new search', async () => {
  const { page } = await visit(await reader(), { path: '/document-rag' })
  await load(page, voie)
  await field(page).fill('Qui a présenté la voie verte ? [[lent]]')
  await field(page).press('Control+Enter')
  await page.getByText(/Phrase 2/).waitFor({ timeout: 15_000 })
  await page.reload()
  await page.getByText(/Phrase 2/).waitFor()
  await page.getByRole('button', { name: 'Arrêter' }).click()
  await page.getByText('Vous avez arrêté cette réponse. Ce qui était écrit est gardé.').waitFor()
  await page.getByRole('link', { name: 'Document', exact: true }).click()
  await page.waitForURL(/\/document-rag$/)
  await page.getByText('Posez une question sur les documents que vous avez chargés.').waitFor()
  expect(await asked(page).allTextContents()).toEqual(['Voie verte.txt'])
})

test('what arrives once the first question has gone is asked in its conversation too', async () => {
  const { page } = await visit(await reader(), { path: '/document-rag' })
  await load(page, voie)
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await page.locator('input[type="file"]').setInputFiles([budget])
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/upload') && request.method() === 'POST')
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await sent
  await ask(page, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?')
  arrive()
  await expect.poll(() => asked(page).allTextContents()).toEqual(['Voie verte.txt', 'Budget.txt'])
})

test('a bad file leaves the others, each in a request of its own: named with its reason, at the choice, by the server or by its reading', async () => {
  const { page, watch } = await visit(await reader(), { path: '/document-rag' })
  watch.expect(/status of 415/)
  const program = { name: 'programme.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }
  const disguised = { name: 'déguisé.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ'.repeat(500_000)) }
  const broken = { name: 'abîmé.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nrien') }
  await page.locator('input[type="file"]').setInputFiles([program, disguised, voie, broken])
  await page.getByRole('alert').filter({ hasText: 'programme.exe\u00a0: ce type de fichier n’est pas accepté.' }).waitFor()
  expect(await page.getByRole('list', { name: 'Fichiers choisis' }).getByRole('listitem').count()).toBe(3)
  const sent: number[] = []
  page.on('response', (answer) => void (answer.url().endsWith('/api/upload') && answer.request().method() === 'POST' && sent.push(answer.status())))
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await page.getByRole('status').filter({ hasText: '2 fichier(s) chargé(s) avec succès' }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'déguisé.pdf\u00a0: le contenu de ce fichier ne correspond pas à son extension.' }).waitFor()
  expect(sent).toEqual([415, 201, 201])
  await expectAccessible(page, 'document search, a file refused')
  await screenshot(page, 'document-search-refused')
  await expect.poll(async () => (await asked(page).allTextContents()).toSorted()).toEqual(['Voie verte.txt', 'abîmé.pdf'])
  await page.getByText('1\u00a0document interrogé').waitFor()
  await page.getByText('1\u00a0non lu').waitFor()
})

test('a document deleted in another window is asked no more in this one', async () => {
  const person = await reader()
  const api = await apiAs(site.server.url, person)
  const { page } = await visit(person, { path: '/document-rag' })
  await load(page, voie, budget)
  await page.reload()
  await expect.poll(() => asked(page).count()).toBe(2)
  const { documents } = await api(routes.library.uploads)
  await api(routes.documents.remove, { params: { id: documents.find(({ original_filename }) => original_filename === budget.name)!.id } })
  await loaded(page).getByText('Budget.txt').waitFor({ state: 'detached' })
  await ask(page, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?')
  expect(await asked(page).allTextContents()).toEqual(['Voie verte.txt'])
})

test('one loaded at this visit and deleted in another window does not take the others from the first question, which says so', async () => {
  const person = await reader()
  const api = await apiAs(site.server.url, person)
  const { page, watch } = await visit(person, { path: '/document-rag' })
  await load(page, voie, budget)
  const { documents } = await api(routes.library.uploads)
  await api(routes.documents.remove, { params: { id: documents.find(({ original_filename }) => original_filename === budget.name)!.id } })
  await loaded(page).getByText('Budget.txt').waitFor({ state: 'detached' })
  watch.expect(/404/)
  await ask(page, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?')
  await page.getByText('1\u00a0document choisi a été supprimé entre-temps').waitFor()
  expect(await asked(page).allTextContents()).toEqual(['Voie verte.txt'])
})

test('a document left open does not open by itself on whoever comes back to its screen', async () => {
  const { page } = await visit(await reader(), { path: '/document-rag' })
  await load(page, voie)
  const beside = page.getByRole('complementary', { name: 'Document cité' })
  await page.getByRole('button', { name: 'Ce que l’IA a lu\u00a0: Voie verte.txt' }).click()
  await beside.getByText(/Mme Lenoir/).waitFor()
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.getByRole('link', { name: 'Bibliothèque', exact: true }).click()
  await title('Bibliothèque documentaire').waitFor()
  await beside.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Document', exact: true }).click()
  await title('Recherche documentaire').waitFor()
  await loaded(page).getByText('Voie verte.txt').waitFor()
  await waitUntilSettled(page)
  expect(await beside.count()).toBe(0)
})
