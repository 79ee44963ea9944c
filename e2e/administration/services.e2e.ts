import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { PageOptions } from '../support/browser.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import type { Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Services, and what is opened to them: categories, projects. The assistants and the prompts have the same dialog.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
/** Makes a unique name: a second attempt does not find the accounts of the first. */
const fresh = (name: string) => `${name}.${uniqueSuffix()}`
const phone = { viewport: { width: 390, height: 844 }, theme: 'dark' as const }

const arrive = (who: Credentials, path: string, options: PageOptions = {}) => visit(who, { ...options, path, expected: [/status of (409|422)/] })

/** Deletes the data of these tests and of previous attempts, so that later tests see an instance without teams. */
async function clean() {
  const { admin } = site.server
  for (const { id } of await admin(routes.teams.list)) await admin(routes.teams.remove, { params: { id } })
  for (const { id, name } of await admin(routes.documentCategories.list))
    if (name === 'Dossiers d’accueil') await admin(routes.documentCategories.remove, { params: { id }, query: {} })
}
afterAll(clean)

test('an administrator makes a service, fills it, opens a category to it alone, and sees what a member sees', async () => {
  await clean()
  const boss = await site.server.administrator()
  const member = await createAccount(site.server.admin, fresh('noemie'), { first_name: 'Noémie', last_name: 'Caradec' })
  const other = await createAccount(site.server.admin, fresh('yann'))
  await site.server.admin(routes.documentCategories.create, { body: { name: 'Dossiers d’accueil' } })
  const { page } = await arrive(boss, '/users')
  await page.getByRole('navigation', { name: 'Gestion des utilisateurs' }).getByRole('link', { name: 'Services' }).click()
  await page.getByText('Aucun service pour le moment.').waitFor()
  await expectAccessible(page, '/services, empty')
  await screenshot(page, 'services-empty')

  // A refusal loses nothing.
  await page.getByRole('button', { name: 'Nouveau service' }).click()
  const form = page.getByRole('dialog', { name: 'Nouveau service' })
  await form.getByLabel('Description').fill('Crèches et relais')
  await form.getByRole('button', { name: 'Créer le service' }).click()
  await form.getByText('Donnez un nom au service').waitFor()
  await form.getByLabel('Nom').fill('Petite enfance')
  await page.keyboard.press('Enter')
  await page.getByText('Le service « Petite enfance » est créé.').waitFor()

  // Its members come next: nobody looks for where to add them.
  const members = page.getByRole('dialog', { name: /Membres de/ })
  const field = members.getByRole('combobox', { name: 'Ajouter des personnes' })
  await field.fill('personne.de.ce.nom')
  await page.getByText('Aucun compte ne correspond à « personne.de.ce.nom ».').first().waitFor()
  await page.keyboard.press('Enter')
  await members.getByText('Aucun compte actif ne s’appelle « personne.de.ce.nom »').waitFor()
  await expectAccessible(page, '/services, a refused member')
  await field.fill('cara')
  await page.getByRole('option', { name: /Noémie Caradec/ }).waitFor()
  await expectAccessible(page, '/services, suggested people')
  await screenshot(page, 'services-suggestions', { fullPage: false })
  await page.keyboard.press('Enter')
  await members.getByRole('button', { name: 'Retirer Noémie Caradec' }).waitFor()
  await members.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await members.getByText(member.username, { exact: true }).waitFor()
  await screenshot(page, 'services-members', { fullPage: false })
  await members.getByRole('button', { name: 'Fermer' }).last().click()

  await page.goto('/bibliotheque/categories')
  await page.getByRole('button', { name: 'À qui Dossiers d’accueil est ouverte' }).click()
  const rights = page.getByRole('dialog', { name: /est ouverte$/ })
  await rights.getByText('Tout le monde').click()
  await rights.getByText('Personne ne lira cette catégorie').waitFor()
  await rights.getByRole('button', { name: /Ajouter un service/ }).click()
  await page.getByRole('option', { name: /Petite enfance/ }).click()
  await rights.getByRole('button', { name: 'Retirer Petite enfance' }).waitFor()
  await expectAccessible(page, 'rights on a category')
  await screenshot(page, 'rights-category', { fullPage: false })
  await rights.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('cell', { name: 'Petite enfance', exact: true }).waitFor()

  const categoriesOf = async (who: Credentials) => (await (await apiAs(site.server.url, who))(routes.documents.categories)).categories
  expect(await categoriesOf(member)).toContain('Dossiers d’accueil')
  expect([...(await categoriesOf(other)), ...(await categoriesOf(boss))]).not.toContain('Dossiers d’accueil')

  await page.goto(`/users?search=${member.username}`)
  await page.getByRole('button', { name: 'Autres actions pour Noémie Caradec' }).click()
  await page.getByRole('menuitem', { name: 'Ce que voit cette personne' }).click()
  const seen = page.getByRole('dialog', { name: /Ce que voit/ })
  await seen.getByText('Dossiers d’accueil – Petite enfance').waitFor()
  await expectAccessible(page, 'what a person sees')
  await screenshot(page, 'what-a-person-sees', { fullPage: false })
})

