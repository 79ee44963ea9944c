import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import type { Api } from './api.ts'

/** What is done again and again in a chat with an assistant. @param page of the moment */
export function assistantChat(page: () => Page) {
  const field = () => page().getByLabel('Votre message', { exact: true })
  const idle = async (on = page()) => {
    await on.locator('[role="log"][aria-busy="false"]').waitFor({ timeout: 60_000 })
    await on.locator('form textarea[aria-disabled="false"]').last().waitFor()
  }
  const enter = async (assistant_id: string, more = '') => {
    await page().goto(`/chatbot-assistant?assistant=${assistant_id}${more}`)
    await page().waitForURL(/conversation=/)
    await page().getByRole('article').first().waitFor()
    await idle()
  }
  return {
    field,
    /** Nothing is being answered, and the field may be written in. */
    idle,
    /** A button beside the field. */
    chip: (name: string | RegExp, on = page()) => on.getByRole('button', { name, exact: true }),
    /** What the thread says between its messages. */
    line: (text: string, on = page()) => on.getByRole('log').getByText(text, { exact: true }),
    /** @param more of the address: `&project=…` */
    enter,
    /** A conversation with the assistant of that place in the list. */
    async enterNth(api: Api, nth: number, more?: string) {
      const assistant = (await api(routes.assistants.list, { query: {} }))[nth]!
      await enter(assistant.id, more)
      return assistant
    },
    async ask(question: string): Promise<void> {
      await field().fill(question)
      await page().getByRole('button', { name: 'Envoyer', exact: true }).click()
      await page().getByRole('article').getByText(question).first().waitFor()
      await idle()
    },
  }
}
