import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from './support/api.ts'
import { expectAccessible } from './support/looks/axe.ts'
import { waitUntilSettled } from './support/pages.ts'
import { screenshot } from './support/looks/screenshots.ts'
import { borrowServer } from './support/servers/shared-server.ts'
import { setUpSite, pageVisits } from './support/site.ts'

// The list of projects at work: hundreds of them, what is looked for, answers that come late.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(prepare: (api: ApiClient) => Promise<unknown>) {
  const person = await createAccount(site.server.admin, `liste.${(count += 1)}`)
  const api = await apiAs(site.server.url, person)
  await prepare(api)
  return { ...(await visit(person, { path: '/projects' })), api }
}

const create = (api: ApiClient, name: string, fields: object = {}) => api(routes.projects.create, { body: { name, ...fields } })

test('hundreds: thirty at a time, the first new one takes the focus; the address keeps what is looked for', async () => {
  const { page, watch } = await arrive(async (api) => {
    for (let nth = 1; nth <= 65; nth += 1) await create(api, `Projet ${nth}`, nth === 3 ? { description: 'École du bourg' } : {})
  })
  await page.getByText('65 projets', { exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(30)
  const more = page.getByRole('button', { name: 'Afficher plus de projets' })
  await more.click()
  await page.getByText('30 projets de plus').waitFor({ state: 'attached' })
  expect(await page.locator('li:focus').innerText()).toContain('Projet 35')
  await waitUntilSettled(page)
  await expectAccessible(page, '/projects, sixty')
  await screenshot(page, 'projects-many')

  watch.expect(/projects\/page|Failed to load resource/)
  await page.route('**/api/projects/page**', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }))
  await more.click()
  await page.getByText('La suite des projets n’a pas pu être chargée.').waitFor()
  expect(await page.locator(':focus').innerText()).toBe('Réessayer')
  expect(await page.getByRole('article').count()).toBe(60)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Projet 5', { exact: true }).waitFor()
  expect([await page.getByRole('article').count(), await more.count()]).toEqual([65, 0])

  // The address holds how far one has read.
  await page.waitForURL('**/projects?pages=3')
  await page.reload()
  await expect.poll(() => page.getByRole('article').count()).toBe(65)

  await page.getByLabel('Rechercher un projet').pressSequentially('ecole du')
  await page.getByText('1 projet', { exact: true }).waitFor()
  await page.waitForURL('**/projects?recherche=ecole+du')
  await page.reload()
  await page.getByText('1 projet', { exact: true }).waitFor()
  const field = page.getByLabel('Rechercher un projet')
  expect(await field.inputValue()).toBe('ecole du')
  // Nothing found, then all of it emptied: one is still in the field.
  await field.fill('introuvable')
  await page.getByText('Aucun projet ne correspond à cette recherche').waitFor()
  await field.fill('')
  await page.getByText('65 projets', { exact: true }).waitFor()
  await field.and(page.locator(':focus')).waitFor()
  // A link of the menu leads to the whole list.
  await field.fill('ecole du')
  await page.waitForURL('**/projects?recherche=ecole+du')
  await page.getByRole('link', { name: 'Projets', exact: true }).click()
  await page.getByText('65 projets', { exact: true }).waitFor()
  expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['', ''])
  await page.goBack()
  await page.getByText('1 projet', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('ecole du')
})

test('the second click of a double one does not take back what the first has done', async () => {
  const { page, api } = await arrive((api) => create(api, 'Passerelle'))
  let changes = 0
  page.on('request', (request) => void (changes += Number(request.method() === 'PUT')))
  await page.getByRole('button', { name: 'Archiver le projet Passerelle' }).click()
  await page.getByRole('button', { name: 'Rendre valide le projet Passerelle' }).waitFor()
  await page.locator('[data-busy]').waitFor({ state: 'detached' })
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await waitUntilSettled(page)
  expect([changes, (await api(routes.projects.list)).map(({ status }) => status)]).toEqual([1, ['archived']])
})

test('of two projects archived in turn, each has its own wait, and the first is told when it is refused', async () => {
  const { page, watch, api } = await arrive((api) => Promise.all([create(api, 'Lente'), create(api, 'Rapide')]))
  watch.expect(/500/)
  const slow = (await api(routes.projects.list)).find(({ name }) => name === 'Lente')!
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/projects/${slow.id}`, (route) => promise.then(() => route.fulfill({ status: 500, json: {} })))
  await page.getByRole('button', { name: 'Archiver le projet Lente' }).click()
  await page.getByRole('button', { name: 'Archiver le projet Rapide' }).click()
  await page.getByRole('button', { name: 'Rendre valide le projet Rapide' }).waitFor()
  await page.locator('[aria-label="Archiver le projet Lente"][data-busy]').waitFor()
  resolve()
  await page.getByText("Impossible de modifier l'état du projet.").waitFor()
  await expect.poll(() => page.locator('[data-busy]').count()).toBe(0)
})

test('whoever has left a project before it is deleted is not led away from the page they are on', async () => {
  const { page, api } = await arrive((api) => create(api, 'Passerelle'))
  const { id } = (await api(routes.projects.list))[0]!
  await page.goto('/my-space')
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await page.getByRole('link', { name: /^Afficher les détails/ }).click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/projects/${id}`, (route) => (route.request().method() === 'DELETE' ? promise.then(() => route.continue()) : route.continue()))
  await page.getByRole('button', { name: /^Autres actions/ }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.evaluate('history.go(-2)')
  await page.waitForURL('**/my-space')
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  resolve()
  await (await answered).finished()
  await waitUntilSettled(page)
  expect(new URL(page.url()).pathname).toBe('/my-space')
  await expect.poll(() => api(routes.projects.list)).toEqual([])
})

