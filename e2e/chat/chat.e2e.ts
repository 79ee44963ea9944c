import type { Page } from 'playwright-core'
import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { openPage, type OpenPage } from '../support/browser.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { downloadedFile } from '../support/downloads.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled, signIn } from '../support/pages.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'

// The assistant chat as a person lives it, on the real server with the demonstration model. `[[lent]]` speaks for twenty
// seconds, `[[lent-8]]` for eight, `[[erreur]]` fails, `[[coupure]]` breaks off, `[[muet]]` never begins.

const one = setUpPerson('camille', { fields: { first_name: 'Camille', last_name: 'Bréhat' } })
let api: ApiClient
let assistant: { id: string; name: string }
let opened: OpenPage
let page: Page
let count = 0

const slowText = /Phrase 1 de la réponse lente/
/** Text written by the demonstration model for `[[lent-10]]`: ten words per second. */
const wholeSlowText = Array.from({ length: 10 }, (_, at) => `Phrase ${at + 1} de la réponse lente, lue mot à mot.`).join(' ')

// Each test has an assistant of its own: its conversation is new.
beforeEach(async () => {
  ;({ api, opened, page } = one)
  assistant = (await api(routes.assistants.list, { query: {} }))[count++]!
})

const { idle } = assistantChat(() => page)
const composer = (on = page) => on.getByLabel('Votre message', { exact: true })
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const turns = (on = page) => on.getByRole('article')
const lastTurn = (on = page) => turns(on).last()

/** Checks that the composer has the focus. */
async function focused(on = page): Promise<void> {
  await expect.poll(() => on.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
}

async function enter(on = page): Promise<void> {
  await on.goto(`/chatbot-assistant?assistant=${assistant.id}`)
  await on.waitForURL(/conversation=/)
  await turns(on).first().waitFor()
  await idle(on)
}

async function send(text: string, on = page): Promise<void> {
  await composer(on).fill(text)
  await composer(on).press('Control+Enter')
}

const conversationId = (on = page) => new URL(on.url()).searchParams.get('conversation')!
const kept = async (on = page) => (await api(routes.conversations.get, { params: { id: conversationId(on) } })).messages

test('opens by introducing itself, once, and answers', async () => {
  await page.goto('/assistants')
  await page.getByRole('link', { name: assistant.name, exact: true }).click()
  await page.waitForURL(/\/chatbot-assistant\?assistant=.*conversation=/)
  await idle()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(assistant.name)
  expect(await page.title()).toBe(`${assistant.name} – Parvis`)
  expect(await page.getByText('utilisé', { exact: false }).first().innerText()).toMatch(/ · utilisé \d+\sfois · Camille Bréhat/)
  expect(await turns().count()).toBe(1)
  expect(await page.getByText('Réponses générées par une intelligence artificielle').isVisible()).toBe(true)
  expect(
    await page
      .getByText(/^Modèle de démonstration/)
      .filter({ visible: true })
      .count(),
  ).toBe(1)

  await send('Une note sur le tri des déchets')
  await turns().nth(2).waitFor()
  await idle()
  await focused()
  expect((await kept()).map(({ role, status }) => [role, status])).toEqual([
    ['assistant', 'complete'],
    ['user', 'complete'],
    ['assistant', 'complete'],
  ])
  await expectAccessible(page, 'chat, answered')

  await page.reload()
  await turns().nth(2).waitFor()
  expect(await turns().count()).toBe(3)
  expect(await kept()).toHaveLength(3)
})

test('a message written while the assistant introduces itself waits, and leaves once it has', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/chat/mistral/stream', (route) => held.then(() => route.continue()))
  await page.goto(`/chatbot-assistant?assistant=${assistant.id}`)
  await button('Arrêter').waitFor()
  await composer().pressSequentially('Une note sur le tri')
  await composer().press('Control+Enter')
  await page.getByText('Votre message partira dès que l’assistant se sera présenté.').waitFor()
  await expectAccessible(page, 'a message that waits for the introduction')
  await screenshot(page, 'chat-queued', { fullPage: false })
  // Taken back, it is still there to be written on.
  await button('Annuler').click()
  await composer().pressSequentially(' des déchets')
  await button('Envoyer').click()
  expect(await turns().count()).toBe(1)
  release()
  await turns().nth(2).waitFor()
  await idle()
  expect((await kept()).map(({ role, content }) => (role === 'user' ? content : role))).toEqual(['assistant', 'Une note sur le tri des déchets', 'assistant'])
  expect(await composer().inputValue()).toBe('')
  await lastTurn().getByRole('button', { name: 'Détails de la réponse' }).click()
  await lastTurn().getByText('Réponse préparée par le modèle de démonstration.').waitFor()
})

