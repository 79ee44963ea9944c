import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import type { Theme } from '../browser.ts'
import { settled } from '../pages.ts'
import { screenshot } from './screenshots.ts'
import { isWhole } from '../whole.ts'

const telephone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

/**
 * Looks at what the person has before her eyes, on a telephone and, in a full proof, at a desk, where she then goes on.
 * @throws where axe finds something or the page scrolls sideways
 */
export async function lookAround(page: Page, name: string): Promise<void> {
  await look(page, name, 'dark', telephone, `journey-${name}`, { fullPage: false })
  if (isWhole) await look(page, name, 'light', desk, `journey-${name}`, { fullPage: false })
  await sitDown(page)
}

/** The same at a desk and on a telephone, light and dark, whole pages; she then goes on at the desk. */
export async function lookEveryWay(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) for (const size of [desk, telephone]) await look(page, name, theme, size, name)
  await sitDown(page)
}

async function look(page: Page, name: string, colorScheme: Theme, size: typeof desk, picture: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  await settled(page)
  await expectAccessible(page, `${name}, ${size.width}, ${colorScheme}`)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await screenshot(page, picture, options)
}

async function sitDown(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
}
