import type { Page } from 'playwright-core'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u00a0?' })

/** Agrees to lose what was typed, once asked. */
export async function leaveUnsaved(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await question(page).waitFor({ state: 'detached' })
}

/** Goes on writing, once asked. */
export async function keepWriting(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Continuer à écrire' }).click()
  await question(page).waitFor({ state: 'detached' })
}

/** Begins a new conversation and steps back before the page has drawn anything of it, as on a busy machine: it hears of both at once. */
export const beginAndStepBack = (page: Page): Promise<void> =>
  page.evaluate(`{
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Nouvelle conversation').click()
    history.back()
    const end = performance.now() + 500
    while (performance.now() < end);
  }`)
