import { routes } from '@parvis/contract'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordAnnouncements, timesAnnounced } from '../support/looks/announcements.ts'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { focusedName, isTrapped, tabTo } from '../support/keyboard-navigation.ts'
import { pressFirst, waitForFirst, waitForDrawing, waitUntilSettled, signIn, type Credentials } from '../support/pages.ts'
import { startRecitingModel, type RecitingModel } from '../support/servers/reciting-model.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// What a person does without a mouse or without the screen, from one end to the other: trust cases A11-05, 06, 08, 09, 18, 22.

const french = 'Voici le projet de délibération pour la cantine, avec les tarifs qui sont proposés par le service. '
const english = 'Here is the letter that you asked for. It should be sent to the mayor with the minutes of the meeting.'

let server: AppServer
let browser: Browser
let model: RecitingModel
let admin: ApiClient
let person: Credentials
let assistant_id: string
let opened: OpenPage
let page: Page
let count = 0

beforeAll(async () => {
  model = await startRecitingModel((messages) => (/anglais/.test(messages.at(-1)?.content ?? '') ? english : french.repeat(3)), 60)
  ;[server, browser] = await Promise.all([startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'essai' }), launchBrowser()])
  admin = await apiAs(server.url, server.root)
  assistant_id = (await admin(routes.assistants.list))[0]!.id
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  model?.close()
})

beforeEach(async () => {
  person = await createAccount(admin, `clavier.${(count += 1)}`, { first_name: 'Camille' })
  opened = await openPage(browser, server.url)
  page = opened.page
  await recordAnnouncements(page)
})

afterEach(() => opened.close())

const hasFocus = async (what: Locator) => (await what.and(page.locator(':focus')).count()) === 1
const title = () => page.getByRole('heading', { level: 1 })
const { field, idle, enter } = assistantChat(() => page)
/** Waits for the sentence, and checks that it was announced once. */
async function said(words: string): Promise<void> {
  await expect.poll(() => timesAnnounced(page, words), { timeout: 15_000 }).toBe(1)
}

test('A11-06 a whole journey with the keyboard alone: sign in, ask, copy, export, rename, delete, sign out', async () => {
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/login')
  await waitUntilSettled(page)
  if (!(await focusedName(page)).startsWith('Nom d’utilisateur')) await tabTo(page, /^Nom d’utilisateur/)
  await page.keyboard.type(person.username)
  await tabTo(page, /^Mot de passe/, { most: 3 })
  await page.keyboard.type(person.password)
  await press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await waitUntilSettled(page)

  await tabTo(page, /^Assistants$/)
  await press('Enter')
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: 'Catalogue des Assistants' }).waitFor()
  await waitUntilSettled(page)
  const name = (await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent())!.trim()
  await tabTo(page, new RegExp(`^${name}`))
  await press('Enter')
  await page.waitForURL(/conversation=/)
  await page.getByRole('article').first().waitFor()
  await idle()

  if (!(await focusedName(page)).startsWith('Votre message')) await tabTo(page, /^Votre message/)
  await page.keyboard.type('Prépare la délibération sur la cantine.')
  await tabTo(page, /^Envoyer$/, { most: 5 })
  await press('Enter')
  await page.getByRole('article').filter({ hasText: 'Prépare la délibération sur la cantine.' }).waitFor()
  await idle()
  await expect.poll(() => focusedName(page)).toBe('Votre message')

  await tabTo(page, /^Exporter$/, { key: 'Shift+Tab', most: 4 })
  await press('Enter')
  await page.getByRole('menu', { name: 'Exporter' }).waitFor()
  await press('ArrowDown')
  const [file] = await Promise.all([page.waitForEvent('download'), press('Enter')])
  expect(file.suggestedFilename()).toMatch(/\.odt$/)
  await tabTo(page, /^Copier la réponse$/, { key: 'Shift+Tab', most: 8 })
  await press('Enter')
  await said('Réponse copiée')

  await tabTo(page, /^Mon espace$/)
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mon espace' }).waitFor()
  await waitUntilSettled(page)
  await tabTo(page, /^Renommer/)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/^Titre/)
  await press('End')
  await page.keyboard.type(' (relue)')
  await press('Enter')
  await waitForFirst(page, /\(relue\)/)
  await said('Conversation renommée')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await tabTo(page, /^Supprimer/)
  await press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabTo(page, /^Supprimer$/, { most: 3 })
  await press('Enter')
  await said('Conversation supprimée')
  await page
    .getByText(/\(relue\)/)
    .first()
    .waitFor({ state: 'detached' })
  // It gives the focus back as it goes: what was reached meanwhile would lose it.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await waitUntilSettled(page)

  await tabTo(page, /^Se déconnecter$/)
  await press('Enter')
  await page.waitForURL('**/login')
})

/** Opens a modal with Enter, and checks everything that a person without a mouse needs in it. */
async function expectModal(trigger: Locator, role: 'dialog' | 'alertdialog', name: RegExp): Promise<void> {
  await trigger.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole(role, { name })
  await dialog.waitFor()
  const inside = () => page.evaluate<boolean>(`!!document.activeElement?.closest('[role="${role}"]')`)
  await expect.poll(inside).toBe(true)
  expect(await isTrapped(page, role)).toBe(true)
  // What is behind is out of reach of every means.
  expect(await page.evaluate<boolean>(`!!document.querySelector('main').closest('[inert], [aria-hidden="true"]')`)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(trigger)).toBe(true)
}

