import { routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Legal holds, in a town of more accounts than a list shows; the durations, where two people change them.

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
let admin: ApiClient
let colleague: ApiClient

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  colleague = await apiAs(site.server.url, await createAccount(admin, 'collegue.gels', { is_admin: true }))
})

/** Releases all holds, so that a second attempt starts in the same state. */
const releaseAll = async () => {
  for (const { id } of (await colleague(routes.retention.get)).holds) await colleague(routes.retention.release, { params: { id } })
}

test.each(oppositeAppearances)('any account can be held, however many there are ($width px)', async (options) => {
  await releaseAll()
  const rowOf = (name: string) => ({ line: 1, email: `${name}@mairie.fr`, username: name, first_name: '', last_name: '' })
  const names = [...Array.from({ length: 99 }, (_, at) => `agent.${at}`), 'zz.dernier']
  await admin(routes.users.import, { body: { rows: names.map(rowOf) } })
  const { page } = await visit(site.server.root, options)
  await page.goto('/conservation')
  await page.getByRole('button', { name: 'Geler…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Geler les purges' })
  const account = dialog.getByRole('combobox', { name: 'Compte' })
  await account.fill('agent.')
  await page.getByText('D’autres personnes correspondent : précisez.').waitFor()
  await account.fill('zz.')
  await page.getByRole('option', { name: /zz\.dernier/ }).click()
  await dialog.getByRole('button', { name: 'Retirer zz.dernier' }).waitFor()
  await expectAccessible(page, 'hold, an account')
  await screenshot(page, 'retention-hold-account', { fullPage: false })
  await dialog.getByLabel(/Motif/).fill('Enquête 2026-15')
  await dialog.getByRole('button', { name: 'Geler', exact: true }).click()
  await page.getByText('Compte « zz.dernier »').waitFor()
  await page.getByRole('button', { name: /Lever le gel/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lever le gel' }).click()
  await page.getByText('Aucun gel en cours.').waitFor()
  await page.locator('h1:focus').waitFor()
})

test('a hold that a colleague placed, or lifted, meanwhile is shown as it is once it is found out', async () => {
  await releaseAll()
  const { id } = await colleague(routes.retention.hold, { body: { user_id: null, reason: 'Enquête 2026-16' } })
  const { page } = await visit(site.server.root, { expected: [/status of 40[49]/], path: '/conservation' })
  await page.getByText('Enquête 2026-16').waitFor()
  await colleague(routes.retention.release, { params: { id } })
  await page.getByRole('button', { name: /Lever le gel/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lever le gel' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByText('Aucun gel en cours.').waitFor()

  const placed = await colleague(routes.retention.hold, { body: { user_id: null, reason: 'Enquête 2026-17' } })
  await page.getByRole('button', { name: 'Geler…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Geler les purges' })
  await dialog.getByText('Toutes les purges', { exact: true }).click()
  await dialog.getByLabel(/Motif/).fill('Enquête 2026-18')
  await dialog.getByRole('button', { name: 'Geler', exact: true }).click()
  await dialog.getByText('Un gel est déjà en place.').waitFor()
  await page.getByText('Enquête 2026-17').waitFor()
  expect(await page.getByText('Enquête 2026-18').count()).toBe(0)
  await colleague(routes.retention.release, { params: { id: placed.id } })
})

test('a duration that is chosen stays when another one is changed elsewhere, which is shown', async () => {
  // A second try begins where the first did.
  await admin(routes.retention.update, { body: { conversations: 730, mails: 30 } })
  const { page } = await visit(site.server.root)
  await page.goto('/conservation')
  const duration = (kind: string) => page.getByRole('button', { name: new RegExp(`Durée\\s: ${kind}`) })
  await duration('Conversations').click()
  await page.getByRole('option', { name: '3 mois' }).click()
  await admin(routes.retention.update, { body: { mails: 7 } })
  await duration('Courriels').getByText('7 jours').waitFor()
  expect(await duration('Conversations').innerText()).toContain('3\u00a0mois')
  await page.getByRole('button', { name: 'Enregistrer les durées' }).click()
  const kept = async () => Object.fromEntries((await admin(routes.retention.get)).rules.map(({ kind, days }) => [kind, days]))
  await expect.poll(kept).toMatchObject({ conversations: 90, mails: 7 })
  await expect.poll(() => page.getByRole('button', { name: 'Enregistrer les durées' }).isDisabled()).toBe(true)
  await admin(routes.retention.update, { body: { conversations: 180 } })
  await duration('Conversations').getByText('6 mois').waitFor()
})
