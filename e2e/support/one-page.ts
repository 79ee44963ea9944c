import { afterEach, beforeEach } from 'vitest'
import type { OpenPage } from './browser.ts'

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
