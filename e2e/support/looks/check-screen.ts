import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { type Theme, isFullProof } from '../whole.ts'
import { waitUntilSettled } from '../pages.ts'
import { screenshot } from './screenshots.ts'

const phoneViewport = { width: 390, height: 844 }
const desktopViewport = { width: 1280, height: 800 }

/**
 * Checks the current screen on a phone and, in a full proof, on a desktop. The page then stays at the desktop size.
 * @throws when axe finds a problem or the page scrolls horizontally
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await checkAppearance(page, name, 'dark', phoneViewport, `journey-${name}`, { fullPage: false })
  if (isFullProof) await checkAppearance(page, name, 'light', desktopViewport, `journey-${name}`, { fullPage: false })
  await restoreDesktop(page)
}

/**
 * Checks the current screen on a desktop and a phone, in light and dark themes, with screenshots of the whole page. Only the colours are checked again in
 * the dark theme. The page then stays at the desktop size.
 * @param part element scrolled into view before each check
 */
export async function checkEveryAppearance(page: Page, name: string, part?: Locator): Promise<void> {
  for (const theme of ['light', 'dark'] as const)
    for (const size of [desktopViewport, phoneViewport])
      await checkAppearance(page, name, theme, size, name, { part, scope: theme === 'dark' ? 'colours' : 'all' })
  await restoreDesktop(page)
}

async function checkAppearance(
  page: Page,
  name: string,
  colorScheme: Theme,
  size: typeof desktopViewport,
  picture: string,
  { fullPage = true, part, scope = 'all' }: { fullPage?: boolean; part?: Locator | undefined; scope?: 'all' | 'colours' } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  await waitUntilSettled(page)
  await part?.scrollIntoViewIfNeeded()
  await expectAccessible(page, `${name}, ${size.width}, ${colorScheme}`, scope)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await screenshot(page, picture, { fullPage })
}

async function restoreDesktop(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktopViewport)
}
