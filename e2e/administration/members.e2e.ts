import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, uniqueSuffix } from '../support/api.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Members of a service: several people at once, found by suggestions or pasted.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
/** Makes a unique name: a second attempt does not find the accounts of the first. */
const fresh = (name: string) => `${name}.${uniqueSuffix()}`
const phone = { viewport: { width: 390, height: 844 }, theme: 'dark' as const }

test('ten agents join a new service in four acts, by a pasted list; one is found by the keyboard alone on a phone', async () => {
  const { admin } = site.server
  const boss = await site.server.administrator()
  const name = fresh('Médiathèque')
  const agents = await Promise.all(
    Array.from({ length: 10 }, (_, at) => createAccount(admin, fresh(`lecture${at}`), { first_name: `Anouk${at}`, last_name: 'Quéré' })),
  )
  const { page } = await visit(boss, { path: '/services' })
  let acts = 0
  const { promise: dialogClosed, resolve: releaseList } = Promise.withResolvers<void>()
  const act = async (work: Promise<unknown>) => {
    acts += 1
    await work
  }
  await act(page.getByRole('button', { name: 'Nouveau service' }).click())
  await page.getByLabel('Nom').waitFor()
  await act(page.keyboard.type(`${name}\n`))
  const members = page.getByRole('dialog', { name: /Membres de/ })
  await expect.poll(() => focusedName(page)).toContain('Ajouter des personnes')
  await act(paste(page, agents.map(({ username }) => `Quéré <${username}@ville.example>`).join('; ')))
  await members.getByRole('button', { name: 'Retirer Anouk9 Quéré' }).waitFor()
  await screenshot(page, 'services-ten-chosen', { fullPage: false })
  // The new list of members comes late: the focus must not be lost meanwhile, nor the Escape that closes the dialog.
  await page.route('**/members', async (route) => {
    if (route.request().method() === 'GET') await dialogClosed
    await route.fallback()
  })
  await act(members.getByRole('button', { name: 'Ajouter 10 personnes' }).click())
  await members.getByText('10 personnes ajoutées au service.').waitFor()
  expect(acts).toBeLessThanOrEqual(6)
  const { id } = (await admin(routes.teams.list)).find((team) => team.name === name)!
  expect(await admin(routes.teams.members, { params: { id } })).toHaveLength(10)
  await page.keyboard.press('Escape')
  await members.waitFor({ state: 'detached' })
  releaseList()

  // The list of accounts knows them by their service.
  await page.goto(`/users?service=${id}`)
  await page.getByText('10 comptes', { exact: true }).waitFor()
  await expectAccessible(page, '/users, of one service')
  await screenshot(page, 'users-of-service', { fullPage: false })
  await page.getByRole('button', { name: /^Modifier Anouk0/ }).click()
  const form = page.getByRole('dialog', { name: /Modifier/ })
  await form.getByRole('button', { name: `Retirer ${name}` }).click()
  await expectAccessible(page, '/users, the services of an account')
  await screenshot(page, 'user-services', { fullPage: false })
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('9 comptes', { exact: true }).waitFor()

  const small = (await visit(boss, { ...phone, path: '/services' })).page
  await small.getByRole('button', { name: `Membres de ${name}` }).press('Enter')

  await expect.poll(() => focusedName(small)).toContain('Ajouter des personnes')
  await small.keyboard.type('anouk0')
  await small.getByRole('option', { name: /Anouk0/ }).waitFor()
  await screenshot(small, 'services-suggestions-phone', { fullPage: false })
  await small.keyboard.press('Escape')
  await small.getByRole('option').waitFor({ state: 'detached' })
  await small.keyboard.press('ArrowDown')
  await small.getByRole('option', { name: /Anouk0/ }).waitFor()
  await small.keyboard.press('Enter')
  await small.getByRole('button', { name: 'Retirer Anouk0 Quéré' }).waitFor()
  await expectAccessible(small, '/services, a chosen person, dark and narrow')
  await admin(routes.teams.remove, { params: { id } })
})

/** Pastes a text into the focused field. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
