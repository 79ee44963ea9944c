import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { chromium, firefox, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { firefoxDownloads } from './downloads.ts'
import { isIdle, borrowContext } from './context-pool.ts'
import { watchPage, type PageWatch } from './page-watch.ts'
import { isFullProof, type Theme } from './whole.ts'
import { atWorkerEnd } from './servers/environment.ts'

/**
 * Path of Chromium: CHROMIUM_PATH, or that of Debian. The headless shell is preferred when both are installed: it does the same work with 40 % less
 * processor time (30 s instead of 51 for e2e/administration/prompts.e2e.ts).
 */
const chromiumPath = (): string =>
  process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? '/usr/bin/chromium'

/** Path of Firefox: FIREFOX_PATH, or that of Debian. */
export const firefoxPath = (): string => process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'

/** Whether the journeys run in Firefox instead of Chromium (set in vitest.config.ts). */
export const isFirefox = process.env['E2E_BROWSER'] === 'firefox'

/** Timeout of a page for what a test waits for, in milliseconds. Firefox is the slower one on two cores. */
export const pageTimeoutMs = isFirefox ? 40_000 : 15_000

let sharedBrowser: Promise<Browser> | undefined

/**
 * Opens a browser that can reach only the application. The test files of a worker share one browser, which saves one second of processor time per file
 * (five in Firefox): `close` closes only the pages of the file, and the browser is closed at the end of the worker.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.env['VITEST'] === undefined) return launchNew()
  // A disconnected browser, killed by a test or crashed, is replaced.
  if (sharedBrowser === undefined || !(await sharedBrowser.then((browser) => browser.isConnected()).catch(() => false))) sharedBrowser = launchNew().then(share)
  return sharedBrowser
}

const launchNew = (): Promise<Browser> => (isFirefox ? launchFirefox() : launchChromium())

function share(browser: Browser): Browser {
  const end = browser.close.bind(browser)
  browser.close = async () => void (await Promise.all(browser.contexts().flatMap((context) => (isIdle(context) ? [] : [context.close()]))))
  atWorkerEnd(end)
  return browser
}

/** Opens the Firefox that people install, through WebDriver BiDi, not a build made for tests. */
async function launchFirefox(): Promise<Browser> {
  mkdirSync(firefoxDownloads, { recursive: true })
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxPath(),
    headless: true,
    downloadsPath: firefoxDownloads,
    // On a busy machine the first start is slow, because it creates a profile.
    timeout: 120_000,
    firefoxUserPrefs: {
      // The protocol can set neither of these two preferences for a page.
      'ui.prefersReducedMotion': 1,
      'dom.events.testing.asyncClipboard': true,
    },
  })
  browser.on('disconnected', () => rmSync(firefoxDownloads, { recursive: true, force: true }))
  return browser
}

/**
 * Script that replaces the way Playwright types in Firefox. Playwright sets the value of the field in the page's own world, where React has installed a
 * setter and then ignores the event. The page's editing command types as a person does.
 */
const editorTypingScript = `Object.defineProperty(globalThis, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set() {},
})`

/**
 * Options that save processor time in Chromium. A single renderer process keeps the compiled application when a page opens another address: 30 s of
 * processor time for e2e/administration/prompts.e2e.ts, 36 without. Scripts are not optimised, because the page of a test lives too briefly: it saves a
 * ninth of the browser's processor time. Full proofs and benchmarks use a standard browser.
 */
const rendererOptions = process.env['VITEST'] === undefined || isFullProof ? [] : ['--renderer-process-limit=1', '--js-flags=--no-maglev --no-turbofan']

function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // A microphone that beeps, given to each page that asks.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...rendererOptions,
    ],
  })
}

export type PageOptions = {
  /** In CSS pixels; 1280 × 800 by default. */
  viewport?: { width: number; height: number }
  theme?: Theme
  /** Reduced by default, so that nothing moves during a check. */
  reducedMotion?: 'reduce' | 'no-preference'
  forcedColors?: 'active' | 'none'
  /** Console errors and failed requests that the test expects; see `PageWatch.expect`. */
  expected?: RegExp[]
  /** Simulates a touch screen: no hover, coarse pointer. */
  touch?: boolean
}

export type OpenPage = {
  page: Page
  context: BrowserContext
  watch: PageWatch
  /** Closes the context. @throws when the page did something that the test did not expect */
  close(): Promise<void>
}

/**
 * Opens a page that shares no storage and no cookie with other tests. Paths given to `goto` are relative to `origin`. The page is in French, in Paris
 * time, with the clipboard allowed.
 */
export async function openPage(browser: Browser, origin: string, options: PageOptions = {}): Promise<OpenPage> {
  const settings: BrowserContextOptions = {
    baseURL: origin,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'reduce',
    forcedColors: options.forcedColors ?? 'none',
    hasTouch: options.touch ?? false,
    acceptDownloads: true,
    // Firefox has no such permission.
    ...(!isFirefox && { permissions: ['clipboard-read', 'clipboard-write'] }),
  }
  const { context, page, giveBack } = await (isFirefox || isFullProof ? newContext(browser, settings) : borrowContext(browser, origin, settings))
  context.setDefaultTimeout(pageTimeoutMs)
  const watch = watchPage(context, origin, options.expected ?? [])
  return {
    page,
    context,
    watch,
    async close() {
      await giveBack()
      watch.assertClean()
    },
  }
}

/** Opens a new context, with a page. Full proofs need one per test, as people have it; so does Firefox, whose protocol cannot clear a context. */
async function newContext(browser: Browser, settings: BrowserContextOptions) {
  const context = await browser.newContext(settings)
  if (isFirefox) await context.addInitScript(editorTypingScript)
  return { context, page: await context.newPage(), giveBack: () => context.close() }
}
