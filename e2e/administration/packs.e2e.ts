import { routes } from '@parvis/contract'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// The administrator's categories, and the packs that two communes exchange.

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
const opened = setUpPagePerTest(site, () => site.server.root)
let admin: ApiClient
let page: Page

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  await waitUntilIndexed(admin)
})

beforeEach(() => void ({ page } = opened()))

/** Makes a name that no previous attempt has used. */
const fresh = (name: string) => `${name} ${crypto.randomUUID().slice(0, 4)}`
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

describe('categories', () => {
  test('an administrator creates, renames and removes a category of assistants; its assistants go where they are told', async () => {
    const name = fresh('État civil')
    await page.goto('/assistants-admin')
    await page.getByRole('heading', { level: 1, name: 'Gestion des Assistants' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Catégories' }).click()
    await page.getByRole('heading', { level: 1, name: 'Catégories d’assistants' }).waitFor()
    await row('Finances').waitFor()
    await waitUntilSettled(page)
    await screenshot(page, 'categories')
    await expectAccessible(page, '/categories')
    await press('Nouvelle catégorie')
    const dialog = page.getByRole('dialog')
    await press('Créer la catégorie')
    await dialog.getByText('Donnez un nom à la catégorie').waitFor()
    await expect.poll(() => focusedName(page)).toMatch(/^Nom/)
    await dialog.getByLabel(/^Nom/).fill('FINANCÉS')
    opened().watch.expect(/409/)
    await press('Créer la catégorie')
    await dialog.getByText('Une catégorie porte déjà ce nom : « Finances »').waitFor()
    await expectAccessible(page, '/categories, refused name')
    await screenshot(page, 'categories-form', { fullPage: false })
    await dialog.getByLabel(/^Nom/).fill(name)
    await press('Créer la catégorie')
    await page.getByText(`La catégorie « ${name} » est créée.`).waitFor()
    const { id } = (await admin(routes.assistantCategories.list)).find((one) => one.name === name)!
    const made = await admin(routes.assistants.create, { body: { name: fresh('Actes'), description: 'Aide', prompt_content: 'Tu aides.', category_id: id } })
    await page.reload()
    await press(`Modifier ${name}`)
    await dialog.getByLabel(/^Nom/).fill(`${name} bis`)
    await press('Enregistrer')
    await page.getByText(`La catégorie « ${name} bis » est modifiée.`).waitFor()
    await press(`Supprimer ${name} bis`)
    const alert = page.getByRole('alertdialog')
    await alert.getByText('1 assistant').waitFor()
    await press('Déplacer et supprimer')
    await alert.getByText('Choisissez la catégorie qui recevra ce qu’elle contient').waitFor()
    await expect.poll(() => focusedName(page)).toContain('Déplacer vers')
    await expectAccessible(page, '/categories, removal')
    await screenshot(page, 'categories-removal', { fullPage: false })
    await alert.getByRole('button', { name: /Déplacer vers/ }).click()
    await page.getByRole('option', { name: 'Finances' }).click()
    await press('Déplacer et supprimer')
    await page.getByText(`La catégorie « ${name} bis » est supprimée. 1 assistant déplacé.`).waitFor()
    await row(`${name} bis`).waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Catégories d’assistants')
    expect((await admin(routes.assistants.get, { params: { id: made.id } })).category.name).toBe('Finances')
  })

  test('a category that received something since the list was read asks where it goes', async () => {
    const name = fresh('Cimetières')
    const { id: category_id } = await admin(routes.assistantCategories.create, { body: { name } })
    await page.goto('/categories')
    await press(`Supprimer ${name}`)
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Elle ne contient rien.').waitFor()
    const made = await admin(routes.assistants.create, { body: { name: fresh('Obsèques'), description: 'Aide', prompt_content: 'Tu aides.', category_id } })
    opened().watch.expect(/409/)
    await press('Supprimer')
    await alert.getByText('Cette catégorie contient 1 assistant.').waitFor()
    await alert.getByRole('button', { name: /Déplacer vers/ }).click()
    await page.getByRole('option', { name: 'Finances' }).click()
    await press('Déplacer et supprimer')
    await page.getByText(`La catégorie « ${name} » est supprimée. 1 assistant déplacé.`).waitFor()
    expect((await admin(routes.assistants.get, { params: { id: made.id } })).category.name).toBe('Finances')
    await admin(routes.assistants.remove, { params: { id: made.id } })
  })

  test('a library chat that is open goes on when its category is renamed, then merged', async () => {
    const [before, after, target] = [fresh('Astreintes'), fresh('Permanences'), fresh('Archives')]
    await admin(routes.documentCategories.create, { body: { name: target } })
    const { id } = await admin(routes.documentCategories.create, { body: { name: before } })
    const { documents } = await admin(routes.documents.list, { query: { category: 'Réglementation' } })
    await admin(routes.documents.update, { params: { id: documents[0]!.id }, body: { category: before } })
    await page.goto(`/biblio-rag?category=${encodeURIComponent(before)}`)
    await page.getByRole('button', { name: new RegExp(before) }).waitFor()
    const box = page.getByRole('textbox')
    const ask = async (question: string, count: number) => {
      await box.fill(question)
      await box.press('Control+Enter')
      await expect.poll(() => page.getByRole('group', { name: 'Actions sur cette réponse' }).count(), { timeout: 20_000 }).toBe(count)
    }
    await ask('Que dit ce document ?', 1)
    await admin(routes.documentCategories.update, { params: { id }, body: { name: after } })
    await ask('Et encore ?', 2)
    await admin(routes.documentCategories.remove, {
      params: { id },
      query: { move_to: (await admin(routes.documentCategories.list)).find(({ name }) => name === target)!.id },
    })
    await ask('Et enfin ?', 3)
    // Found again by the address that the page had.
    await page.reload()
    await page.getByRole('button', { name: new RegExp(target) }).waitFor()
    await expect.poll(() => page.getByRole('group', { name: 'Actions sur cette réponse' }).count()).toBe(3)
    await page.goto('/bibliotheque')
    await page.getByRole('main').getByRole('link', { name: 'Catégories et droits' }).click()
    await row(target).getByText(before).waitFor()
    await waitUntilSettled(page)
    await expectAccessible(page, '/categories, documents')
    await screenshot(page, 'categories-documents')
    await admin(routes.documents.update, { params: { id: documents[0]!.id }, body: { category: 'Réglementation' } })
  })

  test('others are sent to the chatbot, and find no way in', async () => {
    const username = `agent${uniqueSuffix()}`
    const guest = await visit(await createAccount(admin, username))
    for (const path of ['/categories', '/packs']) {
      await guest.page.goto(path)
      await guest.page.waitForURL((url) => url.pathname === '/chatbot')
    }
    await guest.page.goto('/bibliotheque')
    await guest.page.getByRole('heading', { level: 1, name: 'Base Documentaire' }).waitFor()
    expect(await guest.page.getByRole('link', { name: 'Catégories' }).count()).toBe(0)
  })
})

const bytesOf = (content: unknown) => Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
const give = (content: unknown, name = 'pack-voisin.json') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: bytesOf(content) })

