import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { launchBrowser, openPage } from '../e2e/support/browser.ts'
import { settled, signIn } from '../e2e/support/pages.ts'
import { startServer } from '../e2e/support/servers/server.ts'

// Remakes the pictures of the README from the real application: `node tools/readme-screenshots.ts`, after a build.
const folder = path.resolve(import.meta.dirname, '../docs/images')
mkdirSync(folder, { recursive: true })

const server = await startServer()
const browser = await launchBrowser()
const { page, close } = await openPage(browser, server.url)
const picture = (name: string) => page.screenshot({ path: path.join(folder, `${name}.png`) })

await signIn(page, { username: 'admin', password: server.adminPassword })
await page.goto('/assistants')
await settled(page)
await picture('catalogue')
await page
  .getByRole('link', { name: /Rédacteur de délibérations/ })
  .or(page.getByRole('button', { name: /Rédacteur de délibérations/ }))
  .first()
  .click()
await page.getByText('Avez-vous un modèle interne à respecter').waitFor()
await page.waitForTimeout(500)
await picture('conversation')

await close()
await browser.close()
await server.close()
