import { constants, routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, type ApiClient } from '../support/api.ts'
import { openPage } from '../support/browser.ts'
import { pressFirst, waitUntilSettled, signIn, type Credentials, watchLifetime } from '../support/pages.ts'
import { setUpSharedPage } from '../support/test-page.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

// Specification, chapter 8: what is read when a proxy answers in the place of the server, which then has no sentence to give.

const site = setUpSite(borrowServer)
let admin: ApiClient
let boss: Credentials
let page: Page

beforeAll(async () => {
  boss = await site.server.administrator()
  admin = await apiAs(site.server.url, boss)
})

const opened = setUpSharedPage(() => openPage(site.browser, site.server.url, { expected: [/status of 500/] }))
beforeEach(() => void (page = opened().page))

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (sentence: string, within: Page | ReturnType<Page['getByRole']> = page) =>
  within.getByRole('alert').getByText(sentence, { exact: true }).waitFor()

/** Makes a proxy answer these calls with its own page, from now on. */
const broken = (method: string, path: RegExp) =>
  page.route(
    (url) => path.test(url.pathname),
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Proxy</h1>' }) : route.fallback()),
  )

test('sign-in, sign-up, forgotten and new password', async () => {
  await broken('POST', /^\/api\/auth\/(login|register|forgot-password|reset-password)$/)
  const fill = async (label: RegExp, text: string) => {
    await page.getByLabel(label).fill(text)
  }
  await page.goto('/login')
  await fill(/^Nom d’utilisateur/, 'noe')
  await fill(/^Mot de passe/, 'abcdef')
  await press('Se connecter')
  await alert('Erreur de connexion')

  await page.goto('/register')
  await fill(/^Nom d’utilisateur/, 'noe')
  await fill(/^Adresse e-mail/, 'noe@ville.example')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await fill(label, 'abcdef')
  await press('S’inscrire')
  await alert("Erreur lors de l'inscription")

  await page.goto('/forgot-password')
  await fill(/^Adresse e-mail/, 'noe@ville.example')
  await press('Envoyer le lien')
  await alert('Une erreur est survenue')

  await page.goto('/reset-password/jeton')
  await fill(/^Nouveau mot de passe/, 'abcdef')
  await fill(/^Confirmer/, 'abcdeg')
  await press('Réinitialiser le mot de passe')
  await page.getByText('Les mots de passe ne correspondent pas', { exact: true }).waitFor()
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await fill(label, 'abcde')
  await press('Réinitialiser le mot de passe')
  await page.getByText('Le mot de passe doit contenir au moins 6 caractères', { exact: true }).waitFor()
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await fill(label, 'abcdef')
  await press('Réinitialiser le mot de passe')
  await alert('Erreur lors de la réinitialisation du mot de passe')
  expect(await page.getByLabel(/^Nouveau mot de passe/).inputValue()).toBe('abcdef')
})

test('the guard, when who is signed in cannot be known', async () => {
  await signIn(page, boss)
  await broken('GET', /^\/api\/auth\/me$/)
  await page.goto('/assistants')
  await page.getByText('Erreur de connexion au serveur. Veuillez vous reconnecter.').waitFor()
  await page.getByRole('button', { name: 'Se reconnecter' }).waitFor()
  expect(await page.getByText('Catalogue des Assistants').count()).toBe(0)
})

test('a changed password, and a new one given to somebody', async () => {
  await createAccount(admin, `aide-${Date.now()}`, { first_name: 'Aide', last_name: 'Mémoire' })
  await broken('POST', /\/(change|reset)-password$/)
  await signIn(page, boss)
  await page.goto('/profile')
  await press('Sécurité')
  const field = (label: string) => page.getByLabel(label, { exact: false }).and(page.locator('input'))
  await field('Mot de passe actuel').fill(boss.password)
  await field('Nouveau mot de passe').first().fill('Trois-rivières-22')
  await field('Confirmer le nouveau mot de passe').fill('Trois-rivières-22')
  await page.keyboard.press('Enter')
  await alert('Erreur lors du changement de mot de passe')

  await page.goto('/users')
  await pressFirst(page, /^Autres actions.*Aide Mémoire/)
  await page.getByRole('menuitem', { name: /^Réinitialiser le mot de passe/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Nouveau mot de passe/).fill('Ardoise-Vive-88')
  await dialog.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^Erreur lors de la réinitialisation du mot de passe\. Une erreur est survenue/)
    .waitFor()
  expect(await dialog.getByLabel(/^Nouveau mot de passe/).inputValue()).toBe('Ardoise-Vive-88')
})

test.runIf(isFullProof)('the document base: its columns, then a file loaded, not downloaded, not changed, not removed, not loaded', async () => {
  await signIn(page, boss)
  await page.goto('/bibliotheque')
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Fichier', 'Catégorie', 'Taille', 'Ajouté par', 'Date', 'Actions'])
  const name = `Note ${Date.now()}.txt`
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('Le marché a lieu le samedi.') }
  const load = async () => {
    await press('Ajouter des documents')
    await page
      .getByRole('dialog')
      .getByText(/PDF, DOC, TXT, CSV, XLS/)
      .waitFor()
    await page.locator('input[type="file"]').setInputFiles(file)
    await page.getByRole('dialog').getByRole('button', { name: 'Charger', exact: true }).click()
  }
  const lifetime = await watchLifetime(page, `document.querySelector('main')?.textContent.includes('Document chargé dans la bibliothèque')`)
  await load()
  expect(constants.documentNoticeMs).toBe(5_000)
  expect(await lifetime()).toBeGreaterThanOrEqual(constants.documentNoticeMs - 100)

  await broken('GET', /\/download$/)
  for (const method of ['PUT', 'DELETE', 'POST']) await broken(method, /^\/api\/bibliotheque\//)
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill(name)
  await press(`Télécharger ${name}`)
  await alert('Erreur lors du téléchargement')
  await press(`Modifier ${name}`)
  await press('Enregistrer')
  await alert('Erreur lors de la mise à jour', page.getByRole('dialog'))
  await press('Annuler')
  await press(`Supprimer ${name}`)
  const confirmation = page.getByRole('alertdialog')
  await confirmation.getByRole('button', { name: 'Supprimer' }).click()
  await alert('Erreur lors de la suppression', confirmation)
  await confirmation.getByRole('button', { name: 'Annuler' }).click()
  await load()
  await page.getByRole('dialog').getByRole('alert').getByText("Erreur lors de l'upload").waitFor()
})

test.runIf(isFullProof)('one’s own documents are not loaded, a conversation is not removed', async () => {
  await signIn(page, boss)
  await broken('POST', /^\/api\/upload$/)
  await broken('DELETE', /^\/api\/conversations\//)
  await page.goto('/document-rag')
  await waitUntilSettled(page)
  await page.locator('input[type="file"]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Bonjour') })
  await press('Charger les fichiers')
  await page.getByRole('alert').getByText('Erreur lors du chargement des fichiers').waitFor()

  const id = await createConversation(admin, {}, 'À garder')
  await admin(routes.conversations.update, { params: { id }, body: { title: 'À garder' } })
  await page.goto('/my-space')
  await page.getByRole('button', { name: 'Supprimer « À garder »' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Supprimer la conversation « À garder » ?' })
  await question.getByRole('button', { name: 'Supprimer' }).click()
  // Once it can no longer be taken back.
  await page
    .getByRole('alert')
    .getByText(/^La conversation n’a pas pu être supprimée\./)
    .waitFor({ timeout: 30_000 })
  expect(await page.getByRole('heading', { name: 'À garder' }).count()).toBeGreaterThan(0)
})
