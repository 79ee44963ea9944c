import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { apiAs, uniqueSuffix } from '../support/api.ts'
import { confirmLeaving, waitUntilSettled } from '../support/pages.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { isFullProof } from '../support/whole.ts'
import { setUpSite } from '../support/site.ts'

const site = setUpSite(borrowServer)
const opened = setUpPagePerTest(site, () => site.server.administrator())
let page: Page

beforeEach(() => void ({ page } = opened()))

const isStream = (url: URL) => url.pathname === '/api/chat/mistral/stream'
const question = () => page.getByRole('textbox', { name: 'Votre question' })
const answers = () => page.getByRole('group', { name: 'Actions sur cette réponse' })
const choice = () => page.getByRole('button', { name: /Sélectionner un prompt/ })

/** Sends a question, waits for the end of the answer, and returns the request received by the server. */
async function ask(text: string): Promise<{ messageHistory: { role: string; content: string }[] }> {
  const before = await answers().count()
  await question().fill(text)
  const [request] = await Promise.all([page.waitForRequest((sent) => isStream(new URL(sent.url()))), question().press('Enter')])
  await answers().nth(before).waitFor()
  return request.postDataJSON() as { messageHistory: { role: string; content: string }[] }
}

const making = '**/api/conversations/find-or-create'
const noRoom = 'Vous avez atteint le nombre de conversations permis. Supprimez-en dans Mon espace pour en commencer d’autres.'

/** Makes the creation of conversations fail from now on. */
async function leaveNoRoom() {
  opened().watch.expect(/409/)
  await page.route(making, (route) => route.fulfill({ status: 409, json: { error: noRoom, code: 'conversations.quota' } }))
}

test('without a prompt: the empty state, the default instructions, a blank line never sent', async () => {
  await page.goto('/chatbot')
  await page.getByText('Démarrez une conversation avec le chatbot...').waitFor()
  expect(await question().getAttribute('placeholder')).toBe('Posez votre question...')
  await waitUntilSettled(page)
  await expectAccessible(page, '/chatbot')
  await screenshot(page, 'chatbot-empty')
  let streams = 0
  page.on('request', (request) => void (streams += isStream(new URL(request.url())) ? 1 : 0))
  await question().fill('   ')
  await question().press('Enter')
  expect(await page.getByRole('button', { name: 'Envoyer', exact: true }).isDisabled()).toBe(true)
  expect(streams).toBe(0)
  const { messageHistory } = await ask('Bonjour')
  expect(messageHistory[0]).toEqual({ role: 'system', content: 'Vous êtes un assistant IA utile.' })
})

test('the address chooses the prompt: 1 the standard one, anything else the specialised one, or one by its id', async () => {
  for (const [query, name] of [
    ['prompt=1', 'Prompt standard'],
    ['prompt=2', 'Prompt spécialisé'],
    ['prompt=expert', 'Prompt spécialisé'],
  ] as const) {
    await page.goto(`/chatbot?${query}`)
    await page.getByText(`Bienvenue ! Je suis configuré avec le prompt: ${name}`).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
    expect(await choice().textContent()).toBe(name)
  }
  await choice().click()
  await page.getByRole('option', { name: /Courriel de relance/ }).click()
  await page.waitForURL(/prompt=[0-9a-f-]{36}/)
  await page.reload()
  await page.getByText('Bienvenue ! Je suis configuré avec le prompt: Courriel de relance').waitFor()
})

