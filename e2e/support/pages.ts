import { deviceKey, routes, storageKeys, type Answer } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { patience } from './browser.ts'

export type Credentials = { username: string; password: string }

/** Signs in through the page, as a person does, and waits for the home page. */
export async function signInByForm(page: Page, { username, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^(nom d[’']utilisateur|identifiant)/i).fill(username)
  await page.getByLabel(/^mot de passe/i).fill(password)
  await page.getByRole('button', { name: /^(se connecter|connexion)$/i }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // The navigation is in a drawer on narrow screens; the title is there at any width.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/**
 * Opens the session that `signInByForm` opens, cookies and tokens alike, and draws no page: the journey goes where it begins.
 * @throws when the session is refused
 */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  const answer = await page.request.post(`/api${routes.auth.login.path}`, { data: { ...credentials, device: '' } })
  if (!answer.ok()) throw new Error(`The session was refused: ${answer.status()}`)
  const { access_token, refresh_token, device } = (await answer.json()) as Answer<typeof routes.auth.login>
  const kept = [
    [storageKeys.refresh, refresh_token],
    [storageKeys.access, access_token],
    [deviceKey, device],
  ]
  const keep = `for (const [key, value] of ${JSON.stringify(kept)}) localStorage.setItem(key, value)`
  if (page.url().startsWith('http')) return void (await page.evaluate(keep))
  // Kept by the first page that comes, before its own code, and by no other: what it does of its session afterwards is its own.
  // Firefox runs it at once, on the blank page too, which may keep nothing.
  const script = await page.addInitScript(`if (location.protocol.startsWith('http')) { ${keep} }`)
  page.once('domcontentloaded', () => void script.dispose())
}

/** The two that the page keeps, or null where it keeps none: the one that opens calls, then the one that renews it. */
export const tokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate<(string | null)[]>(`[localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]`)

export const setTokens = (page: Page, access: string, refresh: string): Promise<unknown> =>
  page.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(access)}), localStorage.setItem('refreshToken', ${JSON.stringify(refresh)})`)

/**
 * Presses what can be pressed with a session that has just ended: at once, since anything that the page asks for by itself between the two
 * would meet the end first, and put the dialog over what is to be pressed.
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

/** A token that looks sound and that the server did not sign. @param like one of the person whose it is, where that matters */
export function forged(secondsFromNow: number, like?: string | null): string {
  const claims = like ? (JSON.parse(Buffer.from(like.split('.')[1]!, 'base64url').toString()) as object) : {}
  return ['e30', Buffer.from(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1_000) + secondsFromNow })).toString('base64url'), 'x'].join('.')
}

/**
 * Lets the page draw what an event has just changed where a test holds its clock: React's work goes by messages, which no clock holds,
 * and takes several of them.
 */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let left = 20
    port1.onmessage = () => ((left -= 1) > 0 ? port2.postMessage(null) : resolve())
    port2.postMessage(null)
  })`)

/**
 * Waits until the page is at rest: its title is in place, no loader is drawn, nothing is awaited, no transition runs. Twice in a row:
 * what a screen asks for begins a moment after its first drawing.
 */
export async function settled(page: Page): Promise<void> {
  const deadline = Date.now() + patience
  // Not waitForFunction, which polls with a code that the content policy of the page refuses; nor a locator, whose engine each
  // new document would have to be given.
  for (let seen = 0; seen < 2; await new Promise((resolve) => setTimeout(resolve, seen === 0 ? 50 : 20))) {
    seen = (await isAtRest(page)) ? seen + 1 : 0
    if (seen === 0 && Date.now() > deadline) throw new Error(`${page.url()} is not at rest after ${patience / 1000} s`)
  }
}

/** A page that goes elsewhere in the meantime is not at rest. */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(atRest).catch((error: unknown) => {
    if (/context was destroyed|navigat/i.test(String(error))) return false
    throw error
  })

const atRest = `[...document.querySelectorAll('h1')].some((title) => title.checkVisibility({ visibilityProperty: true }))
  && !document.querySelector('[aria-busy="true"], [data-loading], .app-loader')
  && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)`
