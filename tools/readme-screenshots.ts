import { routes } from '@parvis/contract'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { apiAs, createAccount, type ApiClient } from '../e2e/support/api.ts'
import { assistantChat } from '../e2e/support/assistant-chat.ts'
import { launchBrowser, openPage } from '../e2e/support/browser.ts'
import { waitUntilSettled, signIn } from '../e2e/support/pages.ts'
import { startServer } from '../e2e/support/servers/server.ts'

// `npm run screenshots`: makes the pictures of the README from the real application. Look at them before committing.

const folder = path.resolve(import.meta.dirname, '../docs/images')
const request = `Préparez une délibération fixant les tarifs de la cantine pour la rentrée.

Commune de Sainte-Foy, conseil du 14 septembre 2026, rapporteure Mme Claire Martin, repas à 3,40 €, à compter du 1er octobre 2026.`
const indexingTimeoutMs = 300_000

/** Shows a deliberation with the facts that the person gave, and the menu of its exports. */
async function drawDeliberation(page: Page, api: ApiClient): Promise<void> {
  const { enter, ask } = assistantChat(() => page)
  const assistants = await api(routes.assistants.list, { query: {} })
  await enter(assistants.find(({ name }) => name === 'Rédacteur de délibérations')!.id)
  await ask(request)
  await page.getByRole('button', { name: 'Exporter', exact: true }).last().click()
  await page.getByRole('menuitem', { name: /Word/ }).first().waitFor()
}

/** Shows an answer of the library next to the document that it quotes. */
async function drawLibrary(page: Page, api: ApiClient): Promise<void> {
  await waitForLibrary(api)
  await page.goto('/biblio-rag')
  await page
    .getByRole('list', { name: /^Pour commencer/ })
    .getByRole('button')
    .first()
    .click()
  const sources = page.getByRole('region', { name: 'Sources de la réponse' })
  await sources.getByRole('button').first().click()
  await page.getByRole('complementary', { name: 'Document cité' }).waitFor()
  await sources.scrollIntoViewIfNeeded()
}

/** Waits until the demonstration documents can be searched. @throws after five minutes */
async function waitForLibrary(api: ApiClient): Promise<void> {
  const end = Date.now() + indexingTimeoutMs
  for (;;) {
    const { categories } = await api(routes.library.categories)
    if (categories.length > 0 && categories.every(({ vector_store_exists }) => vector_store_exists)) return
    if (Date.now() > end) throw new Error('the demonstration documents are not indexed')
    await new Promise((next) => setTimeout(next, 1_000))
  }
}

mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await launchBrowser()
try {
  const agent = await createAccount(await apiAs(server.url, server.root), 'camille.moreau', { first_name: 'Camille', last_name: 'Moreau' })
  const api = await apiAs(server.url, agent)
  const { page, close } = await openPage(browser, server.url)
  const take = async (name: string) => {
    await waitUntilSettled(page)
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
  }
  await signIn(page, agent)
  await page.goto('/assistants')
  await take('catalogue')
  await drawDeliberation(page, api)
  await take('conversation')
  await page.keyboard.press('Escape')
  await drawLibrary(page, api)
  await take('bibliotheque')
  await close()
} finally {
  await browser.close()
  await server.close()
}
