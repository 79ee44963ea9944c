import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { fieldProblems } from '../support/looks/controls.ts'
import { codeSnifferProblems } from '../support/looks/html.ts'
import { setUpSharedPage } from '../support/test-page.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// What the tour of every screen does not see: that its second engine is awake, and forms that are refused (trust cases A11-02 and 15).

const site = setUpSite(borrowServer)
let page: Page

const opened = setUpSharedPage(() => openPage(site.browser, site.server.url))
beforeEach(() => void (page = opened().page))

test('A11-02 the second engine is awake: it sees a picture without words and grey letters on white', async () => {
  await page.goto('/login')
  await waitUntilSettled(page)
  await page.evaluate(`(() => {
    const picture = new Image()
    const pale = document.createElement('p')
    pale.textContent = 'Illisible'
    pale.style.color = '#ddd'
    pale.style.background = '#fff'
    document.querySelector('main').append(picture, pale)
  })()`)
  const codes = (await codeSnifferProblems(page)).join('\n')
  expect(codes).toMatch(/1_1_1\.H37/)
  expect(codes).toMatch(/1_4_3\.G18/)
})

describe('A11-15 a form sent empty', () => {
  test.each(['/login', '/register', '/forgot-password', '/reset-password/un-jeton-de-passage'])(
    '%s tells each field what is missing, and leads to the first',
    async (address) => {
      await page.goto(address)
      await waitUntilSettled(page)
      await page.locator('form button[type="submit"]').click()
      const refused = page.locator('[aria-invalid="true"]')
      await refused.first().waitFor()
      expect(await fieldProblems(page)).toEqual([])
      await expect.poll(() => refused.first().and(page.locator(':focus')).count()).toBe(1)
      // A field about the person says which, for the browser to fill it.
      expect(await page.locator('form input:not([autocomplete])').count()).toBe(0)
    },
  )
})
