import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

/** Takes screenshots wide and light, then narrow and dark, then restores the appearance. */
async function look(page: Page, name: string): Promise<void> {
  await screenshot(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await waitUntilSettled(page)
  await screenshot(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a limit is set, said at 80 %, stops before the model, keeps what is typed, and is raised', async () => {
  const person = await createAccount(site.server.admin, `jetons.${uniqueSuffix()}`, { first_name: 'Jeanne', last_name: 'Jetons' })
  const api = await apiAs(site.server.url, person)
  await api(routes.chat.simple, { body: { message: 'Que dire de la glycine de la mairie ?' } })
  const { prompt_tokens, completion_tokens, renews_at } = await api(routes.quotas.own)
  const used = prompt_tokens + completion_tokens
  const day = new Date(renews_at).toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: 'Europe/Paris' })

  const office = await visit(await site.server.administrator())
  const setLimit = async (typed: string, said: string) => {
    await office.page.goto(`/users?recherche=${person.username}`)
    await office.page.getByRole('button', { name: 'Autres actions pour Jeanne Jetons' }).click()
    await office.page.getByRole('menuitem', { name: 'Limite de jetons' }).click()
    const field = office.page.getByRole('dialog').getByRole('textbox', { name: 'Jetons par mois' })
    await field.fill('beaucoup')
    await office.page.getByRole('button', { name: 'Enregistrer' }).click()
    await office.page.getByText('Écrivez un nombre entier de jetons').waitFor()
    await expectAccessible(office.page, 'limit of tokens')
    await field.fill(typed)
    await field.press('Enter')
    await office.page.getByText(said).waitFor()
  }
  await setLimit(String(Math.ceil(used / 0.85)), 'La limite de «\u00a0Jeanne Jetons\u00a0» est de')

  const { page, watch } = await visit(person)
  await page.goto('/chatbot')
  const warning = page.getByRole('status').filter({ hasText: 'de vos jetons du mois sont utilisés' })
  await warning.waitFor()
  expect(await warning.innerText()).toContain(`Ils reviennent le 1er\u00a0${day}`)
  await waitUntilSettled(page)
  await expectAccessible(page, 'a chat at 80 %')
  await look(page, 'quota-near')
  const field = page.getByRole('textbox', { name: 'Votre question' })
  const send = async (text: string) => {
    await field.fill(text)
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  }
  await send('Et des rosiers ?')
  // Said in the conversation that is open, too.
  await page.getByRole('status').filter({ hasText: 'Il n’y a plus de jetons ce mois-ci' }).waitFor()
  expect((await api(routes.quotas.own)).replies).toBe(2)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).waitFor()
  watch.expect(/status of 429/)
  await send('Et du lierre, dites-moi ?')
  // A stream that is refused: the apology of the specification in the thread, with the sentence of the server under it.
  const refused = page.getByRole('article').last()
  await refused.getByRole('alert').getByText('Désolé, une erreur est survenue. Veuillez réessayer.').waitFor()
  await refused.getByText(new RegExp(`à partir du 1er\u00a0${day}\\s*; rien de ce que vous avez écrit n’est perdu`)).waitFor()
  await page.getByRole('article').getByText('Et du lierre, dites-moi ?').waitFor()
  await waitUntilSettled(page)
  await look(page, 'quota-spent')

  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Ma consommation' }).waitFor()
  await page.getByRole('progressbar', { name: 'Limite fixée pour vous' }).waitFor()
  await waitUntilSettled(page)
  await expectAccessible(page, 'one’s own use')
  await look(page, 'quota-own')

  await setLimit('1 000 000', 'est de 1\u202f000\u202f000\u00a0jetons par mois')
  await page.goto('/chatbot')
  await send('Et du lierre, dites-moi ?')
  await expect.poll(async () => (await api(routes.quotas.own)).replies).toBe(3)
})

test('a limit that a colleague has set meanwhile is what the form begins with', async () => {
  const { admin } = site.server
  const { username } = await createAccount(admin, `plafond.${uniqueSuffix()}`, { first_name: 'Paul', last_name: 'Plafond' })
  const { users } = await admin(routes.users.list, { query: { search: username } })
  const { page } = await visit(await site.server.administrator())
  await page.goto(`/users?recherche=${username}`)
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Jetons par mois' })
  const typed = async () => {
    await page.getByRole('button', { name: 'Autres actions pour Paul Plafond' }).click()
    await page.getByRole('menuitem', { name: 'Limite de jetons' }).click()
    const text = await field.inputValue()
    await page.getByRole('button', { name: 'Annuler' }).click()
    await field.waitFor({ state: 'detached' })
    return text
  }
  expect(await typed()).toBe('')
  await admin(routes.quotas.setUser, { params: { id: users[0]!.id }, body: { tokens: 5_000 } })
  expect(await typed()).toMatch(/^5\s000$/)
})
