import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, expectAccessible } from './support/looks/axe.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { isFullProof } from './support/whole.ts'

// The watchers of the journeys are watched here: each must see what it is there to see.

let browser: Browser
let site: Server
let origin: string
let body = ''

beforeAll(async () => {
  site = createServer((request, response) => {
    response.statusCode = request.url === '/' ? 200 : 404
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "script-src 'nonce-n'; require-trusted-types-for 'script'")
    response.end(`<!doctype html><html lang="fr"><title>Essai</title><link rel="icon" href="data:,"><main><h1>Essai</h1>${body}</main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => site.close(resolve))
})

describe('the page watch', () => {
  test.each([
    ['an error in the console', '<script nonce="n">console.error("aïe")</script>', /console: aïe/],
    ['an exception', '<script nonce="n">throw new Error("oups")</script>', /exception: Error: oups/],
    ['a file that is not there', '<img alt="" src="/absent.png">', /console: Failed to load resource.*404/],
    ['another host', '<img alt="" src="http://localhost:9/pixel.png">', /foreign host: GET http:\/\/localhost:9\/pixel.png/],
  ])('sees %s', async (_, content, expected) => {
    body = content
    const opened = await openPage(browser, origin)
    await opened.page.goto('/')
    await opened.page.waitForLoadState('networkidle')
    await expect(opened.close()).rejects.toThrow(expected)
  })

  test('lets through what the test knows of, and a page that does nothing wrong', async () => {
    body = '<script nonce="n">console.error("aïe")</script>'
    const opened = await openPage(browser, origin, { expected: [/aïe/] })
    await opened.page.goto('/')
    await opened.close()
    expect(opened.watch.foreignHosts()).toEqual([])
  })
})

describe('axe', () => {
  test('sees a picture without a text, under a strict content policy', async () => {
    body = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><button></button>'
    const { page, close } = await openPage(browser, origin)
    await page.goto('/')
    const problems = await accessibilityProblems(page)
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['button-name', 'image-alt'])
    await expect(expectAccessible(page, 'essai')).rejects.toThrow(/essai: 2 accessibility/)
    await close()
  })

  test('finds nothing on a sound page', async () => {
    body = '<p>Bonjour.</p>'
    const { page, close } = await openPage(browser, origin, { theme: 'dark', viewport: { width: 320, height: 640 } })
    await page.goto('/')
    await expectAccessible(page, 'essai')
    await close()
  })
})

describe('a context that is lent again', () => {
  test('has nothing of what was stored, and no script of the one before', async () => {
    const first = await openPage(browser, origin)
    await first.page.goto('/')
    await first.page.evaluate(`localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2')`)
    await first.close()
    const second = await openPage(browser, origin)
    await second.page.goto('/')
    expect(await second.page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
    expect(second.context === first.context).toBe(!isFullProof)
    await second.context.addInitScript('globalThis.left = true')
    await second.close()
    const third = await openPage(browser, origin)
    await third.page.goto('/')
    expect(await third.page.evaluate('globalThis.left ?? null')).toBeNull()
    await third.close()
  })

  test('given back twice, or closed by a test, is nobody else’s', async () => {
    const first = await openPage(browser, origin)
    await first.close()
    await first.close()
    const [one, other] = [await openPage(browser, origin), await openPage(browser, origin)]
    expect(one.context).not.toBe(other.context)
    await one.context.close()
    await one.close()
    const next = await openPage(browser, origin)
    await next.page.goto('/')
    expect(next.context).not.toBe(one.context)
    await Promise.all([other.close(), next.close()])
  })
})
