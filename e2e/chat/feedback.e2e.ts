import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage, PageOptions } from '../support/browser.ts'
import { refuseLeaving, waitForDrawing, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Opinions on answers: specification, chapter 2 (positive), and a negative one with its reasons; trust case PRV-12.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let boss: Credentials
let person: Credentials
let api: ApiClient
let count = 0

beforeAll(async () => {
  boss = await site.server.administrator()
  person = await createAccount(site.server.admin, 'avis', { first_name: 'Claire' })
  api = await apiAs(site.server.url, person)
})

/** Opens a page with its own conversation with an assistant. */
async function converse(options?: PageOptions): Promise<OpenPage & { assistant_id: string; kept: () => Promise<unknown> }> {
  const assistants = await api(routes.assistants.list, { query: {} })
  const assistant_id = assistants[(count += 1)]!.id
  const id = await createConversation(api, { assistant_id }, 'Quel est le délai de recours ?', 'Le délai est de **deux mois**.')
  const opened = await visit(person, options)
  await opened.page.goto(`/chatbot-assistant?assistant=${assistant_id}&conversation=${id}`)
  await opened.page.getByText('Le délai est de').waitFor()
  return { ...opened, assistant_id, kept: async () => (await api(routes.conversations.get, { params: { id } })).messages.at(-1)!.feedback }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('PRV-12 positive, then taken back; nothing leaves for another place than the server', async () => {
  const { page, kept } = await converse()
  const elsewhere: string[] = []
  page.on('request', (request) => void (new URL(request.url()).origin !== site.server.url && elsewhere.push(request.url())))
  await button(page, 'Réponse utile').click()
  await expect.poll(kept).toBe('positive')
  await page.reload()
  await button(page, 'Retirer votre avis').click()
  await expect.poll(kept).toBeNull()
  expect(await page.getByRole('form').count()).toBe(0)
  expect(elsewhere).toEqual([])
})

test('an opinion that could not be kept is taken back, and said so in sight', async () => {
  const { page, kept } = await converse({ expected: [/Failed to load resource/] })
  await page.route('**/feedback', (route) => route.fulfill({ status: 500, json: { error: 'Panne du serveur.', code: 'server.unexpected' } }))
  await button(page, 'Réponse utile').click()
  await page.getByText('Votre avis n’a pas pu être enregistré. Panne du serveur.', { exact: true }).waitFor()
  await button(page, 'Réponse utile').waitFor()
  expect(await kept()).toBeNull()
})

test('an opinion is kept where its form is late or cannot be had; taken back before the form came, nothing is asked', async () => {
  const { page, kept } = await converse({ expected: [/FeedbackForm|Failed to load/] })
  let come = (_isThere: boolean) => {}
  await page.route('**/assets/FeedbackForm-*.js', async (route) =>
    (await new Promise<boolean>((resolve) => (come = resolve))) ? route.continue() : route.abort(),
  )
  const asked = () => page.waitForRequest('**/assets/FeedbackForm-*.js')
  const [away] = await Promise.all([asked(), button(page, 'Réponse à améliorer').click()])
  come(false)
  await expect.poll(() => away.failure()).not.toBeNull()
  await expect.poll(kept).toBe('negative')
  await page.reload()
  await button(page, 'Retirer votre avis négatif').click()
  await expect.poll(kept).toBeNull()
  const [late] = await Promise.all([asked(), button(page, 'Réponse à améliorer').click()])
  await button(page, 'Retirer votre avis négatif').click()
  await expect.poll(kept).toBeNull()
  come(true)
  await (await late.response())?.finished()
  await waitForDrawing(page)
  expect(await page.getByRole('form').count()).toBe(0)
})

test('negative at once, then why; who reads it is said, the counts follow, and it can be taken back', async () => {
  const { page, kept, assistant_id, watch } = await converse()
  await button(page, 'Réponse à améliorer').click()
  await expect.poll(kept).toBe('negative')
  const form = page.getByRole('form', { name: /Qu’est-ce qui n’allait pas/ })
  await form.getByText(/Les administrateurs de cette application liront/).waitFor()
  expect(await form.getByRole('button', { name: 'Envoyer' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'feedback form')

  await form.getByText('Réponse inexacte').click()
  await form.getByLabel('Précisions').fill('Un mois seulement.')
  await screenshot(page, 'feedback', { fullPage: false })
  // Another opinion would take the comment away: asked first.
  await button(page, 'Réponse utile').click()
  await refuseLeaving(page)
  expect(await kept()).toBe('negative')
  expect(await form.getByLabel('Précisions').inputValue()).toBe('Un mois seulement.')
  // So would another answer, or this one in another form: its form goes with the answer.
  await button(page, 'Générer une autre réponse').click()
  await refuseLeaving(page)
  await button(page, 'Changer la forme').click()
  await page.getByRole('menuitem', { name: 'Plus court' }).click()
  await refuseLeaving(page)
  expect(await form.getByLabel('Précisions').inputValue()).toBe('Un mois seulement.')
  watch.expect(/Failed to load resource/)
  await page.route('**/feedback', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }))
  await form.getByRole('button', { name: 'Envoyer' }).click()
  await form.getByRole('alert').waitFor()
  expect(await form.getByLabel('Précisions').inputValue()).toBe('Un mois seulement.')
  await expectAccessible(page, 'feedback form, failed')
  await screenshot(page, 'feedback-failed', { fullPage: false })
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Envoyer' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe('Retirer votre avis négatif')

  const count = async () => (await site.server.admin(routes.feedback.counts)).find((row) => row.assistant_id === assistant_id)
  expect(await count()).toMatchObject({ positive: 0, negative: 1, reasons: { inexacte: 1 }, comments: 1 })
  expect((await site.server.admin(routes.feedback.comments)).map(({ comment }) => comment)).toContain('Un mois seulement.')
  await button(page, 'Retirer votre avis négatif').click()
  await expect.poll(kept).toBeNull()
  expect(await count()).toBeUndefined()
})

test('the form stands on a narrow dark screen, and Escape leaves the opinion without reasons', async () => {
  const { page, kept } = await converse({ viewport: { width: 390, height: 844 }, theme: 'dark' })
  await button(page, 'Réponse à améliorer').click()
  const form = page.getByRole('form', { name: /Qu’est-ce qui n’allait pas/ })
  await form.waitFor()
  await expectAccessible(page, 'feedback form, narrow and dark')
  await screenshot(page, 'feedback', { fullPage: false })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await expect.poll(kept).toBe('negative')
})

test('an administrator reads what people thought: counts, reasons and comments, without a name', async () => {
  const assistant = (await api(routes.assistants.list, { query: {} })).at(-1)!
  const id = await createConversation(api, { assistant_id: assistant.id }, 'Qui signe l’arrêté ?')
  const message = await api(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: 'Le préfet.' } })
  const first = `C’est le maire qui signe, ${uniqueSuffix()}.`
  const comment = `${first}\nLa délégation n’est pas citée.`
  await api(routes.conversations.feedback, { params: { id, message_id: message.id }, body: { rating: 'negative', reasons: ['inexacte', 'sources'], comment } })

  const looks = [{ viewport: { width: 390, height: 844 }, theme: 'dark' }, {}] as const
  for (const options of isFullProof ? looks : looks.slice(0, 1)) {
    const { page, close } = await visit(boss, options)
    await page.goto('/tableau-de-bord')
    await page.getByRole('main').getByRole('link', { name: 'Avis', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Avis sur les réponses' }).waitFor()
    const row = page.getByRole('row', { name: new RegExp(assistant.name) })
    await row.getByText('Réponse inexacte').waitFor()
    expect(await page.getByRole('blockquote').filter({ hasText: first }).count()).toBe(1)
    expect(await page.getByRole('main').textContent()).not.toContain('Claire')
    await expectAccessible(page, 'opinions')
    await screenshot(page, 'opinions')
    await page.getByRole('link', { name: `Revoir ses instructions : ${assistant.name}` }).click()
    await page.getByRole('heading', { level: 1, name: /Versions/ }).waitFor()
    await close()
  }
})