test('announces a reply twice, whatever its length (A11-04)', async () => {
  await enter()
  await page.evaluate(`
    globalThis.said = [];
    const region = document.querySelector('[data-live-announcer]');
    new MutationObserver(() => globalThis.said.push(region.textContent)).observe(region, { childList: true, subtree: true, characterData: true });
  `)
  await send('Une longue note [[long]]')
  await turns().nth(2).waitFor()
  await idle()
  await expect.poll(() => page.evaluate('globalThis.said')).toEqual(['L’assistant rédige…', 'Réponse terminée'])
  expect(await page.locator('[role="log"]').getAttribute('aria-live')).toBe('off')
})

test('a reload in the middle shows what was said and goes on to the exact end (REL-01)', async () => {
  await enter()
  await send('Lentement [[lent-10]]')
  await page.getByText(slowText).waitFor()
  await page.waitForTimeout(1_500)
  const before = (await lastTurn().locator('p').last().innerText()).trim()
  await page.reload()
  await expect.poll(() => lastTurn().innerText()).toContain(before)
  await button('Arrêter').waitFor()
  await idle()
  const said = (await kept()).at(-1)!
  expect(said.status).toBe('complete')
  expect(said.content).toContain(wholeSlowText)
  expect(await lastTurn().innerText()).toContain(said.content.trim())
})

test('stops at once, keeps what was said, and continues', async () => {
  await enter()
  await send('Lentement [[lent-8]]')
  await page.getByText(slowText).waitFor()
  await button('Arrêter').click()
  await page.getByText('Vous avez arrêté cette réponse').waitFor()
  const said = (await kept()).at(-1)!
  expect(said).toMatchObject({ status: 'interrompue', finish_reason: 'stopped' })
  await expectAccessible(page, 'chat, stopped')
  await button('Continuer').click()
  await idle()
  const whole = (await kept()).at(-1)!
  expect(whole.content.startsWith(said.content)).toBe(true)
  expect(whole.content.length).toBeGreaterThan(said.content.length)
})

test('stops a reply that never begins', async () => {
  await enter()
  await send('[[muet]]')
  await button('Arrêter').click()
  await page.getByText('Vous avez arrêté cette réponse avant son premier mot.').waitFor()
  await button('Réessayer').waitFor()
  expect((await kept()).at(-1)).toMatchObject({ status: 'interrompue', finish_reason: 'stopped' })
})

test('a failure is red, says why, and can be tried again', async () => {
  opened.watch.expect(/502 \(Bad Gateway\)/)
  await enter()
  await send('Cassé [[erreur]]')
  const alert = lastTurn().getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toBe('Désolé, une erreur est survenue. Veuillez réessayer.')
  await expectAccessible(page, 'chat, failed')
  await button('Réessayer').click()
  await idle()
  await alert.waitFor()
  expect((await kept()).filter(({ role }) => role === 'user')).toHaveLength(1)

  await turns().nth(1).hover()
  await button('Modifier votre question').click()
  await page.getByLabel('Modifier votre message').fill('Réparé')
  await button('Relancer').click()
  await idle()
  // Above the window, where Firefox draws nothing and gives no inner text.
  expect(await turns().nth(1).textContent()).toContain('Réparé')
  expect((await kept()).map(({ role, status }) => [role, status])).toEqual([
    ['assistant', 'complete'],
    ['user', 'complete'],
    ['assistant', 'complete'],
  ])
})

test('a broken reply keeps its beginning and is taken up', async () => {
  await enter()
  await send('Une note [[coupure]]')
  await button('Reprendre').waitFor()
  const partial = (await kept()).at(-1)!
  expect(partial.status).toBe('interrompue')
  expect(partial.content).toMatch(/^\*[^*]+$/)
  expect(await lastTurn().innerText()).not.toContain('*')
  await button('Reprendre').click()
  await button('Reprendre').waitFor({ state: 'hidden' })
  await idle()
  expect((await kept()).at(-1)!.content.startsWith(partial.content)).toBe(true)
})

test('another answer replaces the last, a rephrasing asks for it in the composer', async () => {
  await enter()
  await send('Une note')
  await turns().nth(2).waitFor()
  await idle()
  const [, , first] = await kept()
  await button('Générer une autre réponse').click()
  await expect.poll(async () => (await kept()).at(-1)!.id).not.toBe(first!.id)
  await idle()
  expect(await kept()).toHaveLength(3)
  // What is being written there stays.
  await composer().fill('À garder.')
  await lastTurn().getByRole('button', { name: 'Reformuler' }).click()
  expect(await composer().inputValue()).toMatch(/^À garder\.\n\nUne note\s+.*reformuler/is)
  await focused()
})

