import { routes } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, createConversation, type ApiClient } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { downloadedFile } from '../support/downloads.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { signIn, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// Reviews of an answer and of a written document: declared, shown, exported, void once the text changes.

let server: AppServer
let api: ApiClient
let person: Credentials
let opened: OpenPage
let page: Page

beforeAll(async () => {
  server = await startServer({}, { onCopy: true })
  person = await createAccount(await apiAs(server.url, server.root), 'relecture.agent', { first_name: 'Jeanne', last_name: 'Durand' })
  api = await apiAs(server.url, person)
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of 409/] })
  page = opened.page
  await signIn(page, person)
})
afterAll(async () => {
  await opened?.close()
  await server?.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')

test('an answer is marked as reviewed, says so under its text and in its export, until the mark is withdrawn', async () => {
  const id = await createConversation(api, {}, 'Rédige une note.', 'La salle est **fermée** lundi.')
  await page.goto(`/chatbot?conversation=${id}`)
  await button('Marquer comme relu').first().press('Enter')
  await dialog()
    .getByText(/^Empreinte SHA-256/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Marquer comme relu' }).click()
  await dialog().getByText('Dites à quel titre vous avez relu').waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/^Au titre de/)
  await checkEveryAppearance(page, 'text-review')
  await page.keyboard.type('la mairie')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.getByText(/^Relu par Jeanne Durand, le .*, au titre de la mairie\.$/).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Marquer comme relu')
  await waitUntilSettled(page)
  await checkEveryAppearance(page, 'text-reviewed')
  const file = await downloadedFile(page, async () => {
    await button('Exporter').first().click()
    await page.getByRole('menuitem', { name: 'Réponse vers LibreOffice (.odt)' }).click()
  })
  const parts = openParts(file.bytes)
  expect(parts['content.xml']!.replace(/<[^>]*>/g, '')).toContain('Relu par Jeanne Durand, le ')
  expect(parts['meta.xml']).toContain('meta:name="Parvis.relu" meta:value-type="string">oui<')
  await button('Marquer comme relu').first().click()
  await dialog()
    .getByRole('button', { name: /^Retirer la relecture/ })
    .click()
  await page
    .getByText(/^Relu par/)
    .first()
    .waitFor({ state: 'detached' })
})

test('a document is marked from its menu; changed, its review is void', async () => {
  const document = await api(routes.writtenDocuments.create, { body: { title: 'Note aux habitants', markdown: 'La salle est fermée.' } })
  await page.goto(`/documents-rediges/${document.id}`)
  const review = async () => {
    await button('Actions sur le document').click()
    await page.getByRole('menuitem', { name: 'Marquer comme relu…' }).click()
  }
  await review()
  await dialog()
    .getByLabel(/^Au titre de/)
    .fill('la mairie')
  // Changed by another person after the dialog was opened: what was read is no longer the text.
  const blocks = document.blocks.map((block) => ({ ...block, text: 'La salle est ouverte.' }))
  await api(routes.writtenDocuments.update, { params: { id: document.id }, body: { blocks: blocks as never, expected_updated_at: document.updated_at } })
  await dialog().getByRole('button', { name: 'Marquer comme relu' }).click()
  await dialog().getByText('Ce texte a changé depuis que vous l’avez ouvert.').waitFor()
  await page.reload()
  await review()
  await dialog()
    .getByLabel(/^Au titre de/)
    .fill('la mairie')
  await dialog().getByRole('button', { name: 'Marquer comme relu' }).click()
  await dialog().waitFor({ state: 'detached' })
  await review()
  await dialog()
    .getByText(/^Relu par Jeanne Durand/)
    .waitFor()
  expect(await dialog().getByRole('listitem').count()).toBe(1)
  await checkEveryAppearance(page, 'document-review')
})
