import { constants } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { clearAnnouncements, timesAnnounced } from './looks/announcements.ts'
import { waitUntilSettled } from './pages.ts'

export type FakeAnswer = { status: number; json?: object } | 'none'

/** Answer of a reverse proxy in place of the server: no error sentence. */
export const proxyError: FakeAnswer = { status: 500 }

/**
 * Helpers to check the messages that a page announces.
 * @param current returns the current page
 */
export function messageHelpers(current: () => Page) {
  const press = (name: string | RegExp, within: Page | Locator = current()) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
  const dialog = () => current().getByRole('dialog').or(current().getByRole('alertdialog'))
  return {
    press,
    dialog,
    fill: (label: string | RegExp, text: string) => current().getByLabel(label).and(current().locator('input, textarea')).first().fill(text),

    /** Closes the dialog. If asked, confirms that typed text is lost. */
    async cancel(): Promise<void> {
      await press('Annuler', dialog())
      const leave = current().getByRole('button', { name: 'Quitter sans enregistrer' })
      await expect.poll(async () => (await leave.count()) + Number((await dialog().count()) === 0)).toBe(1)
      if ((await leave.count()) > 0) await leave.click()
      await dialog().first().waitFor({ state: 'detached' })
    },

    async go(path: string): Promise<void> {
      await current().goto(path)
      await waitUntilSettled(current())
    },

    /** Runs `act`, then checks that the sentence is announced exactly once, also during the following moments. */
    async expectOnce(sentence: string, act: () => Promise<unknown>): Promise<void> {
      const page = current()
      // Announcements made when the page opened do not count.
      if (page.url() !== 'about:blank') await clearAnnouncements(page)
      await act()
      await expect.poll(() => timesAnnounced(page, sentence), { message: sentence }).toBe(1)
      await page.waitForTimeout(constants.focusAfterReplyMs * 3)
      expect(await timesAnnounced(page, sentence), sentence).toBe(1)
    },

    /** Answers these calls from now on. Previous replacements no longer apply. */
    async answer(method: string, path: RegExp, reply: FakeAnswer): Promise<void> {
      await current().unrouteAll({ behavior: 'ignoreErrors' })
      await current().route(
        (url) => path.test(url.pathname),
        (route) => {
          if (route.request().method() !== method) return route.fallback()
          if (reply === 'none') return route.abort('connectionrefused')
          return route.fulfill({ status: reply.status, ...(reply.json ? { json: reply.json } : { contentType: 'text/html', body: '<h1>Proxy</h1>' }) })
        },
      )
    },
  }
}
