import { afterEach } from 'vitest'
import { openPage, type OpenPage, type PageOptions } from './browser.ts'
import { settled, signIn, type Credentials } from './pages.ts'
import type { Site } from './site.ts'

/** `path`: where the page is, at rest, when it is given. */
type VisitOptions = PageOptions & { path?: string }

/**
 * The pages of a file's tests, closed after the test that opened them: it fails if one of them did what it did not expect.
 * @returns opens one, signed in as somebody, or as nobody (null)
 */
export function visits(site: Site<{ readonly url: string }>): (who: Credentials | null, options?: VisitOptions) => Promise<OpenPage> {
  const visited: OpenPage[] = []
  afterEach(async () => void (await Promise.all(visited.splice(0).map((opened) => opened.close()))))
  return async (who, { path, viewport, ...options } = {}) => {
    const opened = await openPage(site.browser, site.server.url, options)
    visited.push(opened)
    if (who !== null) await signIn(opened.page, who)
    // Not said to the context: one that is lent serves every width.
    if (viewport !== undefined) await opened.page.setViewportSize(viewport)
    if (path === undefined) return opened
    await opened.page.goto(path)
    await settled(opened.page)
    return opened
  }
}
