import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { openPage, type PageOptions } from '../support/browser.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { signIn, type Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'
import { uploadPersonal } from '../support/upload.ts'

// Assistants that an agent makes: proposed and published to all by an administrator, or shared with a service and nobody else.

const site = setUpSite(borrowServer)
let [agent, colleague, stranger]: Credentials[] = []
let asAgent: ApiClient
let admin: Credentials
let team_id: string

beforeAll(async () => {
  admin = await site.server.administrator()
  agent = await createAccount(site.server.admin, 'solange', { first_name: 'Solange', last_name: 'Le Goff' })
  colleague = await createAccount(site.server.admin, 'yann')
  stranger = await createAccount(site.server.admin, 'marie')
  asAgent = await apiAs(site.server.url, agent)
  team_id = (await site.server.admin(routes.teams.create, { body: { name: 'Voirie' } })).id
  for (const { username } of [agent, colleague]) await site.server.admin(routes.teams.addMember, { params: { id: team_id }, body: { account: username } })
})
// What a former try left: once published, one is the organisation's.
beforeEach(async () => {
  for (const { id, name } of await asAgent(routes.ownAssistants.list))
    if (name.endsWith(' de voirie')) await asAgent(routes.ownAssistants.remove, { params: { id } })
  for (const { id, name } of await site.server.admin(routes.assistants.list, { query: {} }))
    if (name === 'Arrêtés de voirie') await site.server.admin(routes.assistants.remove, { params: { id } })
})
afterAll(() => site.server.admin(routes.teams.remove, { params: { id: team_id } }))

async function as(who: Credentials, work: (page: Page) => Promise<void>, options: PageOptions = {}) {
  const opened = await openPage(site.browser, site.server.url, options)
  await signIn(opened.page, who)
  await work(opened.page)
  await opened.close()
}

const listed = async (who: Credentials) =>
  (await (await apiAs(site.server.url, who))(routes.assistants.list, { query: { is_active: true } })).map(({ name }) => name)

