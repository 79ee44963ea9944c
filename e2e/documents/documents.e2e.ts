import { constants, routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { downloadedFile } from '../support/downloads.ts'
import { pressFirst, waitForFirst, waitUntilSettled, type Credentials, watchLifetime } from '../support/pages.ts'
import { makePdf } from '../support/make-pdf.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// The document base and the single-document search (specification, chapters 2, 4 and 8): bring, watch, read, ask, remove.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let admin: ApiClient
let boss: Credentials

beforeAll(async () => {
  boss = await site.server.administrator()
  admin = await apiAs(site.server.url, boss)
  await waitUntilIndexed(admin)
})

const deliberation = {
  name: 'Délibération piscine.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf([
    [
      'Ville de Valmont',
      'Extrait du registre des délibérations du conseil municipal',
      '',
      'Objet : séance du 12 mars. Le quorum est atteint et la séance est ouverte.',
    ],
    [
      "Article 4. Le tarif d'entrée de la piscine intercommunale est fixé à 3,20 euros",
      'pour les habitants de la communauté, à compter du premier septembre.',
      '',
      'Fait et délibéré en séance, les jour, mois et an que dessus.',
    ],
  ]),
}
const note = {
  name: 'Note astreintes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    'Note de service sur les astreintes hivernales.\n\nLes agents de la voirie assurent une astreinte de déneigement du 15 novembre au 15 mars.\n',
  ),
}
const broken = { name: 'abîmé.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nrien de lisible\n%%EOF\n') }

/** Waits for the announcer of screen readers to be empty: it keeps an empty image for some seconds after a waiting button has disappeared. */
async function quiet(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-live-announcer] [role="img"]').count(), { timeout: 15_000 }).toBe(0)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })
/** Button in the row of a document. */
const button = (page: Page, act: string, name: string) => row(page, name).getByRole('button', { name: `${act} ${name}` })
const files = (page: Page) => page.locator('input[type="file"]')

