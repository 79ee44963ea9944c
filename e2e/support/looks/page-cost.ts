import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import { ecoIndex } from './ecoindex.ts'
import { settled } from '../pages.ts'

type Cost = {
  /** Of the page, those inside drawings left out, as the EcoIndex counts. */
  elements: number
  requests: number
  /** What travelled, headers included, in kB of 1,000 bytes. */
  kilobytes: number
  /** JavaScript of the files it runs, wherever they come from: gzip at level 9, in kB of 1,000 bytes. */
  code: number
}

/** Nothing under way for so long, in milliseconds: what a page asks for after its first drawing has begun. */
const quietMs = 300

type CountedPage = {
  page: Page
  network: CDPSession
  /** Goes there and waits until nothing more is asked for. @returns what it cost */
  visit(path: string): Promise<Cost>
  /** What this did on the page cost. */
  cost(act: () => Promise<unknown>): Promise<Cost>
  close(): Promise<void>
}

/** What the scripts of one application weigh, by address: a built file has its content in its name. */
export type Weights = Map<string, Promise<number>>

/**
 * A page whose network is counted, with an empty cache of its own.
 * @param token of who is signed in
 * @param weights of the scripts that other pages have met: read and compressed once
 */
export async function countedPage(browser: Browser, origin: string, token?: string, weights: Weights = new Map()): Promise<CountedPage> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  if (token !== undefined) await context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let requests = 0
  let bytes = 0
  let scripts: Promise<number>[] = []
  let last = performance.now()
  // What was asked for and has not come yet.
  const under = new Set<string>()
  const noted = () => void (last = performance.now())
  // A file that the cache of the browser gives is no request.
  const cached = new Set<string>()
  network.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  network.on('Network.requestWillBeSent', ({ requestId }) => {
    noted()
    under.add(requestId)
  })
  for (const end of ['Network.loadingFinished', 'Network.loadingFailed'] as const) network.on(end, ({ requestId }) => void under.delete(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    noted()
    // What is followed has no end to wait for.
    if (response.mimeType === 'text/event-stream') under.delete(requestId)
    if (!cached.has(requestId) && !response.fromDiskCache && /^https?:/.test(response.url)) requests += 1
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    noted()
    bytes += encodedDataLength
  })

  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    const weight = weights.get(request.url()) ?? codeOf(request)
    weights.set(request.url(), weight)
    scripts.push(weight)
  })

  const cost: CountedPage['cost'] = async (act) => {
    ;[requests, bytes, scripts] = [0, 0, []]
    await act()
    await settled(page)
    noted()
    while (under.size > 0 || performance.now() - last < quietMs) await page.waitForTimeout(50)
    const elements = await page.evaluate<number>('document.querySelectorAll("*").length - document.querySelectorAll("svg *").length')
    const code = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    return { elements, requests, kilobytes: bytes / 1_000, code: code / 1_000 }
  }
  return { page, network, cost, visit: (path) => cost(() => page.goto(path)), close: () => context.close() }
}

/** Bytes of a script, gzip at level 9: what its file weighs, whatever the server sends it as. */
export async function codeOf(request: Request): Promise<number> {
  const answer = await request.response()
  return gzipSync(await answer!.body(), { level: 9 }).length
}

/** In one line: the EcoIndex and what it is made of. */
export const told = (cost: Cost): string =>
  `${ecoIndex(cost).toFixed(0)} (${cost.elements} elements, ${cost.requests} requests, ${cost.kilobytes.toFixed(1)} kB, ${cost.code.toFixed(1)} of code)`
