import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'

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
