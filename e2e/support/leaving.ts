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
