import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessToken, apiAs, choosePassword, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { isFirefox } from '../support/browser.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { confirmLeaving, waitUntilSettled } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
const opened = setUpPagePerTest(site, () => site.server.root)
let page: Page

const people = ['nbenali', 'jdurand', 'mleroy', 'cpetit', 'smoreau', 'lfaure', 'troux', 'agarcia', 'pmartin', 'hlambert', 'klefevre']
const password = 'Falaise-Ocre-5512'

let admin: ApiClient
beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  for (const username of people) await createAgent(username)
})

beforeEach(() => void ({ page } = opened()))

const createAgent = (username: string) =>
  admin(routes.users.create, { body: { username, email: `${username}@mairie-exemple.fr`, password, first_name: 'Agent', last_name: username.toUpperCase() } })

/** Deletes an account left by a previous attempt, if any. */
async function without(username: string) {
  for (const { id } of (await admin(routes.users.list, { query: { search: username } })).users)
    await admin(routes.users.remove, { params: { id }, query: { shared_documents: 'delete' } })
}

const row = (name: RegExp | string) => page.getByRole('row', { name })
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

async function choose(person: string, action: string | RegExp) {
  await press(`Autres actions pour ${person}`)
  await page.getByRole('menuitem', { name: action }).click()
  return page.getByRole('alertdialog').or(page.getByRole('dialog'))
}

async function find(username: string) {
  await page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill(username)
  await page.getByText('1 compte', { exact: true }).waitFor()
}

