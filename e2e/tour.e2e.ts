import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import type { OpenPage } from './support/browser.ts'
import { edgeProblems, fieldProblems, keepMotions, motionsSeen, nameProblems, tableProblems } from './support/controls.ts'
import { htmlProblems } from './support/html.ts'
import { codeSnifferProblems } from './support/html-codesniffer.ts'
import { keyboardProblems, markProblems } from './support/keyboard.ts'
import { landmarkProblems, sidewaysProblems, smallTargets } from './support/layout.ts'
import { settled } from './support/pages.ts'
import { screenshot } from './support/screenshots.ts'
import { startServer } from './support/server.ts'
import type { AppServer } from './support/server.ts'
import { appearances, change } from './tour/appearances.ts'
import type { Appearance } from './tour/appearances.ts'
import { redirections, screens } from './tour/screens.ts'
import type { Screen } from './tour/screens.ts'
import { putInState, states } from './tour/states.ts'
import type { State } from './tour/states.ts'
import { keepTokens, makeWorld } from './tour/world.ts'
import type { World } from './tour/world.ts'

// Every screen, filled, empty and failing, light and dark, wide and narrow: pictures to look at in artifacts/screens, and what
// can be said of all of them at once (trust cases A11-01, 02, 03, 07, 10, 12 to 17, 20, 23). A page is loaded once in each
// state, and looked at in all its appearances: the machine's time goes to looking.

let server: AppServer
let browser: Browser
let world: World
let tokenOf: ReturnType<typeof keepTokens>
const titles = new Map<string, string>()

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  world = await makeWorld(server)
  tokenOf = keepTokens(server, world)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function arrive(screen: Screen): Promise<OpenPage> {
  const opened = await openPage(browser, server.url, { expected: [/Failed to load resource/] })
  if (screen.who !== 'nobody') {
    const token = await tokenOf(screen.who)
    await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  }
  return opened
}

/** @returns whether the state changes something of the screen */
async function show({ page }: OpenPage, screen: Screen, state: State): Promise<boolean> {
  const isTouched = await putInState(page, state)
  await page.goto(screen.address(world))
  await settled(page)
  return isTouched()
}

/** The lines of every look, each saying where it was seen. */
function notebook() {
  const found: string[] = []
  return { found, note: (where: string, problems: string[]) => void found.push(...problems.map((problem) => `${where}: ${problem}`)) }
}

// WCAG 1.4.4 and 1.4.12; a constructed sheet, which the content policy of the page allows.
const roomyText = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% !important } * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
  document.adoptedStyleSheets.push(sheet)
})()`
const usualText = '(() => void document.adoptedStyleSheets.pop())()'

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
  let opened: OpenPage
  /** Whether the page is as its first look leaves it: filled, and nothing else done to it. */
  let isFresh = false

  beforeAll(async () => {
    opened = await arrive(screen)
    await keepMotions(opened.page)
  })

  afterAll(() => opened?.close())

  const look = async (state: State, { theme, width }: Appearance, what: 'all' | 'colours') => {
    const { page } = opened
    const { found, note } = notebook()
    const where = `${state} ${theme} ${width}`
    await screenshot(page, `tour-${nameOf(screen)}-${state}`)
    note(where, await accessibilityProblems(page, what))
    if (what === 'all') {
      note(where, await sidewaysProblems(page))
      note(where, await smallTargets(page))
      note(where, await landmarkProblems(page))
    }
    if (theme === 'light') note(where, await htmlProblems(page))
    if (theme === 'light' && width === 1280 && state !== 'empty') note(where, await codeSnifferProblems(page))
    return found
  }

  test('stands in light and dark: filled, empty and failing, at 1280 and 390 px, and a second engine finds nothing either', { timeout: 240_000 }, async () => {
    const { page } = opened
    const found: string[] = []
    await page.emulateMedia({ forcedColors: 'none' })
    // Filled at the end: what follows goes on with that page.
    for (const state of states.toReversed()) {
      const [first, ...others] = appearances(state)
      await change(page, first)
      if (!(await show(opened, screen, state))) continue
      found.push(...(await look(state, first, 'all')))
      const widths = new Set([first.width])
      for (const appearance of others) {
        await change(page, appearance)
        await settled(page)
        // The same page at the same width: its colours alone are new.
        found.push(...(await look(state, appearance, widths.has(appearance.width) ? 'colours' : 'all')))
        widths.add(appearance.width)
      }
    }
    isFresh = true
    expect(found).toEqual([])
  })

  test('goes by the keyboard, at 400 %, with larger text and wider spacing, names its controls in French, labels its fields and tables, keeps still, and stands in high contrast', async () => {
    const { page } = opened
    const { found, note } = notebook()
    await page.emulateMedia({ forcedColors: 'none' })
    await change(page, { theme: 'light', width: 1280 })
    if (isFresh) await settled(page)
    else await show(opened, screen, 'filled')
    isFresh = false
    titles.set(nameOf(screen), await page.title())
    note('names', await nameProblems(page))
    note('fields', await fieldProblems(page))
    note('tables', await tableProblems(page))
    note('motion', await motionsSeen(page))
    await page.evaluate(roomyText)
    note('large text', await sidewaysProblems(page))
    await page.evaluate(usualText)
    await change(page, { theme: 'light', width: 320 })
    await settled(page)
    note('400 %', await sidewaysProblems(page))
    await change(page, { theme: 'light', width: 1280 })
    await settled(page)
    note('keyboard', await keyboardProblems(page))
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    note('high contrast', await edgeProblems(page))
    note('high contrast', await markProblems(page))
    expect(found).toEqual([])
  })
})

test('every screen has a title of its own', () => {
  // The document search is one screen, before its first question and after it.
  const seen = [...titles].filter(([name]) => !name.startsWith('home') && !name.endsWith('-admin') && name !== 'documentSearch')
  expect(new Set(seen.map(([, title]) => title)).size).toBe(seen.length)
})
