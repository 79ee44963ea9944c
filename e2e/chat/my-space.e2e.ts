import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage, PageOptions } from '../support/browser.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Mon espace: specification, chapters 2 (stats, search, list, actions), 5 (title not empty), 9 (debounce, cut titles).

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(prepare?: (api: ApiClient) => Promise<unknown>, options?: PageOptions): Promise<OpenPage & { api: ApiClient }> {
  const person = await createAccount(site.server.admin, `espace.${(count += 1)}`, { first_name: 'Claire' })
  const api = await apiAs(site.server.url, person)
  await prepare?.(api)
  return { ...(await visit(person, { ...options, path: '/my-space' })), api }
}

/** Creates a conversation with one question and one answer. */
async function converse(api: ApiClient, question: string, answer: string, links: { assistant_id?: string; project_id?: string } = {}) {
  const id = await createConversation(api, links, question, answer)
  await api(routes.conversations.update, { params: { id }, body: { title: question.slice(0, 200) } })
  return id
}

async function threeConversations(api: ApiClient) {
  const [first, second] = await site.server.admin(routes.assistants.list)
  const project = await api(routes.projects.create, { body: { name: 'Voirie' } })
  return {
    first: first!,
    second: second!,
    project,
    simple: await converse(api, 'Sans assistant', 'Très bien.'),
    tied: await converse(api, 'Note sur la toiture', 'Le devis est de 12 000 euros.', { assistant_id: first!.id, project_id: project.id }),
    long: await converse(api, 'é'.repeat(100), 'Voilà.', { assistant_id: second!.id }),
  }
}

test('without any conversation: figures at zero, and where to begin', async () => {
  const { page } = await arrive()
  expect(await page.title()).toBe('Mon espace – Parvis')
  await page.getByText('Aucune conversation pour le moment').waitFor()
  expect(await page.getByRole('definition').allInnerTexts()).toEqual(['0', '0', '0'])
  await expectAccessible(page, '/my-space, empty')
  await screenshot(page, 'my-space-empty')
  await page.getByRole('link', { name: 'Choisir un assistant' }).click()
  await page.waitForURL('**/assistants')
})

test('figures, list, search in titles and messages, filter, and where each is resumed', async () => {
  let made!: Awaited<ReturnType<typeof threeConversations>>
  const { page } = await arrive(async (api) => (made = await threeConversations(api)))
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('definition').allInnerTexts()).toEqual(['3', '6', '2'])
  const tied = page.getByRole('article').filter({ hasText: 'Note sur la toiture' })
  const words = await tied.innerText()
  for (const part of [`${made.first.name} · ${made.first.category?.name}`, 'Voirie', "Aujourd'hui", '2\u00a0messages']) expect(words).toContain(part)
  await page.getByRole('heading', { name: `${'é'.repeat(80)}…`, exact: true }).waitFor()
  const address = (title: string) => page.getByRole('link', { name: `Reprendre « ${title} »` }).getAttribute('href')
  expect(await address('Note sur la toiture')).toBe(`/chatbot-assistant?assistant=${made.first.id}&project=${made.project.id}&conversation=${made.tied}`)
  expect(await address(`${'é'.repeat(80)}…`)).toBe(`/chatbot-assistant?assistant=${made.second.id}&conversation=${made.long}`)
  expect(await address('Sans assistant')).toBe(`/chatbot?conversation=${made.simple}`)
  await expectAccessible(page, '/my-space, filled')
  await screenshot(page, 'my-space')

  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('search=') && asked.push(new URL(request.url()).searchParams.get('search') ?? '')))
  const search = page.getByLabel('Rechercher dans vos conversations')
  await search.pressSequentially('devis')
  await page.getByText('1 conversation', { exact: true }).waitFor()
  // Letters typed in a row are one question: the debounce. A machine that stands still between two of them has one more.
  expect([asked.at(-1), asked.length < 3]).toEqual(['devis', true])
  await search.fill('toiture')
  await page.getByRole('article').filter({ hasText: 'toiture' }).waitFor()
  await search.fill('introuvable')
  await page.getByText('Aucune conversation ne correspond').waitFor()
  await expectAccessible(page, '/my-space, nothing found')
  await page.getByRole('button', { name: 'Tout afficher' }).click()
  await page.getByText('3 conversations', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: /^Tous les assistants|Assistant$/ }).click()
  await page.getByRole('option', { name: made.second.name }).click()
  await page.getByText('1 conversation', { exact: true }).waitFor()
  expect(await page.getByRole('article').innerText()).toContain('ééé')
})