test('copies formatted text, keeps an opinion, exports to Word, and to text without the template', async () => {
  await enter()
  await button('Copier la réponse').click()
  await button('Copié').waitFor()
  expect(await page.evaluate<string>(`navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((blob) => blob.text())`)).toContain('<p>')
  await button('Réponse utile').click()
  await expect.poll(async () => (await kept()).at(-1)!.feedback).toBe('positive')

  const exportAs = async (label: string) => {
    await button('Exporter').click()
    return downloadedFile(page, () => page.getByRole('menuitem', { name: label }).click())
  }
  const file = await exportAs('Réponse vers Word, ancien format (.doc)')
  expect(file.name).toMatch(/^[\w-]{1,80}-\d{4}-\d{2}-\d{2}\.doc$/)
  opened.watch.expect(/template/)
  opened.watch.expect(/404/)
  await page.route('**/templates/export_template.docx', (route) => route.fulfill({ status: 404 }))
  const text = await exportAs('Réponse vers Word, ancien format (.doc)')
  expect(text.name).toMatch(/^[\w-]{1,80}-\d{4}-\d{2}-\d{2}\.txt$/)
})

test('five impatient sends make one question (REL-13)', async () => {
  await enter()
  await composer().fill('Une seule fois [[lent]]')
  await page.evaluate(`
    const area = document.querySelector('form textarea');
    for (let n = 0; n < 5; n += 1) area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
    area.form.requestSubmit();
  `)
  await page.getByText(slowText).waitFor()
  expect((await kept()).filter(({ role }) => role === 'user')).toHaveLength(1)
  await button('Arrêter').click()
  await idle()
})

test('two tabs: the second is told, keeps its text, and shows the reply of the first (REL-15)', async () => {
  await enter()
  const other = await opened.context.newPage()
  opened.watch.expect(/409 \(Conflict\)/)
  await other.goto(page.url())
  await turns(other).first().waitFor()
  await idle(other)
  await send('Depuis le premier [[lent]]')
  await page.getByText(slowText).waitFor()
  await send('Depuis le second', other)
  await other.getByText('Une réponse est en cours dans cette conversation').waitFor()
  expect(await composer(other).inputValue()).toBe('Depuis le second')
  await other.getByText(slowText).waitFor()
  await button('Arrêter', other).click()
  await page.getByText('Vous avez arrêté cette réponse').waitFor()
  expect((await kept()).filter(({ role }) => role === 'user')).toHaveLength(1)
})

test('leaving the page and closing the tab lose nothing (REL-03, REL-06)', async () => {
  await enter()
  await send('Pendant mon absence [[lent-10]]')
  await page.getByText(slowText).waitFor()
  const address = page.url()
  await page.close()
  page = await opened.context.newPage()
  await page.goto(address)
  await button('Arrêter').waitFor()
  await page.getByText(slowText).waitFor()
  await idle()
  expect((await kept()).at(-1)!.status).toBe('complete')
})

test('what is written but not sent survives a reload, and nothing of the person survives signing out (PRV-03)', async () => {
  // The page that going back leads to.
  await page.goto('/my-space')
  // Left before its code has come, Firefox says that it could not be had.
  await waitUntilSettled(page)
  await enter()
  await composer().fill('À moitié écrit')
  await page.reload()
  await idle()
  expect(await composer().inputValue()).toBe('À moitié écrit')
  await button('Se déconnecter').click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate('JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage)])')).toBe('[["parvis.appareil"],[]]')
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(/À moitié écrit|Camille/).count()).toBe(0)
})

test('three network cuts in a reply leave no gap and no repeat (REL-02)', async () => {
  const proxy = await createTcpProxy(one.server.port)
  const away = await openPage(one.browser, `http://127.0.0.1:${proxy.port}`, { expected: [/ERR(OR)?_/] })
  try {
    await signIn(away.page, one.person)
    await enter(away.page)
    await send('Malgré le réseau [[lent]]', away.page)
    await away.page.getByText(slowText).waitFor()
    for (let cut = 0; cut < 3; cut += 1) {
      proxy.cut()
      proxy.refuse()
      await away.page.getByText('Connexion perdue').waitFor()
      await away.page.waitForTimeout(1_000)
      proxy.accept()
      await away.page.getByText('Connexion perdue').waitFor({ state: 'hidden' })
    }
    await idle(away.page)
    const said = (await kept(away.page)).at(-1)!
    expect(said.status).toBe('complete')
    expect(await lastTurn(away.page).innerText()).toContain(said.content.trim())
  } finally {
    await away.close()
    await proxy.close()
  }
})

test('an assistant that is not there leads to the catalogue', async () => {
  const gone = 'Cet assistant n’est plus disponible. Choisissez-en un autre\u00a0: vos conversations avec lui sont gardées dans Mon espace.'
  opened.watch.expect(/404/)
  for (const query of ['', '?assistant=00000000-0000-0000-0000-000000000000', '?assistant=abc']) {
    await page.goto(`/chatbot-assistant${query}`)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/assistants')
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: 'Assistants' }).waitFor()
    expect(await page.getByText(gone, { exact: true }).count()).toBe(query === '' ? 0 : 1)
  }
  await button('Fermer ce message').press('Enter')
  await page.getByText(gone, { exact: true }).waitFor({ state: 'hidden' })
  await page.locator('h1:focus').waitFor()
})
