import { routes } from '@parvis/contract'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apiAs, createAccount } from '../support/api.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

const site = setUpSite(() => startServer())
const visit = pageVisits(site)

test('PRV-10 an administrator reads, filters and exports the trail; the export is in it', async () => {
  const admin = await apiAs(site.server.url, site.server.root)
  const agent = await createAccount(admin, `nora${Date.now()}`)
  await expect(apiAs(site.server.url, { ...agent, password: 'pas-le-bon' })).rejects.toThrow(': 401 ')
  await admin(routes.announcements.publish, { body: { text: 'Maintenance ce soir.' } })
  await admin(routes.announcements.remove)
  const { page } = await visit(site.server.root)
  await page.goto('/tableau-de-bord/journal')
  await page.getByRole('heading', { level: 1, name: 'Journal d’audit' }).waitFor()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first()
  await row('Message à tous publié').waitFor()
  await checkEveryAppearance(page, 'journal')
  const asked = new Set<string | null>()
  page.on('request', (request) => void asked.add(new URL(request.url()).searchParams.get('person')))
  await page.getByRole('searchbox', { name: 'Personne' }).pressSequentially(agent.username, { delay: 40 })
  await row('Message à tous publié').waitFor({ state: 'detached' })
  await row('Compte créé').waitFor()
  // Once it rests, and not at each letter.
  expect(asked.size).toBeLessThan(agent.username.length / 2)
  await page.getByRole('button', { name: /Sorte d’acte/ }).click()
  await page.getByRole('option', { name: 'Refus et échecs' }).click()
  await row('Compte créé').waitFor({ state: 'detached' })
  await row('Refusé').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\ufeffNuméro;Date \(UTC\);Sorte;Acte;/)
  expect(file).toContain(`;${agent.username};`)
  expect(file).not.toContain('Message à tous')
  await page.getByText('Cet export est inscrit au journal').waitFor()
  await page.getByRole('searchbox', { name: 'Personne' }).fill('personne-de-ce-nom')
  await page.getByText('Aucun acte ne correspond.').waitFor()
  await page.getByRole('searchbox', { name: 'Personne' }).fill('')
  await page.getByRole('button', { name: /Sorte d’acte/ }).click()
  await page.getByRole('option', { name: 'Exports' }).click()
  await row('Journal d’audit exporté').waitFor()
})
