import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { inFirefox } from './browser.ts'

const folder = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url))

/**
 * Keeps what the page looks like in artifacts/screens/<name>-<width>-<theme>.png (<name>-firefox-…
 * in that browser), the whole height unless told otherwise. The theme is the one that the page shows.
 * @returns the path of the picture
 */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<string> {
  const width = page.viewportSize()?.width ?? 0
  const dark = await page.evaluate<boolean>(
    `document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches`,
  )
  const path = join(folder, `${name}${inFirefox ? '-firefox' : ''}-${width}-${dark ? 'dark' : 'light'}.png`)
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.screenshot({ path, fullPage: options.fullPage ?? true, animations: 'disabled', caret: 'hide' })
  return path
}
