import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from './support/browser.ts'

// What every journey relies on, in each browser that they go through: what a page does wrong does not escape its watch.

const policy = "script-src 'self'; connect-src 'self'"
const files: Record<string, string> = {
  '/said.js': 'console.error("said aloud")',
  '/thrown.js': 'setTimeout(() => { throw new RangeError("thrown away") })',
  '/cut.js': 'fetch("/socket").catch(() => {})',
  '/given-up.js': 'const stop = new AbortController(); fetch("/slow", { signal: stop.signal }).catch(() => {}); setTimeout(() => stop.abort())',
}

let browser: Browser
let server: Server
let origin: string

beforeAll(async () => {
  browser = await launchBrowser()
  server = createServer((request, response) => {
    const path = request.url ?? '/'
    const script = files[path]
    if (path === '/socket') request.socket.destroy()
    else if (script !== undefined) response.setHeader('Content-Type', 'text/javascript').end(script)
    else if (path !== '/slow')
      response
        .setHeader('Content-Type', 'text/html')
        .setHeader('Content-Security-Policy', policy)
        .end(pageThatDoes(path.slice(1)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

/** Another origin on the same machine, by its other name: no request leaves it. */
const elsewhere = () => origin.replace('127.0.0.1', 'localhost')

const pageThatDoes = (wrong: string) => `<!doctype html><html lang="fr"><link rel="icon" href="data:,"><title>Une page</title><h1>Une page</h1>
${wrong === 'foreign' ? `<img alt="" src="${elsewhere()}/said.js">` : ''}
${wrong === 'inline' ? '<script>inline()</script>' : ''}
${files[`/${wrong}.js`] === undefined ? '' : `<script src="/${wrong}.js"></script>`}</html>`

for (const [wrong, seen] of [
  ['said', /^console: said aloud/m],
  ['thrown', /^exception: RangeError: thrown away/m],
  ['cut', /^request: GET .*\/socket/m],
  ['foreign', /^foreign host: GET http:\/\/localhost:/m],
  ['inline', /script-src/],
] as const)
  test(`sees ${wrong}`, async () => {
    const { page, watch, close } = await openPage(browser, origin)
    await page.goto(`/${wrong}`)
    await expect.poll(() => watch.problems().join('\n')).toMatch(seen)
    await expect(close()).rejects.toThrow(seen)
  })

test('lets a page give up a request', async () => {
  const { page, watch, close } = await openPage(browser, origin)
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/given-up')
  await failed
  expect(watch.problems()).toEqual([])
  await close()
})
