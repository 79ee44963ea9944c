import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

// A new context has an empty cache: each test would download, parse and compile the application again. A context that a test has returned is reused by the
// next test with the same options, after its storage is cleared. Only the browser's cache stays.

/** Calls whose effect cannot be undone: a context that received one of them is closed instead of reused. */
const irreversibleCalls = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const

type PooledContext = { context: BrowserContext; key: string; isDirty: boolean }

const idleContexts = new Map<Browser, PooledContext[]>()
const maxIdleContexts = 6

type BorrowedContext = { context: BrowserContext; page: Page; giveBack(): Promise<void> }

/**
 * Gives a test a context with a page, without the storage and settings of previous tests.
 * @param origin origin whose storage is cleared
 */
export async function borrowContext(browser: Browser, origin: string, options: BrowserContextOptions): Promise<BorrowedContext> {
  const key = JSON.stringify([origin, options])
  const others = idleContexts.get(browser) ?? []
  idleContexts.set(browser, others)
  const at = others.findIndex((one) => one.key === key)
  const kept = others.splice(at, at === -1 ? 0 : 1)[0] ?? trackIrreversibleCalls({ context: await browser.newContext(options), key, isDirty: false })
  const { context } = kept
  let isLent = true
  const page = await context.newPage()
  if (at !== -1) await clearStorage(context, page, origin)
  return {
    context,
    page,
    async giveBack() {
      // A context returned twice would be given to two tests.
      if (!isLent) return
      isLent = false
      if (kept.isDirty) return context.close()
      await Promise.all(context.pages().map((one) => one.close()))
      for (const event of ['console', 'page', 'request', 'requestfailed', 'response', 'weberror'] as const) context.removeAllListeners(event)
      await context.clearCookies()
      // The oldest context is closed first: the server that it visited has often stopped.
      if (others.push(kept) > maxIdleContexts) await others.shift()!.context.close()
    },
  }
}

/** Whether no test uses the context now. */
export const isIdle = (context: BrowserContext): boolean => [...idleContexts.values()].flat().some((kept) => kept.context === context)

function trackIrreversibleCalls(kept: PooledContext): PooledContext {
  const { context } = kept
  // A context closed by a test, or with its browser, cannot be reused.
  context.once('close', () => {
    kept.isDirty = true
    for (const others of idleContexts.values()) if (others.includes(kept)) others.splice(others.indexOf(kept), 1)
  })
  for (const name of irreversibleCalls) {
    const act = context[name].bind(context) as (...given: unknown[]) => unknown
    Object.assign(context, { [name]: (...given: unknown[]) => ((kept.isDirty = true), act(...given)) })
  }
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (...given) => ((kept.isDirty = true), install(...given))
  return kept
}

async function clearStorage(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' })
  await session.detach()
}
