import { routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { oppositeAppearances } from '../support/whole.ts'
import { openSite } from '../support/site.ts'
import { visits } from '../support/visits.ts'

// Legal holds, in a town of more accounts than a list shows; the durations, where two people change them.

const site = openSite(() => startServer())
const visit = visits(site)
let admin: Api

beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))

test.each(oppositeAppearances)('any account can be held, however many there are ($width px)', async (options) => {
  const rowOf = (name: string) => ({ line: 1, email: `${name}@mairie.fr`, username: name, first_name: '', last_name: '' })
  const names = [...Array.from({ length: 99 }, (_, at) => `agent.${at}`), 'zz.dernier']
  await admin(routes.users.import, { body: { rows: names.map(rowOf) } })
  const { page } = await visit(site.server.root, options)
  await page.goto('/conservation')
  await page.getByRole('button', { name: 'Geler…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Geler les purges' })
  await dialog.getByText('autres comptes : précisez la recherche').waitFor()
  await dialog.getByLabel('Rechercher un compte').fill('zz.')
  await dialog.getByText(/précisez la recherche/).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: /Que geler/ }).click()
  await page.getByRole('option', { name: /zz\.dernier/ }).click()
  // Who was chosen stays, whatever is looked for next.
  await dialog.getByLabel('Rechercher un compte').fill('agent.1')
  await dialog.getByText(/précisez la recherche/).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: /Que geler.*zz\.dernier|zz\.dernier.*Que geler/ }).waitFor()
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
