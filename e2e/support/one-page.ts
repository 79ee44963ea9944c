import { afterEach, beforeEach } from 'vitest'
import { openPage, type OpenPage, type PageOptions } from './browser.ts'
import { signIn, type Credentials } from './pages.ts'
import type { Site } from './site.ts'

/**
 * One page for the tests that follow in a file or a group: each begins by going where it looks, as whom it signs in. A test that fails,
 * or whose page did what nothing expected, takes it along: the next one, or its second try, has another.
 * @returns the page of the test that runs
 */
export function onePage(open: () => Promise<OpenPage>): () => OpenPage {
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

/** Another page for each test, closed after it. @param who signs in there; nobody where it is not given */
export function eachPage(site: Site<{ readonly url: string }>, who?: () => Credentials | Promise<Credentials>, options: PageOptions = {}): () => OpenPage {
  let opened: OpenPage
  beforeEach(async () => {
    opened = await openPage(site.browser, site.server.url, options)
    if (who !== undefined) await signIn(opened.page, await who())
  })
  afterEach(() => opened.close())
  return () => opened
}