describe('packs', () => {
  beforeEach(async () => {
    await page.goto('/packs')
    await page.getByRole('heading', { level: 1, name: 'Import et export' }).waitFor()
  })

  test('a pack is exported, changed by a neighbour, looked at side by side, and applied as chosen', async () => {
    await page.getByRole('tab', { name: 'Exporter' }).click()
    await page.getByRole('button', { name: /^Exporter \d+ éléments/ }).waitFor()
    await waitUntilSettled(page)
    await screenshot(page, 'packs-export')
    await expectAccessible(page, '/packs, export')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Exporter/ }).click()])
    expect(download.suggestedFilename()).toMatch(/^parvis-pack-\d{4}-\d\d-\d\d\.json$/)
    const pack = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, Record<string, string>[]>
    // The arrow after the last tab is the first.
    await page.getByRole('tab', { name: 'Exporter' }).press('ArrowRight')
    await page.getByRole('tab', { name: 'Importer', selected: true }).and(page.locator(':focus')).waitFor()
    await waitUntilSettled(page)
    await screenshot(page, 'packs-import-empty')
    await expectAccessible(page, '/packs, import')
    await give(pack)
    await page.getByRole('button', { name: 'Rien à importer' }).waitFor()
    await page.getByText(/^Déjà identiques/).waitFor()
    await press('Choisir un autre fichier')

    const [first, second] = pack['assistants'] as [Record<string, string>, Record<string, string>]
    const [mine, added] = [second['prompt_content']!, fresh('Agent du voisin')]
    first['description'] = fresh('Une autre description, avec <b>du balisage</b> et ![une image](https://ailleurs.invalid/x.png)')
    first['icon'] = 'Heart'
    second['prompt_content'] = `${mine}\n\nTu cites toujours tes sources. ${fresh('')}`
    pack['assistants']!.push({ name: added, description: 'Aide le voisin', prompt_content: 'Tu aides.', category: first['category']!, icon: 'Zap' })
    await give(pack)
    await page.getByRole('heading', { name: 'Différents de ce que vous avez' }).waitFor()
    await page.getByText('avec <b>du balisage</b>').waitFor()
    await waitUntilSettled(page)
    await screenshot(page, 'packs-preview')
    await expectAccessible(page, '/packs, preview')
    await page.getByRole('button', { name: `Que faire de ${first['name']}` }).click()
    await page.getByRole('option', { name: 'Garder les deux' }).click()
    // What was chosen is not lost by a slip.
    await page.getByRole('tab', { name: 'Exporter' }).click()
    const question = page.getByRole('alertdialog', { name: 'Quitter sans importer\u00a0?' })
    await question.getByRole('button', { name: 'Continuer l’import' }).click()
    await question.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: `Que faire de ${first['name']}` })
      .getByText('Garder les deux')
      .waitFor()
    await page.getByRole('checkbox', { name: /Importer les nouveaux assistants inactifs/ }).press('Space')
    await press('Importer 2 éléments')
    await page.getByText('Le pack est importé : 1 élément créé, 1 ajouté sous un autre nom, 1 ignoré').waitFor()
    const list = await admin(routes.assistants.list)
    expect(list.find(({ name }) => name === added)?.is_active).toBe(false)
    expect(list.find(({ name }) => name.startsWith(`${first['name']} (`) && name.endsWith(')'))?.icon).toBe('Heart')
    expect(list.find(({ name }) => name === second['name'])?.prompt_content).toBe(mine)
    for (const { id } of list.filter(({ name }) => name === added || name.startsWith(`${first['name']} (`)))
      await admin(routes.assistants.remove, { params: { id } })
  })

  test('an import that is refused says so in sight of its button, however long the list', async () => {
    const category = fresh('Cimetières')
    const agent = { name: fresh('Obsèques'), description: 'Aide', prompt_content: 'Tu aides.', category }
    const prompts = Array.from({ length: 120 }, (_, rank) => ({ name: fresh(`Note ${rank}`), content: 'Résume.' }))
    await give({ format: 'parvis-pack', version: 1, assistant_categories: [{ name: category }], assistants: [agent], prompts })
    await page.getByRole('checkbox', { name: new RegExp(category) }).press('Space')
    await page.getByRole('checkbox', { name: prompts.at(-1)!.name }).focus()
    opened().watch.expect(/422/)
    await press('Importer 121 éléments')
    const alert = page.getByRole('alert').filter({ hasText: `a besoin de la catégorie « ${category} »` })
    await alert.waitFor()
    await expect.poll(async () => (await alert.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
    await press('Annuler')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitter sans importer' }).click()
    await page.getByText('Déposez ici un pack Parvis').waitFor()
  })

  test('a file that is no pack is refused in French, with the places', async () => {
    opened().watch.expect(/422|409/)
    await give('{"format"')
    await page.getByRole('alert').getByText('Ce fichier n’est pas un pack : son contenu n’est pas du JSON.').waitFor()
    await give({ format: 'parvis-pack', version: 1, prompts: [{ name: ' ', content: 'x' }, { name: 'A' }] })
    await page.getByRole('alert').getByText('Ce pack n’est pas valable. prompts[0].name : ce champ est obligatoire (et 1 autre).').waitFor()
    await page.getByRole('alert').getByText('prompts[1].content').waitFor()
    await waitUntilSettled(page)
    await screenshot(page, 'packs-refused')
    await expectAccessible(page, '/packs, refused')
    const name = fresh('Note')
    await give({ format: 'parvis-pack', version: 1, prompts: [{ name, content: 'Résume.' }] })
    await page.getByRole('button', { name: 'Importer 1 élément' }).waitFor()
    await admin(routes.prompts.save, { body: { name, content: 'Autre chose.' } })
    await press('Importer 1 élément')
    await page
      .getByRole('alert')
      .getByText(/L’installation a changé depuis l’aperçu/)
      .waitFor()
    await page.getByRole('heading', { name: 'Différents de ce que vous avez' }).waitFor()
  })
})

