import { afterEach, beforeEach } from 'vitest'
import { openPage, type OpenPage, type PageOptions } from './browser.ts'
import { signIn, type Credentials } from './pages.ts'
import type { TestSite } from './site.ts'

/**
 * Shares one page between the tests of a file or group. Each test begins by signing in and opening its address. When a test fails or its page reports an
 * unexpected problem, the page is closed: the next test, or the next attempt, gets a new one.
 * @returns the page of the running test
 */
export function setUpSharedPage(open: () => Promise<OpenPage>): () => OpenPage {
  let opened: OpenPage | undefined
  beforeEach(async () => void (opened ??= await open()))
  afterEach(async ({ task }) => {
    const last = opened
    if (last === undefined) return
    await last.page.unrouteAll({ behavior: 'ignoreErrors' })
    if (task.result?.state !== 'fail' && last.watch.problems().length === 0) return
    opened = undefined
    await last.close()
  })
  return () => opened!
}

/**
 * Opens a new page for each test, and closes it after the test.
 * @param credentials account to sign in; nobody if missing
 */
export function setUpPagePerTest(
  site: TestSite<{ readonly url: string }>,
  credentials?: () => Credentials | Promise<Credentials>,
  options: PageOptions = {},
): () => OpenPage {
  let opened: OpenPage
  beforeEach(async () => {
    opened = await openPage(site.browser, site.server.url, options)
    if (credentials !== undefined) await signIn(opened.page, await credentials())
  })
  afterEach(() => opened.close())
  return () => opened
}
