import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { choosePassword, createAccount, waitUntilIndexed } from './support/api.ts'
import { openPage, type OpenPage } from './support/browser.ts'
import { downloadedFile } from './support/downloads.ts'
import { pressFirst, waitUntilSettled, signInByForm } from './support/pages.ts'
import { checkScreen } from './support/looks/check-screen.ts'
import { screenshot } from './support/looks/screenshots.ts'
import { startServer, type AppServer } from './support/servers/server.ts'
import { borrowServer } from './support/servers/shared-server.ts'
import { setUpSite } from './support/site.ts'
import { isFullProof } from './support/whole.ts'

// Three people at work, from one end to the other, by what they see and press: no address is typed but the first.

const site = setUpSite(borrowServer)
let opened: OpenPage
let page: Page

async function begin(url: string): Promise<void> {
  ;({ page } = opened = await openPage(site.browser, url))
}

afterEach(() => opened?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const answers = () => page.getByRole('group', { name: 'Actions sur cette réponse' })

/** Opens a page through the navigation, as people do. A group of entries is unfolded if needed. */
async function go(entry: string, heading: string | RegExp, group?: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
  const link = navigation.getByRole('link', { name: entry, exact: true })
  if (group !== undefined && !(await link.isVisible())) await navigation.getByRole('button', { name: group }).click()
  await link.click()
  await title(heading)
}

const look = (name: string): Promise<void> => checkScreen(page, name)

async function ask(question: string): Promise<void> {
  const before = await answers().count()
  await page.getByRole('textbox', { name: 'Votre message' }).fill(question)
  await press('Envoyer')
  await answers().nth(before).waitFor({ timeout: 60_000 })
}

/** Returns the text of the Word export of the whole conversation. */
async function exported(): Promise<string> {
  await answers().last().getByRole('button', { name: 'Exporter', exact: true }).click()
  const { bytes } = await downloadedFile(page, () => page.getByRole('menuitem', { name: 'Conversation vers Word (.docx)' }).click())
  const parts = unzipSync(bytes)
  return strFromU8(parts['word/document.xml']!).replace(/<[^>]*>/g, '')
}

/** Returns the password that the installation printed once in the terminal. */
const generatedPassword = (installed: AppServer): string => /Mot de passe \(affiché une seule fois, à changer\)\s: (\S+)/.exec(installed.output())![1]!

test('a newcomer: from the first page to an exported answer, found again, and the help', async () => {
  await begin(site.server.url)
  // Another at each try: the server keeps the one of before.
  const username = `mdupont${crypto.randomUUID().slice(0, 4)}`
  await page.goto('/')
  await title('L’intelligence artificielle au service de votre collectivité')
  await look('newcomer-1-home')
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click()
  await title('Connexion')
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  await title('Inscription')
  await page.getByLabel(/^Nom d’utilisateur/).fill(username)
  await page.getByLabel(/^Adresse e-mail/).fill(`${username}@ville.example`)
  await page.getByLabel(/^Prénom/).fill('Martine')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('Trois cigognes sur le clocher')
  await look('newcomer-2-sign-up')
  await press('S’inscrire')
  await page.getByText('Inscription réussie! Veuillez vous connecter.').waitFor()
  await page.getByLabel(/^Nom d’utilisateur/).fill(username)
  await page.getByLabel(/^Mot de passe/).fill('Trois cigognes sur le clocher')
  await press('Se connecter')

  await title(/^Bonjour Martine/)
  expect(await page.getByText('Votre mot de passe').count()).toBe(0)
  await look('newcomer-3-welcome')
  await page.getByRole('link', { name: 'Essayer les assistants' }).click()
  await title('Catalogue des Assistants')
  await page.getByRole('searchbox', { name: 'Rechercher un assistant' }).fill('courrier')
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeLessThan(10)
  await look('newcomer-4-catalogue')
  const card = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const assistant = await card.innerText()
  await card.getByRole('link').click()
  await title(assistant)
  await answers().first().waitFor({ timeout: 60_000 })
  await look('newcomer-5-greeting')
  await ask('Un courrier à une habitante qui signale un lampadaire en panne rue des Tanneurs')
  expect((await page.getByRole('article').last().innerText()).length).toBeGreaterThan(200)
  await look('newcomer-6-answer')
  const file = await exported()
  for (const words of [assistant, 'un lampadaire en panne rue des Tanneurs', 'Texte généré par une intelligence artificielle']) expect(file).toContain(words)

  await go('Mon espace', 'Mon espace')
  const conversation = page.getByRole('article')
  await conversation.getByText(/lampadaire/).waitFor()
  expect(await page.getByRole('definition').allInnerTexts()).toEqual(['1', '3', '1'])
  await look('newcomer-7-my-space')
  await page.getByRole('link', { name: /^Reprendre/ }).click()
  await title(assistant)
  await answers().nth(1).waitFor()

  await go('Aide', /aide/i)
  await look('newcomer-8-help')
})

describe('an installation', () => {
  let installed: AppServer

  // One for each attempt: its first start makes the password. A page that is open follows what changes: it leaves before its server does.
  // The demonstration, which nothing here asks for, is ten seconds of processor: it is there in a full proof.
  beforeEach(async () => void (installed = await startServer({ PARVIS_ADMIN_PASSWORD: '', PARVIS_DEMO: String(isFullProof) })))
  afterEach(() => page.goto('about:blank').then(() => installed?.close()))

  test('an administrator: the generated password, a colleague, a category, an assistant, a message to all, the figures and an error', async () => {
    await begin(installed.url)
    const given = generatedPassword(installed)
    opened.watch.expect(/502|503/)
    await signInByForm(page, { username: 'admin', password: given })
    await title('Choisissez votre mot de passe')
    await look('administrator-1-advice')
    const field = (label: string) => page.getByLabel(label, { exact: false }).and(page.locator('input'))
    // It was typed to sign in a moment ago.
    expect(await field('Mot de passe actuel').count()).toBe(0)
    await field('Nouveau mot de passe').first().fill('Quatre bateaux sur la Loire')
    await field('Confirmer le nouveau mot de passe').fill('Quatre bateaux sur la Loire')
    await page.keyboard.press('Enter')
    await title(/^Bonjour/)
    await look('administrator-2-home')

    await go('Gestion utilisateurs', /utilisateurs/i, 'Administration')
    await press('Nouvel utilisateur')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Nom d’utilisateur/).fill('slegoff')
    await dialog.getByLabel(/^E-mail/).fill('s.legoff@ville.example')
    await dialog.getByLabel(/^Prénom/).fill('Soizic')
    await dialog.getByLabel(/^Mot de passe/).fill('Cinq hortensias au presbytère')
    await look('administrator-3-colleague')
    await press('Créer le compte')
    await page.getByText('Le compte « Soizic » a été créé.').waitFor()

    await go('Gestion Assistants', 'Gestion des Assistants')
    await page.getByRole('main').getByRole('link', { name: 'Catégories' }).click()
    await press('Nouvelle catégorie')
    await dialog.getByLabel('Nom').fill('Conseil municipal')
    await press('Créer la catégorie')
    await page.getByRole('row', { name: /Conseil municipal/ }).waitFor()
    await look('administrator-4-categories')

    await page.getByRole('main').getByRole('link', { name: 'Assistants' }).click()
    await press('Nouvel assistant')
    await dialog.getByLabel(/^Nom/).fill('Ordre du jour')
    await dialog.getByLabel(/^Description/).fill('Prépare l’ordre du jour du conseil avec vous.')
    await dialog.getByLabel(/^Instructions/).fill('Tu prépares l’ordre du jour du conseil municipal. Tu demandes la date, puis les points.')
    await dialog.getByRole('button', { name: /Catégorie/ }).click()
    await page.getByRole('option', { name: 'Conseil municipal' }).click()
    await look('administrator-5-assistant')
    await press('Créer l’assistant')
    await page.getByText('L’assistant « Ordre du jour » a été créé.').waitFor()

    await go('Tableau de bord', 'Tableau de bord')
    const steering = page.getByRole('navigation', { name: 'Tableau de bord' })
    await steering.getByRole('link', { name: 'Message à tous' }).click()
    await title('Message à tous')
    await page.getByLabel(/^Message/).fill('Bienvenue sur Parvis. Une question ? Soizic, poste 214.')
    await press('Publier')
    await page.getByRole('region', { name: 'Message à tous' }).getByText('Soizic, poste 214').waitFor()
    await look('administrator-6-message')

    // The colleague comes in, reads the message, finds the new assistant, and meets an error that she reports.
    const colleague = { username: 'slegoff', password: 'Cinq hortensias au presbytère' }
    await choosePassword(installed.url, colleague, 'Six pivoines au lavoir')
    const other = await openPage(site.browser, installed.url, { expected: [/502|503/] })
    await signInByForm(other.page, { ...colleague, password: 'Six pivoines au lavoir' })
    await other.page.getByRole('region', { name: 'Message à tous' }).getByText('Soizic, poste 214').waitFor()
    await other.page.getByRole('link', { name: 'Essayer les assistants' }).click()
    await other.page.getByRole('radio', { name: 'Conseil municipal' }).click()
    await other.page.getByRole('link', { name: 'Ordre du jour' }).click()
    await other.page.getByRole('group', { name: 'Actions sur cette réponse' }).first().waitFor({ timeout: 60_000 })
    await other.page.getByRole('textbox', { name: 'Votre message' }).fill('Le conseil du 12 mars [[erreur]]')
    await other.page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await other.page.getByRole('alert').getByText('Désolé, une erreur est survenue. Veuillez réessayer.').waitFor()
    await other.close()

    await steering.getByRole('link', { name: 'Activité' }).click()
    await title('Tableau de bord')
    await page.reload()
    const used = page.getByRole('region', { name: 'Assistants les plus utilisés' })
    await used.getByRole('listitem').filter({ hasText: 'Ordre du jour' }).waitFor({ timeout: 60_000 })
    await look('administrator-7-dashboard')
    await steering.getByRole('link', { name: 'Erreurs récentes' }).click()
    await title('Erreurs récentes')
    await expect
      .poll(
        async () => {
          await page.reload()
          await waitUntilSettled(page)
          return page.getByText('À faire').count()
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(0)
    expect(await page.getByRole('main').innerText()).not.toContain('12 mars')
    await look('administrator-8-errors')
  })
})

test('a project manager: a project, answers with sources, a source read, the export, found by a word, resumed, archived', async () => {
  await begin(site.server.url)
  const person = await createAccount(site.server.admin, `kbaptiste${crypto.randomUUID().slice(0, 4)}`, { first_name: 'Karine' })
  await waitUntilIndexed(site.server.admin)
  await signInByForm(page, person)

  await go('Projets', 'Gestion des projets')
  await press('Nouveau projet')
  const dialog = page.getByRole('dialog', { name: 'Nouveau projet' })
  await dialog.getByLabel('Nom').fill('Règlement du temps de travail')
  await dialog.getByLabel('Contenu').fill('Réécrire le règlement avant le comité social de juin.')
  await press('Créer le projet')
  await title('Règlement du temps de travail')
  await look('project-1-detail')
  await page.getByRole('link', { name: 'Tous les assistants' }).click()
  await title('Catalogue des Assistants')
  await page
    .getByRole('button', { name: /Projet associé/ })
    .getByText('Règlement du temps de travail')
    .waitFor()
  await page.getByRole('button', { name: /Bibliothèque de documents/ }).click()
  await page.getByRole('option', { name: /Documentation RH/ }).click()
  await look('project-2-catalogue')
  const card = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const assistant = await card.innerText()
  await card.getByRole('link').click()

  await title(assistant)
  const header = page.getByRole('main').locator('header')
  await header.getByRole('button', { name: 'Détails' }).click()
  for (const fact of ['Règlement du temps de travail', 'Documentation RH', 'Karine']) await header.getByText(fact).first().waitFor()
  await answers().first().waitFor({ timeout: 60_000 })
  await ask('Combien de jours de congés annuels pour un agent à temps complet ?')
  await page.getByText(/citations? identiques? aux? documents?/).waitFor()
  await look('project-3-answer')
  await pressFirst(page, /^Citation identique au document.* la voir dans /)
  const beside = page.getByRole('complementary', { name: 'Document cité' })
  const quoted = beside.locator('mark[data-quoted]').first()
  await quoted.waitFor()
  const passage = await quoted.innerText()
  expect(await page.getByRole('article').last().innerText()).toContain(passage.split(/\s+/).slice(0, 3).join(' '))
  await screenshot(page, 'journey-project-4-source', { fullPage: false })
  await page.keyboard.press('Escape')
  const file = await exported()
  for (const words of ['Combien de jours de congés annuels', assistant, 'Texte généré par une intelligence artificielle']) expect(file).toContain(words)
  expect(file).toMatch(/\[1\] .+\.\w{2,4}/)

  // Another day: a word of the answer, neither of the title nor of the question, finds it again.
  await go('Mon espace', 'Mon espace')
  const word = passage
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .find((one) => one.length > 6 && !'combien de jours de congés annuels pour un agent à temps complet'.includes(one))!
  await page.getByLabel('Rechercher dans vos conversations').fill(word)
  const row = page.getByRole('article').filter({ has: page.locator('mark') })
  await row.waitFor()
  expect(await row.innerText()).toContain('Règlement du temps de travail')
  await look('project-5-found')
  await row.getByRole('link', { name: /^Reprendre/ }).click()
  await title(assistant)
  await answers().nth(1).waitFor()
  await header.getByText('Documentation RH').waitFor()
  await ask('Et à temps partiel ?')

  await go('Projets', 'Gestion des projets')
  await press('Archiver le projet Règlement du temps de travail')
  await page.getByRole('article').getByText('Archivé', { exact: true }).waitFor()
  await look('project-6-archived')
  await go('Assistants', 'Catalogue des Assistants')
  await expect.poll(() => page.getByText('Règlement du temps de travail').count()).toBe(0)
})