test.runIf(isFullProof).each(appearances)('the screens stand in $theme at $width px', async ({ theme, width }) => {
  const other = await visit(site.server.root, { theme })
  await other.page.setViewportSize({ width, height: 844 })
  const pack = JSON.stringify({
    format: 'parvis-pack',
    version: 1,
    assistant_categories: [{ name: 'Finances', icon: 'Heart' }],
    prompts: [{ name: fresh('Note de synthèse'), content: 'Résume.' }],
  })
  for (const path of ['/categories', '/bibliotheque/categories', '/packs?onglet=exporter', '/packs', '/assistants-admin']) {
    await other.page.goto(path)
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    if (path.startsWith('/categories')) await other.page.getByRole('table').waitFor()
    if (path.endsWith('exporter')) await other.page.getByRole('button', { name: /^Exporter \d/ }).waitFor()
    if (path === '/packs') {
      await other.page.locator('input[type=file]').setInputFiles({ name: 'pack.json', mimeType: 'application/json', buffer: Buffer.from(pack) })
      await other.page.getByRole('heading', { name: 'Nouveautés' }).waitFor()
    }
    await waitUntilSettled(other.page)
    await screenshot(other.page, `packs-${path.replaceAll(/[^a-z]/g, '')}`)
    await expectAccessible(other.page, `${path} ${theme} ${width}`)
    expect(await other.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
})