test('an agent makes an assistant and proposes it; an administrator reads and publishes it; another agent uses it', async () => {
  await as(agent!, async (page) => {
    await page.goto('/assistants')
    await page.getByRole('link', { name: 'Créer mon assistant' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mes assistants' }).waitFor()
    await page.getByText('Aucun assistant à vous pour le moment').waitFor()
    await expectAccessible(page, '/mes-assistants, empty')
    await screenshot(page, 'own-assistants-empty')
    await page.getByRole('button', { name: 'Créer votre premier assistant' }).click()
    const form = page.getByRole('dialog', { name: 'Nouvel assistant' })
    await form.getByRole('button', { name: 'Créer l’assistant' }).click()
    await form.getByText('Veuillez remplir tous les champs obligatoires').waitFor()
    await form.getByLabel('Nom').fill('Arrêtés de voirie')
    await form.getByLabel('Description').fill('Rédige un arrêté de circulation.')
    await form.getByLabel('Instructions (prompt)').fill('Tu rédiges des arrêtés de circulation.')
    await form.getByRole('button', { name: /Catégorie/ }).click()
    await page.getByRole('option').first().click()
    // Tried before it is created: the instructions are those of the form, and no conversation is stored.
    const asked = page.waitForRequest((request) => request.url().endsWith('/chat/mistral/stream'))
    await form.getByLabel('Votre question d’essai').fill('Qui signe un arrêté de circulation ?')
    await page.keyboard.press('Control+Enter')
    expect((await asked).postDataJSON()).toEqual({
      messageHistory: [
        { role: 'system', content: 'Tu rédiges des arrêtés de circulation.' },
        { role: 'user', content: 'Qui signe un arrêté de circulation ?' },
      ],
      min_level: 1,
      model_id: null,
    })
    await form.getByRole('button', { name: 'Recommencer' }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 })
    expect((await form.getByRole('region', { name: 'Réponses de l’essai' }).innerText()).length).toBeGreaterThan(60)
    expect(await asAgent(routes.conversations.list, { query: {} })).toEqual([])
    await checkEveryAppearance(page, 'own-assistants-form')
    await form.getByRole('button', { name: 'Créer l’assistant' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Arrêtés de voirie' })
    await row.getByText('Privé').waitFor()
    const seen = await Promise.all([agent!, stranger!, admin].map(listed))
    expect(seen.map((names) => names.includes('Arrêtés de voirie'))).toEqual([true, false, false])
    await row.getByRole('button', { name: 'Actions pour Arrêtés de voirie' }).click()
    await page.getByRole('menuitem', { name: 'Proposer à tous ou à un service…' }).click()
    const dialog = page.getByRole('dialog', { name: /Proposer/ })
    await dialog.getByLabel('Un mot pour qui le lira').fill('Essayé depuis mars.')
    await expectAccessible(page, '/mes-assistants, proposing')
    await screenshot(page, 'own-assistants-propose')
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click()
    await row.getByText('Proposé à tous, en attente').waitFor()
    await expectAccessible(page, '/mes-assistants, proposed')
  })
  await as(admin, async (page) => {
    await page.goto('/assistants-admin')
    await page.getByRole('region', { name: 'Assistants proposés' }).getByText('Essayé depuis mars.').waitFor()
    await expectAccessible(page, '/assistants-admin, proposed')
    await screenshot(page, 'assistants-proposed', { fullPage: false })
    await page.getByRole('button', { name: 'Lire Arrêtés de voirie' }).click()
    const dialog = page.getByRole('dialog', { name: /Publier/ })
    await dialog.getByText('Tu rédiges des arrêtés de circulation.').waitFor()
    await expectAccessible(page, '/assistants-admin, reading')
    await screenshot(page, 'assistants-review', { fullPage: false })
    await dialog.getByRole('button', { name: 'Publier' }).click()
    await page.getByText('Il est à l’organisation, et ouvert à tous.').waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Assistants proposés' }).count()).toBe(0)
    await page.locator('h1:focus').waitFor()
  })
  await as(stranger!, async (page) => {
    await page.goto('/assistants')
    await page.getByLabel('Rechercher un assistant').fill('Arrêtés de voirie')
    await page.getByRole('link', { name: 'Arrêtés de voirie' }).click()
    await page.waitForURL(/conversation=/)
    await page.getByRole('article').first().waitFor()
  })
  const { id } = (await site.server.admin(routes.assistants.list, { query: {} })).find(({ name }) => name === 'Arrêtés de voirie')!
  await site.server.admin(routes.assistants.remove, { params: { id } })
})

test('one that is shared with a service is its members’, and nobody else’s; suspended, only its owner reads why', async () => {
  const { category_id } = (await asAgent(routes.assistants.list, { query: {} }))[0]!
  const body = { name: 'Permissions de voirie', description: 'Répond aux riverains.', prompt_content: 'Tu réponds.', category_id }
  const { id } = await asAgent(routes.ownAssistants.create, { body })
  await asAgent(routes.ownAssistants.update, { params: { id }, body: { description: 'Répond à tous.' } })
  await as(
    agent!,
    async (page) => {
      await page.goto('/mes-assistants')
      await page.getByRole('button', { name: 'Actions pour Permissions de voirie' }).click()
      await page.getByRole('menuitem', { name: 'Partager…' }).click()
      const dialog = page.getByRole('dialog')
      const services = dialog.getByRole('button', { name: /Ajouter un service/ })
      // A letter on the closed list gives nothing to anybody.
      await services.press('v')
      expect(await dialog.getByRole('button', { name: /^Retirer/ }).count()).toBe(0)
      // Who is still in the field is looked for first: nobody leaves meanwhile, and gives what they gave up.
      const held = Promise.withResolvers<void>()
      await page.route('**/api/people?*', (route) => held.promise.then(() => route.continue()))
      await dialog.getByLabel('Ajouter des personnes').fill(agent!.username)
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect.poll(() => dialog.getByRole('button', { name: 'Annuler' }).isDisabled()).toBe(true)
      held.resolve()
      await dialog.getByText('cela vous appartient déjà').waitFor()
      await dialog.getByLabel('Ajouter des personnes').fill('')
      await services.click()
      await page.getByRole('option', { name: 'Voirie' }).click()
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await page.getByText('Partagé avec Voirie').waitFor()
      await expectAccessible(page, '/mes-assistants, shared, dark and narrow')
      await screenshot(page, 'own-assistants-shared')
      await page.getByRole('button', { name: 'Actions pour Permissions de voirie' }).click()
      await page.getByRole('menuitem', { name: 'Versions' }).click()
      await page.getByRole('button', { name: /^Version 1/ }).click()
      await page.getByRole('button', { name: 'Rétablir la version 1' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rétablir' }).click()
      await page.getByText('Les textes de la version 1 sont rétablis').waitFor()
      await expectAccessible(page, '/mes-assistants, versions, dark and narrow')
      await screenshot(page, 'own-assistants-versions')
      await page.getByRole('link', { name: 'Mes assistants' }).click()
      await page.getByText('Répond aux riverains.').waitFor()
    },
    { viewport: { width: 390, height: 844 }, theme: 'dark' },
  )
  expect([await listed(colleague!), await listed(stranger!)].map((names) => names.includes(body.name))).toEqual([true, false])
  await as(admin, async (page) => {
    await page.goto('/assistants-admin?recherche=Permissions')
    await page.getByRole('button', { name: 'Actions pour Permissions de voirie' }).click()
    await page.getByRole('menuitem', { name: 'Suspendre…' }).click()
    const dialog = page.getByRole('dialog', { name: /Suspendre/ })
    await dialog.getByLabel('Motif').fill('La redevance citée est ancienne.')
    await dialog.getByRole('button', { name: 'Suspendre' }).click()
    await page.getByText('Motif : La redevance citée est ancienne.').waitFor()
    await screenshot(page, 'assistants-suspended', { fullPage: false })
  })
  expect((await listed(colleague!)).includes(body.name)).toBe(false)
  await as(agent!, async (page) => {
    await page.goto('/mes-assistants')
    await page.getByText('Suspendu par un administrateur : La redevance citée est ancienne.').waitFor()
    await expectAccessible(page, '/mes-assistants, suspended')
    await screenshot(page, 'own-assistants-suspended')
    await asAgent(routes.ownAssistants.propose, { params: { id }, body: { team_id: null, note: '' } })
    await page.reload()
    // Twice, as people do: it is withdrawn once, and the focus does not go with the button.
    await page.getByRole('button', { name: 'Retirer', exact: true }).dblclick()
    await page.getByText('La proposition est retirée.').waitFor()
    await page.getByRole('button', { name: 'Retirer', exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => focusedName(page)).toBe('Mes assistants')
  })
  await asAgent(routes.ownAssistants.remove, { params: { id } })
})

test('files of one’s own assistant are added, chosen and removed in its form; whoever it is open to reads the passages that are cited', async () => {
  const { category_id } = (await asAgent(routes.assistants.list, { query: {} }))[0]!
  const body = { name: 'Pavage de voirie', description: 'Répond sur le pavage.', prompt_content: 'Tu réponds.', category_id }
  const { id } = await asAgent(routes.ownAssistants.create, { body })
  await uploadPersonal(site.server.url, asAgent.token, 'règlement de voirie.txt', 'Le règlement de voirie date de 2019.')
  const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  await as(agent!, async (page) => {
    await page.goto('/mes-assistants')
    await page.getByRole('button', { name: 'Créer un assistant' }).click()
    await page.getByText('permet ensuite de lui ajouter vos fichiers').waitFor()
    await page.getByRole('button', { name: 'Annuler' }).click()
    await page.getByRole('button', { name: 'Modifier Pavage de voirie' }).click()
    const files = page.getByRole('region', { name: 'Ses fichiers' })
    await files.getByText('Les personnes à qui cet assistant est ouvert verront les passages cités de ces fichiers').waitFor()
    const pavers = 'Le pavage de la rue Haute coûte 48 000 euros et dure trois semaines.'
    await files.locator('input[type="file"]').setInputFiles([text('devis du pavage.txt', pavers), text('brouillon.txt', 'Un brouillon.'), text('vide.txt', '')])
    await files.getByRole('listitem').filter({ hasText: 'vide.txt' }).getByRole('alert').waitFor()
    await files.getByRole('button', { name: 'Choisir parmi mes documents' }).scrollIntoViewIfNeeded()
    await expectAccessible(page, '/mes-assistants, files')
    await screenshot(page, 'own-assistants-files-refused', { fullPage: false })
    await files.getByRole('button', { name: 'Choisir parmi mes documents' }).click()
    await page.getByRole('option', { name: /règlement de voirie/ }).click()
    await files.getByRole('listitem').filter({ hasText: 'règlement de voirie.txt' }).waitFor()
    await expect.poll(() => files.getByText(/envoi|lecture/).count(), { timeout: 60_000 }).toBe(0)
    await checkEveryAppearance(page, 'own-assistants-files', files)
    await files.getByRole('button', { name: 'Retirer brouillon.txt' }).click()
    const confirmation = page.getByRole('alertdialog', { name: /Retirer « brouillon.txt »/ })
    await expectAccessible(page, '/mes-assistants, removing a file')
    await screenshot(page, 'own-assistants-file-removal', { fullPage: false })
    await confirmation.getByRole('button', { name: 'Retirer' }).click()
    await files.getByText('brouillon.txt').waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Ajouter mes fichiers')
    expect((await asAgent(routes.ownAssistantFiles.list, { params: { id } })).documents.map(({ original_filename }) => original_filename).sort()).toEqual([
      'devis du pavage.txt',
      'règlement de voirie.txt',
    ])
    await page.getByRole('button', { name: 'Annuler' }).click()
    await page.getByRole('button', { name: 'Actions pour Pavage de voirie' }).click()
    await page.getByRole('menuitem', { name: 'Proposer à tous ou à un service…' }).click()
    const dialog = page.getByRole('dialog', { name: /Proposer/ })
    await dialog.getByText('Ses fichiers (2) ne le suivront pas').waitFor()
    await dialog.getByRole('button', { name: /À qui/ }).click()
    await page.getByRole('option', { name: 'Voirie' }).click()
    await dialog.getByText('verront les passages cités de ces fichiers').waitFor()
    await screenshot(page, 'own-assistants-propose-files', { fullPage: false })
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click()
    await page.getByText('Proposé à Voirie, en attente').waitFor()
  })
  const waiting = (await site.server.admin(routes.assistantReviews.list)).find(({ assistant_id }) => assistant_id === id)!
  const params = { id: waiting.id }
  const { updated_at } = await site.server.admin(routes.assistantReviews.get, { params })
  await site.server.admin(routes.assistantReviews.publish, { params, body: { expected_updated_at: updated_at } })
  await as(colleague!, async (page) => {
    await page.goto(`/chatbot-assistant?assistant=${id}`)
    await page.waitForURL(/conversation=/)
    await page.getByLabel('Votre message', { exact: true }).fill('Combien coûte le pavage de la rue Haute ?')
    await page.keyboard.press('Control+Enter')
    const source = page.getByRole('region', { name: 'Sources de la réponse' })
    await source.getByText('devis du pavage').first().waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Détails', exact: true }).click()
    await page.locator('main header').getByText('2\u00a0fichiers').waitFor()
    await screenshot(page, 'own-assistants-files-asked', { fullPage: false })
  })
  await asAgent(routes.ownAssistants.remove, { params: { id } })
})
