import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { downloadedFile } from '../support/downloads.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { startServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'
import { uploadPersonal, uploadToBase } from '../support/upload.ts'

// Two documents compared: chosen from the base, dropped, exchanged, exported; and what is the same, unread or missing.

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
let admin: ApiClient

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
})

const oldText = `# Règlement de la médiathèque

## Article 1 – Prêt

Chaque lecteur emprunte 10 documents pour 21 jours.

| Public | Tarif |
| --- | --- |
| adulte | 12 € |
| enfant | 0 € |

## Article 2 – Retards

Une pénalité de 0,15 € par jour est due à compter du 1er mars 2026.

Le maire tranche les litiges.

## Article 3 – Postes informatiques

L’usage des postes est limité à une heure par jour et par personne.
`
const newText = `# Règlement de la médiathèque

## Article 1 – Postes informatiques

L’usage des postes est limité à une heure par jour et par personne.

## Article 2 – Prêt

Chaque lecteur emprunte 15 documents pour 28 jours.

| Public | Tarif |
| --- | --- |
| adulte | 14 € |
| enfant | 0 € |

## Article 3 – Retards

Une pénalité de 0,15 € par jour est due à compter du 1er juillet 2026.

Une copie du règlement est remise à l’inscription.
`

const figures = (page: Page) => page.getByRole('region', { name: 'Ce qui change en chiffres' }).getByRole('table')
const changes = (page: Page) =>
  page
    .getByRole('list')
    .filter({ has: page.locator('#changement-1') })
    .getByRole('listitem')

test('from a document of the base to what changes, in figures first, then word by word, and to Word', async () => {
  await uploadToBase(site.server.url, admin.token, 'médiathèque 2025.md', oldText, { category: 'Règlements' })
  await uploadToBase(site.server.url, admin.token, 'médiathèque 2026.md', newText, { category: 'Règlements' })
  await waitUntilIndexed(admin)
  const { page } = await visit(site.server.root)
  await page.goto('/bibliotheque')
  await page.getByRole('button', { name: 'Autres actions pour médiathèque 2025.md' }).click()
  await page.getByRole('menuitem', { name: 'Comparer avec un autre document' }).click()
  await page.getByRole('heading', { level: 1, name: 'Comparer deux documents' }).waitFor()
  const after = page.getByRole('region', { name: 'Après' })
  await after.getByRole('searchbox').fill('2026')
  await after.getByRole('button', { name: /médiathèque 2026\.md/ }).waitFor()
  await checkEveryAppearance(page, 'comparison-choice')
  await after.getByRole('button', { name: /médiathèque 2026\.md/ }).press('Enter')
  await figures(page).waitFor()
  for (const [before, next] of [
    ['10.documents', '15.documents'],
    ['21.jours', '28.jours'],
    ['12.€', '14.€'],
    ['1er mars 2026', '1er juillet 2026'],
  ])
    expect(
      await figures(page)
        .getByRole('row')
        .filter({ hasText: new RegExp(`${before}.*${next}`) })
        .count(),
    ).toBe(1)
  await checkEveryAppearance(page, 'comparison')

  const all = await changes(page).count()
  await page.getByRole('button', { name: /^Ajouté \(/ }).click()
  await expect.poll(() => changes(page).count()).toBeLessThan(all)
  await page.getByText('Une copie du règlement est remise à l’inscription.').waitFor()
  await page.getByRole('button', { name: /^Tous \(/ }).click()
  await figures(page)
    .getByRole('button', { name: /^Voir le changement/ })
    .last()
    .press('Enter')
  expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('1er')

  await changes(page)
    .filter({ hasText: '15' })
    .last()
    .getByRole('button', { name: /^après/ })
    .click()
  const viewer = page.getByRole('dialog')
  await viewer.getByText('Chaque lecteur emprunte 15 documents').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  const { name, bytes } = await downloadedFile(page, () => page.getByRole('button', { name: /Exporter en Word/ }).click())
  expect(name).toBe('Comparaison - médiathèque 2026.docx')
  expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Échanger avant et après' }).click()
  await figures(page)
    .getByRole('row')
    .filter({ hasText: /14.€.*12.€/ })
    .waitFor()
})

test('two files of one’s own, dropped; the same text in another typography; a document that is missing', async () => {
  const agent = await createAccount(admin, `lea${Date.now()}`)
  const { token } = await apiAs(site.server.url, agent)
  const before = await uploadPersonal(site.server.url, token, 'charte.md', '# Charte\n\nL’agent relit ce qu’un assistant écrit.\n')
  const { page } = await visit(agent, { expected: [/40[49]/] })
  await page.goto(`/comparer?avant=${before}`)
  const after = page.getByRole('region', { name: 'Après' })
  await after
    .locator('input[type=file]')
    .setInputFiles({ name: 'charte bis.md', mimeType: 'text/markdown', buffer: Buffer.from("# CHARTE\n\nL'agent relit  ce qu'un assistant écrit.\n") })
  await page.getByText('Aucun changement de fond').first().waitFor({ timeout: 30_000 })
  await checkEveryAppearance(page, 'comparison-same')
  const changed = await uploadPersonal(site.server.url, token, 'charte 2027.md', '# Charte\n\nL’agent relit sous 2 jours ce qu’un assistant écrit.\n')
  await page.goto(`/comparer?avant=${before}&apres=${changed}`)
  await page.getByRole('button', { name: 'Résumer ce qui change' }).press('Enter', { timeout: 30_000 })
  const summary = page.getByRole('region', { name: 'En résumé' })
  await summary
    .getByRole('button', { name: /^Source 1.: charte\.md/ })
    .first()
    .waitFor({ timeout: 60_000 })
  expect(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe('Résumé des changements')
  await checkEveryAppearance(page, 'comparison-summary', summary)
  await page.goto(`/comparer?avant=${before}&apres=${crypto.randomUUID()}`)
  await page.getByText('Ce que vous demandez n’existe pas, ou plus').waitFor()
  expect(await page.getByText('Ce que vous demandez n’existe pas, ou plus').isVisible()).toBe(true)
  await checkEveryAppearance(page, 'comparison-missing')
})
