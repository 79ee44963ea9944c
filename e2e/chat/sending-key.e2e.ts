import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'

// What sends a message: Ctrl + Enter (specification, chapter 2), or Enter for who chose so.

const one = setUpPerson('touche', { isNewEachTime: true, expected: [/Failed to load resource/] })
let page: Page

beforeEach(async () => {
  page = one.page
  await page.goto('/biblio-rag')
  await waitUntilSettled(page)
})

const field = () => page.getByRole('textbox', { name: 'Votre message' })

test('Enter goes to the next line until a person says that it sends; Shift + Enter does then', async () => {
  await field().fill('Quels horaires')
  await page.keyboard.press('Enter')
  expect(await field().inputValue()).toBe('Quels horaires\n')
  await page.getByText('Ctrl + Entrée pour envoyer', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Envoyer avec Entrée', exact: true }).click()
  await page.getByText('Maj + Entrée pour aller à la ligne').waitFor()
  await expectAccessible(page, 'sending key')

  await field().fill('Quels horaires')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('pour la mairie ?')
  expect(await field().inputValue()).toBe('Quels horaires\npour la mairie ?')
  await page.keyboard.press('Enter')
  await page.getByText('pour la mairie ?').first().waitFor()
  await expect.poll(() => field().inputValue()).toBe('')

  // The choice is the person's, and not this page's.
  await page.goto('/profile')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Préférences' }).click()
  const choice = page.getByRole('switch', { name: /Envoyer les messages avec Entrée/ })
  expect(await choice.isChecked()).toBe(true)
  await choice.click({ force: true })
  await expect.poll(() => choice.isChecked()).toBe(false)
  await page.goto('/biblio-rag')
  await page.getByRole('button', { name: 'Envoyer avec Entrée', exact: true }).waitFor()
})

test('a choice that cannot be kept says so, and what is typed stays', async () => {
  await page.route('**/api/profile/preferences', (route) =>
    route.fulfill({ status: 503, json: { error: 'Le serveur est occupé.', code: 'server.unavailable' } }),
  )
  await field().fill('Quels horaires')
  await page.getByRole('button', { name: 'Envoyer avec Entrée', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'occupé' }).waitFor()
  expect(await field().inputValue()).toBe('Quels horaires')
  await page.getByRole('button', { name: 'Envoyer avec Entrée', exact: true }).waitFor()
})
