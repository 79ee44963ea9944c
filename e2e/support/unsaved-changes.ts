import type { Page } from 'playwright-core'

const leaveDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u00a0?' })

/** Confirms the dialog that asks whether to leave without saving. */
export async function confirmLeaving(page: Page): Promise<void> {
  await leaveDialog(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await leaveDialog(page).waitFor({ state: 'detached' })
}

/** Refuses the dialog that asks whether to leave without saving, and stays on the page. */
export async function refuseLeaving(page: Page): Promise<void> {
  await leaveDialog(page).getByRole('button', { name: 'Continuer à écrire' }).click()
  await leaveDialog(page).waitFor({ state: 'detached' })
}

/** Creates a new conversation and goes back before the page can draw, as on a busy machine: it receives both navigations at once. */
export const createConversationAndGoBack = (page: Page): Promise<void> =>
  page.evaluate(`{
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Nouvelle conversation').click()
    history.back()
    const end = performance.now() + 500
    while (performance.now() < end);
  }`)
