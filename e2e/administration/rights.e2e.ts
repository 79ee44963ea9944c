import { routes } from '@parvis/contract'
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiAs, createAccount, temporaryPassword, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { waitForFirst, waitUntilSettled } from '../support/pages.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

const site = setUpSite(() => startServer(told))
const visit = pageVisits(site)
let admin: ApiClient

const told = {
  LEGAL_PUBLISHER: 'Commune de Valmont, 1 place de la Mairie',
  LEGAL_PUBLISHER_CONTACT: '02 00 00 00 00, mairie@valmont.example',
  LEGAL_PUBLICATION_DIRECTOR: 'Claire Moreau, maire',
  LEGAL_HOSTING: 'Syndicat numérique, 2 rue du Port',
  LEGAL_DPO: 'dpo@valmont.example',
  ACCESSIBILITY_CONTACT: 'accessibilite@valmont.example',
  ACCESSIBILITY_SCHEME_URL: 'https://valmont.example/schema',
  ACCESSIBILITY_AUDIT_DATE: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
  ACCESSIBILITY_AUDIT_RATE: '72',
  ACCESSIBILITY_AUDIT_BY: 'un cabinet indépendant',
  LOG_RETENTION_DAYS: '180',
  BACKUP_RETENTION_DAYS: '30',
}

beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))

const person = () => createAccount(admin, `droits.${crypto.randomUUID().slice(0, 8)}`, { first_name: 'Claire' })

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

