import { routes } from '@parvis/contract'
import { afterAll, expect, test } from 'vitest'
import { apiAs, createAccount } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { openPage } from '../support/browser.ts'
import type { OpenPage } from '../support/browser.ts'
import { settled, signIn } from '../support/pages.ts'
import type { Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { openSite } from '../support/site.ts'

// Services, and what is opened to them: categories, projects. The assistants and the prompts have the same dialog.

const site = openSite(borrowServer)
/** A second try finds nobody of the first. */
const fresh = (name: string) => `${name}.${crypto.randomUUID().slice(0, 6)}`
const phone = { width: 390, height: 844 }

async function arrive(who: Credentials, path: string, viewport = { width: 1280, height: 800 }): Promise<OpenPage> {
  const opened = await openPage(site.browser, site.server.url, { viewport })
  opened.watch.expect(/status of (409|422)/)
  await signIn(opened.page, who)
  await opened.page.goto(path)
  await settled(opened.page)
  return opened
}

afterAll(async () => {
  const { admin } = site.server
  for (const { id, name } of await admin(routes.teams.list)) if (name === 'Petite enfance') await admin(routes.teams.remove, { params: { id } })
  for (const { id, name } of await admin(routes.documentCategories.list))
    if (name === 'Dossiers d’accueil') await admin(routes.documentCategories.remove, { params: { id }, query: {} })
})

test('an administrator makes a service, fills it, opens a category to it alone, and sees what a member sees', async () => {
  const boss = await site.server.administrator()
  const member = await createAccount(site.server.admin, fresh('noemie'), { first_name: 'Noémie', last_name: 'Caradec' })
  const other = await createAccount(site.server.admin, fresh('yann'))
  await site.server.admin(routes.documentCategories.create, { body: { name: 'Dossiers d’accueil' } })
  const { page, close } = await arrive(boss, '/users')
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

  await page.getByRole('button', { name: 'Membres de Petite enfance' }).click()
  const members = page.getByRole('dialog', { name: /Membres de/ })
  await members.getByLabel('Ajouter une personne').fill('noemie')
  await page.keyboard.press('Enter')
  await members.getByText('Aucun compte actif n’a ce nom ni cette adresse').waitFor()
  await expectAccessible(page, '/services, a refused member')
  await members.getByLabel('Ajouter une personne').fill(member.username)
  await page.keyboard.press('Enter')
  await members.getByText(member.username, { exact: true }).waitFor()
  await screenshot(page, 'services-members', { fullPage: false })
  await members.getByRole('button', { name: 'Fermer' }).last().click()

  await page.goto('/categories?type=documents')
  await page.getByRole('button', { name: 'À qui Dossiers d’accueil est ouverte' }).click()
  const rights = page.getByRole('dialog', { name: /est ouvert$/ })
  await rights.getByText('Tout le monde').click()
  await rights.getByText('Personne ne lira cette catégorie').waitFor()
  await rights.getByRole('button', { name: /Ajouter un service/ }).click()
  await page.getByRole('option', { name: /Petite enfance/ }).click()
  await rights.getByRole('button', { name: 'Retirer Petite enfance' }).waitFor()
  await expectAccessible(page, 'rights on a category')
  await screenshot(page, 'rights-category', { fullPage: false })
  await rights.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Ouverte à : Petite enfance').waitFor()

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
  await close()
})

test('a project is shared with a service: one reads it, then writes in it, and who wrote meanwhile is named', async () => {
  const { admin } = site.server
  const [owner, colleague] = [
    await createAccount(admin, fresh('maelle'), { first_name: 'Maëlle', last_name: 'Riou' }),
    await createAccount(admin, fresh('brieuc'), { first_name: 'Brieuc', last_name: 'Tanguy' }),
  ]
  const team =
    (await admin(routes.teams.list)).find(({ name }) => name === 'Petite enfance') ?? (await admin(routes.teams.create, { body: { name: 'Petite enfance' } }))
  for (const { username } of [owner, colleague]) await admin(routes.teams.addMember, { params: { id: team.id }, body: { account: username } })
  const api = await apiAs(site.server.url, owner)
  const { id } = await api(routes.projects.create, { body: { name: 'Crèche des Tilleuls', content: 'Ouverture en septembre.' } })

  const mine = await arrive(owner, `/projects/${id}`)
  await mine.page.getByRole('button', { name: 'Partager' }).click()
  const dialog = mine.page.getByRole('dialog', { name: /est ouvert$/ })
  await dialog.getByText('Ce projet n’est qu’à vous.').waitFor()
  await dialog.getByRole('button', { name: /Ajouter un service/ }).click()
  await mine.page.getByRole('option', { name: /Petite enfance/ }).click()
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
  await theirs.page.getByRole('button', { name: 'Modifier' }).click()
  await theirs.page.getByLabel('Contenu').fill('Ouverture en janvier.')
  await api(routes.projects.update, { params: { id }, body: { content: 'Ouverture en octobre.' } })
  await theirs.page.getByRole('button', { name: 'Enregistrer' }).click()
  await theirs.page
    .getByText(/Maëlle Riou/)
    .first()
    .waitFor()
  expect(await theirs.page.getByLabel('Contenu').inputValue()).toBe('Ouverture en janvier.')
  await screenshot(theirs.page, 'project-shared-stale', { fullPage: false })
  await mine.close()
  await theirs.close()
})
