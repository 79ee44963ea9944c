import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import type { ApiClient } from './api.ts'

/**
 * Helpers for the chat with an assistant.
 * @param page returns the current page
 */
export function assistantChat(page: () => Page) {
  const field = () => page().getByLabel('Votre message', { exact: true })
  const waitUntilIdle = async (on = page()) => {
    await on.locator('[role="log"][aria-busy="false"]').waitFor({ timeout: 60_000 })
    await on.locator('form textarea[aria-disabled="false"]').last().waitFor()
  }
  const enter = async (assistant_id: string, extraQuery = '') => {
    await page().goto(`/chatbot-assistant?assistant=${assistant_id}${extraQuery}`)
    await page().waitForURL(/conversation=/)
    await page().getByRole('article').first().waitFor()
    await waitUntilIdle()
  }
  return {
    field,
    /** Waits until no reply is in progress and the message field can be used. */
    idle: waitUntilIdle,
    /** A button next to the message field. */
    composerButton: (name: string | RegExp, on = page()) => on.getByRole('button', { name, exact: true }),
    /** A notice shown between the messages of the thread. */
    notice: (text: string, on = page()) => on.getByRole('log').getByText(text, { exact: true }),
    /**
     * Opens a conversation with an assistant.
     * @param more rest of the query string: `&project=…`
     */
    enter,
    /** Opens a conversation with the assistant at this index of the list. */
    async enterNth(api: ApiClient, nth: number, more?: string) {
      const assistant = (await api(routes.assistants.list, { query: {} }))[nth]!
      await enter(assistant.id, more)
      return assistant
    },
    async ask(question: string): Promise<void> {
      await field().fill(question)
      await page().getByRole('button', { name: 'Envoyer', exact: true }).click()
      await page().getByRole('article').getByText(question).first().waitFor()
      await waitUntilIdle()
    },
  }
}