describe('user administration', () => {
  beforeEach(async () => {
    await page.goto('/users')
    await page.getByRole('table').waitFor()
  })

  test('shows ten accounts at a time, and who they are', async () => {
    await waitUntilSettled(page)
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Utilisateur',
      'E-mail',
      'Services',
      'Rôle',
      'Statut',
      'Dernière connexion',
      'Actions',
    ])
    expect(await page.getByRole('row').count()).toBe(11)
    expect(await row(/admin \(vous\)/).textContent()).toMatch(/admin@localhost.*Administrateur.*Actif.*\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    expect(await row(/JDURAND/).textContent()).toMatch(/Utilisateur.*Actif.*Jamais/)
    await screenshot(page, 'users')
    await press('Page 2')
    await row(/TROUX/).waitFor()
    expect(await page.getByRole('row').count()).toBe(3)
    await expectAccessible(page, '/users')
  })

  test('the address keeps the search and the page: a dialog, another page, a reload, back and forward find the same list', async () => {
    const search = page.getByRole('searchbox', { name: 'Rechercher un utilisateur' })
    const rows = () => page.getByRole('row').count()
    const first = async () => {
      await page.waitForURL('**/users?recherche=mairie-exemple')
      await expect.poll(rows).toBe(11)
    }
    const second = async () => {
      await page.waitForURL('**/users?recherche=mairie-exemple&page=2')
      await row(/TROUX/).waitFor()
      expect([await rows(), await search.inputValue()]).toEqual([2, 'mairie-exemple'])
    }
    const places = () => page.evaluate<number>('history.length')
    const before = await places()
    await search.pressSequentially('mairie-exemple')
    await first()
    expect(await places()).toBe(before)
    await search.and(page.locator(':focus')).waitFor()
    await press('Page 2')
    await second()
    expect([await places(), await page.locator('h1:focus').count()]).toEqual([before + 1, 0])
    await press('Modifier Agent TROUX')
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
    await second()
    await page.getByRole('link', { name: 'Projets', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Projets' }).waitFor()
    await page.goBack()
    await second()
    await page.reload()
    await second()
    await page.goBack()
    await first()
    await page.goForward()
    await second()
    await search.fill('jdurand')
    await page.waitForURL('**/users?recherche=jdurand')
    await row(/JDURAND/).waitFor()
    // A page that is not there leads to the last one; what is of no list stays.
    await page.goto('/users?page=9&recherche=mairie-exemple&autre=1')
    await page.waitForURL('**/users?page=2&recherche=mairie-exemple&autre=1')
    await row(/TROUX/).waitFor()
  })

  test('creates an account after saying what is missing', async () => {
    await without('vgirard')
    await press('Nouvel utilisateur')
    const dialog = page.getByRole('dialog', { name: 'Nouvel utilisateur' })
    expect(await dialog.getByRole('checkbox', { name: /Administrateur/ }).isChecked()).toBe(false)
    expect(await dialog.getByRole('checkbox', { name: /Compte actif/ }).isChecked()).toBe(true)
    await press('Créer le compte')
    await dialog.getByText('Le nom d’utilisateur est obligatoire').waitFor()
    await dialog.getByText('Le mot de passe est obligatoire').waitFor()
    await expectAccessible(page, '/users, refused form')
    await dialog.getByLabel(/^Nom d’utilisateur/).fill('vgirard')
    await dialog.getByLabel(/^E-mail/).fill('nbenali@mairie-exemple.fr')
    await dialog.getByLabel(/^Mot de passe/).fill('abc')
    await press('Créer le compte')
    await dialog.getByText('Le mot de passe doit contenir au moins 6 caractères').waitFor()
    await dialog.getByLabel(/^Mot de passe/).fill(password)
    opened().watch.expect(/409/)
    await press('Créer le compte')
    await dialog.getByRole('alert').getByText('Ce nom d’utilisateur ou cette adresse e-mail est déjà utilisé. (code 409)').waitFor()
    await dialog.getByLabel(/^E-mail/).fill('vgirard@mairie-exemple.fr')
    await press('Créer le compte')
    await page.getByText('Le compte « vgirard » a été créé.').waitFor()
    await find('vgirard')
    await row(/vgirard/).waitFor()
  })

  test('edits an account and leaves its password alone when the field is empty', async () => {
    await find('cpetit')
    await press(/^Modifier/)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Prénom/).fill('Claire')
    const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === 'PUT'), press('Enregistrer')])
    // The protocol that drives Firefox does not tell what was sent.
    if (!isFirefox) expect(Object.keys(request.postDataJSON() as object)).not.toContain('password')
    await row(/Claire CPETIT/).waitFor()
    expect(await accessToken(site.server.url, { username: 'cpetit', password })).toEqual(expect.any(String))
  })

  test('disables, enables, promotes, demotes and deletes, each after a confirmation', async () => {
    await without('smoreau')
    await createAgent('smoreau')
    await find('smoreau')
    const steps: [RegExp, string, RegExp][] = [
      [/^Désactiver/, 'Désactiver', /Inactif/],
      [/^Activer/, 'Activer', /Actif/],
      [/^Promouvoir/, 'Promouvoir administrateur', /Administrateur/],
      [/^Retirer les droits/, 'Retirer les droits d’administrateur', /Utilisateur/],
    ]
    for (const [item, confirm, shown] of steps) {
      const dialog = await choose('Agent SMOREAU', item)
      await dialog.getByRole('button', { name: 'Annuler' }).click()
      await choose('Agent SMOREAU', item)
      await dialog.getByRole('button', { name: confirm, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await row(/SMOREAU/)
        .getByText(shown)
        .waitFor()
    }
    const dialog = await choose('Agent SMOREAU', 'Supprimer')
    await expectAccessible(page, '/users, deletion')
    await dialog.getByText('Cette action est irréversible.').waitFor()
    await dialog.getByRole('button', { name: 'Supprimer' }).click()
    await page.getByText('Aucun compte ne correspond à cette recherche.').waitFor()
    await page.locator('h1:focus').waitFor()
    await expectAccessible(page, '/users, nothing found')
  })

  test('gives a new password, and does nothing with an empty one', async () => {
    await find('lfaure')
    const dialog = await choose('Agent LFAURE', 'Réinitialiser le mot de passe')
    let calls = 0
    page.on('request', (request) => void (calls += request.url().endsWith('/reset-password') ? 1 : 0))
    await dialog.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(calls).toBe(0)
    await choose('Agent LFAURE', 'Réinitialiser le mot de passe')
    await dialog.getByLabel(/^Nouveau mot de passe/).fill('Ardoise-Vive-88')
    await dialog.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
    await page.getByText('Le mot de passe de « Agent LFAURE » a été réinitialisé.').waitFor()
    expect(await accessToken(site.server.url, { username: 'lfaure', password: 'Ardoise-Vive-88' })).toEqual(expect.any(String))
  })

  test('says why the last administrator stays', async () => {
    opened().watch.expect(/409/)
    await find('admin@localhost')
    await press(/^Modifier/)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('C’est votre propre compte.').waitFor()
    await dialog.getByText('Administrateur', { exact: true }).click()
    await press('Enregistrer')
    await dialog.getByRole('alert').getByText('Il doit rester au moins un administrateur actif. (code 409)').waitFor()
    // Back as it was: nothing is left to ask about.
    await dialog.getByText('Administrateur', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    expect(await row(/admin@localhost/).textContent()).toMatch(/Administrateur.*Actif/)
  })

  test('asks for the password before one’s own address changes, and leads to the profile for the password', async () => {
    opened().watch.expect(/409/)
    await find('admin@localhost')
    await press(/^Modifier/)
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel(/^Mot de passe/).count()).toBe(0)
    await dialog.getByLabel(/^E-mail/).fill('chef@localhost')
    await expectAccessible(page, '/users, own account')
    await screenshot(page, 'users-own')
    await press('Enregistrer')
    await dialog
      .getByRole('alert')
      .getByText(/dites votre mot de passe actuel/)
      .waitFor()
    await dialog.getByLabel(/^E-mail/).fill('admin@localhost')
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    await press('Autres actions pour admin')
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Ce que voit cette personne', 'Fermer ses sessions', 'Mon profil', 'Limite de jetons'])
    await page.getByRole('menuitem', { name: 'Mon profil' }).click()
    await page.getByRole('heading', { name: 'Mon profil', level: 1 }).waitFor()
  })

  test.runIf(isFullProof)('says that the server is silent or answers something else, and tries again', async () => {
    opened().watch.expect(/ERR_CONNECTION_REFUSED|ERR_FAILED|request: GET/)
    const list = (url: URL) => url.pathname === `/api${routes.users.list.path}`
    await page.route(list, (route) => route.fulfill({ json: { autre: 'chose' } }))
    await page.reload()
    await page.getByRole('alert').getByText('Format de réponse inattendu').waitFor()
    await expectAccessible(page, '/users, failed')
    await page.unroute(list)
    await page.route(list, (route) => route.abort('connectionrefused'))
    await press('Réessayer')
    await page.getByRole('alert').getByText('Impossible de contacter le serveur...').waitFor()
    await page.unroute(list)
    await press('Réessayer')
    await row(/admin/).first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

test('others are sent to the chatbot, and a right just withdrawn is told', async () => {
  await without('jdurand')
  await createAgent('jdurand')
  await choosePassword(site.server.url, { username: 'jdurand', password }, 'Genêt-82-Torrent')
  const guest = await visit({ username: 'jdurand', password: 'Genêt-82-Torrent' })
  await guest.page.goto('/users')
  await guest.page.waitForURL((url) => url.pathname === '/chatbot')
  await guest.close()
  opened().watch.expect(/403/)
  await page.route(
    (url) => url.pathname === '/api/users',
    (route) => route.fulfill({ status: 403, json: { error: 'Refusé', code: 'users.forbidden' } }),
  )
  await page.goto('/users')
  await page.getByRole('alert').getByText("Vous n'avez pas les droits administrateur nécessaires pour accéder à cette page.").waitFor()
  expect(await page.getByRole('button', { name: 'Nouvel utilisateur' }).count()).toBe(0)
})

describe('assistant administration', () => {
  beforeEach(async () => {
    await page.goto('/assistants-admin')
    await page.getByRole('heading', { level: 1, name: 'Gestion des Assistants' }).waitFor()
    await page.getByRole('table').waitFor()
  })

  test('lists, orders and finds the assistants', async () => {
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Assistant', 'Catégorie', 'Utilisations', 'Statut', 'Actions'])
    await waitUntilSettled(page)
    await screenshot(page, 'assistants-admin', { fullPage: false })
    const rows = page.getByRole('rowheader')
    expect(await rows.count()).toBe(8)
    await press('Afficher plus d’assistants')
    await page
      .getByRole('status')
      .filter({ hasText: `${await rows.count()}\u00a0assistants` })
      .waitFor()
    await press('Catégorie')
    expect(await page.getByRole('columnheader', { name: 'Catégorie' }).getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('searchbox', { name: 'Rechercher un assistant' }).fill('deliberation')
    await row(/Rédacteur de délibérations/).waitFor()
    await expectAccessible(page, '/assistants-admin')
  })

  test('creates, edits, retires and deletes an assistant', async () => {
    // Of a former try.
    for (const { id, name } of await admin(routes.assistants.list, { query: {} }))
      if (name === 'Essai de recette') await admin(routes.assistants.remove, { params: { id } })
    await press('Nouvel assistant')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('radio', { name: 'Document', exact: true }).isChecked()).toBe(true)
    expect(await dialog.getByRole('radio').count()).toBe(23)
    expect(await dialog.getByRole('checkbox', { name: /Actif/ }).isChecked()).toBe(true)
    await press('Créer l’assistant')
    await dialog.getByRole('alert').getByText('Veuillez remplir tous les champs obligatoires').waitFor()
    await expectAccessible(page, '/assistants-admin, refused form')
    await dialog.getByLabel(/^Nom/).and(page.locator(':focus')).fill('Essai de recette')
    await dialog.getByLabel(/^Description/).fill('Sert à la recette.')
    await dialog.getByLabel(/^Instructions/).fill('Tu aides à la recette.')
    await dialog.getByRole('button', { name: /Catégorie/ }).click()
    await page.getByRole('option', { name: 'Finances' }).click()
    await dialog.getByRole('radio', { name: 'Calculatrice' }).press('Space')
    await dialog.getByText('Calculatrice', { exact: true }).waitFor()
    await press('Créer l’assistant')
    await page.getByText('L’assistant « Essai de recette » a été créé.').waitFor()
    await page.getByRole('searchbox', { name: 'Rechercher un assistant' }).fill('Essai de recette')
    expect(await row(/Essai de recette/).textContent()).toMatch(/Finances.*0.*Actif/)
    await press('Modifier Essai de recette')
    await dialog.getByRole('checkbox', { name: /Actif/ }).press('Space')
    await press('Enregistrer')
    await row(/Essai de recette/)
      .getByText('Inactif')
      .waitFor()
    await press('Supprimer Essai de recette')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
    await page.getByText('L’assistant « Essai de recette » est supprimé.').waitFor()
    await page.getByText('Aucun assistant ne correspond à cette recherche.').waitFor()
    await page.locator('h1:focus').waitFor()
  })

  test('says which write failed, and keeps what was typed', async () => {
    opened().watch.expect(/500|503/)
    const write = (url: URL) => url.pathname.startsWith('/api/assistants/')
    await page.route(write, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: { error: 'Une panne', code: 'server.unexpected' } }),
    )
    await press(/^Modifier Analyse des offres/)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Nom/).fill('Un autre nom')
    await press('Enregistrer')
    await dialog.getByRole('alert').getByText("Erreur lors de la mise à jour de l'assistant").waitFor()
    expect(await dialog.getByLabel(/^Nom/).inputValue()).toBe('Un autre nom')
    await press('Annuler')
    await confirmLeaving(page)
    await press('Supprimer Analyse des offres')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
    await page.getByRole('alertdialog').getByText("Erreur lors de la suppression de l'assistant").waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()
    await page.route(
      (url) => url.pathname === '/api/assistants/categories',
      (route) => route.fulfill({ json: [] }),
    )
    await page.reload()
    await press('Nouvel assistant')
    await dialog.getByText(/Aucune catégorie disponible/).waitFor()
    await expectAccessible(page, '/assistants-admin, no category')
    await press('Annuler')
    await page.route(
      (url) => url.pathname === '/api/assistants',
      (route) => (route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.fulfill({ status: 503, json: {} })),
    )
    await page.reload()
    await page.getByText('Aucun assistant pour le moment.').waitFor()
    await expectAccessible(page, '/assistants-admin, empty')
  })

  test.runIf(isFullProof)('a failed creation says so', async () => {
    opened().watch.expect(/500/)
    await page.route(
      (url) => url.pathname === '/api/assistants',
      (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback()),
    )
    await press('Nouvel assistant')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Nom/).fill('N')
    await dialog.getByLabel(/^Description/).fill('D')
    await dialog.getByLabel(/^Instructions/).fill('I')
    await dialog.getByRole('button', { name: /Catégorie/ }).click()
    await page.getByRole('option').first().click()
    await press('Créer l’assistant')
    await dialog.getByRole('alert').getByText("Erreur lors de la création de l'assistant").waitFor()
    expect(await dialog.getByLabel(/^Nom/).inputValue()).toBe('N')
  })
})

test.runIf(isFullProof).each(appearances)('both tables stand in $theme at $width px', async ({ theme, width }) => {
  for (const path of ['users', 'assistants-admin']) {
    const narrow = await visit(site.server.root, { theme, viewport: { width, height: 800 }, path: `/${path}` })
    await narrow.page.getByRole('table').waitFor()
    await waitUntilSettled(narrow.page)
    await expectAccessible(narrow.page, `/${path} ${theme} ${width}`)
    expect(await narrow.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await screenshot(narrow.page, path, { fullPage: false })
  }
})