test('A11-08 the drawer, dialogs and menus take the focus, keep it, and give it back', async () => {
  await signIn(page, person)
  await enter(assistant_id)
  // A conversation in which nobody has written is in no list.
  await field().fill('Bonjour')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').nth(2).waitFor()
  await idle()
  const menu = page.getByRole('button', { name: 'Exporter' }).last()
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: 'Exporter' }).waitFor()
  await expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('role')`)).toBe('menuitem')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(menu)).toBe(true)

  await page.goto('/my-space')
  await waitUntilSettled(page)
  await expectModal(page.getByRole('button', { name: /^Renommer/ }).first(), 'dialog', /Renommer/)
  await expectModal(page.getByRole('button', { name: /^Supprimer/ }).first(), 'alertdialog', /Supprimer/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectModal(page.getByRole('button', { name: 'Ouvrir le menu' }), 'dialog', /^Menu$/)
})

test('A11-08 a menu and a list give the focus to an entry each time they open, where frames are late too', async () => {
  // A late frame may still be cancelled once it is asked of the browser, as any frame.
  await page.addInitScript(`{
    const ask = requestAnimationFrame, cancel = cancelAnimationFrame, frames = new Map()
    requestAnimationFrame = (draw) => { const timer = setTimeout(() => frames.set(timer, ask(draw)), 100); return timer }
    cancelAnimationFrame = (timer) => (clearTimeout(timer), cancel(frames.get(timer) ?? 0))
  }`)
  await signIn(page, person)
  await enter(assistant_id)
  const opensOn = async (trigger: Locator, entry: 'menuitem' | 'option') => {
    for (let time = 0; time < 2; time += 1) {
      await trigger.press('Enter')
      await expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('role')`)).toBe(entry)
      await page.keyboard.press('Escape')
      await expect.poll(() => hasFocus(trigger)).toBe(true)
    }
  }
  await opensOn(page.getByRole('button', { name: 'Exporter' }).last(), 'menuitem')
  await page.goto('/bibliotheque')
  await waitUntilSettled(page)
  await opensOn(page.getByRole('button', { name: /Trier par/ }), 'option')
})

test('A11-09 the focus comes back to the message after a reply, and is not taken from who went elsewhere', async () => {
  await signIn(page, person)
  await enter(assistant_id)
  await field().fill('Bonjour')
  await field().press('Control+Enter')
  await page.getByRole('button', { name: 'Arrêter' }).waitFor()
  await idle()
  await expect.poll(() => focusedName(page)).toBe('Votre message')
  await field().fill('Encore')
  await field().press('Control+Enter')
  await page.getByRole('button', { name: 'Arrêter' }).waitFor()
  const elsewhere = page.getByRole('link', { name: 'Mon espace' })
  await elsewhere.focus()
  await idle()
  // Five times what the contract waits before it gives the focus back.
  await page.waitForTimeout(500)
  expect(await hasFocus(elsewhere)).toBe(true)
})

test('A11-18 an answer in another language says which', async () => {
  await signIn(page, person)
  await enter(assistant_id)
  await field().fill('Écris la lettre en anglais.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').last().locator('[lang="en"]').filter({ hasText: english }).waitFor()
  expect(await page.locator('[role="log"] [lang]:not([lang="en"])').count()).toBe(0)
})

test('A11-05 what happens is announced once: a refusal, a missing field, a success, a file on its way', async () => {
  opened.watch.expect(/Failed to load resource/)
  await page.goto('/login')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill('Faux-mot-de-passe-12')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
  const refusal = (await page.getByRole('alert').first().textContent())!.trim()
  expect(refusal.length).toBeGreaterThan(10)
  await said(refusal)

  await signIn(page, person)
  await page.goto('/projects')
  await waitUntilSettled(page)
  await pressFirst(page, /projet/i)
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Nom/).fill('Voirie')
  await form.getByRole('button', { name: /^(Créer|Enregistrer)/ }).click()
  await said('Projet créé')

  await page.goto('/document-rag')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await said('Veuillez sélectionner un fichier')
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Le tarif de la piscine est de trois euros.\n'.repeat(40)) }
  await page.locator('input[type="file"]').first().setInputFiles(note)
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  const bar = page.getByRole('progressbar')
  await bar.waitFor()
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  expect((await bar.getAttribute('aria-valuetext')) ?? '').toMatch(/%/)
  await said('1 fichier(s) chargé(s) avec succès')
})

test('A11-22 a notice that vanishes waits for the pointer and for the focus', async () => {
  await signIn(page, person)
  await page.goto('/document-rag')
  await waitUntilSettled(page)
  const note = { name: 'tarif.txt', mimeType: 'text/plain', buffer: Buffer.from('Le tarif de la cantine est de deux euros.\n'.repeat(40)) }
  await page.clock.install()
  await page.locator('input[type="file"]').first().setInputFiles(note)
  // The clock is held before there is a notice: on a busy machine it would be gone before the pointer comes.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'chargé(s) avec succès' })
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return notice.count()
    })
    .toBe(1)
  // The list of documents moves the notice each time that it changes, away from a pointer that stays: until it changes no more.
  const isPointed = `document.querySelector('[role="status"]:hover') !== null`
  await expect
    .poll(async () => {
      await notice.hover()
      await waitForDrawing(page)
      await page.clock.runFor(1_000)
      return (await page.locator('[data-state="indexe"]').count()) === 1 && (await page.evaluate<boolean>(isPointed))
    })
    .toBe(true)
  await waitForDrawing(page)
  await page.clock.runFor(30_000)
  expect(await notice.count()).toBe(1)
  await page.mouse.move(0, 0)
  await notice.getByRole('button', { name: 'Fermer ce message' }).focus()
  await waitForDrawing(page)
  await page.clock.runFor(30_000)
  expect(await notice.count()).toBe(1)
  await title().focus()
  await page.clock.runFor(30_000)
  await notice.waitFor({ state: 'detached' })
})