test('documents are brought, watched until they are read, read, asked, changed and removed', async () => {
  // A run before this one may have left them.
  for (const { id, original_filename } of (await admin(routes.documents.list, { query: {} })).documents)
    if ([deliberation.name, note.name].includes(original_filename)) await admin(routes.documents.remove, { params: { id } })
  const { page } = await visit(boss, { path: '/bibliotheque' })
  const { counts } = await admin(routes.documents.categories)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const counted = page.getByRole('status').filter({ hasText: `${total}\u00a0documents` })
  await counted.waitFor()
  await expectAccessible(page, 'document base')
  await screenshot(page, 'document-base')

  await page.getByRole('button', { name: 'Ajouter des documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  await dialog.getByRole('button', { name: 'Charger', exact: true }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Veuillez sélectionner un fichier' }).waitFor()
  await expectAccessible(page, 'document base, no file chosen')
  expect(await dialog.getByRole('button', { name: /Catégorie/ }).textContent()).toContain('Notes internes')
  await files(page).setInputFiles([deliberation, note])
  await screenshot(page, 'document-base-upload', { fullPage: false })
  await dialog.getByRole('button', { name: 'Charger 2\u00a0fichiers' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: '2\u00a0documents chargés dans la bibliothèque' }).waitFor()
  await row(page, deliberation.name).getByText('Indexé').waitFor({ timeout: 60_000 })
  await row(page, note.name).getByText('Indexé').waitFor({ timeout: 60_000 })

  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill('deliberation PISCINE')
  await page.getByRole('status').filter({ hasText: '1\u00a0document' }).waitFor()

  await page.getByRole('button', { name: `Ce que l’IA a lu\u00a0: ${deliberation.name}` }).click()
  const reading = page.getByRole('dialog')
  await reading.getByRole('img', { name: 'Image de la page 1' }).waitFor()
  await reading.getByText('Page 1 sur 2').waitFor()
  await reading.getByRole('tab', { name: 'Texte lu' }).click()
  const price = reading.getByRole('region', { name: 'Page 2' }).getByText(/3,20 euros/)
  await price.waitFor()
  await quiet(page)
  await expectAccessible(page, 'document base, reading')
  await page.keyboard.press('Escape')

  await button(page, 'Modifier', deliberation.name).click()
  const edit = page.getByRole('dialog')
  await edit.getByRole('textbox', { name: 'Description' }).fill('Tarifs du centre aquatique')
  await edit.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Réglementation' }).click()
  await edit.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('status').filter({ hasText: 'Document mis à jour' }).waitFor()
  await row(page, deliberation.name).getByText('Réglementation').waitFor()

  expect((await downloadedFile(page, () => button(page, 'Télécharger', deliberation.name).click())).name).toBe(deliberation.name)

  await page.goto('/biblio-rag?category=R%C3%A9glementation')
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Votre message' }).fill('Quel est le tarif d’entrée de la piscine intercommunale ?')
  await page.keyboard.press('Control+Enter')
  // A source opens where the answer quotes it: once the answer is there.
  await page.getByText(/citations? identiques? aux? documents?/).waitFor({ timeout: 60_000 })
  const source = page.getByRole('button', { name: new RegExp(`^Source \\d+\\s: ${deliberation.name}`) }).first()
  await source.click()
  const beside = page.getByRole('complementary', { name: 'Document cité' })
  // The passage runs over both pages, and what the answer quotes of it stands on the second.
  await beside.getByRole('img', { name: 'Image de la page 2, le passage cité y est surligné' }).waitFor()
  expect(await beside.locator('[data-quoted]').count()).toBeGreaterThan(0)
  await beside.getByRole('button', { name: 'Page précédente' }).click()
  await beside.getByRole('img', { name: 'Image de la page 1, le passage cité y est surligné' }).waitFor()
  expect(await beside.locator('[data-quoted]').count()).toBe(0)
  await beside.getByRole('button', { name: 'Page suivante' }).click()
  // The last page: the button leads nowhere, and keeps the focus.
  await expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)).toBe('Page suivante')
  await beside.getByRole('img', { name: 'Image de la page 2, le passage cité y est surligné' }).waitFor()
  await expectAccessible(page, 'library, page of a PDF')
  await screenshot(page, 'library-pdf', { fullPage: false })

  await page.goto('/bibliotheque')
  await button(page, 'Supprimer', deliberation.name).click()
  const confirm = page.getByRole('alertdialog')
  await expectAccessible(page, 'document base, deletion')
  expect(await page.evaluate<string>('document.activeElement?.textContent ?? ""')).toBe('Annuler')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('status').filter({ hasText: 'Document supprimé' }).waitFor()
  await row(page, deliberation.name).waitFor({ state: 'detached' })
  // The button that asked for it went with its row. Not `:focus`, which Firefox gives to nothing of a page that is behind another.
  await expect.poll(() => page.evaluate('document.activeElement?.localName')).toBe('h1')
  await page.getByText('Document supprimé').waitFor({ state: 'detached' })
})

