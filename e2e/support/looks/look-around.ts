import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { settled } from '../pages.ts'
import { screenshot } from './screenshots.ts'
import { isWhole } from '../whole.ts'

const looks = [
  ['dark', 390, 844],
  ['light', 1280, 800],
] as const

/**
 * Looks at what the person has before her eyes, on a telephone and, in a full proof, at a desk, where she then goes on.
 * @throws where axe finds something or the page scrolls sideways
 */
export async function lookAround(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width, height] of isWhole ? looks : looks.slice(0, 1)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await settled(page)
    await expectAccessible(page, `${name}, ${width}, ${colorScheme}`)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await screenshot(page, `journey-${name}`, { fullPage: false })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}
