import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { type Theme, isWhole } from '../whole.ts'
import { settled } from '../pages.ts'
import { screenshot } from './screenshots.ts'

const telephone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

/**
 * Checks the current screen on a phone and, in a full proof, on a desktop. The page then stays at the desktop size.
 * @throws when axe finds a problem or the page scrolls horizontally
 */
export async function lookAround(page: Page, name: string): Promise<void> {
  await look(page, name, 'dark', telephone, `journey-${name}`, { fullPage: false })
  if (isWhole) await look(page, name, 'light', desk, `journey-${name}`, { fullPage: false })
  await sitDown(page)
}

/**
 * Checks the current screen on a desktop and a phone, in light and dark themes, with screenshots of the whole page. The page then stays at the desktop
 * size.
 * @param part element scrolled into view before each check
 */
export async function lookEveryWay(page: Page, name: string, part?: Locator): Promise<void> {
  for (const theme of ['light', 'dark'] as const) for (const size of [desk, telephone]) await look(page, name, theme, size, name, {}, part)
  await sitDown(page)
}

async function look(
  page: Page,
  name: string,
  colorScheme: Theme,
  size: typeof desk,
  picture: string,
  options: { fullPage?: boolean } = {},
  part?: Locator,
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  await settled(page)
  await part?.scrollIntoViewIfNeeded()
  await expectAccessible(page, `${name}, ${size.width}, ${colorScheme}`)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await screenshot(page, picture, options)
}

async function sitDown(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
}
