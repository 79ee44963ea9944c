import { knownDeviceKey, routes, storageKeys, type RouteAnswer } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { pageTimeoutMs } from './browser.ts'

export type Credentials = { username: string; password: string }

/** Signs in through the sign-in page, as a person does, and waits for the home page. */
export async function signInByForm(page: Page, { username, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^(nom d[’']utilisateur|identifiant)/i).fill(username)
  await page.getByLabel(/^mot de passe/i).fill(password)
  await page.getByRole('button', { name: /^(se connecter|connexion)$/i }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // The navigation is in a drawer on narrow screens; the title is visible at any width.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/**
 * Opens the same session as `signInByForm`, cookies and tokens included, without opening a page: the test then opens the page that it needs.
 * @throws when the session is refused
 */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  const answer = await page.request.post(`/api${routes.auth.login.path}`, { data: { ...credentials, device: '' } })
  if (!answer.ok()) throw new Error(`The session was refused: ${answer.status()}`)
  const { access_token, refresh_token, device } = (await answer.json()) as RouteAnswer<typeof routes.auth.login>
  const storedItems = [
    [storageKeys.refresh, refresh_token],
    [storageKeys.access, access_token],
    [knownDeviceKey, device],
  ]
  const storeScript = `for (const [key, value] of ${JSON.stringify(storedItems)}) localStorage.setItem(key, value)`
  if (page.url().startsWith('http')) return void (await page.evaluate(storeScript))
  // The first page with an http address stores the session before its own code runs, and only that page: what it then does with its session is not
  // overwritten. Firefox also runs the script at once on the blank page, which has no storage.
  const script = await page.addInitScript(`if (location.protocol.startsWith('http')) { ${storeScript} }`)
  page.once('domcontentloaded', () => void script.dispose())
}

/** Returns the two tokens stored by the page, access token first, or null for a missing one. */
export const storedTokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate<(string | null)[]>(`[localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]`)

export const setTokens = (page: Page, access: string, refresh: string): Promise<unknown> =>
  page.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(access)}), localStorage.setItem('refreshToken', ${JSON.stringify(refresh)})`)

/**
 * Presses an element just after the session ended, in one step: otherwise a request of the page could discover the end first and open its dialog over the
 * element.
 */
export async function pressAsSessionEnds(target: Locator): Promise<void> {
  await target.click({ trial: true })
  const ended = [
    [storageKeys.access, forged(600)],
    [storageKeys.refresh, 'abc'],
  ] as const
  await target.evaluate((element, kept) => {
    for (const [key, value] of kept) localStorage.setItem(key, value)
    element.click()
  }, ended)
}

/**
 * Returns a token that looks valid but is not signed by the server.
 * @param template token whose claims are copied, if they matter
 */
export function forged(secondsFromNow: number, template?: string | null): string {
  const claims = template ? (JSON.parse(Buffer.from(template.split('.')[1]!, 'base64url').toString()) as object) : {}
  return ['e30', Buffer.from(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1_000) + secondsFromNow })).toString('base64url'), 'x'].join('.')
}

/**
 * Lets the page draw the effect of an event while a test controls its clock. React schedules its work through several messages, which do not depend on the
 * clock.
 */
export const waitForDrawing = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let left = 20
    port1.onmessage = () => ((left -= 1) > 0 ? port2.postMessage(null) : resolve())
    port2.postMessage(null)
  })`)

/**
 * Waits until the page is at rest: its title is visible, no loader is shown, nothing is loading, no transition runs. It must be so twice in a row, because
 * the requests of a screen start shortly after its first drawing.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const deadline = Date.now() + pageTimeoutMs
  // `waitForFunction` cannot be used: its code is refused by the page's content security policy. A locator would have to be injected in each new document.
  for (let restCount = 0; restCount < 2; await new Promise((resolve) => setTimeout(resolve, restCount === 0 ? 50 : 20))) {
    restCount = (await isAtRest(page)) ? restCount + 1 : 0
    if (restCount === 0 && Date.now() > deadline) throw new Error(`${page.url()} is not at rest after ${pageTimeoutMs / 1000} s`)
  }
}

/** Whether the page is at rest. It is not when it navigates during the check. */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(atRest).catch((error: unknown) => {
    if (/context was destroyed|navigat/i.test(String(error))) return false
    throw error
  })

const atRest = `[...document.querySelectorAll('h1')].some((title) => title.checkVisibility({ visibilityProperty: true }))
  && !document.querySelector('[aria-busy="true"], [data-loading], .app-loader')
  && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)`

const leaveDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u00a0?' })

/** Confirms the dialog that asks whether to leave without saving. */
export async function confirmLeaving(page: Page): Promise<void> {
  await leaveDialog(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await leaveDialog(page).waitFor({ state: 'detached' })
}

/** Refuses the dialog that asks whether to leave without saving, and stays on the page. */
export async function refuseLeaving(page: Page): Promise<void> {
  await leaveDialog(page).getByRole('button', { name: 'Continuer à écrire' }).click()
  await leaveDialog(page).waitFor({ state: 'detached' })
}

/** Creates a new conversation and goes back before the page can draw, as on a busy machine: it receives both navigations at once. */
export const createConversationAndGoBack = (page: Page): Promise<void> =>
  page.evaluate(`{
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Nouvelle conversation').click()
    history.back()
    const end = performance.now() + 500
    while (performance.now() < end);
  }`)

/** Waits for the first of several elements that contain these words. */
export const waitForFirst = (within: Page | Locator, words: RegExp): Promise<void> => within.getByText(words).first().waitFor()

/** Presses the first of the buttons with this name. */
export const pressFirst = (within: Page | Locator, name: RegExp): Promise<void> => within.getByRole('button', { name }).first().click()

/**
 * Measures how long something stays on the page, by the page's own clock, from now on. A delay of the test on a busy machine does not change the result.
 * @param isShown JavaScript expression, true while the thing is shown
 * @returns a function that waits until it has appeared and disappeared (15 s at most), and returns milliseconds
 */
export async function watchLifetime(page: Page, isShown: string): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.lifetime = { from: null, to: null };
    new MutationObserver(() => {
      const here = Boolean(${isShown});
      if (here) lifetime.from ??= performance.now();
      else if (lifetime.from !== null) lifetime.to ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  `)
  return async () => {
    const end = Date.now() + 15_000
    for (;;) {
      const { from, to } = await page.evaluate<{ from: number | null; to: number | null }>('lifetime')
      if (from !== null && to !== null) return to - from
      if (Date.now() > end) throw new Error(from === null ? 'It never came' : 'It did not go')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
