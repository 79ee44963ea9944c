import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { refuseLeaving, confirmLeaving, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { isFullProof, oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What is typed is never lost without a word, and never written over what somebody else saved meanwhile.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let boss: Credentials
let admin: ApiClient
let person: Credentials
let own: ApiClient

beforeAll(async () => {
  boss = await site.server.administrator()
  admin = await apiAs(site.server.url, boss)
  person = await createAccount(admin, 'brouillons', { first_name: 'Claire', last_name: 'Moreau' })
  own = await apiAs(site.server.url, person)
})

/** Opens the person's only project, made for the test and without a draft. */
async function openProject() {
  for (const { id } of await own(routes.projects.list)) await own(routes.projects.remove, { params: { id } })
  const { id } = await own(routes.projects.create, { body: { name: 'Voirie', content: 'Réfection de la rue de la Gare.' } })
  return { ...(await visit(person, { path: `/projects/${id}` })), id }
}
const content = (page: Page) => page.getByLabel('Contenu')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a project being edited asks once before a link, the browser’s back, « Annuler » or signing out leaves it', async () => {
  const { page } = await openProject()
  const address = page.url()
  const typed = 'Réfection de la rue de la Gare, puis de la place.'
  await page.getByRole('link', { name: 'Projets' }).first().click()
  await page.getByRole('link', { name: /Afficher les détails/ }).click()
  await page.waitForURL(address)
  await page.getByRole('link', { name: 'Retour à la liste' }).click()
  await page.waitForURL('**/projects')
  await page.goBack()
  await press(page, 'Modifier')
  // Nothing typed: nothing asked.
  await press(page, 'Annuler')
  await press(page, 'Modifier')
  await content(page).fill(typed)

  const leavings = [
    () => page.getByRole('link', { name: 'Retour à la liste' }).click(),
    () => page.getByRole('link', { name: 'Assistants', exact: true }).click(),
    // Not goBack, which waits for a page that does not come.
    () => page.evaluate('history.forward()'),
    () => page.evaluate('history.back()'),
    () => press(page, 'Annuler'),
    () => press(page, 'Se déconnecter'),
  ]
  for (const leave of leavings) {
    await leave()
    await refuseLeaving(page)
    await page.waitForURL(address)
    expect(await content(page).inputValue()).toBe(typed)
  }
  await page.getByRole('link', { name: 'Retour à la liste' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'leaving an unsaved text')
  await screenshot(page, 'unsaved-question', { fullPage: false })
  await confirmLeaving(page)
  await page.waitForURL('**/projects')
  await page.goto(address)
  await press(page, 'Modifier')
  expect(await content(page).inputValue()).toBe('Réfection de la rue de la Gare.')
})

test('after the browser’s back is agreed to, the history is where the person wanted it', async () => {
  const { page } = await openProject()
  const address = page.url()
  await page.getByRole('link', { name: 'Projets' }).first().click()
  await page.waitForURL('**/projects')
  await page.getByRole('link', { name: /Afficher les détails/ }).click()
  await page.waitForURL(address)
  await press(page, 'Modifier')
  await content(page).fill('Autre chose')
  await page.evaluate('history.back()')
  await confirmLeaving(page)
  await page.waitForURL('**/projects')
  await page.goForward()
  await page.waitForURL(address)
  await press(page, 'Modifier')
  expect(await content(page).inputValue()).toBe('Réfection de la rue de la Gare.')
})

test('a reload gives back what was typed, and says so', async () => {
  const { page } = await openProject()
  await press(page, 'Modifier')
  await content(page).fill('Un texte long à retaper')
  await page.reload()
  await page.getByText('Vous retrouvez ici ce que vous aviez écrit sans l’enregistrer.').waitFor()
  expect(await content(page).inputValue()).toBe('Un texte long à retaper')
  await expectAccessible(page, 'a draft taken up again')
  await screenshot(page, 'unsaved-resumed')
  await press(page, 'Abandonner ce texte')
  expect(await content(page).inputValue()).toBe('Réfection de la rue de la Gare.')
  await press(page, 'Annuler')
  await press(page, 'Modifier')
  await page.getByText('Vous retrouvez ici').waitFor({ state: 'detached' })
})

test('« Nouveau projet » closed by Escape asks; after a reload the text is there again', async () => {
  const { page } = await visit(person, { path: '/projects' })
  await press(page, 'Nouveau projet')
  const dialog = page.getByRole('dialog', { name: 'Nouveau projet' })
  await dialog.getByLabel('Nom').fill('Parc')
  await page.keyboard.press('Escape')
  await refuseLeaving(page)
  expect(await dialog.getByLabel('Nom').inputValue()).toBe('Parc')
  await page.reload()
  await press(page, 'Nouveau projet')
  await dialog.getByText('Vous retrouvez ici').waitFor()
  expect(await dialog.getByLabel('Nom').inputValue()).toBe('Parc')
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  await confirmLeaving(page)
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Nouveau projet')
  expect(await dialog.getByLabel('Nom').inputValue()).toBe('')
})

test('a field of the profile that is not saved asks before it is left', async () => {
  const { page } = await visit(person, { path: '/profile' })
  await page.getByLabel('Prénom').fill('Clara')
  await page.getByRole('link', { name: 'Accueil' }).first().click()
  await refuseLeaving(page)
  expect(await page.getByLabel('Prénom').inputValue()).toBe('Clara')
  await press(page, 'Enregistrer')
  await page.getByText('Profil mis à jour avec succès').waitFor()
  await page.getByRole('link', { name: 'Accueil' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
})

const forms: [name: string, path: string, open: (page: Page) => Promise<unknown>, label: RegExp, leave: (page: Page) => Promise<unknown>][] = [
  ['an assistant', '/assistants-admin', (page) => press(page, 'Nouvel assistant'), /^Nom/, (page) => page.keyboard.press('Escape')],
  ['a prompt', '/prompts', (page) => press(page, 'Nouveau prompt'), /^Nom/, (page) => page.getByRole('list').getByRole('button').first().click()],
  ['a category', '/categories', (page) => press(page, /Nouvelle catégorie/).catch(() => undefined), /^Nom/, (page) => page.keyboard.press('Escape')],
  ['an account', '/users', (page) => press(page, /Nouvel utilisateur/), /^Nom d/, (page) => page.keyboard.press('Escape')],
  ['a message to all', '/tableau-de-bord/message', () => Promise.resolve(), /^Message/, (page) => page.getByRole('link', { name: 'Accueil' }).first().click()],
]

test.each(isFullProof ? forms : forms.slice(0, 3))('another form: %s being written asks before it is left', async (_, path, open, label, leave) => {
  const { page } = await visit(boss, { path })
  await open(page)
  const field = page.getByLabel(label).last()
  await field.fill('Commencé')
  await leave(page)
  await refuseLeaving(page)
  expect(await field.inputValue()).toBe('Commencé')
})

test.each(oppositeAppearances)('two administrators on one prompt: who, when, what differs, and the choice ($viewport.width px)', async (options) => {
  const colleague = await createAccount(admin, `ada.${uniqueSuffix()}`, { first_name: 'Ada', last_name: 'Martin', is_admin: true })
  const other = await apiAs(site.server.url, colleague)
  const name = `Juriste ${options.theme} ${uniqueSuffix()}`
  const prompt = await admin(routes.prompts.save, { body: { name, content: 'Vous êtes juriste. Répondez en trois phrases.' } })
  const { page, watch } = await visit(boss, { ...options, path: '/prompts' })
  watch.expect(/409/)
  await page.getByRole('list').getByRole('button', { name }).click()
  await press(page, 'Modifier')
  await content(page).last().fill('Vous êtes juriste. Répondez en une phrase.')
  await other(routes.prompts.save, { body: { id: prompt.id, name, content: 'Vous êtes juriste territorial. Répondez en trois phrases.' } })
  await press(page, 'Enregistrer')
  const notice = page.getByRole('region', { name: 'Deux versions à départager' })
  await notice.getByText(/Ada Martin a enregistré une autre version le \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\. Rien n’a été remplacé/).waitFor()
  expect(await notice.locator('ins').allInnerTexts()).toContainEqual(expect.stringContaining('une'))
  expect(await notice.locator('del').allInnerTexts()).toContainEqual(expect.stringContaining('territorial'))
  await expectAccessible(page, `two versions, ${options.theme}`)
  await screenshot(page, 'unsaved-conflict')

  await page.getByLabel('Nom').last().focus()
  await press(page, /^Enregistrer$/)
  // Saved again without a choice: the choice is shown again.
  await notice.and(page.locator(':focus')).waitFor()
  await press(page, 'Reprendre la version enregistrée')
  expect(await content(page).last().inputValue()).toContain('territorial')
  await notice.and(page.locator(':focus')).waitFor()
  await press(page, 'Revenir à mon texte')
  expect(await content(page).last().inputValue()).toContain('une phrase')
  await page.locator('input:focus').waitFor()
  await press(page, 'Enregistrer')
  await page.getByText(`Prompt « ${name} » mis à jour`).waitFor()
  expect((await other(routes.prompts.list)).find(({ id }) => id === prompt.id)?.content).toBe('Vous êtes juriste. Répondez en une phrase.')
})

test('one’s own project changed in another window: one’s text may take its place; a change of state alone asks nothing', async () => {
  const { page, watch, id } = await openProject()
  watch.expect(/409/)
  await press(page, 'Modifier')
  await content(page).fill('Depuis cette fenêtre')
  await own(routes.projects.update, { params: { id }, body: { status: 'archived' } })
  await press(page, 'Enregistrer')
  await page.getByText('Les modifications ont été enregistrées avec succès.').waitFor()
  expect(await own(routes.projects.get, { params: { id } })).toMatchObject({ content: 'Depuis cette fenêtre', status: 'archived' })

  await press(page, 'Modifier')
  await content(page).fill('La mienne')
  await own(routes.projects.update, { params: { id }, body: { content: 'La sienne' } })
  await press(page, 'Enregistrer')
  await page.getByText(/Vous avez enregistré une autre version le .*, dans une autre fenêtre\./).waitFor()
  await screenshot(page, 'unsaved-conflict-project')
  await press(page, 'Enregistrer mon texte à sa place')
  await page.getByText('Les modifications ont été enregistrées avec succès.').waitFor()
  expect((await own(routes.projects.get, { params: { id } })).content).toBe('La mienne')
})

test('the saved version taken in the place of one’s own text: leaving asks, and what is read then is what is saved', async () => {
  const { page, watch, id } = await openProject()
  watch.expect(/409/)
  await press(page, 'Modifier')
  await content(page).fill('La mienne')
  await own(routes.projects.update, { params: { id }, body: { content: 'La sienne' } })
  await press(page, 'Enregistrer')
  await press(page, 'Reprendre la version enregistrée')
  await press(page, 'Annuler')
  await refuseLeaving(page)
  await press(page, 'Revenir à mon texte')
  expect(await content(page).inputValue()).toBe('La mienne')
  await press(page, 'Annuler')
  await confirmLeaving(page)
  await page.getByRole('main').getByText('La sienne').waitFor()
  await press(page, 'Modifier')
  await content(page).fill('La sienne, complétée')
  await press(page, 'Enregistrer')
  await page.getByText('Les modifications ont été enregistrées avec succès.').waitFor()
})

test('a text taken up again after somebody saved another: given up, it leaves what is saved', async () => {
  const { page, id } = await openProject()
  await press(page, 'Modifier')
  await content(page).fill('Commencé avant')
  await own(routes.projects.update, { params: { id }, body: { content: 'Enregistré depuis' } })
  await page.reload()
  await press(page, 'Abandonner ce texte')
  expect(await content(page).inputValue()).toBe('Enregistré depuis')
  await page.locator('input:focus').waitFor()
})

test('« Nouveau prompt » asked while one is being written begins another, once that is agreed to', async () => {
  const { page } = await visit(boss, { path: '/prompts' })
  await press(page, 'Nouveau prompt')
  const name = page.getByLabel('Nom').last()
  await name.fill('Commencé')
  await press(page, 'Nouveau prompt')
  await confirmLeaving(page)
  expect(await name.inputValue()).toBe('')
})

test('files that are being sent to the document search are left once the person agrees', async () => {
  const { page } = await visit(person, { path: '/document-rag' })
  await page.route('**/api/upload', () => {})
  await page.locator('input[type="file"]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Bonjour') })
  await press(page, 'Charger les fichiers')
  await page.getByRole('link', { name: 'Projets' }).first().click()
  await page.getByRole('alertdialog', { name: /Interrompre l’envoi/ }).waitFor()
  await press(page, 'Interrompre l’envoi')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/projects')
})
