import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import type { OpenPage, Theme } from './support/browser.ts'
import { htmlProblems } from './support/html.ts'
import { keyboardProblems } from './support/keyboard.ts'
import { landmarkProblems, sidewaysProblems, smallTargets } from './support/layout.ts'
import { settled } from './support/pages.ts'
import { screenshot } from './support/screenshots.ts'
import { startServer } from './support/server.ts'
import type { AppServer } from './support/server.ts'
import { redirections, screens } from './tour/screens.ts'
import type { Screen } from './tour/screens.ts'
import { putInState, states } from './tour/states.ts'
import type { State } from './tour/states.ts'
import { makeWorld, tokenOf } from './tour/world.ts'
import type { World } from './tour/world.ts'

// Every screen, filled, empty and failing, light and dark, wide and narrow: pictures to look at in artifacts/screens,
// and what can be said of all of them at once (trust cases A11-01, 03, 07, 10, 12, 14, 20).

let server: AppServer
let browser: Browser
let world: World
const titles = new Map<string, string>()

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  world = await makeWorld(server)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function arrive(screen: Screen, theme: Theme, width: number): Promise<OpenPage> {
  const opened = await openPage(browser, server.url, { theme, viewport: { width, height: width < 600 ? 844 : 800 }, expected: [/Failed to load resource/] })
  if (screen.who !== 'nobody') {
    const token = await tokenOf(server, world.credentials[screen.who])
    await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  }
  return opened
}

async function show({ page }: OpenPage, screen: Screen, state: State): Promise<void> {
  await putInState(page, state)
  await page.goto(screen.address(world))
  await settled(page)
}

// WCAG 1.4.4 and 1.4.12; a constructed sheet, which the content policy of the page allows.
const roomyText = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% !important } * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
  document.adoptedStyleSheets.push(sheet)
})()`

const nameOf = ({ name, path }: Screen) => name ?? path

test('no screen of the application is forgotten', () => {
  const source = readFileSync(new URL('../web/src/paths.ts', import.meta.url), 'utf8')
  const list = /export const paths = \{([\s\S]*?)\n\} as const/.exec(source)?.[1] ?? ''
  const names = [...list.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]!)
  expect(names.length).toBeGreaterThan(20)
  const known = new Set([...screens.map(({ path }) => path), ...redirections])
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

describe.each(screens)('$path ($who)', (screen) => {
  test.each(['light', 'dark'] as const)('stands in %s: filled, empty and failing, at 1280 and 390 px', async (theme) => {
    const opened = await arrive(screen, theme, 1280)
    const found: string[] = []
    const note = (where: string, problems: string[]) => found.push(...problems.map((problem) => `${where}: ${problem}`))
    for (const state of states) {
      for (const width of [1280, 390]) {
        await opened.page.setViewportSize({ width, height: width < 600 ? 844 : 800 })
        await show(opened, screen, state)
        const where = `${state} ${width}`
        await screenshot(opened.page, `tour-${nameOf(screen)}-${state}`)
        note(where, await accessibilityProblems(opened.page))
        note(where, await sidewaysProblems(opened.page))
        note(where, await smallTargets(opened.page))
        note(where, await landmarkProblems(opened.page))
        if (theme === 'light') note(where, await htmlProblems(opened.page))
      }
    }
    await opened.close()
    expect(found).toEqual([])
  })

  test('goes by the keyboard, at 400 %, with larger text and wider spacing', async () => {
    const opened = await arrive(screen, 'light', 1280)
    const { page } = opened
    const found: string[] = []
    await show(opened, screen, 'filled')
    titles.set(nameOf(screen), await page.title())
    found.push(...(await keyboardProblems(page)))
    await page.setViewportSize({ width: 320, height: 256 })
    await show(opened, screen, 'filled')
    found.push(...(await sidewaysProblems(page)).map((problem) => `400 %: ${problem}`))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(roomyText)
    found.push(...(await sidewaysProblems(page)).map((problem) => `large text: ${problem}`))
    await opened.close()
    expect(found).toEqual([])
  })
})

test('every screen has a title of its own', () => {
  const seen = [...titles].filter(([name]) => !name.startsWith('home') && !name.endsWith('-admin'))
  expect(new Set(seen.map(([, title]) => title)).size).toBe(seen.length)
})