test('choosing another prompt says so, and the next question carries it', async () => {
  await page.goto('/chatbot?prompt=1')
  const first = await ask('Que savez-vous faire ?')
  await choice().click()
  const option = page.getByRole('option', { name: /Plan de réunion/ })
  const preview = (await option.textContent())?.replace('Plan de réunion', '') ?? ''
  expect([...preview].length).toBeLessThanOrEqual(41)
  expect(preview).toMatch(/^Préparez le plan d’une réunion.*…$/)
  await expectAccessible(page, '/chatbot, prompts open')
  await option.click()
  await page.getByText('Le prompt a été changé : Plan de réunion').filter({ visible: true }).first().waitFor()
  const second = await ask('La cantine')
  expect(second.messageHistory[0]?.content).toMatch(/^Préparez le plan/)
  expect(second.messageHistory[0]?.content).not.toBe(first.messageHistory[0]?.content)
  expect(second.messageHistory.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  await waitUntilSettled(page)
  await expectAccessible(page, '/chatbot, filled')
  await screenshot(page, 'chatbot')
  const address = page.url()
  expect(address).toMatch(/conversation=/)
  await page.goto('/my-space')
  await page.goto(address)
  await answers().nth(1).waitFor()
  await page.getByText('Bienvenue ! Je suis configuré avec le prompt: Plan de réunion').waitFor()
})

test('going back leads to the conversation before, on the screen as in the address', async () => {
  await page.goto('/chatbot')
  await ask('Un premier sujet')
  await page.waitForURL(/conversation=/)
  const address = page.url()
  await page.getByRole('button', { name: 'Nouvelle conversation', exact: true }).click()
  await page.getByText('Démarrez une conversation avec le chatbot...').waitFor()
  await page.goBack()
  await page.getByRole('article').getByText('Un premier sujet').first().waitFor()
  expect(page.url()).toBe(address)
})

test('what is half written stays when one chooses the conversation that one is in, or its assistant is closed meanwhile', async () => {
  await page.goto('/chatbot')
  const subject = `Le sujet ${uniqueSuffix()}`
  await ask(subject)
  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'Modifier votre question' }).click()
  const edited = page.getByLabel('Modifier votre message')
  await edited.fill('Un autre sujet')
  const row = page.getByRole('region', { name: 'Récentes' }).getByRole('link', { name: new RegExp(`^${subject}`) })
  await row.click()
  await waitUntilSettled(page)
  expect(await edited.inputValue()).toBe('Un autre sujet')

  const api = await apiAs(site.server.url, await site.server.administrator())
  const [assistant] = await api(routes.assistants.list, { query: {} })
  await edited.press('Escape')
  await confirmLeaving(page)
  await page.goto(`/chatbot?assistant=${assistant!.id}`)
  await question().fill('Une question à finir')
  opened().watch.expect(/404/)
  await page.route(`**/api/assistants/${assistant!.id}`, (route) =>
    route.fulfill({ status: 404, json: { error: 'Assistant introuvable', code: 'assistants.not_found' } }),
  )
  const closed = page.waitForResponse((answer) => answer.status() === 404)
  await api(routes.assistants.update, { params: { id: assistant!.id }, body: { description: assistant!.description } })
  await closed
  await waitUntilSettled(page)
  expect(new URL(page.url()).pathname).toBe('/chatbot')
  expect(await question().inputValue()).toBe('Une question à finir')
})

test('an answer takes an opinion, the first one too, and keeps it', async () => {
  await page.goto('/chatbot')
  await ask('Bonjour')
  await page.getByRole('button', { name: 'Réponse utile' }).click()
  await page.getByRole('status').filter({ hasText: 'Votre avis est enregistré' }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('button', { name: 'Retirer votre avis', pressed: true }).count()).toBe(1)
})

test('an assistant greets by its name and answers with its own instructions', async () => {
  await page.goto('/avatars?avatar=malik')
  const link = await page.getByRole('link', { name: 'Facilitation de réunion' }).getAttribute('href')
  await page.goto(`/chatbot?assistant=${new URLSearchParams(link?.split('?')[1]).get('assistant')}`)
  await page.getByText(/^Bonjour ! Je suis Facilitation de réunion\. Prépare et anime/).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Facilitation de réunion')
  expect(await choice().count()).toBe(0)
  const { messageHistory } = await ask('Bonjour')
  expect(messageHistory[0]?.content.length).toBeGreaterThan(200)
})

