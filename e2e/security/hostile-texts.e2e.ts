import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostileLines, hostileSamples, hostileTexts } from '../../seed/hostile-texts.ts'
import { apiAs, createConversation, temporaryPassword, type ApiClient } from '../support/api.ts'
import type { OpenPage } from '../support/browser.ts'
import { pressFirst, waitUntilSettled } from '../support/pages.ts'
import { startRecitingModel, type RecitingModel } from '../support/servers/reciting-model.ts'
import { startServer } from '../support/servers/server.ts'
import { armTripwire, triggered } from '../support/servers/tripwire.ts'
import { setUpSite, pageVisits } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

// A hundred and twenty texts that try to act, and more, wherever somebody or a model writes: they are words (INJ-01, INJ-02).

/** Texts used where each one is a separate record, list row or growing answer: one of each kind, or all in a full proof. */
const texts = isFullProof ? hostileTexts : hostileSamples
const names = hostileLines(200, texts)
const short = hostileLines(80, texts)
/** Makes one answer of these texts, each in a paragraph after a word that identifies it. */
const recite = (all: readonly string[]) => all.map((text, at) => `Texte ${at} : ${text}\n\n${text}`).join('\n\n')
/** Answer with all the texts, in every case. */
const recital = recite(hostileTexts)

let model: RecitingModel
let api: ApiClient
let opened: OpenPage
let page: Page

const site = setUpSite(async () => {
  model = await startRecitingModel(
    () => recite(texts),
    4_000,
    (text) => [...text],
  )
  return startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'hostile' })
})
beforeAll(async () => void (api = await apiAs(site.server.url, site.server.root)))
afterAll(() => model?.close())

// A request that leaves the origin, an error of the console and a refusal of the content policy fail here too.
const visit = pageVisits(site)
beforeEach(async () => {
  ;({ page } = opened = await visit(null))
  await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(api.token)})`)
  await armTripwire(opened.context)
})

async function expectCalm(where: string): Promise<void> {
  expect(await triggered(page), where).toEqual([])
  expect(opened.watch.problems(), where).toEqual([])
}

/**
 * Opens a page, displays all its items, and checks that the hostile text is displayed as text.
 * @param words words of one of the texts
 */
async function expectHarmless(path: string, words?: string): Promise<void> {
  await page.goto(path)
  await waitUntilSettled(page)
  const more = page.getByRole('button', { name: /^Afficher plus d/ })
  while ((await more.count()) > 0) {
    await more.first().click()
    await waitUntilSettled(page)
  }
  if (words !== undefined)
    await expect.poll(() => page.evaluate<boolean>(`document.body.textContent.includes(${JSON.stringify(words)})`), { message: path }).toBe(true)
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  await expectCalm(path)
}

const picture = '<img src=x onerror=xss()>'

test('the watch is awake: it sees a script that runs, an attribute, an address', async () => {
  await page.goto('/docs')
  await waitUntilSettled(page)
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', '<a href="vbscript:x" title="x">x</a>')`).catch(() => undefined)
  await page.evaluate(`(() => {
    const link = document.createElement('a')
    link.setAttribute('href', 'javascript:xss()')
    const frame = document.createElement('object')
    document.querySelector('main').append(link, frame)
    xss()
  })()`)
  await expect
    .poll(async () => (await triggered(page)).map((one) => one.split(/[ :]/)[0]).toSorted())
    .toEqual(expect.arrayContaining(['a', 'address', 'element']))
  opened.watch.expect(/TrustedHTML|Content Security Policy/)
})

test('INJ-01 projects and prompts', { timeout: 240_000 }, async () => {
  const projects = []
  for (const [at, name] of names.entries()) {
    projects.push(await api(routes.projects.create, { body: { name, description: texts[at]!, content: texts[at]! } }))
    await api(routes.prompts.save, { body: { name, content: texts[at]! } })
  }
  await expectHarmless('/projects', picture)
  const whole = await api(routes.projects.create, { body: { name: picture, description: recital.slice(0, 2_000), content: recital } })
  await expectHarmless(`/projects/${whole.id}`, picture)
  await expectHarmless('/prompts', picture)
  await page.getByRole('button', { name: picture }).first().click()
  await expectCalm('a prompt, read')
  await expectHarmless('/chatbot')
  await page.getByRole('button', { name: /Sélectionner un prompt/ }).click()
  await page.getByRole('option', { name: picture }).first().click()
  await expectCalm('a prompt, chosen')
  await expectHarmless('/assistants')
  await pressFirst(page, /[Pp]rojet/)
  await page.getByRole('option', { name: picture }).first().click()
  await expectCalm('a project, chosen')
})