test('ECO-08 what the model read and wrote this month, for oneself alone, once there is a count', async () => {
  const { page, close, api } = await arrive()
  expect(await page.getByText('le modèle a lu').count()).toBe(0)
  const { id } = await api(routes.conversations.findOrCreate, { body: {} })
  await page.goto(`/chatbot?conversation=${id}`)
  await page.getByRole('textbox', { name: 'Votre question' }).fill('Que dire de la glycine ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect.poll(async () => (await api(routes.conversations.consumption)).completion_tokens).toBeGreaterThan(0)
  const { prompt_tokens, completion_tokens } = await api(routes.conversations.consumption)
  const french = new Intl.NumberFormat('fr-FR')
  await page.goto('/my-space')
  const [asked, answered] = [french.format(prompt_tokens), french.format(completion_tokens)]
  await page.getByText(`Ce mois-ci, le modèle a lu ${asked}\u00a0jetons et en a écrit ${answered} pour vous.`).waitFor()
  expect(await page.getByRole('definition').count()).toBe(3)
  await checkEveryAppearance(page, 'my-space-tokens')
  await page.getByRole('link', { name: 'Qu’est-ce qu’un jeton ?' }).click()
  await page.getByText('un jeton est un morceau de mot').waitFor()
  await close()

  const other = await arrive((mine) => converse(mine, 'Une question', 'Une réponse'))
  await other.page.getByRole('article').first().waitFor()
  await waitUntilSettled(other.page)
  expect(await other.page.getByText('le modèle a lu').count()).toBe(0)
})

test('the passage found is shown with its words marked, and opens the conversation at that message', async () => {
  const { page, api } = await arrive(async (api) => {
    const { first } = await threeConversations(api)
    const long = 'Un paragraphe qui prend de la place sur la page. '.repeat(30)
    const found = `Voici.\n\nLe **règlement intérieur** de la cantine fixe les tarifs.\n\n${long}`
    const turns = Array.from({ length: 12 }, (_, turn) => [`Question ${turn}`, turn === 4 ? found : long])
    const id = await createConversation(api, { assistant_id: first.id }, ...turns.flat())
    await api(routes.conversations.update, { params: { id }, body: { title: 'Un règlement pour l’école' } })
  })
  await page.getByLabel('Rechercher dans vos conversations').fill('REGLEMENT tarif')
  const row = page.getByRole('article').filter({ hasText: 'Un règlement pour l’école' })
  const passage = row.getByRole('link', { name: /Le règlement intérieur de la cantine fixe les tarifs/ })
  await passage.waitFor()
  expect(await passage.locator('mark').allInnerTexts()).toEqual(['règlement', 'tarifs'])
  expect(await row.getByRole('heading').locator('mark').allInnerTexts()).toEqual(['règlement'])
  await waitUntilSettled(page)
  await expectAccessible(page, '/my-space, passage found')
  await screenshot(page, 'my-space-found')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitUntilSettled(page)
  await expectAccessible(page, '/my-space, passage found, narrow and dark')
  await screenshot(page, 'my-space-found')

  await page.setViewportSize({ width: 1280, height: 800 })
  await passage.click()
  await page.waitForURL(/#message-/)
  const message = page.getByRole('article').filter({ hasText: 'règlement intérieur' })
  await message.waitFor()
  await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toContain('règlement intérieur')
  // At the top of the messages, where it stays once they all have their real height: not at the end, where a conversation opens.
  const distance = () =>
    page.evaluate<number>(`document.activeElement.getBoundingClientRect().top - document.activeElement.closest('[role="region"]').getBoundingClientRect().top`)
  await expect.poll(distance).toBeLessThan(60)
  await waitUntilSettled(page)
  expect(Math.abs(await distance())).toBeLessThan(60)
  await page.getByRole('button', { name: 'Revenir en bas' }).waitFor()
  await expectAccessible(page, 'conversation opened at a message')
  await screenshot(page, 'chat-at-message', { fullPage: false })

  // Found again while it is on the screen, it is gone to again.
  await page.getByRole('button', { name: 'Revenir en bas' }).click()
  const away = async () => {
    const [found, messages] = [await message.boundingBox(), await page.getByRole('region', { name: 'Messages de la conversation' }).boundingBox()]
    return Math.abs(found!.y - messages!.y)
  }
  await expect.poll(away).toBeGreaterThan(200)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Rechercher partout' })
  await palette.getByRole('combobox').fill('REGLEMENT tarif')
  // What stands there at first is of before the search, at its end: Enter waits for what is found.
  await palette.getByRole('combobox').press('Enter')
  await palette.waitFor({ state: 'detached' })
  await expect.poll(away).toBeLessThan(60)
  expect((await api(routes.conversations.list, { query: { search: '%' } })).length).toBe(0)
})

test('renamed with Enter, never to an empty title, and the failure keeps what was typed', async () => {
  const { page, watch, api } = await arrive((api) => converse(api, 'Ancien titre', 'Oui.'))
  await page.getByRole('button', { name: 'Renommer « Ancien titre »' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renommer la conversation' })
  const field = dialog.getByLabel('Titre')
  await field.fill('   ')
  await field.press('Enter')
  await dialog.getByRole('alert').getByText('Le titre ne peut pas être vide').waitFor()
  await expectAccessible(page, '/my-space, empty title')
  watch.expect(/Failed to load resource/)
  await page.route('**/api/conversations/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }) : route.fallback(),
  )
  await field.fill('Nouveau titre')
  await field.press('Enter')
  const refused = dialog.getByRole('alert').getByText(/n’a pas pu être enregistré/)
  await refused.waitFor()
  expect(await field.inputValue()).toBe('Nouveau titre')
  await page.unrouteAll()
  await field.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Nouveau titre' }).waitFor()
  expect((await api(routes.conversations.list))[0]?.title).toBe('Nouveau titre')
})

test('deleted after a confirmation, and taken back', async () => {
  const { page, api } = await arrive((api) => converse(api, 'À jeter', 'Oui.'))
  await page.getByRole('button', { name: 'Supprimer « À jeter »' }).click()
  const question = page.getByRole('alertdialog', { name: 'Supprimer la conversation « À jeter » ?' })
  expect(await question.locator(':focus').innerText()).toBe('Annuler')
  await expectAccessible(page, '/my-space, deletion')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByRole('article').count()).toBe(0)
  // The button that asked is gone with its row: the focus is not lost, now nor after.
  await page.locator('button:focus', { hasText: 'Annuler' }).waitFor()
  await expectAccessible(page, '/my-space, deleted')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'À jeter' }).waitFor()
  await page.locator('h1:focus').waitFor()
  expect(await api(routes.conversations.list)).toHaveLength(1)
})

test('one message when nothing could be loaded, and another attempt', async () => {
  const { page, watch } = await arrive((api) => converse(api, 'Toujours là', 'Oui.'))
  watch.expect(/Failed to load resource/)
  await page.route('**/api/conversations**', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }))
  await page.route('**/api/conversations/**', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }))
  await page.reload()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  await expectAccessible(page, '/my-space, not loaded')
  await screenshot(page, 'my-space-error')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('heading', { name: 'Toujours là' }).waitFor()
})

test.runIf(isFullProof).each(appearances)('fits in $viewport.width px, $theme', async (options) => {
  const { page } = await arrive(threeConversations, options)
  await page.getByRole('article').first().waitFor()
  await waitUntilSettled(page)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await expectAccessible(page, `/my-space ${options.viewport.width} ${options.theme}`)
  await screenshot(page, 'my-space')
})
