import { constants } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { forgetAnnouncements, timesAnnounced } from './looks/announcements.ts'
import { settled } from './pages.ts'

export type Answer = { status: number; json?: object } | 'none'

/** A proxy that answers in the place of the server, with no sentence. */
export const proxy: Answer = { status: 500 }

/** What a test does on the page that `current` gives, to hear what it is told. */
export function listening(current: () => Page) {
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

    /** Closes the dialog, and leaves behind what was typed in it where that is asked. */
    async cancel(): Promise<void> {
      await press('Annuler', dialog())
      const leave = current().getByRole('button', { name: 'Quitter sans enregistrer' })
      await expect.poll(async () => (await leave.count()) + Number((await dialog().count()) === 0)).toBe(1)
      if ((await leave.count()) > 0) await leave.click()
      await dialog().first().waitFor({ state: 'detached' })
    },

    async go(path: string): Promise<void> {
      await current().goto(path)
      await settled(current())
    },

    /** Does it, and waits until the sentence has been announced: once, and not a second time in the moments that follow. */
    async expectOnce(sentence: string, act: () => Promise<unknown>): Promise<void> {
      const page = current()
      // What came with the page is not what is looked at.
      if (page.url() !== 'about:blank') await forgetAnnouncements(page)
      await act()
      await expect.poll(() => timesAnnounced(page, sentence), { message: sentence }).toBe(1)
      await page.waitForTimeout(constants.focusAfterReplyMs * 3)
      expect(await timesAnnounced(page, sentence), sentence).toBe(1)
    },

    /** From now on this answers these calls, and nothing that was asked for before. */
    async answer(method: string, path: RegExp, reply: Answer): Promise<void> {
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