test('whoever leaves a service, or is taken out of it, is asked first; its last manager is told why they stay', async () => {
  const { admin } = site.server
  const [chief, clerk] = [await createAccount(admin, fresh('gwenola')), await createAccount(admin, fresh('malo'))]
  const name = fresh('Archives')
  const { id } = await admin(routes.teams.create, { body: { name } })
  await admin(routes.teams.addMember, { params: { id }, body: { account: chief.username, role: 'manager' } })
  await admin(routes.teams.addMember, { params: { id }, body: { account: clerk.username } })
  const inside = async () => (await admin(routes.teams.members, { params: { id } })).map(({ username }) => username)
  const { page } = await arrive(chief, '/services')
  await page.getByRole('button', { name: `Membres de ${name}` }).click()
  const members = page.getByRole('dialog', { name: /Membres de/ })
  const asked = page.getByRole('alertdialog')
  await members.getByRole('button', { name: 'Quitter ce service' }).click()
  await asked.getByText(/^Ce qui ne vous est ouvert que par ce service/).waitFor()
  await expectAccessible(page, '/services, leaving one')
  await asked.getByRole('button', { name: 'Quitter' }).click()
  await asked.getByText(/^Vous êtes le dernier responsable de ce service/).waitFor()
  await asked.getByRole('button', { name: 'Annuler' }).click()
  await members.getByRole('button', { name: `Retirer ${clerk.username}` }).dblclick()
  await asked.waitFor()
  expect(await inside()).toEqual([chief.username, clerk.username])
  await asked.getByRole('button', { name: 'Retirer' }).click()
  await members.getByText('Personne retirée du service').waitFor()
  expect(await inside()).toEqual([chief.username])
  await admin(routes.teams.remove, { params: { id } })
})

test('a service that another administrator changed meanwhile: what they saved is read, and one’s own may take its place', async () => {
  const { admin } = site.server
  const ada = await createAccount(admin, fresh('ada'), { first_name: 'Ada', last_name: 'Martin', is_admin: true })
  const other = await apiAs(site.server.url, ada)
  const name = fresh('Voirie')
  const { id } = await admin(routes.teams.create, { body: { name, description: 'Les rues' } })
  const { page } = await arrive(await site.server.administrator(), '/services')
  await page.getByRole('button', { name: `Modifier ${name}` }).click()
  const form = page.getByRole('dialog', { name: /^Modifier/ })
  await form.getByLabel('Description').fill('Les rues et les places')
  await other(routes.teams.update, { params: { id }, body: { description: 'Les rues et les ponts', sharing: 'anyone' } })
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const notice = form.getByRole('region', { name: 'Deux versions à départager' })
  await notice.getByRole('group', { name: 'Description' }).locator('del').getByText('ponts').waitFor()
  expect(await notice.getByRole('group', { name: 'Qui peut partager avec ce service' }).locator('del').first().innerText()).toContain('Tout')
  // Behind the dialog the list is theirs already.
  await page.getByText('Les rues et les ponts', { exact: true }).first().waitFor({ state: 'attached' })
  await expectAccessible(page, '/services, two versions')
  await notice.getByRole('button', { name: 'Enregistrer mon texte à sa place' }).click()
  await page.getByText(`Le service « ${name} » est modifié.`).waitFor()
  expect((await admin(routes.teams.list)).find((team) => team.id === id)).toMatchObject({ description: 'Les rues et les places', sharing: 'members' })
  await admin(routes.teams.remove, { params: { id } })
})

