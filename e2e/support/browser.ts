import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { chromium, firefox, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { firefoxDownloads } from './downloads.ts'
import { isIdle, lendContext } from './kept-contexts.ts'
import { watchPage, type PageWatch } from './page-watch.ts'
import { isWhole } from './whole.ts'
import { atWorkerEnd } from './servers/worker-end.ts'

/**
 * The program of the browser: CHROMIUM_PATH, or Debian's Chromium. Its form without a window does the same work for 40 % less
 * processor (30 s instead of 51 for e2e/administration/prompts.e2e.ts): it is preferred where both are.
 */
const chromiumPath = (): string =>
  process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? '/usr/bin/chromium'

/** The program of Firefox: FIREFOX_PATH, or Debian's. */
export const firefoxPath = (): string => process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'

/** In which browser the journeys of this project go (vitest.config.ts). */
export const inFirefox = process.env['E2E_BROWSER'] === 'firefox'

/** How long a page has to come to what a test waits for, in milliseconds. Firefox is the slower on two cores. */
export const patience = inFirefox ? 40_000 : 15_000

let kept: Promise<Browser> | undefined

/**
 * Opens a browser that reaches nothing but the application. The files of a worker have the same one, a second of processor each
 * (five for Firefox): closing it closes the pages of the file, and the browser goes with the worker.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.env['VITEST'] === undefined) return launch()
  // One that has gone, because a file killed it or it failed, is replaced.
  if (kept === undefined || !(await kept.then((browser) => browser.isConnected()).catch(() => false))) kept = launch().then(keep)
  return kept
}

const launch = (): Promise<Browser> => (inFirefox ? launchFirefox() : launchChromium())

function keep(browser: Browser): Browser {
  const end = browser.close.bind(browser)
  browser.close = async () => void (await Promise.all(browser.contexts().flatMap((context) => (isIdle(context) ? [] : [context.close()]))))
  atWorkerEnd(end)
  return browser
}

/** Stock Firefox, by WebDriver BiDi: what people have, not a build made for tests. */
async function launchFirefox(): Promise<Browser> {
  mkdirSync(firefoxDownloads, { recursive: true })
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxPath(),
    headless: true,
    downloadsPath: firefoxDownloads,
    // On a busy machine its first start takes its time: it makes a profile.
    timeout: 120_000,
    firefoxUserPrefs: {
      // The protocol sets neither of these two for a page.
      'ui.prefersReducedMotion': 1,
      'dom.events.testing.asyncClipboard': true,
    },
  })
  browser.on('disconnected', () => rmSync(firefoxDownloads, { recursive: true, force: true }))
  return browser
}

/**
 * In place of what the library types with in Firefox: it sets the value of the field in the page's own world, where React has put
 * a setter and takes no notice of the event that follows. The editor of the page types as a person does.
 */
const typeByTheEditor = `Object.defineProperty(globalThis, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set() {},
})`

/**
 * A page that goes to another address of the application stays in its process, instead of having a new one which compiles the application
 * again: 30 s of processor for e2e/administration/prompts.e2e.ts, 36 without. Nor are scripts compiled to be fast for as long as a page of a
 * test lives: a ninth of the browser's processor. Full proofs and benches have the browser as people do.
 */
const rendererOptions = process.env['VITEST'] === undefined || isWhole ? [] : ['--renderer-process-limit=1', '--js-flags=--no-maglev --no-turbofan']

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
      ...rendererOptions,
    ],
  })
}

export type Theme = 'light' | 'dark'

export type PageOptions = {
  /** In CSS pixels; 1280 × 800 by default. */
  viewport?: { width: number; height: number }
  theme?: Theme
  /** Reduced by default: nothing moves while a test looks. */
  reducedMotion?: 'reduce' | 'no-preference'
  forcedColors?: 'active' | 'none'
  /** Console errors and failed requests that the test knows of; see `PageWatch.expect`. */
  expected?: RegExp[]
  /** A touch screen: no hover, coarse pointer. */
  touch?: boolean
}

export type OpenPage = {
  page: Page
  context: BrowserContext
  watch: PageWatch
  /** Closes the context. Throws if the page did something that the test did not expect. */
  close(): Promise<void>
}

/**
 * A page of its own: no storage, no cookie shared with another test. Paths given to `goto` are
 * relative to `origin`. French, Paris time, clipboard allowed.
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
    // Firefox knows no such permission.
    ...(!inFirefox && { permissions: ['clipboard-read', 'clipboard-write'] }),
  }
  const { context, page, giveBack } = await (inFirefox || isWhole ? newContext(browser, settings) : lendContext(browser, origin, settings))
  context.setDefaultTimeout(patience)
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

/** As people have it: a full proof, and Firefox, whose protocol empties nothing, have another for each test. */
async function newContext(browser: Browser, settings: BrowserContextOptions) {
  const context = await browser.newContext(settings)
  if (inFirefox) await context.addInitScript(typeByTheEditor)
  return { context, page: await context.newPage(), giveBack: () => context.close() }
}
