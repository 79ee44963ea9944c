import { routes } from '@parvis/contract'
import { makePng } from '@parvis/document-reading/fixtures'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { waitUntilSettled, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'

// Models of levels 1 and 3, each on its own recording server, as administrators set them and as a person meets them.

/** Models beside the four of the journeys, for the choice among twenty. */
const extraModels = 16

const outside = await startFaultModelServer()
const backup = await startFaultModelServer()
let inside: FaultModelServer = await startFaultModelServer()
const insidePort = Number(new URL(inside.baseUrl).port)
afterAll(async () => void (await Promise.all([outside.close(), backup.close(), inside.close()])))

const model = (id: string, label: string, level: number, { baseUrl }: FaultModelServer, images = false) => ({
  id,
  label,
  level,
  base_url: baseUrl,
  api_key: 'x',
  model: id,
  images,
})
const site = setUpSite<AppServer>(() =>
  startServer({
    LLM_MODELS: JSON.stringify([
      model('petit', 'Petit modèle', 1, outside),
      model('secours', 'Modèle de secours', 1, backup),
      model('maison', 'Modèle maison', 3, inside),
      // Fails in no journey: a model that failed is left aside for 30 seconds.
      model('images', 'Modèle des images', 1, backup, true),
      ...Array.from({ length: extraModels }, (_, at) => model(`autre-${at}`, `Autre modèle ${at + 1}`, 1, outside)),
    ]),
  }),
)
const visit = pageVisits(site)
let page: Page
const chat = assistantChat(() => page)
const note = (text: string) => page.getByRole('log').getByText(text)

/** Takes screenshots wide and light, then narrow and dark, checks accessibility, then restores the appearance. */
async function look(name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await screenshot(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await waitUntilSettled(page)
  await expectAccessible(page, `${name}, narrow and dark`)
  await screenshot(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Chooses an option of a select. */
async function choose(label: RegExp | string, option: RegExp | string, within: Page | ReturnType<Page['getByRole']> = page): Promise<void> {
  await within.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function details(): Promise<string> {
  const answer = page.getByRole('article').last()
  await answer.hover()
  await answer.getByRole('button', { name: 'Détails de la réponse' }).click()
  const line = answer.getByRole('status').filter({ hasText: 'Modèle' })
  await line.waitFor()
  return line.innerText()
}

/** Opens the choice of a model. Returns the milliseconds until its twenty models are drawn. */
const measureOpening = () =>
  page.evaluate<number>(`(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Par défaut'))
    const start = performance.now()
    button.click()
    while (document.querySelectorAll('[role=option]').length < 20) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  })()`)

async function newPerson(prefix: string): Promise<{ person: Credentials; admin: ApiClient }> {
  const admin = await apiAs(site.server.url, site.server.root)
  return { person: await createAccount(admin, `${prefix}.${uniqueSuffix()}`), admin }
}

test('an assistant of level 3 refuses and says so while its only server is stopped; started again, answers; thread, details and dashboard agree', async () => {
  const { person, admin } = await newPerson('niveaux')
  page = (await visit(site.server.root)).page
  await page.goto('/assistants-admin')
  await page.getByRole('button', { name: 'Nouvel assistant' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Dossiers du personnel ${uniqueSuffix()}`
  await dialog.getByRole('textbox', { name: 'Nom' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Aide sur les dossiers.')
  await dialog.getByRole('textbox', { name: 'Instructions (prompt)' }).fill('Tu aides la direction des ressources humaines.')
  await choose(/Catégorie/, /./, dialog)
  await choose(/Modèle préféré/, /Petit modèle/, dialog)
  // The preferred model is below the level that is chosen afterwards: it is no longer preferred.
  await choose(/Niveau minimal/, /^Interne/, dialog)
  expect(await dialog.getByRole('button', { name: /Modèle préféré/ }).innerText()).toBe('Le premier de la liste')
  await look('models-assistant-form')
  await dialog.getByRole('button', { name: 'Créer l’assistant' }).click()
  await page.getByText(`L’assistant «\u00a0${name}\u00a0» a été créé.`).waitFor()
  const assistant = (await admin(routes.assistants.list)).find((one) => one.name === name)!
  expect(assistant).toMatchObject({ min_level: 3, model_id: null, model_choice: false })

  const low = outside.requests.length + backup.requests.length
  const { page: personPage, watch } = await visit(person)
  page = personPage
  await chat.enter(assistant.id)
  await inside.close()
  watch.expect(/status of 409/)
  await chat.field().fill('Qui part en retraite ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const refused = page.getByRole('article').last()
  await refused.getByText('Cette demande veut un modèle de niveau «\u00a0interne\u00a0», et aucun ne répond pour l’instant.').waitFor()
  await page.getByRole('article').getByText('Qui part en retraite ?').waitFor()
  await chat.idle()
  await look('models-refused')
  inside = await startFaultModelServer({ port: insidePort })
  await refused.getByRole('button', { name: 'Réessayer' }).click()
  await expect.poll(() => inside.requests.length, { timeout: 45_000 }).toBe(1)
  await chat.idle()
  expect(await details()).toBe('Modèle\u00a0: Modèle maison, niveau interne.')
  expect(await page.getByRole('article').getByText('Qui part en retraite ?').count()).toBe(1)
  await look('models-answered')
  expect(outside.requests.length + backup.requests.length).toBe(low)
  const { models } = (await admin(routes.dashboards.read, { query: {} })).consumption
  expect(models.find(({ model_id }) => model_id === 'maison')).toMatchObject({ label: 'Modèle maison' })
  page = (await visit(site.server.root)).page
  await page.goto('/tableau-de-bord')
  const figure = page.getByRole('figure', { name: 'Jetons, par modèle' }).or(page.getByText('Jetons, par modèle'))
  await figure.first().scrollIntoViewIfNeeded()
  await page.getByText('Modèle maison').first().waitFor()
  await look('models-dashboard')
})

test('another model is said once per change; the choice among twenty opens; a confidential conversation is read by level 3 only', async () => {
  const { person, admin } = await newPerson('choix')
  const [first] = await admin(routes.assistants.list)
  const updated = await admin(routes.assistants.update, { params: { id: first!.id }, body: { model_choice: true, model_id: 'petit' } })
  page = (await visit(person)).page
  await chat.enter(updated.id)
  outside.next('500')
  await chat.ask('Première question')
  const said = note('Petit modèle n’a pas répondu\u00a0: cette réponse a été écrite par Modèle de secours.')
  await said.waitFor()
  await chat.ask('Deuxième question')
  expect(await said.count()).toBe(1)
  await look('models-fallback')
  await page.reload()
  await chat.idle()
  await said.waitFor()
  expect(await said.count()).toBe(1)

  await page.getByRole('button', { name: 'Détails', exact: true }).click()
  const select = page.getByRole('button', { name: /Modèle$/ })
  await select.waitFor()
  const times: number[] = []
  for (let opening = 0; opening < 10; opening += 1) {
    times.push(await measureOpening())
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }
  // A measure, without a limit: the machine of the tests is shared. The first opening downloads the code of lists.
  process.stdout.write(`A choice among 20 models: ${times.map(Math.round).join(', ')} ms\n`)
  await select.click()
  await page.getByRole('option').first().waitFor()
  await look('models-choice')
  await page.getByRole('option', { name: /^Modèle maison/ }).click()
  await chat.ask('Troisième question')
  expect(await details()).toBe('Modèle\u00a0: Modèle maison, niveau interne.')
  await page.getByRole('switch', { name: /Conversation confidentielle/ }).click()
  await page.getByRole('definition').getByText('Modèle maison, niveau interne').waitFor()
  const low = outside.requests.length + backup.requests.length
  await chat.ask('Quatrième question')
  expect(outside.requests.length + backup.requests.length).toBe(low)
  await page.reload()
  await chat.idle()
  await page.getByRole('button', { name: 'Détails', exact: true }).click()
  expect(await page.getByRole('switch', { name: /Conversation confidentielle/ }).isChecked()).toBe(true)
  await look('models-confidential')
})

test('pictures are shown under their question as sent, counted and opened; a deleted one is named', async () => {
  const { person, admin } = await newPerson('images')
  const [first] = await admin(routes.assistants.list)
  await admin(routes.assistants.update, { params: { id: first!.id }, body: { model_id: 'images' } })
  const { page: personPage, watch } = await visit(person)
  page = personPage
  await chat.enter(first!.id)
  const plan = (shade: number) => Buffer.from(makePng({ pixels: new Uint8Array(80 * 50).fill(shade), width: 80, height: 50 }))
  const png = (name: string, shade: number) => ({ name, mimeType: 'image/png', buffer: plan(shade) })
  await page.locator('input[type="file"]').setInputFiles([png('plan.png', 90), png('façade.png', 200)])
  // A name that can be opened: recognition found no text in the picture, which is no failure for this model.
  const chips = page.getByRole('region', { name: 'Fichiers de la conversation' })
  for (const name of ['plan.png', 'façade.png']) await chips.getByRole('button', { name, exact: true }).waitFor({ timeout: 60_000 })
  await chat.ask('Que montrent ces plans ?')
  const thumbnails = page.getByRole('list', { name: 'Images jointes à ce message' })
  await thumbnails.getByRole('img', { name: 'plan.png' }).waitFor()
  await page.getByText('2\u00a0images envoyées au modèle').waitFor()
  await page.reload()
  await chat.idle()
  await page.getByText('2\u00a0images envoyées au modèle').waitFor()
  const size = (image: string) => thumbnails.getByRole('img', { name: image }).evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
  await thumbnails.getByRole('img', { name: 'façade.png' }).waitFor()
  expect(await size('façade.png')).toBe(80)
  await look('models-pictures')
  await thumbnails.getByRole('button', { name: 'Agrandir façade.png' }).press('Enter')
  await page.getByRole('dialog', { name: 'façade.png' }).getByRole('img', { name: 'façade.png' }).waitFor()
  await look('models-picture')
  await page.keyboard.press('Escape')
  watch.expect(/status of 404/)
  await page.getByRole('button', { name: 'Retirer plan.png' }).click()
  await page.getByRole('button', { name: 'Retirer plan.png' }).waitFor({ state: 'detached' })
  await page.reload()
  await chat.idle()
  await thumbnails.getByText('plan.png').waitFor()
  await thumbnails.getByText('indisponible').waitFor()
  await page.getByText('2\u00a0images envoyées au modèle').waitFor()
  await look('models-picture-missing')
})

test('the privacy page and the help name every model by level', async () => {
  page = (await visit(null)).page
  await page.goto('/confidentialite')
  await page.getByText('Modèles de niveau «\u00a0interne\u00a0»\u00a0: Modèle maison (127.0.0.1).').waitFor()
  expect(await page.getByText('aucun modèle d’un niveau plus bas n’en reçoit rien').count()).toBe(1)
  await look('models-privacy')
})
