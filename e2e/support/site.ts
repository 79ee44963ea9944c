import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'

export type Site<Server> = { server: Server; browser: Browser }

/**
 * The server and the browser of a file's tests, opened before the first and closed after the last.
 * @param open `borrowServer`, or a start of its own
 * @returns what they have, from the first hook on
 */
export function openSite<Server extends { close(): Promise<void> }>(open: () => Promise<Server>): Site<Server> {
  const site = {} as Site<Server>
  beforeAll(async () => void ([site.server, site.browser] = await Promise.all([open(), launchBrowser()])))
  afterAll(async () => {
    await site.browser?.close()
    await site.server?.close()
  })
  return site
}