test('while a reply is written, the line and its button wait, and a stop is offered', async () => {
  await page.goto('/chatbot')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(isStream, (route) => held.then(() => route.continue()))
  await question().fill('Bonjour')
  await question().press('Enter')
  const sending = page.getByRole('button', { name: 'Envoi...' })
  await sending.waitFor()
  expect([await sending.isDisabled(), await question().getAttribute('aria-disabled')]).toEqual([true, 'true'])
  await page.getByRole('button', { name: 'Arrêter la réponse' }).waitFor()
  await expectAccessible(page, '/chatbot, sending')
  release()
  await answers().first().waitFor()
  expect(await question().getAttribute('aria-disabled')).toBe('false')
  await expect.poll(() => page.evaluate<string>('document.activeElement.placeholder')).toBe('Posez votre question...')
})

test('a failure is a red answer that says why, and is tried again', async () => {
  opened().watch.expect(/500|401/)
  await page.goto('/chatbot')
  await page.route(isStream, (route) => route.fulfill({ status: 500, body: 'panne' }))
  await question().fill('Bonjour')
  await question().press('Control+Enter')
  await page.getByRole('alert').getByText('Désolé, une erreur est survenue. Veuillez réessayer.').waitFor()
  await page.getByText('Erreur HTTP: 500').waitFor()
  await expectAccessible(page, '/chatbot, failed')
  await screenshot(page, 'chatbot-error')
  await page.unroute(isStream)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await answers().first().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a question of several lines keeps its lines in a field that grows with them, and is sent with them', async () => {
  await leaveNoRoom()
  const lines = 'Deux demandes :\n- le budget\n\n- la cantine'
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Votre demande' }).fill(lines)
  await page.keyboard.press('Control+Enter')
  await page.getByText(noRoom).waitFor()
  expect(await question().inputValue()).toBe(lines)
  expect((await question().boundingBox())!.height).toBeGreaterThan(80)
  await page.unroute(making)
  const [request] = await Promise.all([page.waitForRequest((sent) => isStream(new URL(sent.url()))), question().press('Enter')])
  const { messageHistory } = request.postDataJSON() as { messageHistory: unknown[] }
  expect(messageHistory.at(-1)).toEqual({ role: 'user', content: lines })
  await answers().first().waitFor()
})

test('no room for another conversation: it is said, the text comes back, and closing the message leads to the line', async () => {
  await leaveNoRoom()
  let streams = 0
  page.on('request', (request) => void (streams += Number(isStream(new URL(request.url())))))
  await page.goto('/chatbot?prompt=1')
  await question().fill('Quel délai pour un permis ?')
  await question().press('Enter')
  await page.getByText(noRoom).waitFor()
  expect([await question().inputValue(), streams]).toEqual(['Quel délai pour un permis ?', 0])
  await waitUntilSettled(page)
  await expectAccessible(page, '/chatbot, quota')
  await screenshot(page, 'chatbot-quota')
  await page.getByRole('button', { name: 'Fermer ce message' }).press('Enter')
  await page.getByText(noRoom).waitFor({ state: 'detached' })
  await page.locator('textarea:focus').and(question()).waitFor()
})

test.runIf(isFullProof)('says that there is no prompt, or that they cannot be had', async () => {
  const isPrompts = (url: URL) => url.pathname === '/api/prompts'
  await page.route(isPrompts, (route) => route.fulfill({ json: [] }))
  await page.goto('/chatbot?prompt=1')
  await page.getByRole('button', { name: /Aucun prompt disponible/ }).waitFor()
  await page.unroute(isPrompts)
  opened().watch.expect(/500/)
  await page.route(isPrompts, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, '/chatbot, no prompts')
  await page.unroute(isPrompts)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Bienvenue ! Je suis configuré avec le prompt: Prompt standard').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('stands on a narrow screen, light and dark', async () => {
  const looks = [
    ['dark', 320],
    ['light', 390],
  ] as const
  for (const [theme, width] of isFullProof ? looks : looks.slice(0, 1)) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/chatbot?prompt=1')
    await ask('Comparez deux options dans un tableau')
    await waitUntilSettled(page)
    await expectAccessible(page, `/chatbot ${theme} ${width}`)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await screenshot(page, 'chatbot')
  }
})
