import type { Locator, Page } from 'playwright-core'

/** Waits for the first of several elements that contain these words. */
export const waitForFirst = (within: Page | Locator, words: RegExp): Promise<void> => within.getByText(words).first().waitFor()

/** Presses the first of the buttons with this name. */
export const pressFirst = (within: Page | Locator, name: RegExp): Promise<void> => within.getByRole('button', { name }).first().click()
