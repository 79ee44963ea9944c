import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { inFirefox } from '../browser.ts'
import { isWhole } from '../whole.ts'

const folder = fileURLToPath(new URL('../../../artifacts/screens/', import.meta.url))

/**
 * Keeps what the page looks like in artifacts/screens/<name>-<width>-<theme>.png (<name>-firefox-…
 * in that browser), the whole height unless told otherwise. The theme is the one that the page shows. Pictures are looked at by
 * people and prove nothing by themselves: they are taken in a full proof, and wherever KEEP_SCREENS is set.
 */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  if (!isWhole && !process.env['KEEP_SCREENS']) return
  const width = page.viewportSize()?.width ?? 0
  const dark = await page.evaluate<boolean>(
    `document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches`,
  )
  const path = join(folder, `${name}${inFirefox ? '-firefox' : ''}-${width}-${dark ? 'dark' : 'light'}.png`)
  await page.screenshot({ path, fullPage: options.fullPage ?? true, animations: 'disabled', caret: 'hide' })
}
