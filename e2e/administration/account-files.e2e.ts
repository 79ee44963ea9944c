import { routes } from '@parvis/contract'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { PageOptions } from '../support/browser.ts'
import { waitUntilSettled, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Accounts from a file and to one, gone through page by page, and changed by two administrators.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let boss: Credentials
let admin: ApiClient

beforeAll(async () => {
  boss = await site.server.administrator()
  admin = await apiAs(site.server.url, boss)
})

async function arrive(options?: PageOptions) {
  const opened = await visit(boss, options)
  // By a link, so that the browser's way back stays within the application.
  await opened.page.goto('/')
  await opened.page.locator('main a[href="/users"]').first().click()
  await opened.page.getByRole('table').waitFor()
  await waitUntilSettled(opened.page)
  return opened
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const give = (page: Page, name: string, content: Buffer) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: content })

/** A file as Excel saves it in France: Windows-1252, semicolons, a title, blank rows. */
const sheetOf = (tag: string) => {
  const rows = [
    'Agents de la mairie;;;;',
    'NOM;Prénom;Bureau;Service;Adresse e-mail',
    `Lemaître;Zoé;12;État civil ${tag};zoe.lemaitre.${tag}@mairie.fr`,
    ';;;;',
    `Benali;Nadia;14;"Finances ${tag}; Marchés ${tag}";nadia.benali.${tag}@mairie.fr`,
    `Durand;Noël;12;État civil ${tag};zoe.lemaitre.${tag}@mairie.fr`,
    `Petit;Jo;;Voirie ${tag};jo chez mairie.fr`,
    `Roux;Inès;;Culture ${tag};present.${tag}@mairie.fr`,
  ]
  return Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1')
}

/** Presses a button and returns the downloaded file. */
async function downloaded(page: Page, name: string | RegExp): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test.each(oppositeAppearances)('a file of a spreadsheet is seen row by row, then its good rows become accounts ($viewport.width px)', async (options) => {
  const tag = options.theme + uniqueSuffix()
  await admin(routes.users.create, { body: { username: `present.${tag}`, email: `present.${tag}@mairie.fr`, password: 'Falaise-Ocre-5512' } })
  const before = (await admin(routes.users.list)).total
  const { page } = await arrive(options)
  await screenshot(page, 'accounts', { fullPage: false })
  await press(page, 'Importer un fichier CSV')
  const dialog = page.getByRole('dialog', { name: 'Importer des comptes' })
  await expectAccessible(page, '/users, import')
  await screenshot(page, 'accounts-import', { fullPage: false })
  await give(page, 'classeur.csv', Buffer.from([0x50, 0x4b, 3, 4]))
  await dialog.getByRole('alert').getByText('Ce fichier est un classeur.').waitFor()

  await give(page, 'agents.csv', sheetOf(tag))
  await dialog.getByText('2 comptes à créer, 1 déjà présent à mettre dans un service, 2 lignes refusées.').waitFor()
  await dialog.getByText('Colonne non utilisée : Bureau.').waitFor()
  // The button that led here is gone: what is said in its place has the focus.
  await dialog.locator(':focus').getByText('2 comptes à créer').waitFor()
  const row = (name: RegExp) => dialog.getByRole('row', { name })
  expect(await row(/jo chez mairie\.fr/).textContent()).toMatch(/^7.*Cette adresse e-mail n’est pas valable/)
  expect(await row(/Noël Durand/).textContent()).toMatch(/^6.*Même adresse e-mail que la ligne 3/)
  // No mail server here: invitations would reach nobody.
  expect(await dialog.getByRole('radio', { name: 'Mot de passe provisoire' }).isChecked()).toBe(true)
  await waitUntilSettled(page)
  await expectAccessible(page, '/users, preview of an import')
  await screenshot(page, 'accounts-preview', { fullPage: false })
  expect((await admin(routes.users.list)).total).toBe(before)
  await dialog.getByText('À créer (2)').click()
  await row(/Zoé Lemaître/)
    .getByText(`zoe.lemaitre.${tag}`, { exact: true })
    .waitFor()
  await row(/Nadia Benali/)
    .getByText(`Finances ${tag}, Marchés ${tag}`, { exact: true })
    .waitFor()

  await dialog.getByRole('button', { name: 'Créer 2 comptes' }).click()
  await dialog.locator(':focus', { hasText: '2 comptes créés, 1 déjà présent mis dans un service, 2 lignes refusées.' }).waitFor()
  await expectAccessible(page, '/users, import done')
  await screenshot(page, 'accounts-imported', { fullPage: false })
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revenir au compte rendu' }).click()
  // Nor does the browser's own way back lose them: nobody will show these passwords again.
  await page.evaluate('history.back()')
  const question = page.getByRole('alertdialog', { name: 'Quitter sans avoir téléchargé les mots de passe ?' })
  await expectAccessible(page, '/users, leaving an import')
  await screenshot(page, 'accounts-import-left', { fullPage: false })
  await question.getByRole('button', { name: 'Revenir au compte rendu' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/users')
  const report = await downloaded(page, 'Télécharger les mots de passe et le compte rendu')
  expect(report.name).toMatch(/^parvis-import-\d{4}-\d\d-\d\d\.csv$/)
  const line = report.text.split('\r\n').find((one) => one.includes(`zoe.lemaitre.${tag}@`))!
  expect(line).toMatch(new RegExp(`^3;Créé;;zoe\\.lemaitre\\.${tag}@mairie\\.fr;zoe\\.lemaitre\\.${tag};Zoé;Lemaître;État civil ${tag};[a-z2-9-]{23}$`))
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect((await admin(routes.users.list)).total).toBe(before + 2)
  const [present] = (await admin(routes.users.list, { query: { search: `present.${tag}` } })).users
  expect(present!.teams.map(({ name }) => name)).toEqual([`Culture ${tag}`])
  const zoe = { username: `zoe.lemaitre.${tag}`, password: line.split(';').at(-1)! }
  await expect(apiAs(site.server.url, zoe)).resolves.toBeDefined()

  await press(page, 'Importer un fichier CSV')
  await give(page, 'agents.csv', sheetOf(tag))
  await dialog.getByText('0 compte à créer, 4 déjà présents, 1 ligne refusée.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Rien à créer' }).isDisabled()).toBe(true)
})