test('a service that another administrator deleted meanwhile leaves the list', async () => {
  const { admin } = site.server
  const name = fresh('Patrimoine')
  const { id } = await admin(routes.teams.create, { body: { name } })
  const { page, watch } = await arrive(await site.server.administrator(), '/services')
  watch.expect(/404/)
  const edit = page.getByRole('button', { name: `Modifier ${name}` })
  await edit.click()
  const form = page.getByRole('dialog', { name: /^Modifier/ })
  await admin(routes.teams.remove, { params: { id } })
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await form.getByText(/il a peut-être été supprimé/).waitFor()
  await form.getByRole('button', { name: 'Annuler' }).click()
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('h1:focus').count()).toBe(1)
})

test('a project is shared with a service: one reads it, then writes in it, who wrote meanwhile is named, and a manager gets it', async () => {
  const { admin } = site.server
  const [owner, colleague] = [
    await createAccount(admin, fresh('maelle'), { first_name: 'Maëlle', last_name: 'Riou' }),
    await createAccount(admin, fresh('brieuc'), { first_name: 'Brieuc', last_name: 'Tanguy' }),
  ]
  const team = await admin(routes.teams.create, { body: { name: fresh('Crèches') } })
  for (const { username } of [owner, colleague]) await admin(routes.teams.addMember, { params: { id: team.id }, body: { account: username } })
  const api = await apiAs(site.server.url, owner)
  const { id } = await api(routes.projects.create, { body: { name: 'Crèche des Tilleuls', content: 'Ouverture en septembre.' } })

  const mine = await arrive(owner, `/projects/${id}`)
  await mine.page.getByRole('button', { name: 'Partager' }).click()
  const dialog = mine.page.getByRole('dialog', { name: /est ouvert$/ })
  await dialog.getByText('Ce projet n’est qu’à vous.').waitFor()
  await dialog.getByRole('button', { name: /Ajouter un service/ }).click()
  await mine.page.getByRole('option', { name: new RegExp(team.name) }).click()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.waitFor({ state: 'detached' })

  const theirs = await arrive(colleague, '/projects', phone)
  await theirs.page.getByText('Partagé par Maëlle Riou : vous le lisez').waitFor()
  expect(await theirs.page.getByRole('button', { name: /^(Modifier|Supprimer|Archiver) le projet/ }).count()).toBe(0)
  await screenshot(theirs.page, 'projects-shared', { fullPage: false })
  await theirs.page.getByRole('link', { name: /Afficher les détails/ }).click()
  await theirs.page.getByText('Ouverture en septembre.').waitFor()
  await theirs.page.getByText('Aucun fichier.').waitFor()
  await expectAccessible(theirs.page, 'a project that one reads')
  await screenshot(theirs.page, 'project-shared', { fullPage: false })

  await api(routes.grants.set, { params: { kind: 'project', id }, body: { grants: [{ subject: 'team', id: team.id, level: 'edit' }] } })
  await theirs.page.reload()
  // Who writes does not archive.
  await theirs.page.getByRole('button', { name: 'Modifier' }).waitFor()
  expect(await theirs.page.getByRole('button', { name: /^(Archiver|Partager)$/ }).count()).toBe(0)
  await theirs.page.getByRole('button', { name: 'Modifier' }).click()
  await theirs.page.getByLabel('Contenu').fill('Ouverture en janvier.')
  await api(routes.projects.update, { params: { id }, body: { content: 'Ouverture en octobre.' } })
  await theirs.page.getByRole('button', { name: 'Enregistrer' }).click()
  await theirs.page.getByText(/Maëlle Riou a enregistré une autre version/).waitFor()
  expect(await theirs.page.getByRole('textbox', { name: 'Contenu' }).inputValue()).toBe('Ouverture en janvier.')
  await screenshot(theirs.page, 'project-shared-stale', { fullPage: false })
  await theirs.page.getByRole('button', { name: 'Annuler' }).click()
  await theirs.page.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await handOver(mine.page, theirs.page, colleague.username)
})