test('a file that cannot be read says why, and can be tried again; a refused one stays in the dialog', async () => {
  const { page, watch } = await visit(boss, { path: '/bibliotheque' })
  watch.expect(/status of 415/)
  await page.getByRole('button', { name: 'Ajouter des documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  // Another name at each attempt: the file of the last one stays.
  const damaged = { ...broken, name: `${uniqueSuffix()} ${broken.name}` }
  await files(page).setInputFiles([damaged, { name: 'programme.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
  await dialog.getByRole('button', { name: 'Charger 2\u00a0fichiers' }).click()
  const refused = dialog.getByRole('alert').filter({ hasText: /^Ce type de fichier n’est pas accepté\. Formats acceptés\s: PDF/ })
  await refused.waitFor()
  await dialog.getByText('Chargé', { exact: true }).waitFor()
  await quiet(page)
  await expectAccessible(page, 'document base, refused file')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  const failed = row(page, damaged.name)
  await failed.getByText('Échec').waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'document base, failed document')
  await screenshot(page, 'document-base-failed')
  // A small file fails again at once: that it waited is told by the answer, the screen may have no time to.
  const [again] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/retry')),
    failed.getByRole('button', { name: 'Réessayer' }).click(),
  ])
  expect(await again.json()).toMatchObject({ document: { state: 'en_attente' } })
  await failed.getByText('Échec').waitFor({ timeout: 60_000 })
})

test('who did not bring a document reads it and does not change it', async () => {
  const { page } = await visit(await createAccount(admin, `agent${uniqueSuffix()}`), { path: '/bibliotheque' })
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill(note.name)
  await button(page, 'Télécharger', note.name).waitFor()
  const changing = row(page, note.name).getByRole('button', { name: /Modifier|Supprimer/ })
  expect(await changing.count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill('rien de tel ici')
  await page.getByText('Aucun document ne correspond à cette recherche.').waitFor()
  await expectAccessible(page, 'document base, nothing found')
})

test('a list that does not come, and a session that ends, are said', async () => {
  const { page, watch } = await visit(boss, { path: '/profile' })
  watch.expect(/status of (500|401)/)
  await page.route('**/api/bibliotheque/documents/page*', (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<p>panne' }))
  await page.goto('/bibliotheque')
  await page.getByRole('alert').filter({ hasText: 'Erreur lors du chargement des documents' }).waitFor()
  await expectAccessible(page, 'document base, failed list')
  await page.unroute('**/api/bibliotheque/documents/page*')
  await page.evaluate('localStorage.setItem("refreshToken", "faux")')
  await page.route('**/api/bibliotheque/documents/page*', (route) => route.fulfill({ status: 401, json: { error: 'Session expirée', code: 'auth.expired' } }))
  const lifetime = await watchLifetime(page, `document.querySelector('main')?.textContent.includes('Session expirée. Redirection vers la connexion...')`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('alert').filter({ hasText: 'Session expirée. Redirection vers la connexion...' }).waitFor()
  await page.waitForURL(/\/login$/)
  expect(await lifetime()).toBeGreaterThanOrEqual(constants.sessionExpiredRedirectMs - 100)
})

test('one’s own documents are loaded, asked, followed to their passage, and removed', async () => {
  const { page } = await visit(await createAccount(admin, `lectrice${uniqueSuffix()}`), { path: '/document-rag' })
  await expectAccessible(page, 'document search, empty')
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await page.getByRole('alert').filter({ hasText: 'Veuillez sélectionner un fichier' }).waitFor()
  await files(page).setInputFiles([deliberation, note])
  const chosen = page.getByRole('list', { name: 'Fichiers choisis' })
  await waitForFirst(chosen, /\u00a0ko$/)
  await chosen.getByRole('button', { name: `Retirer ${note.name}` }).click()
  expect(await chosen.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Charger les fichiers' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('status').filter({ hasText: '1 fichier(s) chargé(s) avec succès' }).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 6_000 })
  await page.getByRole('region', { name: 'Documents chargés' }).getByText(/^Prêt/).waitFor({ timeout: 60_000 })
  await page.getByPlaceholder(/Recherchez, résumez ou traduisez/).fill('Quel est le tarif d’entrée de la piscine ?')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Sources de la réponse' }).waitFor()
  await quiet(page)
  await expectAccessible(page, 'document search, answer')
  await screenshot(page, 'document-search', { fullPage: false })
  await pressFirst(page, /^Source 2/)
  const cited = page.getByRole('complementary', { name: 'Document cité' })
  await cited.getByRole('img', { name: /le passage cité y est surligné/ }).waitFor()
  await expectAccessible(page, 'document search, source')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: `Supprimer ${deliberation.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('region', { name: 'Documents chargés' }).waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()

  // A category that has lost its documents is not an empty base.
  await page.goto('/bibliotheque?categorie=Disparue')
  await page.getByText('Aucun document dans cette catégorie.').waitFor()
  await page.getByRole('button', { name: 'Voir tous les documents' }).click()
  await page.getByText('Aucun document dans cette catégorie.').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})
