import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import { ecoIndex } from './ecoindex.ts'
import { waitUntilSettled } from '../pages.ts'

type PageCost = {
  /** Elements of the page, without those inside drawings, as the EcoIndex counts. */
  elements: number
  requests: number
  /** Bytes transferred, headers included, in kB of 1,000 bytes. */
  kilobytes: number
  /** JavaScript files run by the page, from the network or the cache: gzip at level 9, in kB of 1,000 bytes. */
  code: number
}

/** Time without network activity after which a page is complete, in milliseconds. Later requests of the first screen have started by then. */
const quietMs = 300

type MeasuredPage = {
  page: Page
  network: CDPSession
  /**
   * Opens a page and waits until it makes no more requests.
   * @returns its cost
   */
  visit(path: string): Promise<PageCost>
  /** Measures the cost of `act` on the page. */
  cost(act: () => Promise<unknown>): Promise<PageCost>
  close(): Promise<void>
}

/** Compressed sizes of the scripts of one application, by URL. The name of a built file contains a hash of its content. */
export type ScriptSizes = Map<string, Promise<number>>

/**
 * Opens a page whose network traffic is counted, with its own empty cache.
 * @param token of the signed-in person
 * @param weights sizes of the scripts that other pages have loaded: each script is compressed once
 */
export async function openMeasuredPage(browser: Browser, origin: string, token?: string, weights: ScriptSizes = new Map()): Promise<MeasuredPage> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  if (token !== undefined) await context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let requests = 0
  let bytes = 0
  let scripts: Promise<number>[] = []
  let lastActivity = performance.now()
  // Requests without a response yet.
  const pendingRequests = new Set<string>()
  const recordActivity = () => void (lastActivity = performance.now())
  // A file served from the browser's cache is not a request.
  const cached = new Set<string>()
  network.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  network.on('Network.requestWillBeSent', ({ requestId }) => {
    recordActivity()
    pendingRequests.add(requestId)
  })
  for (const end of ['Network.loadingFinished', 'Network.loadingFailed'] as const) network.on(end, ({ requestId }) => void pendingRequests.delete(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    recordActivity()
    // A followed stream never ends.
    if (response.mimeType === 'text/event-stream') pendingRequests.delete(requestId)
    if (!cached.has(requestId) && !response.fromDiskCache && /^https?:/.test(response.url)) requests += 1
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    recordActivity()
    bytes += encodedDataLength
  })

  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    const weight = weights.get(request.url()) ?? compressedSize(request)
    weights.set(request.url(), weight)
    scripts.push(weight)
  })

  const cost: MeasuredPage['cost'] = async (act) => {
    ;[requests, bytes, scripts] = [0, 0, []]
    await act()
    await waitUntilSettled(page)
    recordActivity()
    while (pendingRequests.size > 0 || performance.now() - lastActivity < quietMs) await page.waitForTimeout(50)
    const elements = await page.evaluate<number>('document.querySelectorAll("*").length - document.querySelectorAll("svg *").length')
    const code = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    return { elements, requests, kilobytes: bytes / 1_000, code: code / 1_000 }
  }
  return { page, network, cost, visit: (path) => cost(() => page.goto(path)), close: () => context.close() }
}

/** Size of a script in bytes, gzip at level 9, whatever encoding the server uses. */
async function compressedSize(request: Request): Promise<number> {
  const answer = await request.response()
  return gzipSync(await answer!.body(), { level: 9 }).length
}

/** Describes a cost in one line: the EcoIndex and its components. */
export const describeCost = (cost: PageCost): string =>
  `${ecoIndex(cost).toFixed(0)} (${cost.elements} elements, ${cost.requests} requests, ${cost.kilobytes.toFixed(1)} kB, ${cost.code.toFixed(1)} of code)`