/** Adds a person as a manager of the project by name, then makes that person its owner. Both pages show the project. */
async function handOver(mine: Page, theirs: Page, username: string): Promise<void> {
  await mine.getByRole('button', { name: 'Partager' }).click()
  const dialog = mine.getByRole('dialog', { name: /est ouvert$/ })
  await dialog.getByLabel('Ajouter des personnes').fill(username)
  await mine.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Droit de Brieuc Tanguy/ }).click()
  await mine.getByRole('option', { name: 'Responsable' }).click()
  await expectAccessible(mine, 'rights on a project')
  await screenshot(mine, 'project-rights', { fullPage: false })
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.waitFor({ state: 'detached' })

  await theirs.reload()
  await theirs.getByText('Partagé par Maëlle Riou : vous en êtes responsable').waitFor()
  await theirs.getByRole('button', { name: 'Partager' }).click()
  await theirs
    .getByRole('dialog', { name: /est ouvert$/ })
    .getByText('Il est à Maëlle Riou')
    .waitFor()
  await expectAccessible(theirs, 'rights on a project that one manages')
  await screenshot(theirs, 'project-managed-rights', { fullPage: false })
  // From a choice as from anywhere else.
  await theirs.getByRole('button', { name: /Ajouter un service/ }).press('Escape')
  await theirs.getByRole('dialog').waitFor({ state: 'detached' })

  await mine.getByRole('button', { name: /^Autres actions pour/ }).click()
  await mine.getByRole('menuitem', { name: 'Confier à…' }).click()
  const giving = mine.getByRole('dialog', { name: /^Confier/ })
  await giving.getByRole('button', { name: 'Confier' }).click()
  await giving.getByText('Choisissez quelqu’un').waitFor()
  await expect.poll(() => focusedName(mine)).toContain('À qui')
  await giving.getByRole('button', { name: /À qui/ }).click()
  await mine.getByRole('option', { name: /Brieuc Tanguy/ }).click()
  await expectAccessible(mine, 'a project to hand over')
  await screenshot(mine, 'project-hand-over', { fullPage: false })
  await giving.getByRole('button', { name: 'Confier' }).click()
  await mine.getByText('est maintenant à Brieuc Tanguy').waitFor()
  await mine.getByText('Partagé par Brieuc Tanguy : vous en êtes responsable').waitFor()
}

test('the projects of who has left go to their managers; what goes with an account counts none of those', async () => {
  const { admin } = site.server
  const names = [fresh('rozenn'), fresh('tugdual')] as const
  const owner = await createAccount(admin, names[0], { first_name: 'Rozenn', last_name: 'Guéguen' })
  const manager = await createAccount(admin, names[1], { first_name: 'Tugdual', last_name: 'Floc’h' })
  const idOf = async (username: string) => (await admin(routes.users.list, { query: { search: username } })).users[0]!.id
  const [owner_id, manager_id] = [await idOf(names[0]), await idOf(names[1])]
  const api = await apiAs(site.server.url, owner)
  const { id } = await api(routes.projects.create, { body: { name: 'Piste cyclable' } })
  await api(routes.projects.create, { body: { name: 'Brouillon' } })
  await api(routes.grants.set, { params: { kind: 'project', id }, body: { grants: [{ subject: 'user', id: manager_id, level: 'manage' }] } })

  // Before: the owner reads what goes with the account, and what does not.
  const mine = await arrive(owner, '/profile')
  await mine.page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const leaving = mine.page.getByRole('dialog', { name: /Supprimer votre compte/ })
  await leaving.getByText('1 projet', { exact: true }).waitFor()
  await leaving.getByText('Un projet n’est pas effacé : il passe à son responsable, avec ses fichiers.').waitFor()
  await expectAccessible(mine.page, 'deletion, a project that a manager gets')
  await screenshot(mine.page, 'deletion-inherited', { fullPage: false })
  await mine.close()

  await admin(routes.users.update, { params: { id: owner_id }, body: { is_active: false } })
  const { page } = await arrive(await site.server.administrator(), '/users')
  await page.getByRole('searchbox').fill(names[0])
  const open = async (entry: string) => {
    await page.getByRole('button', { name: 'Autres actions pour Rozenn Guéguen' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    return page.getByRole('alertdialog').or(page.getByRole('dialog'))
  }
  const asked = await open('Confier ses projets')
  await asked.getByText('passe au plus ancien').waitFor()
  expect(await asked.innerText()).not.toContain('Piste cyclable')
  await expectAccessible(page, 'projects to hand over')
  await asked.getByRole('button', { name: 'Confier ses projets' }).click()
  await page.getByText('Les projets de « Rozenn Guéguen » sont confiés à leurs responsables.').waitFor()
  const kept = await (await apiAs(site.server.url, manager))(routes.projects.list)
  expect(kept).toMatchObject([{ id, role: 'owner' }])

  // Nothing is left to give; what is left goes with the account.
  await (await open('Confier ses projets')).getByRole('button', { name: 'Confier ses projets' }).click()
  await page.getByText(/Aucun projet de ce compte n’a de responsable/).waitFor()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await (await open('Supprimer')).getByText('1 projet', { exact: true }).waitFor()
})
