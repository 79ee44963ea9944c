import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { recordAnnouncements } from '../support/looks/announcements.ts'
import { createConversationAndGoBack, refuseLeaving, confirmLeaving, waitUntilSettled } from '../support/pages.ts'
import { startServer } from '../support/servers/server.ts'
import { isFullProof } from '../support/whole.ts'
import { makeWorld, tokenOf, type TourData } from '../tour/world.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What a person who does not see the page is told when it changes (trust case A11-07).

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
let world: TourData

beforeAll(async () => void (world = await makeWorld(site.server)))

type Where = { path: string; title: string; heading: string; focus: 'heading' | 'field' | 'elsewhere'; scroll: number; said: boolean }

const where = (page: Page): Promise<Where> =>
  page.evaluate<Where>(`(() => {
    const active = document.activeElement
    const heading = document.querySelector('main h1')
    const isField = !!active?.closest('main') && active.matches('input, textarea')
    return {
      path: location.pathname, title: document.title, heading: heading?.textContent.trim() ?? '',
      focus: active && active === heading ? 'heading' : isField ? 'field' : 'elsewhere', scroll: scrollY,
      said: !!heading && [...(globalThis.announced ?? []), ...(globalThis.titles ?? [])].includes(heading.textContent.trim()),
    }
  })()`)

/**
 * Records the titles that get the focus, on every page opened from now on. A check at the end would miss those that then lose it, as in a chat to the
 * message field.
 */
const keepTitles = (page: Page) =>
  page.addInitScript(`(() => {
    globalThis.titles = []
    addEventListener('focusin', ({ target }) => target.matches?.('main h1') && globalThis.titles.push(target.textContent.trim()))
  })()`)