test('an import that the network stops says what is made, and goes on', async () => {
  const { page, watch } = await arrive()
  watch.expect(/ERR_FAILED|ERR_CONNECTION_REFUSED|request: POST/)
  const lot = uniqueSuffix()
  const lines = Array.from({ length: 60 }, (_, at) => `Agent ${at};agent.${lot}.${String(at).padStart(2, '0')}@${lot}.fr`)
  await press(page, 'Importer un fichier CSV')
  const dialog = page.getByRole('dialog')
  await give(page, 'lot.csv', Buffer.from(`Nom;Courriel\n${lines.join('\n')}`))
  await dialog.getByText('60 comptes à créer.').waitFor()
  await dialog.getByText('Invitation par courriel').click()
  await dialog.getByText(/Aucun serveur de courriel n’est réglé/).waitFor()
  let calls = 0
  await page.route('**/api/users/import', (route) => ((calls += 1) === 2 ? route.abort('connectionrefused') : route.fallback()))
  await dialog.getByRole('button', { name: 'Créer 60 comptes' }).click()
  await dialog.getByText(/^25\scomptes créés, 25\slignes sans réponse, 10\slignes non envoyées\./).waitFor()
  await dialog
    .getByRole('alert')
    .getByText(/L’import s’est arrêté avant la fin/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Reprendre l’import' }).click()
  await dialog.getByText(/^60\scomptes créés\. Les invitations partent une à une\./).waitFor()
  expect((await downloaded(page, 'Télécharger le compte rendu')).text.split('\r\n')).toHaveLength(62)
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill(`@${lot}.fr`)
  await page.getByText('60 comptes', { exact: true }).waitFor()
  const file = await downloaded(page, 'Exporter la liste en CSV')
  expect(file.name).toMatch(/^parvis-comptes-\d{4}-\d\d-\d\d\.csv$/)
  expect(file.text.split('\r\n')).toHaveLength(62)
  expect(file.text).toContain(`agent.${lot}.07;agent.${lot}.07@${lot}.fr;;Agent 7;;Utilisateur;Invité;;`)
  await page.getByText(/La liste des comptes trouvés est téléchargée/).waitFor()

  // Gone through page by page while a colleague adds an account above: none is seen twice.
  const colleague = await apiAs(site.server.url, await createAccount(admin, `zoe.${uniqueSuffix()}`, { is_admin: true }))
  const seen = async () => page.getByRole('rowheader').allTextContents()
  const first = await seen()
  await colleague(routes.users.create, { body: { username: `aaa.${lot}`, email: `aaa@${lot}.fr`, password: 'Falaise-Ocre-5512' } })
  await press(page, 'Suivante')
  await page.getByRole('row', { name: new RegExp(`agent\\.${lot}\\.10`) }).waitFor()
  const second = await seen()
  expect(second).toHaveLength(10)
  expect(second.filter((name) => first.includes(name))).toEqual([])
  await page.getByRole('status').getByText('Page 2 sur 7').waitFor()
  // Who comes to an end by keyboard keeps the button under the focus.
  await page.getByRole('button', { name: 'Précédente' }).press('Enter')
  await page
    .getByRole('status')
    .getByText(/^Page 1 sur [67]$/)
    .waitFor()
  await page.locator('button[aria-disabled="true"]:focus', { hasText: 'Précédente' }).press('Enter')
  await expectAccessible(page, '/users, first of seven pages')
  await screenshot(page, 'accounts-pages', { fullPage: false })
})

test.each(oppositeAppearances)('two administrators on one account: who, when, what differs, and the choice ($viewport.width px)', async (options) => {
  const colleague = await createAccount(admin, `ada.${uniqueSuffix()}`, { first_name: 'Ada', last_name: 'Martin', is_admin: true })
  const other = await apiAs(site.server.url, colleague)
  const username = `claire.${uniqueSuffix()}`
  const { id } = await admin(routes.users.create, {
    body: { username, email: `${username}@mairie.fr`, password: 'Falaise-Ocre-5512', first_name: 'Claire', last_name: 'Petit' },
  })
  const { page, watch } = await arrive(options)
  watch.expect(/409/)
  await page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill(username)
  await page.getByText('1 compte', { exact: true }).waitFor()
  await press(page, 'Modifier Claire Petit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Prénom/).fill('Clara')
  await dialog.getByLabel(/^Mot de passe/).fill('Glycine-fontaine-93-lavoir')
  await other(routes.users.update, { params: { id }, body: { last_name: 'Petit-Jean', is_active: false } })
  await press(page, 'Enregistrer')
  const notice = page.getByRole('region', { name: 'Deux versions à départager' })
  await notice.getByText(/Ada Martin a enregistré une autre version le .* Rien n’a été remplacé/).waitFor()
  expect(await notice.getByRole('heading').allTextContents()).toEqual(['Prénom', 'Nom', 'Statut'])
  await expectAccessible(page, '/users, two versions')
  await screenshot(page, 'accounts-conflict', { fullPage: false })
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('Glycine')

  await press(page, 'Reprendre la version enregistrée')
  expect(await dialog.getByLabel(/^Nom\b(?! d)/).inputValue()).toBe('Petit-Jean')
  await dialog.getByLabel(/^Prénom/).fill('Clara')
  await press(page, 'Enregistrer')
  await page.getByText('Le compte « Clara Petit-Jean » a été modifié.').waitFor()
  const { users } = await other(routes.users.list, { query: { search: username } })
  expect(users[0]).toMatchObject({ first_name: 'Clara', last_name: 'Petit-Jean', is_active: false })
})

test('an account that another administrator deleted meanwhile leaves the list, to which the refusal leads back', async () => {
  const colleague = await apiAs(site.server.url, await createAccount(admin, `eve.${uniqueSuffix()}`, { is_admin: true }))
  const username = `parti.${uniqueSuffix()}`
  const { id } = await admin(routes.users.create, { body: { username, email: `${username}@mairie.fr`, password: 'Falaise-Ocre-5512' } })
  const { page, watch } = await arrive()
  watch.expect(/404/)
  await page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill(username)
  await page.getByText('1 compte', { exact: true }).waitFor()
  await press(page, `Autres actions pour ${username}`)
  await page.getByRole('menuitem', { name: 'Désactiver' }).click()
  const dialog = page.getByRole('alertdialog')
  await colleague(routes.users.remove, { params: { id }, query: {} })
  await dialog.getByRole('button', { name: 'Désactiver', exact: true }).click()
  await dialog
    .getByRole('alert')
    .getByText(/il a peut-être été supprimé\. Revenez à la liste/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByText('Aucun compte ne correspond à cette recherche.').waitFor()
  await expect.poll(() => page.locator('h1:focus').count()).toBe(1)
})