describe('a person, in the profile', () => {
  test('takes a copy of all that is held of them, which opens and explains itself', async () => {
    const who = await person()
    const api = await apiAs(site.server.url, who)
    await api(routes.projects.create, { body: { name: 'Voie verte' } })
    const { page } = await visit(who, { path: '/profile' })
    await page.getByRole('heading', { name: 'Vos données' }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger mes données' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^parvis-mes-donnees-\d{4}-\d{2}-\d{2}\.zip$/)
    await page.getByRole('status').getByText('La copie de vos données a été téléchargée.').waitFor()
    const files = unzipSync(readFileSync(await download.path()))
    const inside = (name: string) => strFromU8(files[name]!)
    expect(inside('README.txt')).toContain('COPIE DE VOS DONNÉES')
    expect(JSON.parse(inside('projets.json'))).toMatchObject([{ name: 'Voie verte' }])
    await expectAccessible(page, '/profile, copied')
    await screenshot(page, 'rights-profile')
  })

  test('erases their account in two steps: consequences, then the password; a wrong one loses nothing', async () => {
    const who = await person()
    const api = await apiAs(site.server.url, who)
    await api(routes.projects.create, { body: { name: 'Voie verte' } })
    const { page, watch } = await visit(who, { path: '/profile' })
    watch.expect(/Failed to load resource/)
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
    const dialog = page.getByRole('dialog', { name: /Supprimer votre compte/ })
    await dialog.getByText('1 projet').waitFor()
    await expectAccessible(page, 'deletion, consequences')
    await screenshot(page, 'rights-delete-1', { fullPage: false })
    await dialog.getByRole('button', { name: 'Continuer' }).click()
    await dialog.getByText('Dernière étape').waitFor()
    // The press that leads here sends nothing.
    expect(await dialog.getByText('Indiquez votre mot de passe').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click()
    await dialog.getByText('Indiquez votre mot de passe').waitFor()
    const password = dialog.getByRole('textbox', { name: /Votre mot de passe/ })
    await password.fill('Pas-le-bon-48')
    await page.keyboard.press('Enter')
    await dialog.getByText('Le mot de passe actuel est incorrect').first().waitFor()
    await expectAccessible(page, 'deletion, refused')
    await screenshot(page, 'rights-delete-2', { fullPage: false })
    await password.fill(who.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await page.getByText('Votre compte et vos données ont été supprimés.').waitFor()
    await expect(apiAs(site.server.url, who)).rejects.toThrow('Identifiants invalides')
  })

  test('who administers alone is told why not', async () => {
    const { page } = await visit(site.server.root, { path: '/profile' })
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Il doit rester au moins un administrateur actif.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Continuer' }).isDisabled()).toBe(true)
    await expectAccessible(page, 'deletion, last administrator')
  })
})

test('an administrator chooses what becomes of the shared documents of an account, among all accounts, before it can be deleted', async () => {
  // More than one page of the list, before the one that is looked for.
  const end = uniqueSuffix()
  const others = Array.from({ length: 101 }, (_, rank) => `a${String(rank).padStart(3, '0')}.${end}`)
  for (const username of others) await admin(routes.users.create, { body: { username, email: `${username}@ville.example`, password: temporaryPassword } })
  const [leaving, heir] = [await person(), await person()]
  const api = await apiAs(site.server.url, leaving)
  const document_id = await uploadToBase(site.server.url, api.token, 'horaires.txt', 'Les horaires')
  expect((await api(routes.rights.holdings)).shared_documents).toBe(1)
  const { page } = await visit(site.server.root, { path: '/users' })
  const holdingsAsked: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/holdings') && holdingsAsked.push(request.url())))
  await page.getByRole('searchbox').fill(leaving.username)
  await page.getByText(`${leaving.username}@ville.example`).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: `${leaving.username}@ville.example` })
    .getByRole('button', { name: /Autres actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Que devient son document partagé').waitFor()
  await expectAccessible(page, 'removal of a user')
  await screenshot(page, 'rights-remove-user', { fullPage: false })
  expect(await dialog.getByRole('button', { name: 'Supprimer', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: /Que devient son/ }).click()
  await page.getByRole('option', { name: /transférer à quelqu’un/ }).click()
  expect(await dialog.getByRole('button', { name: 'Supprimer', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: /À qui les transférer/ }).fill(heir.username)
  await page
    .getByRole('option')
    .filter({ hasText: `${heir.username}@ville.example` })
    .click()
  await dialog.getByText('Un document d’une catégorie que cette personne ne lit pas y reste, sans nom.').waitFor()
  await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  // The list was asked again without the account; what it held was not asked of an account that is gone.
  await page.getByText(`${leaving.username}@ville.example`).waitFor({ state: 'detached' })
  expect(holdingsAsked).toHaveLength(1)
  const { documents } = await (await apiAs(site.server.url, heir))(routes.documents.list)
  expect(documents.find(({ id }) => id === document_id)).toMatchObject({ uploader_name: 'Claire' })
})

describe('the retention screen', () => {
  test('changes a duration, shows a dry run, holds and lifts, purges', async () => {
    // A second try begins where the first did.
    for (const { id } of (await admin(routes.retention.get)).holds) await admin(routes.retention.release, { params: { id } })
    const { page } = await visit(site.server.root, { path: '/conservation' })
    await page.getByRole('heading', { level: 1, name: 'Conservation des données' }).waitFor()
    await page.getByRole('region', { name: 'Essai à blanc de la purge' }).waitFor()
    await expectAccessible(page, '/conservation')
    await screenshot(page, 'retention')
    const choice = page.getByRole('button', { name: /Durée : Avis sur les réponses/ })
    const wanted = (await choice.innerText()).includes('6 mois') ? '90 jours' : '6 mois'
    await choice.click()
    await page.getByRole('option', { name: wanted === '90 jours' ? '3 mois' : '6 mois' }).click()
    await page.getByRole('button', { name: 'Enregistrer les durées' }).click()
    await expect
      .poll(async () => (await admin(routes.retention.get)).rules.find(({ kind }) => kind === 'feedback')?.days)
      .toBe(wanted === '90 jours' ? 90 : 180)
    await page.getByRole('button', { name: 'Geler…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Geler les purges' })
    await dialog.getByRole('button', { name: 'Geler', exact: true }).click()
    await dialog.getByText('Choisissez un compte').waitFor()
    await expectAccessible(page, 'hold, refused')
    await dialog.getByText('Toutes les purges', { exact: true }).click()
    await dialog.getByLabel(/Motif/).fill('Enquête 2026-14')
    await screenshot(page, 'retention-hold', { fullPage: false })
    await dialog.getByRole('button', { name: 'Geler', exact: true }).click()
    await page.getByText('Enquête 2026-14').waitFor()
    await expectAccessible(page, '/conservation, held')
    await page.getByRole('button', { name: /Lever le gel : Toutes les purges/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lever le gel' }).click()
    await page.getByText('Aucun gel en cours.').waitFor()
    await page.getByRole('button', { name: 'Purger maintenant…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Purger', exact: true }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })

  test('is not for others', async () => {
    const { page } = await visit(await person(), { path: '/' })
    await page.goto('/conservation')
    await page.waitForURL('**/chatbot')
    expect(await page.getByRole('heading', { name: 'Conservation des données' }).count()).toBe(0)
  })

  test.runIf(isFullProof).each(appearances)('fits in $viewport.width px, $theme', async (options) => {
    const { page } = await visit(site.server.root, { ...options, path: '/conservation' })
    await page.getByRole('region', { name: 'Essai à blanc de la purge' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expectAccessible(page, `/conservation ${options.theme}`)
    await screenshot(page, 'retention')
  })
})

test('« Mon espace » warns of what will go soon, and keeps what the person wants', async () => {
  const who = await person()
  const api = await apiAs(site.server.url, who)
  const { id } = await api(routes.conversations.findOrCreate, { body: {} })
  const { page, watch } = await visit(who, { path: '/' })
  // An old conversation, as the server would tell it a year later.
  const soon = { id, title: 'Marché de la cantine', updated_at: new Date(0).toISOString(), purge_at: '2027-01-15T08:00:00.000Z' }
  const other = { ...soon, id: crypto.randomUUID(), title: 'Marché de plein vent' }
  let left = [soon, other]
  await page.route('**/api/retention/expiring', (route) => route.fulfill({ json: { conversations: left, total: left.length } }))
  await page.goto('/my-space')
  const notice = page.getByRole('status').filter({ hasText: /bientôt supprimées?/ })
  await notice.waitFor()
  expect(plain(await notice.textContent())).toContain('« Marché de la cantine », le 15/01/2027')
  await expectAccessible(page, '/my-space, warned')
  await screenshot(page, 'my-space-expiring')
  // Each by itself: the refusal of one is not told of the other, nor lost with it.
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/conversations/${other.id}/**`, (route) => promise.then(() => route.fulfill({ status: 409, json: { error: 'Trop tard' } })))
  watch.expect(/409/)
  const refused = notice.getByRole('listitem').filter({ hasText: other.title })
  await refused.getByRole('button').click()
  left = [other]
  await page.getByRole('button', { name: /Conserver « Marché de la cantine »/ }).click()
  await notice.getByText(soon.title).waitFor({ state: 'detached' })
  await refused.locator('button[data-busy]').waitFor()
  resolve()
  await refused.getByText('La conversation n’a pas pu être conservée.').waitFor()
  await page.unroute(`**/api/conversations/${other.id}/**`)
  await page.route(`**/api/conversations/${other.id}/**`, (route) => route.fulfill({ json: { message: 'Conservée' } }))
  left = []
  await refused.getByRole('button').click()
  await notice.waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
})

test('the legal pages tell the settings, and nothing is left in brackets', async () => {
  const { page } = await visit(null)
  const read = async (path: string) => {
    await page.goto(path)
    await waitUntilSettled(page)
    await waitForFirst(page, /valmont\.example|Valmont/)
    await expectAccessible(page, path)
    await screenshot(page, `legal-told${path.replace('/', '-')}`)
    return plain(await page.getByRole('main').textContent())
  }
  const privacy = await read('/confidentialite')
  for (const words of [
    told.LEGAL_PUBLISHER,
    told.LEGAL_DPO,
    'Journal technique du serveur : 6 mois',
    'Sauvegardes : 30 jours',
    'au plus 2 ans',
    'et jetons consommés, gardés dans la base',
    'sur le serveur de l’installation',
  ])
    expect(privacy).toContain(words)
  const declaration = await read('/accessibilite')
  for (const words of ['partiellement conforme', '72 % des critères', told.ACCESSIBILITY_AUDIT_BY, told.ACCESSIBILITY_CONTACT])
    expect(declaration).toContain(words)
  const notice = await read('/mentions-legales')
  for (const words of [told.LEGAL_PUBLISHER, told.LEGAL_PUBLICATION_DIRECTOR, told.LEGAL_HOSTING, told.LEGAL_DPO]) expect(notice).toContain(words)
  for (const text of [privacy, declaration, notice]) expect(text).not.toContain('[')
  await page.getByRole('contentinfo').getByText('© 2025').waitFor()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibilité : partiellement conforme' }).waitFor()
})
