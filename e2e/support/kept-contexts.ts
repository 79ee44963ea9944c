import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

// A new context has fetched nothing: each test read, parsed and compiled the application again. One that a test gives back serves the
// next one that asks for the same, emptied of all but what the browser has fetched.

/** What a page cannot undo: a context that had one of these is closed. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const

type Kept = { context: BrowserContext; key: string; isMarked: boolean }

const idle = new Map<Browser, Kept[]>()
const idleAtMost = 6

type LentContext = { context: BrowserContext; page: Page; giveBack(): Promise<void> }

/** A context for one test, with a page: what others stored is not there, nor what they set. @param origin whose storage it is that others may have left */
export async function lendContext(browser: Browser, origin: string, options: BrowserContextOptions): Promise<LentContext> {
  const key = JSON.stringify([origin, options])
  const others = idle.get(browser) ?? []
  idle.set(browser, others)
  const at = others.findIndex((one) => one.key === key)
  const kept = others.splice(at, at === -1 ? 0 : 1)[0] ?? mark({ context: await browser.newContext(options), key, isMarked: false })
  const { context } = kept
  let isLent = true
  const page = await context.newPage()
  if (at !== -1) await empty(context, page, origin)
  return {
    context,
    page,
    async giveBack() {
      // Given back twice, it would be lent to two.
      if (!isLent) return
      isLent = false
      if (kept.isMarked) return context.close()
      await Promise.all(context.pages().map((one) => one.close()))
      for (const event of ['console', 'page', 'request', 'requestfailed', 'response', 'weberror'] as const) context.removeAllListeners(event)
      await context.clearCookies()
      // The oldest go: the server that they looked at is often gone too.
      if (others.push(kept) > idleAtMost) await others.shift()!.context.close()
    },
  }
}

/** Whether nobody has the context now. */
export const isIdle = (context: BrowserContext): boolean => [...idle.values()].flat().some((kept) => kept.context === context)

function mark(kept: Kept): Kept {
  const { context } = kept
  // One that is gone, with its browser or by a test, is lent to nobody.
  context.once('close', () => {
    kept.isMarked = true
    for (const others of idle.values()) if (others.includes(kept)) others.splice(others.indexOf(kept), 1)
  })
  for (const name of lasting) {
    const act = context[name].bind(context) as (...given: unknown[]) => unknown
    Object.assign(context, { [name]: (...given: unknown[]) => ((kept.isMarked = true), act(...given)) })
  }
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (...given) => ((kept.isMarked = true), install(...given))
  return kept
}

async function empty(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' })
  await session.detach()
}