/** Unfolds the groups of the navigation, and returns the paths of the application's links on the page. */
async function linksOf(page: Page): Promise<string[]> {
  const folded = page.locator('nav button[aria-expanded="false"][aria-controls]')
  while ((await folded.count()) > 0) await folded.first().click()
  return page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('a[href^="/"]:not([target], [download])')]
    .filter((link) => link.checkVisibility() && !link.getAttribute('href').startsWith('/api/'))
    .map((link) => link.getAttribute('href')))]`)
}

const pathOf = (href: string) => href.replace(/[?#].*/, '')
/** Identifies pages of the same kind, of which one is enough: one project stands for the others. */
const kindOf = (href: string) => pathOf(href).replace(/[0-9a-f-]{36}/, ':id')

/**
 * Follows one link at the bottom of the page.
 * @returns the problems of the next page
 */
async function follow(page: Page, href: string, titles: Map<string, string>): Promise<string[]> {
  const before = await where(page)
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  await page.locator(`a[href="${href}"]:visible`).first().click()
  await expect.poll(async () => pathOf((await where(page)).path)).not.toBe(before.path)
  await waitUntilSettled(page)
  await expect.poll(async () => (await where(page)).title).not.toBe(before.title)
  // The focus follows the title, and what is said follows the focus: one moment at most, like the reader's voice.
  const isTold = async () => {
    const { focus, said } = await where(page)
    return focus === 'heading' || (focus === 'field' && said)
  }
  await expect
    .poll(isTold)
    .toBe(true)
    .catch(() => undefined)
  const after = await where(page)
  const problems: string[] = []
  // The focus on the title has it read; in a field, the title is announced beside.
  if (after.focus === 'field' && !after.said) problems.push('the title is not announced')
  if (after.focus === 'elsewhere') problems.push('the focus is neither on the title nor in a field of the page')
  if (!after.title.endsWith(' – Parvis')) problems.push(`title « ${after.title} »`)
  if (after.scroll !== 0) problems.push(`scrolled by ${after.scroll} px`)
  const other = titles.get(after.title)
  if (other !== undefined && other !== after.path) problems.push(`the same title as ${other}`)
  titles.set(after.title, after.path)
  return problems.map((problem) => `${before.path} → ${after.path}: ${problem}`)
}

const visitors = [
  ['nobody', 8],
  ['admin', 22],
  // Their links are among those of an administrator.
  ['person', 14],
] as const

test.each(isFullProof ? visitors : visitors.slice(0, 1))(
  'A11-07 every link that %s finds gives the focus to the new page, its own title, from the top',
  { timeout: 300_000 },
  async (who, least) => {
    const opened = await visit(null)
    const { page } = opened
    await recordAnnouncements(page)
    await keepTitles(page)
    if (who !== 'nobody') {
      const token = await tokenOf(site.server, world.credentials[who])
      await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
    }
    const found: string[] = []
    const titles = new Map<string, string>()
    const seen = new Set(['/'])
    const waiting: { from: string; href: string }[] = []
    const gather = async () => {
      const from = pathOf((await where(page)).path)
      for (const href of await linksOf(page)) {
        if (seen.has(kindOf(href))) continue
        seen.add(kindOf(href))
        waiting.push({ from, href })
      }
    }
    await page.goto('/')
    await waitUntilSettled(page)
    await gather()
    let followed = 0
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await linksOf(page)).includes(next.href) || (await where(page)).path === pathOf(next.href)) {
        await page.goto(next.from)
        await waitUntilSettled(page)
        await linksOf(page)
      }
      found.push(...(await follow(page, next.href, titles)))
      followed += 1
      await gather()
    }
    // Back is a change of page too.
    const last = (await where(page)).path
    await page.goBack()
    await waitUntilSettled(page)
    await expect.poll(async () => (await where(page)).path).not.toBe(last)
    await expect.poll(async () => (await where(page)).focus).not.toBe('elsewhere')
    await opened.close()
    expect(found.join('\n'), found.join(' ; ')).toBe('')
    expect(followed).toBeGreaterThanOrEqual(least)
  },
)

async function open(path: string) {
  const opened = await visit(null)
  const token = await tokenOf(site.server, world.credentials.admin)
  await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  await opened.page.goto(path)
  await waitUntilSettled(opened.page)
  return opened
}

test('a question being rewritten asks before another conversation takes its place, by a button or by the browser’s back', async () => {
  const { page } = await open(`/chatbot-assistant?assistant=${world.assistant_id}`)
  await page.waitForURL(/conversation=/)
  const idle = () => page.locator('[role="log"][aria-busy="false"]').waitFor()
  await idle()
  const begin = () => page.getByRole('button', { name: 'Nouvelle conversation' }).click()
  const ask = async () => {
    await page.getByLabel('Votre message', { exact: true }).fill('Une note sur le marché')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('group', { name: 'Actions sur cette réponse' }).nth(1).waitFor()
    await idle()
  }
  await ask()
  const before = page.url()
  await begin()
  await page.waitForURL((url) => url.searchParams.has('conversation') && url.href !== before)
  await idle()
  await ask()
  const address = page.url()
  await page.getByRole('article').nth(1).hover()
  await page.getByRole('button', { name: 'Modifier votre question' }).click()
  const edited = page.getByLabel('Modifier votre message')
  await edited.fill('Une note sur le marché couvert')
  for (const leave of [begin, () => page.evaluate('history.back()')]) {
    await leave()
    await refuseLeaving(page)
    expect([page.url(), await edited.inputValue()]).toEqual([address, 'Une note sur le marché couvert'])
  }
  await begin()
  await confirmLeaving(page)
  await edited.waitFor({ state: 'detached' })
})

test('whoever steps back from a new conversation with the assistant before it is drawn finds the former one', async () => {
  const { page } = await open(`/chatbot-assistant?assistant=${world.assistant_id}`)
  await page.getByLabel('Votre message', { exact: true }).fill('Une note sur le marché')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).nth(1).waitFor()
  await page.waitForURL(/conversation=/)
  const address = page.url()
  await createConversationAndGoBack(page)
  await page.waitForURL(address)
  await waitUntilSettled(page)
  await page.getByText('Une note sur le marché').first().waitFor()
  await expect.poll(async () => [page.url(), await page.getByRole('group', { name: 'Actions sur cette réponse' }).count()]).toEqual([address, 2])
})

test('when the code of the question cannot be had, the browser itself asks, and the page stays', async () => {
  const { page, watch } = await open('/prompts')
  watch.expect(/LeaveQuestion|Failed to fetch|Failed to load resource/)
  await page.route('**/LeaveQuestion*', (route) => route.abort())
  await page.getByRole('button', { name: 'Nouveau prompt' }).click()
  const name = page.getByLabel('Nom').last()
  await name.fill('Commencé')
  const asked: string[] = []
  const answer = (isAgreed: boolean) => page.once('dialog', (dialog) => void (asked.push(dialog.message()), isAgreed ? dialog.accept() : dialog.dismiss()))
  answer(false)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/^Quitter sans enregistrer/)
  expect(await name.inputValue()).toBe('Commencé')
  answer(true)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await name.waitFor({ state: 'detached' })
})

test('when the code of windows cannot be had, the browser says so; it is asked for again, and comes', async () => {
  const { page, watch } = await open('/mes-prompts')
  watch.expect(/modals|Failed to fetch|Failed to load resource/)
  await page.route('**/modals-*.js', (route) => route.abort())
  const said = page.waitForEvent('dialog')
  const press = () => page.getByRole('button', { name: 'Nouveau prompt' }).click()
  void press()
  const dialog = await said
  expect(dialog.message()).toMatch(/^La fenêtre n’a pas pu être ouverte/)
  await dialog.accept()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unroute('**/modals-*.js')
  await press()
  await page.getByRole('dialog', { name: 'Nouveau prompt' }).waitFor()
})
