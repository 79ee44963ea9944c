import { constants, routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from './support/api.ts'
import { expectAccessible } from './support/looks/axe.ts'
import type { OpenPage, PageOptions } from './support/browser.ts'
import { confirmLeaving, waitForDrawing, waitUntilSettled, type Credentials, watchLifetime } from './support/pages.ts'
import { checkEveryAppearance } from './support/looks/check-screen.ts'
import { screenshot } from './support/looks/screenshots.ts'
import { borrowServer } from './support/servers/shared-server.ts'
import { appearances, isFullProof } from './support/whole.ts'
import { setUpSite, pageVisits } from './support/site.ts'

// Projects: specification, chapters 2 (list, detail), 4 (states), 5 (name required), 8 (red banner).

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(
  path: string,
  prepare?: (api: ApiClient) => Promise<unknown>,
  options?: PageOptions,
): Promise<OpenPage & { api: ApiClient; person: Credentials }> {
  const person = await createAccount(site.server.admin, `projets.${(count += 1)}`, { first_name: 'Claire', last_name: 'Moreau' })
  const api = await apiAs(site.server.url, person)
  await prepare?.(api)
  return { ...(await visit(person, { ...options, path })), api, person }
}

const create = (api: ApiClient, name: string, fields: object = {}) => api(routes.projects.create, { body: { name, ...fields } })

test('a first project: empty list, name required, created, archived, made valid again', async () => {
  const { page } = await arrive('/projects')
  expect(await page.title()).toBe('Gestion des projets – Parvis')
  await page.getByText('Aucun projet disponible').waitFor()
  await expectAccessible(page, '/projects, empty')
  await screenshot(page, 'projects-empty')

  await page.getByRole('button', { name: 'Nouveau projet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau projet' })
  await dialog.getByRole('button', { name: 'Créer le projet' }).click()
  await dialog.getByText('Le nom du projet est obligatoire').waitFor()
  expect(await dialog.locator(':focus').getAttribute('name')).toBe('name')
  await expectAccessible(page, '/projects, refused name')
  await dialog.getByLabel('Nom').fill('Budget participatif')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  // Its own page: what comes next is its text, its files, a conversation.
  await page.getByRole('heading', { level: 1, name: 'Budget participatif' }).waitFor()
  await page.getByRole('link', { name: 'Retour à la liste' }).click()

  const card = page.getByRole('article')
  await card.getByRole('heading', { name: 'Budget participatif' }).waitFor()
  const words = await card.innerText()
  expect(words).toMatch(/Valide[^]*Aucune description/)
  expect(words.match(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/g)).toHaveLength(2)

  await card.getByRole('button', { name: 'Archiver le projet Budget participatif' }).click()
  await card.getByText('Archivé', { exact: true }).waitFor()
  const outline = `getComputedStyle(document.querySelector('article')).borderTopStyle`
  expect(await page.evaluate(outline)).toBe('dashed')
  await expectAccessible(page, '/projects, archived card')
  await card.getByRole('button', { name: 'Rendre valide le projet Budget participatif' }).click()
  await card.getByText('Valide', { exact: true }).waitFor()
  expect(await page.evaluate(outline)).toBe('solid')
})

test('edited with its state, found without accents, deleted after a confirmation', async () => {
  const { page, api } = await arrive('/projects', (api) =>
    Promise.all([create(api, 'Mobilités douces'), create(api, 'Voirie', { description: 'Rue de la gare' })]),
  )
  await page.getByRole('button', { name: 'Modifier le projet Voirie' }).click()
  const form = page.getByRole('dialog', { name: 'Modifier le projet' })
  await form.getByLabel('Contenu').fill('Réfection de la chaussée')
  await form.getByRole('button', { name: /Etat/ }).click()
  await page.getByRole('option', { name: 'Archivé' }).click()
  await expectAccessible(page, '/projects, edit dialog')
  await form.getByLabel('Nom').press('Enter')
  await form.waitFor({ state: 'detached' })
  const { id } = (await api(routes.projects.list)).find(({ name }) => name === 'Voirie')!
  expect(await api(routes.projects.get, { params: { id } })).toMatchObject({ content: 'Réfection de la chaussée', status: 'archived' })

  await page.getByLabel('Rechercher un projet').fill('mobilite')
  await page.getByText('1 projet', { exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)

  await page.getByRole('button', { name: 'Supprimer le projet Mobilités douces' }).click()
  const question = page.getByRole('alertdialog', { name: 'Supprimer le projet « Mobilités douces » ?' })
  expect(await question.innerText()).toMatch(/irréversible.*toutes les données associées/s)
  expect(await question.locator(':focus').innerText()).toBe('Annuler')
  await expectAccessible(page, '/projects, deletion')
  await page.keyboard.press('Escape')
  expect(await api(routes.projects.list)).toHaveLength(2)
  await page.getByRole('button', { name: 'Supprimer le projet Mobilités douces' }).click()
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByText('Aucun projet ne correspond à cette recherche').waitFor()
  // The button that asked is gone with its card: the focus is not lost.
  await page.locator('h1:focus').waitFor()
  expect(await api(routes.projects.list)).toHaveLength(1)
})

test('the detail: read, edited, saved for two seconds, then a conversation about it', async () => {
  const { page, api } = await arrive('/projects', (api) => create(api, 'École Jean-Moulin', { content: '## Contexte\n\nHuit classes.' }))
  await page.getByRole('link', { name: /Afficher les détails/ }).click()
  await page.getByRole('heading', { level: 1, name: 'École Jean-Moulin' }).waitFor()
  await waitUntilSettled(page)
  await page.getByRole('heading', { name: 'Contexte' }).waitFor()
  await expectAccessible(page, '/projects/:id, read')
  await screenshot(page, 'project')

  await page.getByRole('button', { name: 'Modifier' }).click()
  await page.getByLabel('Description').fill('Isolation du bâtiment')
  await expectAccessible(page, '/projects/:id, edited')
  const lifetime = await watchLifetime(page, `document.querySelector('main')?.textContent.includes('ont été enregistrées avec succès.')`)
  await page.getByLabel('Nom').press('Enter')
  const saved = page.getByText('Les modifications ont été enregistrées avec succès.')
  await saved.waitFor()
  await expectAccessible(page, '/projects/:id, saved')
  await page.getByText('Isolation du bâtiment').waitFor()
  await saved.waitFor({ state: 'detached' })
  expect(await lifetime()).toBeGreaterThanOrEqual(constants.savedBannerMs - 100)

  await page.getByRole('button', { name: 'Modifier' }).click()
  await page.getByLabel('Nom').fill('Autre nom')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await confirmLeaving(page)
  await page.getByRole('heading', { level: 1, name: 'École Jean-Moulin' }).waitFor()

  await page.getByRole('button', { name: 'Archiver' }).click()
  await page.getByRole('button', { name: 'Rendre valide' }).waitFor()
  const [project] = await api(routes.projects.list)
  expect(project).toMatchObject({ status: 'archived', description: 'Isolation du bâtiment' })
  await page.getByRole('link', { name: 'Tous les assistants' }).click()
  await page.waitForURL(`**/assistants?project=${project?.id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Retour à la liste' }).click()
  await page.waitForURL('**/projects')
})

/** Adds a text file to a project, and waits until it is read. */
async function addFile(api: ApiClient, project: string, name: string, content: string) {
  const body = new FormData()
  body.append('document', new Blob([content]), name)
  const { status } = await fetch(`${api.origin}/api/projects/${project}/files`, { method: 'POST', body, headers: { Authorization: `Bearer ${api.token}` } })
  expect(status).toBe(201)
  const state = async () => (await api(routes.projects.files, { params: { id: project } })).documents[0]?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('indexe')
}

test('a question on the page of a project is answered with it; its read file says nothing and opens; who has access is named', async () => {
  const { page, api } = await arrive('/projects', (mine) => create(mine, 'Voie verte', { content: 'Douze kilomètres.' }))
  const [project] = await api(routes.projects.list)
  const reader = await createAccount(site.server.admin, `projets.lectrice.${uniqueSuffix()}`, { first_name: 'Zoé', last_name: 'Le Bris' })
  await addFile(api, project!.id, 'avis.txt', 'L’avis de la préfecture sur la voie verte est favorable, sous deux réserves.')
  // The states come late: nothing is said that they would contradict.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/bibliotheque/states?*', (route) => late.promise.then(() => route.continue()))
  await page.goto(`/projects/${project!.id}`)
  await page.getByText('Vous seul y avez accès').waitFor()
  const files = page.getByRole('region', { name: 'Fichiers du projet' })
  await files.getByRole('button', { name: 'avis.txt', exact: true }).waitFor()
  expect(await files.getByText(/lecture/).count()).toBe(0)
  late.resolve()
  await files.getByRole('button', { name: 'avis.txt', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'avis.txt' })
  await panel.getByText('favorable, sous deux réserves').waitFor()
  await expectAccessible(page, '/projects/:id, file opened')
  await screenshot(page, 'project-file', { fullPage: false })
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  const rights = await api(routes.grants.get, { params: { kind: 'project', id: project!.id } })
  const { users } = await site.server.admin(routes.users.list, { query: { search: reader.username } })
  const grants = [{ subject: 'user' as const, id: String(users[0]!.id), level: 'use' as const }]
  await api(routes.grants.set, { params: { kind: 'project', id: project!.id }, body: { grants, expected_version: rights.version } })
  await page.reload()
  await page.getByText('Partagé avec Zoé Le Bris (lecture)').waitFor()
  await waitUntilSettled(page)
  await checkEveryAppearance(page, 'project-begin')

  const field = page.getByRole('textbox', { name: 'Votre demande' })
  await field.fill('Quel est l’avis de la préfecture\nsur la voie verte ?')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/chatbot?conversation=*')
  await page.getByRole('button', { name: 'Copier' }).first().waitFor()
  await page.getByRole('banner').or(page.locator('header')).getByText('Voie verte').first().waitFor()
  expect(await api(routes.conversations.list)).toMatchObject([{ project_id: project!.id, message_count: 2 }])
  await page.goto(`/projects/${project!.id}`)
  await page.getByRole('region', { name: 'Conversations du projet' }).getByRole('link').waitFor()
  expect(await field.inputValue()).toBe('')

  const other = await visit(reader, { path: `/projects/${project!.id}` })
  await other.page.getByText('Partagé par Claire Moreau : vous le lisez').waitFor()
  await other.page.getByRole('region', { name: 'Fichiers du projet' }).getByRole('button', { name: 'avis.txt', exact: true }).click()
  await other.page.getByRole('dialog', { name: 'avis.txt' }).getByText('favorable, sous deux réserves').waitFor()
  await other.close()
})

test('what is said for two seconds stays no longer because the screen changes meanwhile', async () => {
  const { page } = await arrive('/projects', async (api) => {
    await create(api, 'École Jean-Moulin')
    await api(routes.assistantFavorites.add, { params: { id: (await api(routes.assistants.list))[0]!.id } })
  })
  // Late answers do not move the buttons: a click under way would be lost, or press another one.
  const { promise: drawn, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/(rights|assistant-favorites|conversations\/stats)/, (route) => drawn.then(() => route.fallback()))
  await page.getByRole('link', { name: /Afficher les détails/ }).click()
  // Exact name: the list is shown until the page is ready, and its cards have a button «Modifier le projet …».
  const edit = page.getByRole('button', { name: 'Modifier', exact: true })
  const before = await edit.boundingBox()
  answer()
  for (const late of [page.getByText('Vous seul y avez accès'), page.getByRole('navigation', { name: 'Démarrer avec' })]) await late.waitFor()
  expect(await edit.boundingBox()).toEqual(before)
  await edit.click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Isolation du bâtiment')
  await page.clock.install()
  await page.getByLabel('Nom').press('Enter')
  const saved = page.getByText('Les modifications ont été enregistrées avec succès.')
  await saved.waitFor()
  await page.clock.runFor(constants.savedBannerMs - 500)
  await page.getByRole('button', { name: 'Archiver' }).click()
  await page.getByRole('button', { name: 'Rendre valide' }).waitFor()
  await page.clock.runFor(500)
  await waitForDrawing(page)
  expect(await saved.count()).toBe(0)
})

test('every failure has its red banner, and keeps what was typed', async () => {
  const { page, watch, api } = await arrive('/projects', (api) => create(api, 'Voirie'))
  watch.expect(/projects|Failed to load resource/)
  const fail = (method: string) =>
    page.route('**/api/projects**', (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }) : route.fallback(),
    )
  await Promise.all(['POST', 'PUT', 'DELETE'].map(fail))
  const alert = (sentence: string) => page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Archiver le projet Voirie' }).click()
  await alert("Impossible de modifier l'état du projet.")
  await page.getByRole('button', { name: 'Nouveau projet' }).click()
  await page.getByRole('dialog').getByLabel('Nom').fill('Parc')
  await page.keyboard.press('Enter')
  await alert('Impossible de créer le projet.')
  expect(await page.getByRole('dialog').getByLabel('Nom').inputValue()).toBe('Parc')
  await expectAccessible(page, '/projects, refused creation')
  await page.keyboard.press('Escape')
  await confirmLeaving(page)
  await page.getByRole('button', { name: 'Modifier le projet Voirie' }).click()
  await page.getByRole('dialog').getByLabel('Nom').press('Enter')
  await alert('Impossible de mettre à jour le projet.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Supprimer le projet Voirie' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await alert('Impossible de supprimer le projet.')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /Afficher les détails/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Voirie' }).waitFor()
  await page.getByRole('button', { name: 'Modifier' }).click()
  await page.getByLabel('Contenu').fill('À garder')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await alert("Une erreur est survenue lors de l'enregistrement. Veuillez réessayer.")
  expect(await page.getByLabel('Contenu').inputValue()).toBe('À garder')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Les modifications ont été enregistrées avec succès.').waitFor()
  const { id } = (await api(routes.projects.list))[0]!
  expect((await api(routes.projects.get, { params: { id } })).content).toBe('À garder')

  await fail('GET')
  await page.reload()
  await alert('Impossible de charger les détails du projet.')
  await page.goto('/projects')
  await alert('Impossible de charger les projets.')
  await expectAccessible(page, '/projects, not loaded')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('article').waitFor()
})

test.runIf(isFullProof).each(appearances)('fits in $viewport.width px, $theme', async (options) => {
  const { page, api } = await arrive(
    '/projects',
    (api) => create(api, 'Unmotquinesecoupepasetquiestbienpluslongquelécran', { content: `| A | B |\n|---|---|\n| ${'x'.repeat(60)} | y |` }),
    options,
  )
  const fits = async (where: string) => {
    await waitUntilSettled(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where).toBe(true)
    await expectAccessible(page, `${where} ${options.viewport.width} ${options.theme}`)
    await screenshot(page, where)
  }
  await fits('projects')
  const [project] = await api(routes.projects.list)
  await page.goto(`/projects/${project?.id}`)
  await page.getByRole('heading', { level: 2, name: 'Contenu' }).waitFor()
  await fits('project')
  await page.getByRole('button', { name: 'Modifier' }).click()
  await fits('project-edited')
})