test('of two projects asked in turn to be edited, the last one is; the first, late, does not take its place', async () => {
  const { page, api } = await arrive((api) => Promise.all([create(api, 'Lente', { content: 'A' }), create(api, 'Rapide', { content: 'B' })]))
  const slow = (await api(routes.projects.list)).find(({ name }) => name === 'Lente')!
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/projects/${slow.id}`, (route) => promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Modifier le projet Lente' }).click()
  await page.locator('[aria-label="Modifier le projet Lente"][data-busy]').waitFor()
  await page.getByRole('button', { name: 'Modifier le projet Rapide' }).click()
  const form = page.getByRole('dialog', { name: 'Modifier le projet' })
  await form.getByLabel('Contenu').fill('B, revu')
  const late = page.waitForResponse((response) => response.url().endsWith(slow.id))
  resolve()
  await (await late).finished()
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  await form.waitFor({ state: 'detached' })
  const contentOf = async (name: string) => {
    const { id } = (await api(routes.projects.list)).find((one) => one.name === name)!
    return (await api(routes.projects.get, { params: { id } })).content
  }
  expect([await contentOf('Lente'), await contentOf('Rapide')]).toEqual(['A', 'B, revu'])
})

test('a search that fails leaves the field with what is written in it; a list that cannot be read again stays', async () => {
  const { page, watch } = await arrive((api) => create(api, 'Passerelle'))
  watch.expect(/projects\/page|Failed to load resource/)
  const fail = () =>
    page.route('**/api/projects/page**', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected', request_id: 'r' } }))
  const alert = page.getByRole('alert').getByText('Impossible de charger les projets.', { exact: true })
  await fail()
  const field = page.getByLabel('Rechercher un projet')
  await field.fill('passe')
  await alert.waitFor()
  await field.and(page.locator(':focus')).waitFor()
  expect([await field.inputValue(), await page.getByText('Aucun projet').count()]).toEqual(['passe', 0])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('1 projet', { exact: true }).waitFor()
  await alert.waitFor({ state: 'detached' })

  // Whoever writes on once the network is back keeps the field.
  await fail()
  await field.fill('passer')
  await alert.waitFor()
  await page.unrouteAll()
  await field.press('e')
  await page.getByText('1 projet', { exact: true }).waitFor()
  await field.and(page.locator(':focus')).waitFor()
  expect(await field.inputValue()).toBe('passere')

  await fail()
  await page.getByRole('button', { name: 'Archiver le projet Passerelle' }).click()
  await alert.waitFor()
  await page.getByRole('article').getByText('Archivé', { exact: true }).waitFor()
})

test('a project that is no longer shared: its page says so while it is read, its card goes once something is asked of it', async () => {
  const { admin, url } = site.server
  const owner = await apiAs(url, await createAccount(admin, `liste.${(count += 1)}`))
  const reader = await createAccount(admin, `liste.${(count += 1)}`)
  const { id } = await create(owner, 'Voie verte')
  const reader_id = (await owner(routes.people.suggest, { query: { search: reader.username } })).people[0]!.id
  const share = (level: 'edit' | null) =>
    owner(routes.grants.set, { params: { kind: 'project', id }, body: { grants: level === null ? [] : [{ subject: 'user', id: reader_id, level }] } })
  await share('edit')
  const { page, watch } = await visit(reader, { path: `/projects/${id}` })
  watch.expect(/404/)
  const alert = page.getByRole('alert').getByText('Impossible de charger les détails du projet.', { exact: true })
  await page.getByRole('heading', { level: 1, name: 'Voie verte' }).waitFor()
  await share(null)
  // Nobody tells them; what they do in another window has this one ask again.
  await create(await apiAs(url, reader), 'Autre')
  await alert.waitFor()
  await page.getByText(/n’est plus partagé avec vous/).waitFor()

  await share('edit')
  await page.goto('/projects')
  const card = page.getByRole('article').filter({ hasText: 'Voie verte' })
  await card.waitFor()
  await share(null)
  await card.getByRole('button', { name: 'Modifier le projet Voie verte' }).click()
  await alert.waitFor()
  await expect.poll(() => card.count()).toBe(0)
})

test('a file that another window adds to a project is on the page of whoever writes it', async () => {
  const { page, api } = await arrive((api) => create(api, 'Passerelle'))
  const [project] = await api(routes.projects.list)
  await page.goto(`/projects/${project!.id}`)
  await page.getByText('Déposez ici les fichiers').waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByText('Déposez ici les fichiers').waitFor()
  await other
    .getByRole('region', { name: 'Fichiers du projet' })
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Le plan de la passerelle.') })
  await expect.poll(() => page.getByRole('region', { name: 'Fichiers du projet' }).getByText('plan.txt').count()).toBe(1)
  await other.close()
})
