import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openPage } from './support/browser.ts'
import type { OpenPage } from './support/browser.ts'
import { edgeProblems, fieldProblems, keepMotions, motionsSeen, nameProblems, tableProblems } from './support/controls.ts'
import { codeSnifferProblems } from './support/html-codesniffer.ts'
import { keyboardProblems } from './support/keyboard.ts'
import { settled } from './support/pages.ts'
import { startServer } from './support/server.ts'
import type { AppServer } from './support/server.ts'
import { screens } from './tour/screens.ts'
import type { Screen } from './tour/screens.ts'
import { putInState } from './tour/states.ts'
import { makeWorld, tokenOf } from './tour/world.ts'
import type { World } from './tour/world.ts'

// What every screen owes, besides the tour: trust cases A11-02, 13, 15, 16, 17, 23.

let server: AppServer
let browser: Browser
let world: World

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  world = await makeWorld(server)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function arrive(screen: Screen): Promise<OpenPage> {
  const opened = await openPage(browser, server.url, { expected: [/Failed to load resource/] })
  if (screen.who !== 'nobody') {
    const token = await tokenOf(server, world.credentials[screen.who])
    await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  }
  await keepMotions(opened.page)
  return opened
}

describe.each(screens)('$path ($who)', (screen) => {
  test('names its controls in French, labels its fields and tables, keeps still, and stands in high contrast', async () => {
    const opened = await arrive(screen)
    const { page } = opened
    const found: string[] = []
    const note = (where: string, problems: string[]) => found.push(...problems.map((problem) => `${where}: ${problem}`))
    await page.goto(screen.address(world))
    await settled(page)
    note('names', await nameProblems(page))
    note('fields', await fieldProblems(page))
    note('tables', await tableProblems(page))
    note('motion', await motionsSeen(page))
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    note('high contrast', await edgeProblems(page))
    note('high contrast', await keyboardProblems(page))
    await opened.close()
    expect(found).toEqual([])
  })

  test('A11-02 a second engine finds nothing either, filled and failing', async () => {
    const opened = await arrive(screen)
    const found: string[] = []
    for (const state of ['filled', 'failing'] as const) {
      await putInState(opened.page, state)
      await opened.page.goto(screen.address(world))
      await settled(opened.page)
      found.push(...(await codeSnifferProblems(opened.page)).map((problem) => `${state}: ${problem}`))
    }
    await opened.close()
    expect(found).toEqual([])
  })
})

test('A11-02 the second engine is awake: it sees a picture without words and grey letters on white', async () => {
  const opened = await openPage(browser, server.url)
  await opened.page.goto('/login')
  await settled(opened.page)
  await opened.page.evaluate(`(() => {
    const picture = new Image()
    const pale = document.createElement('p')
    pale.textContent = 'Illisible'
    pale.style.color = '#ddd'
    pale.style.background = '#fff'
    document.querySelector('main').append(picture, pale)
  })()`)
  const codes = (await codeSnifferProblems(opened.page)).join('\n')
  await opened.close()
  expect(codes).toMatch(/1_1_1\.H37/)
  expect(codes).toMatch(/1_4_3\.G18/)
})

describe('A11-15 a form sent empty', () => {
  test.each(['/login', '/register', '/forgot-password', '/reset-password/un-jeton-de-passage'])(
    '%s tells each field what is missing, and leads to the first',
    async (address) => {
      const opened = await openPage(browser, server.url)
      const { page } = opened
      await page.goto(address)
      await settled(page)
      await page.locator('form button[type="submit"]').click()
      const refused = page.locator('[aria-invalid="true"]')
      await refused.first().waitFor()
      expect(await fieldProblems(page)).toEqual([])
      await expect.poll(() => refused.first().and(page.locator(':focus')).count()).toBe(1)
      // A field about the person says which, for the browser to fill it.
      expect(await page.locator('form input:not([autocomplete])').count()).toBe(0)
      await opened.close()
    },
  )
})
