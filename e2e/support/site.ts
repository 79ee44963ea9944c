import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, afterEach } from 'vitest'
import { launchBrowser, openPage, type OpenPage, type PageOptions } from './browser.ts'
import { waitUntilSettled, signIn, type Credentials } from './pages.ts'

export type TestSite<Server> = { server: Server; browser: Browser }

/**
 * Opens the server and the browser of a test file before its first test, and closes them after the last.
 * @param open `borrowServer`, or a function that starts a server
 * @returns an object that the first hook fills
 */
export function setUpSite<Server extends { close(): Promise<void> }>(open: () => Promise<Server>): TestSite<Server> {
  const site = {} as TestSite<Server>
  beforeAll(async () => void ([site.server, site.browser] = await Promise.all([open(), launchBrowser()])))
  afterAll(async () => {
    await site.browser?.close()
    await site.server?.close()
  })
  return site
}

/** `path`: address to open; the page is at rest when returned. */
type VisitOptions = PageOptions & { path?: string }

/**
 * Opens pages during the tests of a file, and closes them after the test, which fails if a page did something unexpected.
 * @returns a function that opens a page, signed in with these credentials, or signed out (null)
 */
export function pageVisits(site: TestSite<{ readonly url: string }>): (credentials: Credentials | null, options?: VisitOptions) => Promise<OpenPage> {
  const visited: OpenPage[] = []
  afterEach(async () => void (await Promise.all(visited.splice(0).map((openedPage) => openedPage.close()))))
  return async (who, { path, viewport, ...options } = {}) => {
    const opened = await openPage(site.browser, site.server.url, options)
    visited.push(opened)
    if (who !== null) await signIn(opened.page, who)
    // Not set on the context, so that one shared context serves every width.
    if (viewport !== undefined) await opened.page.setViewportSize(viewport)
    if (path === undefined) return opened
    await opened.page.goto(path)
    await waitUntilSettled(opened.page)
    return opened
  }
}
