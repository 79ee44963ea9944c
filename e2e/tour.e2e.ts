import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/looks/axe.ts'
import { openPage, type OpenPage } from './support/browser.ts'
import { edgeProblems, fieldProblems, recordMotions, recordedMotions, nameProblems, tableProblems } from './support/looks/controls.ts'
import { htmlProblems, codeSnifferProblems } from './support/looks/html.ts'
import { keyboardProblems, markProblems } from './support/looks/keyboard.ts'
import { landmarkProblems, horizontalOverflowProblems, smallTargets } from './support/looks/layout.ts'
import { waitUntilSettled } from './support/pages.ts'
import { screenshot } from './support/looks/screenshots.ts'
import { startServer } from './support/servers/server.ts'
import { isFullProof } from './support/whole.ts'
import { appearances, changeAppearance, setAppearance, type TourAppearance } from './tour/appearances.ts'
import { screens, type TourScreen } from './tour/screens.ts'
import { fakeAnswers, states, type TourState } from './tour/states.ts'
import { cacheTokens, makeWorld, type Identity, type TourData } from './tour/world.ts'
import { setUpSite } from './support/site.ts'

// Every screen, filled, empty and failing, light and dark, wide and narrow: pictures to look at in artifacts/screens (full proof), and what
// can be said of all of them at once (trust cases A11-01, 02, 03, 07, 10, 12 to 17, 20, 23). A page is loaded once in each
// state, and looked at in all its appearances: the machine's time goes to looking.

const site = setUpSite(() => startServer())
let world: TourData
let tokenOf: ReturnType<typeof cacheTokens>
/** Page shared by all the screens of a person: the browser loads and compiles the application once. */
const pages = new Map<Identity, { opened: OpenPage; token: string | undefined }>()
const titles = new Map<string, string>()

beforeAll(async () => {
  world = await makeWorld(site.server)
  tokenOf = cacheTokens(site.server, world)
})

async function arrive({ who }: TourScreen): Promise<OpenPage> {
  const token = who === 'nobody' ? undefined : await tokenOf(who)
  const known = pages.get(who)
  const opened = known?.opened ?? (await openPage(site.browser, site.server.url, { expected: [/Failed to load resource/] }))
  if (!known) await recordMotions(opened.page)
  if (token !== known?.token) await opened.context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  pages.set(who, { opened, token })
  return opened
}

/** Closes the page after a failed check or an unexpected problem: the next screen gets a new one. @throws in the second case */
async function leave({ who }: TourScreen, hasFailed: boolean): Promise<void> {
  const opened = pages.get(who)?.opened
  if (!opened || (!hasFailed && opened.watch.problems().length === 0)) return
  pages.delete(who)
  await opened.close()
}

/** @returns whether the state changes something of the screen */
async function show({ page }: OpenPage, screen: TourScreen, state: TourState, appearance: TourAppearance): Promise<boolean> {
  const faked = await fakeAnswers(page, state)
  try {
    await setAppearance(page, appearance)
    await page.goto(screen.address(world))
    await waitUntilSettled(page)
    return await faked.isAffected()
  } finally {
    // Whatever happened: what comes next on this page is as the server has it.
    await faked.end()
  }
}

/** Collects the problems of all checks, each with its screen. */
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

const nameOf = ({ name, path }: TourScreen) => name ?? path

test('the address of every screen is whole', () => {
  expect(screens.map((screen) => screen.address(world)).filter((address) => address.includes(':'))).toEqual([])
})

/** States to check. An empty page is a filled one with less content, and journeys see most of them: the tour checks them only in a full proof. */
const looked = isFullProof ? states : states.filter((state) => state !== 'empty')

describe.each(screens)('$path ($who)', (screen) => {
  let opened: OpenPage
  /** Page left by the first check in the filled state, until it is changed. */
  let fresh: OpenPage | undefined

  beforeEach(async () => void (opened = await arrive(screen)))

  afterEach(({ task }) => leave(screen, task.result?.state === 'fail'))

  const look = async (state: TourState, { theme, width }: TourAppearance, what: 'all' | 'colours') => {
    const { page } = opened
    const { found, note } = notebook()
    const where = `${state} ${theme} ${width}`
    await screenshot(page, `tour-${nameOf(screen)}-${state}`)
    note(where, await accessibilityProblems(page, what))
    note(where, await horizontalOverflowProblems(page))
    note(where, await smallTargets(page))
    note(where, await landmarkProblems(page))
    if (theme === 'light') note(where, await htmlProblems(page))
    if (theme === 'light' && width === 1280 && state !== 'empty') note(where, await codeSnifferProblems(page))
    return found
  }

  test('stands in light and dark: filled, empty and failing, at 1280 and 390 px, and a second engine finds nothing either', { timeout: 240_000 }, async () => {
    const { page } = opened
    const found: string[] = []
    let isTouched = true
    await page.emulateMedia({ forcedColors: 'none' })
    // Filled at the end: what follows goes on with that page.
    for (const state of looked.toReversed()) {
      const [first, ...others] = appearances(state)
      // What asks for nothing that can fail has nothing that can be missing.
      if (state !== 'filled' && !isTouched) continue
      isTouched = await show(opened, screen, state, first)
      if (!isTouched) continue
      found.push(...(await look(state, first, 'all')))
      const widths = new Set([first.width])
      for (const appearance of others) {
        await changeAppearance(page, appearance)
        await waitUntilSettled(page)
        // The same page at the same width: its colours alone are new.
        found.push(...(await look(state, appearance, widths.has(appearance.width) ? 'colours' : 'all')))
        widths.add(appearance.width)
      }
    }
    fresh = opened
    expect(found).toEqual([])
  })

  test('goes by the keyboard, at 400 %, with larger text and wider spacing, names its controls in French, labels its fields and tables, keeps still, and stands in high contrast', async () => {
    const { page } = opened
    const { found, note } = notebook()
    const usual = { theme: 'light', width: 1280 } as const
    await page.emulateMedia({ forcedColors: 'none' })
    if (fresh === opened) {
      await changeAppearance(page, usual)
      await waitUntilSettled(page)
    } else await show(opened, screen, 'filled', usual)
    fresh = undefined
    titles.set(nameOf(screen), await page.title())
    note('names', await nameProblems(page))
    note('fields', await fieldProblems(page))
    note('tables', await tableProblems(page))
    note('motion', await recordedMotions(page))
    await page.evaluate(roomyText)
    note('large text', await horizontalOverflowProblems(page))
    await page.evaluate(usualText)
    note('keyboard', await keyboardProblems(page))
    await page.emulateMedia({ forcedColors: 'active' })
    note('high contrast', await edgeProblems(page))
    note('high contrast', await markProblems(page))
    await page.emulateMedia({ forcedColors: 'none' })
    await changeAppearance(page, { theme: 'light', width: 320 })
    await waitUntilSettled(page)
    note('400 %', await horizontalOverflowProblems(page))
    expect(found).toEqual([])
  })
})

test('every screen has a title of its own', () => {
  // The document search is one screen, before its first question and after it.
  const seen = [...titles].filter(([name]) => !name.startsWith('home') && !name.endsWith('-admin') && name !== 'documentSearch')
  expect(new Set(seen.map(([, title]) => title)).size).toBe(seen.length)
})
