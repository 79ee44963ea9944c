import { constants, routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import type { OpenPage } from '../support/browser.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPerson } from '../support/one-person.ts'
import { type Credentials, watchLifetime } from '../support/pages.ts'

// What the assistant chat shows and how it is written in (specification, chapters 2, 4, 5 and 9).

const one = setUpPerson('yann', { fields: { first_name: 'Yann', last_name: 'Le Bihan' } })
let api: ApiClient
let opened: OpenPage
let page: Page
let count = 0

beforeAll(async () => void (await one.api(routes.profile.update, { body: { ...(await one.api(routes.profile.get)), type_collectivite: 'Commune' } })))

beforeEach(() => void ({ api, opened, page } = one))

const { field: composer, idle, enterNth } = assistantChat(() => page)
const turns = () => page.getByRole('article')
const focused = () => page.evaluate<string | undefined>('document.activeElement?.tagName')
const height = async () => Math.round((await composer().boundingBox())!.height)

/** Opens a new conversation with the next assistant. */
const enter = (query?: string) => enterNth(api, count++, query)

test('a project that cannot be had is done without', async () => {
  opened.watch.expect(/404/)
  const assistant = await enter('&project=00000000-0000-4000-8000-000000000000')
  await composer().fill('Sans projet')
  await composer().press('Control+Enter')
  await turns().nth(2).waitFor()
  await idle()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(assistant.name)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('says what it is loading', async () => {
  const assistant = await enter()
  const address = page.url()
  const holds = [/\/api\/assistants\/[^/]+$/, /\/api\/conversations\//].map((pattern) => ({ pattern, ...Promise.withResolvers<void>() }))
  for (const { pattern, promise } of holds)
    await page.route(
      (url) => pattern.test(url.pathname),
      async (route) => {
        await promise
        await route.continue()
      },
    )
  await page.goto(address)
  await page.getByText("Chargement de l'assistant...").first().waitFor()
  holds[0]!.resolve()
  await page.getByText('Chargement de la conversation...').first().waitFor()
  holds[1]!.resolve()
  await turns().first().waitFor()
  await page.getByRole('heading', { level: 1, name: assistant.name }).waitFor()
  await expect.poll(() => page.getByText(/^Chargement/).count()).toBe(0)
})

test('an opening that fails greets with the name and the description, is sorry, and can be written to', async () => {
  opened.watch.expect(/502|503/)
  const assistant = (await api(routes.assistants.list, { query: {} }))[count++]!
  await page.route('**/api/chat/mistral/stream', (route) =>
    route.fulfill({ status: 502, json: { error: 'Le modèle ne répond pas.', code: 'llm.unreachable' } }),
  )
  await page.goto(`/chatbot-assistant?assistant=${assistant.id}`)
  const words = turns().first()
  await words.getByText(`Bonjour ! Je suis ${assistant.name}.`).waitFor()
  expect(await words.innerText()).toContain(assistant.description)
  expect(await words.innerText()).toContain('Désolé, je n’ai pas pu préparer notre conversation.')
  await page.unrouteAll()
  await idle()
  await composer().fill('Une note')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).last().waitFor({ timeout: 60_000 })
})

test('the field grows from 40 to 120 px, then scrolls; Enter is a new line, Ctrl+Enter sends', async () => {
  await enter()
  expect([constants.composerMinHeight, constants.composerMaxHeight]).toEqual([40, 120])
  expect(await height()).toBe(40)
  await composer().focus()
  await page.keyboard.type('Un')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Deux')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Trois')
  const three = await height()
  expect(three).toBeGreaterThan(40)
  expect(three).toBeLessThan(120)
  expect(await turns().count()).toBe(1)
  await composer().fill(Array.from({ length: 30 }, (_, at) => `Ligne ${at}`).join('\n'))
  await expect.poll(height).toBe(120)
  const scrolls = `(() => { const area = document.querySelector('form textarea'); return getComputedStyle(area).overflowY === 'auto' && area.scrollHeight > area.clientHeight })()`
  expect(await page.evaluate(scrolls)).toBe(true)
  await composer().fill('Un\nDeux')
  await composer().press('Control+Enter')
  await turns().nth(1).getByText('Deux').waitFor()
  await expect.poll(height).toBe(40)
  await idle()
})

test('while a reply is written the field waits; once it has ended, the focus is there again', async () => {
  await enter()
  await composer().fill('Lentement [[lent]]')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const stop = page.getByRole('button', { name: 'Arrêter', exact: true })
  await stop.waitFor()
  expect(await composer().getAttribute('aria-disabled')).toBe('true')
  expect(await composer().getAttribute('readonly')).not.toBeNull()
  expect(constants.focusAfterReplyMs).toBe(100)
  expect(await focused()).not.toBe('TEXTAREA')
  await stop.click()
  await idle()
  await expect.poll(focused).toBe('TEXTAREA')
})

test('the newest message is in sight, reached smoothly; the copy is confirmed for two seconds', async () => {
  await enter()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(`
    globalThis.behaviours = [];
    const real = Element.prototype.scrollTo;
    Element.prototype.scrollTo = function (options) { behaviours.push(options.behavior); real.call(this, options) };
  `)
  await composer().fill('Une longue note [[long]]')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await turns().nth(2).waitFor()
  await idle()
  expect(await page.evaluate('behaviours')).toContain('smooth')
  const toEnd = `(() => { const frame = document.querySelector('[aria-label="Messages de la conversation"]'); return frame.scrollHeight - frame.scrollTop - frame.clientHeight })()`
  await expect.poll(() => page.evaluate<number>(toEnd)).toBeLessThan(65)

  const lifetime = await watchLifetime(page, `document.querySelector('button[aria-label="Copié"]')`)
  await page.getByRole('button', { name: 'Copier la réponse' }).last().click()
  expect(constants.copyConfirmationMs).toBe(2_000)
  expect(await lifetime()).toBeGreaterThanOrEqual(constants.copyConfirmationMs - 100)
})

test('one line up is enough to be left alone while a reply is written, and the end brings back', async () => {
  await enter()
  await page.setViewportSize({ width: 1280, height: 500 })
  await composer().fill('Lentement [[lent]]')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByText(/Phrase 2 de la réponse lente/).waitFor()
  const frame = page.getByRole('region', { name: 'Messages de la conversation' })
  const top = () => frame.evaluate((element) => element.scrollTop)
  const toEnd = () => frame.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
  await frame.hover()
  await page.mouse.wheel(0, -40)
  await expect.poll(toEnd).toBeGreaterThan(20)
  const chosen = await top()
  await expect.poll(toEnd, { timeout: 10_000 }).toBeGreaterThan(100)
  expect(await top()).toBe(chosen)
  await page.getByRole('button', { name: 'Revenir en bas' }).click()
  await expect.poll(toEnd).toBeLessThan(2)
  await page.getByRole('button', { name: 'Arrêter', exact: true }).click()
  await idle()
})

test('a server that is away for a moment does not lead to another conversation', async () => {
  opened.watch.expect(/503/)
  await enter()
  await composer().fill('La question de ce matin')
  await composer().press('Control+Enter')
  await turns().nth(2).waitFor()
  await idle()
  const address = page.url()
  let isAway = true
  await page.route(/\/api\/conversations\/[0-9a-f-]{36}$/, (route) =>
    isAway ? route.fulfill({ status: 503, json: { error: 'Indisponible', code: 'server.unavailable' } }) : route.continue(),
  )
  await page.reload()
  await page.getByText('Désolé, je n’ai pas pu préparer notre conversation.').waitFor()
  isAway = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await turns().nth(1).getByText('La question de ce matin').waitFor()
  expect(page.url()).toBe(address)
})

test('what was said on another device is there when the page is looked at again', async () => {
  await enter()
  const id = new URL(page.url()).searchParams.get('conversation')!
  await api(routes.conversations.addMessage, { params: { id }, body: { role: 'user', content: 'Depuis mon téléphone' } })
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await turns().nth(1).getByText('Depuis mon téléphone').waitFor()
  expect(await turns().count()).toBe(2)
})

test('a question that never left is in the field again after a reload, and one that did leave is not', async () => {
  await enter()
  const question = 'Le local de la Mairie annexe est-il libre samedi ?'
  const away = /\/api\/chat\/mistral\/stream$/
  opened.watch.expect(/ERR_CONNECTION_REFUSED/)
  await page.route(away, (route) => route.abort('connectionrefused'))
  await composer().fill(question)
  await composer().press('Control+Enter')
  await turns().nth(2).getByRole('button', { name: 'Réessayer' }).waitFor({ timeout: 30_000 })
  expect(await composer().inputValue()).toBe('')
  await page.reload()
  await idle()
  expect(await composer().inputValue()).toBe(question)
  expect(await turns().count()).toBe(1)
  await page.unroute(away)
  await composer().press('Control+Enter')
  await turns().nth(2).waitFor()
  await page.reload()
  await turns().nth(2).waitFor()
  await idle()
  expect(await composer().inputValue()).toBe('')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('annexe')
})

test('on a shared post, a half-written text waits for who wrote it and is not shown to the next person', async () => {
  const other = await createAccount(one.server.admin, `ines${uniqueSuffix()}`)
  await enter()
  const address = page.url()
  await composer().fill('À propos de la notation de Paul')
  // The session has run out: its tokens are gone, nobody has signed out. Signing in leads back to the page.
  const comeBackAs = async ({ username, password }: Credentials) => {
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByLabel(/^nom d’utilisateur/i).fill(username)
    await page.getByLabel(/^mot de passe/i).fill(password)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/chatbot-assistant')
  }
  await comeBackAs(one.person)
  await idle()
  expect(await composer().inputValue()).toBe('À propos de la notation de Paul')
  opened.watch.expect(/404/)
  await comeBackAs(other)
  await page.waitForURL((url) => url.href !== address && url.searchParams.has('conversation'))
  await idle()
  expect(await composer().inputValue()).toBe('')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('notation')
})

test('questions to begin with: one press asks, what is being written is kept, and they go once something is asked', async () => {
  const { starters } = await enter()
  const offered = page.getByRole('list', { name: /^Pour commencer/ })
  expect(await offered.getByRole('button').allTextContents()).toEqual(starters)
  await expectAccessible(page, 'questions to begin with')
  await composer().fill('Bonjour,')
  await offered.getByRole('button').first().press('Enter')
  await expect.poll(() => composer().inputValue()).toBe(`Bonjour,\n\n${starters[0]}`)
  await expect.poll(focused).toBe('TEXTAREA')
  expect(await turns().count()).toBe(1)
  await composer().fill(' ')
  await offered.getByRole('button').last().press('Enter')
  // The question, by its place: an answer may quote it.
  await turns()
    .nth(1)
    .filter({ hasText: starters.at(-1)! })
    .waitFor()
  await turns().nth(2).waitFor()
  await idle()
  expect([await focused(), await offered.count()]).toEqual(['TEXTAREA', 0])
  await page.reload()
  await turns().nth(2).waitFor()
  await idle()
  expect(await offered.count()).toBe(0)
})
