import { routes } from '@parvis/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiAs, uniqueSuffix, waitUntilIndexed, type ApiClient } from '../support/api.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { startServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'
import { uploadToBase } from '../support/upload.ts'

// A corpus of dated texts: imported by an administrator, then seen under a document that cites its articles.

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
let admin: ApiClient

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
})
afterEach(async () => {
  for (const { id } of (await admin(routes.corpora.list)).corpora) await admin(routes.corpora.remove, { params: { id } })
})

const version = (id: string, valid_from: string, valid_until: string | null) => ({
  id,
  valid_from,
  valid_until,
  state: valid_until === null ? 'VIGUEUR' : 'ABROGE',
  text: `Texte inventé ${id}.`,
})
const article = (number: string, versions: object[]) => ({ id: number, code: 'CGCT', number, path: ['Partie législative'], versions })
const corpus = (more: object = {}) => ({
  format: 'parvis-corpus',
  version: 1,
  name: 'Codes d’essai',
  source: 'Textes inventés',
  licence: 'Licence Ouverte 2.0',
  attribution: 'Textes inventés pour l’essai',
  extracted_on: '2026-11-01',
  codes: [{ id: 'CGCT', title: 'code général des collectivités territoriales', abbreviations: ['CGCT'] }],
  articles: [article('L2121-29', [version('v1', '2004-02-11', null)]), article('L2121-17', [version('v1', '2000-01-01', '2020-12-31')])],
  ...more,
})

const fileOf = (content: unknown) => ({ name: 'corpus.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) })

test('an administrator previews, imports and removes a corpus', async () => {
  const { page } = await visit(site.server.root, { path: '/bibliotheque' })
  await page.getByRole('navigation', { name: 'Base documentaire' }).getByRole('link', { name: 'Corpus de textes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Corpus de textes' }).waitFor()
  await page.getByText('Aucun corpus installé').waitFor()
  await checkEveryAppearance(page, 'corpora-empty')

  await page.locator('input[type="file"]').setInputFiles(fileOf(corpus()))
  await page.getByText('2 articles ajoutés').waitFor()
  await checkEveryAppearance(page, 'corpora-preview')
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await page.getByText('Le corpus est importé.').waitFor()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Codes d’essai' }) })
  await card.getByText('2 articles, 2 versions').waitFor()
  await card.getByText('Licence Ouverte 2.0').waitFor()
  await card.getByText('Non signé').waitFor()
  await checkEveryAppearance(page, 'corpora')

  await card.getByRole('button', { name: 'Retirer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click()
  await page.getByText('Le corpus « Codes d’essai » est retiré.').waitFor()
  await page.getByText('Aucun corpus installé').waitFor()
  expect((await admin(routes.corpora.list)).corpora).toEqual([])
})

test('a broken corpus is refused with its faults, and nothing changes', async () => {
  const { page, watch } = await visit(site.server.root, { path: '/bibliotheque/corpus' })
  watch.expect(/422/)
  await page
    .locator('input[type="file"]')
    .setInputFiles(fileOf(corpus({ articles: [article('L1', [version('v1', '2020-01-02', '2020-01-01')]), article('L2', [])] })))
  await page.getByText('sont inversées').first().waitFor()
  await page.getByText('au moins une version').waitFor()
  await checkEveryAppearance(page, 'corpora-refused')
  expect((await admin(routes.corpora.list)).corpora).toEqual([])
})

test('the articles that a document cites are listed under it with their state, where a corpus is installed', async () => {
  await waitUntilIndexed(admin)
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(corpus())]), 'corpus.json')
  const imported = await fetch(`${site.server.url}/api/administration/corpus`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(imported.status).toBe(201)
  const name = `acte-${uniqueSuffix()}.txt`
  const id = await uploadToBase(
    site.server.url,
    admin.token,
    name,
    'Vu l’article L. 2121-29 du CGCT ;\n\nVu l’article L. 2121-17 du CGCT ; vu l’article L. 9 du même code.',
    {
      category: 'Actes',
    },
  )
  await waitUntilIndexed(admin)
  const { page } = await visit(site.server.root, { path: `/bibliotheque?document=${id}` })
  const cited = page.getByRole('region', { name: 'Textes cités' })
  await cited.waitFor()
  expect((await cited.getByRole('listitem').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'article L. 2121-17 (CGCT) abrogé depuis le 1er janvier 2021',
    'article L. 9 (CGCT) inconnu dans ce texte',
    'article L. 2121-29 (CGCT) en vigueur depuis le 11 février 2004',
  ])
  await checkEveryAppearance(page, 'cited-texts', cited)
})
