import type { Locator, Page } from 'playwright-core'

/** Waits for words that stand in several places, where they stand first. */
export const seeFirst = (within: Page | Locator, words: RegExp): Promise<void> => within.getByText(words).first().waitFor()

/** Presses the first of the buttons that are so named. */
export const pressFirst = (within: Page | Locator, name: RegExp): Promise<void> => within.getByRole('button', { name }).first().click()
