import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { isFirefox } from '../browser.ts'
import { isFullProof } from '../whole.ts'

const folder = fileURLToPath(new URL('../../../artifacts/screens/', import.meta.url))

/**
 * Saves a screenshot as artifacts/screens/<name>-<width>-<theme>.png (<name>-firefox-… in Firefox), of the whole page by default. The theme is that of the
 * page. Screenshots are for people and prove nothing by themselves: they are saved only in a full proof, or when KEEP_SCREENS is set.
 */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  if (!isFullProof && !process.env['KEEP_SCREENS']) return
  const width = page.viewportSize()?.width ?? 0
  const dark = await page.evaluate<boolean>(
    `document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches`,
  )
  const path = join(folder, `${name}${isFirefox ? '-firefox' : ''}-${width}-${dark ? 'dark' : 'light'}.png`)
  await page.screenshot({ path, fullPage: options.fullPage ?? true, animations: 'disabled', caret: 'hide' })
}
