import type { Page } from 'playwright-core'

/** What is done again and again in a chat with an assistant. @param page of the moment */
export function assistantChat(page: () => Page) {
  const field = () => page().getByLabel('Votre message', { exact: true })
  const idle = (on = page()) => on.locator('[role="log"][aria-busy="false"]').waitFor({ timeout: 60_000 })
  return {
    field,
    /** Nothing is being answered. */
    idle,
    /** A button beside the field. */
    chip: (name: string | RegExp, on = page()) => on.getByRole('button', { name, exact: true }),
    /** What the thread says between its messages. */
    line: (text: string, on = page()) => on.getByRole('log').getByText(text, { exact: true }),
    /** @param more of the address: `&project=…` */
    async enter(assistant_id: string, more = ''): Promise<void> {
      await page().goto(`/chatbot-assistant?assistant=${assistant_id}${more}`)
      await page().waitForURL(/conversation=/)
      await page().getByRole('article').first().waitFor()
      await idle()
    },
    async ask(question: string): Promise<void> {
      await field().fill(question)
      await page().getByRole('button', { name: 'Envoyer', exact: true }).click()
      await page().getByRole('article').getByText(question).first().waitFor()
      await idle()
    },
  }
}
