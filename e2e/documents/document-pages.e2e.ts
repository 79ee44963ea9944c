import { beforeAll, expect, test } from 'vitest'
import { accessToken, apiAs, createAccount, uniqueSuffix, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// The document base, of which the server gives a page at a time.

const site = setUpSite(() => startServer({ PARVIS_DEMO: 'false' }))
const visit = pageVisits(site)
let admin: ApiClient
/** Access token of another person, because the page would follow changes by its own person. */
let colleague: string

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  colleague = await accessToken(site.server.url, await createAccount(admin, 'collegue'))
})

const upload = (name: string, category: string, length = 40, by = admin.token) =>
  uploadToBase(site.server.url, by, name, 'Le conseil délibère. '.padEnd(length, 'Texte '), { category })

test.each(oppositeAppearances)('is read on, searched, filtered and put in order by the server ($viewport.width px)', async (options) => {
  const category = `Délibérations ${options.theme} ${uniqueSuffix()}`
  for (let at = 0; at < 60; at += 1) await upload(`Délibération ${options.theme} ${String(at).padStart(2, '0')}.txt`, category, 40 + at)
  await waitUntilIndexed(admin)
  const { page } = await visit(site.server.root, options)
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/bibliotheque/documents')) asked.push(url)
  })
  await page.goto(`/bibliotheque?categorie=${encodeURIComponent(category)}`)
  await page.getByRole('status').filter({ hasText: '60 documents' }).waitFor()
  await waitUntilSettled(page)
  const rows = page.getByRole('rowheader')
  expect(await rows.count()).toBe(8)
  await screenshot(page, 'document-pages', { fullPage: false })

  // Brought by a colleague meanwhile: what follows is what followed.
  await upload(`Arrivée ${options.theme}.txt`, category, 40, colleague)
  await page.getByRole('button', { name: 'Afficher plus de documents' }).click()
  await expect.poll(() => rows.count()).toBe(33)
  await page.getByRole('button', { name: 'Afficher plus de documents' }).click()
  await expect.poll(() => rows.count()).toBe(58)
  await page.getByRole('button', { name: 'Afficher plus de documents' }).click()
  await expect.poll(() => rows.count()).toBe(60)
  const names = await page.locator('tbody th').evaluateAll((cells) => (cells as unknown as { textContent: string }[]).map(({ textContent }) => textContent))
  expect(new Set(names).size).toBe(60)
  expect(await page.evaluate<string>('document.activeElement?.textContent ?? ""')).toContain(`Délibération ${options.theme} 01.txt`)
  expect(await page.getByRole('button', { name: 'Afficher plus de documents' }).count()).toBe(0)
  await expectAccessible(page, 'document base, whole')

  await page.getByRole('button', { name: /Trier par/ }).click()
  await page.getByRole('option', { name: 'Nom du fichier' }).click()
  await rows.first().getByText(`Arrivée ${options.theme}.txt`).waitFor()
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill('DELIBERATION')
  await page.getByRole('status').filter({ hasText: '60 documents' }).waitFor()
  await rows.first().getByText(`Délibération ${options.theme} 00.txt`).waitFor()
  await page.waitForURL((url) => url.searchParams.get('recherche') === 'DELIBERATION' && url.searchParams.get('tri') === 'name')
  await screenshot(page, 'document-pages-found', { fullPage: false })
  await page.reload()
  await rows.first().getByText(`Délibération ${options.theme} 00.txt`).waitFor()
  expect(asked.every(({ pathname }) => pathname.endsWith('/page'))).toBe(true)
})

test('what is shown stays when its suite cannot be read, and can be asked again', async () => {
  const { page, watch } = await visit(site.server.root)
  watch.expect(/status of 503/)
  await page.goto('/bibliotheque')
  await page.getByRole('table').waitFor()
  await page.route('**/api/bibliotheque/documents/page*cursor=*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Une panne', code: 'server.unavailable' } }),
  )
  await page.getByRole('button', { name: 'Afficher plus de documents' }).click()
  await page.getByRole('alert').getByText('La suite des documents n’a pas pu être chargée.').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(8)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(33)
})