test('INJ-01 categories, assistants, their chat', { timeout: 240_000 }, async () => {
  // The server refuses marks in the name of a category: what it takes is shown, and it takes none that holds a tag.
  const categories = await api(routes.assistantCategories.list)
  for (const name of short) {
    const taken = await api(routes.assistantCategories.create, { body: { name } }).catch(() => null)
    if (taken) categories.push({ ...taken, assistant_count: 0, active_count: 0 })
    await api(routes.documentCategories.create, { body: { name } }).catch(() => null)
  }
  expect(categories.filter(({ name }) => name.includes('<'))).toEqual([])
  const assistants = []
  for (const [at, name] of names.entries()) {
    const body = { name, description: texts[at]!, prompt_content: texts[at]!, category_id: categories[at % categories.length]!.id }
    assistants.push(await api(routes.assistants.create, { body }))
  }
  for (const path of ['/categories', '/assistants', '/assistants-admin', '/avatars', '/packs']) await expectHarmless(path)
  await expectHarmless('/biblio-rag')
  await pressFirst(page, /Catégorie/)
  await page.getByRole('option').first().waitFor()
  await expectCalm('the categories of the library')
  const hostile = assistants[names.indexOf(picture)]!
  await expectHarmless(`/assistants-admin/${hostile.id}/versions`, picture)
  const id = await createConversation(api, { assistant_id: hostile.id }, ...texts.flatMap((text) => [text, text]))
  await api(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: recital } })
  await expectHarmless(`/chatbot-assistant?assistant=${hostile.id}&conversation=${id}`, `Texte ${hostileTexts.length - 1}`)
  const earlier = page.getByRole('button', { name: /^Afficher les messages précédents/ })
  while ((await earlier.count()) > 0) await earlier.click()
  expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(texts.length * 2)
  await expectCalm('the whole conversation')
})

test('INJ-01 titles, home, search', { timeout: 240_000 }, async () => {
  for (const title of names) {
    const id = await createConversation(api, {}, title)
    await api(routes.conversations.update, { params: { id }, body: { title } })
  }
  await expectHarmless('/')
  await expectHarmless('/my-space', picture)
  await page.getByRole('searchbox').first().fill('img src')
  await page.locator('mark').first().waitFor()
  await expectCalm('what the search found')
  await expectHarmless('/tableau-de-bord')
})

test('INJ-01 names of documents', { timeout: 240_000 }, async () => {
  for (const name of names) {
    const form = new FormData()
    form.append('category', 'Notes internes')
    form.append('description', name)
    form.append('file', new Blob([name]), `${name}.txt`)
    await fetch(`${site.server.url}/api/bibliotheque/upload`, { method: 'POST', headers: { authorization: `Bearer ${api.token}` }, body: form })
  }
  await expectHarmless('/bibliotheque', 'onerror=xss()')
  await expectHarmless('/biblio-rag')
})

test('INJ-01 the person, other people, the message to all', { timeout: 240_000 }, async () => {
  const fields = Object.keys(await api(routes.profile.get))
  for (let at = 0; at < names.length; at += fields.length) {
    const body = Object.fromEntries(fields.map((field, nth) => [field, names[(at + nth) % names.length]!]))
    await api(routes.profile.update, { body }).catch(() =>
      api(routes.profile.update, { body: { first_name: body['first_name']!, last_name: body['last_name']! } }),
    )
    await expectHarmless('/profile')
    await page.getByRole('button', { name: 'Informations professionnelles' }).click()
    await expectCalm('/profile')
  }
  for (const [at, name] of names.slice(0, 9).entries()) {
    const username = `hostile.${at}.${Date.now()}`
    const body = { username, email: `${username}@ville.example`, password: temporaryPassword, first_name: name, last_name: names.at(-at - 1)! }
    await api(routes.users.create, { body })
  }
  await expectHarmless('/users')
  let banner = ''
  for (const name of [...names, 'fin'.repeat(200)]) {
    if (banner.length + name.length < 480) banner += `${name} `
    else {
      await api(routes.announcements.publish, { body: { text: banner, on_sign_in: true } })
      await expectHarmless('/docs', banner.trim())
      banner = `${name} `
    }
  }
})

test('INJ-02 an answer that is written one character at a time', { timeout: 240_000 }, async () => {
  await page.goto('/chatbot')
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Votre question' }).fill('Bonjour')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).waitFor({ timeout: 200_000 })
  expect(await page.getByRole('article').last().textContent()).toContain(`Texte ${texts.length - 1}`)
  await expectCalm('the answer, written')
  await page.reload()
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).waitFor()
  await expectCalm('the answer, read again')
})

test('INJ-10 one endless word is not kerned where it stands: measured again for each of its lines, it would hold the page up', async () => {
  const word = 'A'.repeat(20_000)
  const [assistant] = await api(routes.assistants.list)
  const id = await createConversation(api, { assistant_id: assistant!.id }, word, word)
  await page.goto(`/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`)
  await page.getByRole('article').nth(1).waitFor()
  await page.getByRole('textbox', { name: 'Votre message' }).fill(word)
  const kernings = await page.evaluate<string[]>(`[...document.querySelectorAll('article *, textarea')]
    .filter((one) => [one.value, ...[...one.childNodes].map(({ data }) => data)].some((text) => text?.length >= ${word.length}))
    .map((one) => getComputedStyle(one).fontKerning)`)
  expect(kernings).toEqual(['none', 'none', 'none'])
  await expectCalm('one endless word')
})
