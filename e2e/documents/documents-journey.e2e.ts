import { routes } from '@parvis/contract'
import { utils, write } from '@e965/xlsx'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { waitForFirst, waitUntilSettled } from '../support/pages.ts'
import { makePdf } from '../support/make-pdf.ts'
import { makePptx } from '../support/make-pptx.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

// From files dropped together to answers that cite them, and to their deletion: the whole life of documents, in a browser.

const largestMb = 1

const site = setUpSite(() => startServer({ PARVIS_DEMO: 'false', MAX_UPLOAD_MB: String(largestMb) }))
const visit = pageVisits(site)
let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'parvis-journey-'))))
beforeEach(async () => {
  const api = await apiAs(site.server.url, site.server.root)
  for (const { id } of (await api(routes.documents.list, { query: {} })).documents) await api(routes.documents.remove, { params: { id } })
})
afterAll(() => rm(folder, { recursive: true }))

type Dropped = { name: string; content: Uint8Array }

const deliberation: Dropped = {
  name: 'Délibération piscine.pdf',
  content: makePdf([
    ['Ville de Valmont', 'Extrait du registre des délibérations', '', 'Objet : tarifs. Le quorum est atteint et la séance est ouverte.'],
    ["Article 4. Le tarif d'entrée de la piscine intercommunale est fixé à 3,20 euros", 'pour les habitants de la communauté, à compter du premier septembre.'],
  ]),
}

const deck: Dropped = {
  name: 'Projet médiathèque.pptx',
  content: makePptx([
    { title: 'La médiathèque de demain', lines: ['Comité de pilotage du 12 mars', 'Direction de la culture'] },
    {
      title: 'Calendrier du chantier',
      lines: ['La médiathèque rouvre au public le 14 octobre 2027', 'Les collections sont déménagées au gymnase Cassin pendant les travaux'],
      note: 'Prévenir les écoles avant les vacances de printemps',
    },
  ]),
}

/** A workbook of two sheets, as written by the library that most web tools use for exports. */
function budget(): Dropped {
  const book = utils.book_new()
  const sheets = {
    Fonctionnement: [
      ['Service', 'Dépense', 'Montant 2026'],
      ['Voirie', 'Sel de déneigement', 48_250],
      ['Écoles', 'Mobilier scolaire', 31_400],
      ['Culture', 'Fonds de la médiathèque', 22_900],
    ],
    Investissement: [
      ['Opération', 'Lieu', 'Montant 2026'],
      ['Toiture de la halle aux grains', 'Place du Marché', 412_000],
      ['Aire de jeux inclusive', 'Parc Simone-Veil', 96_500],
    ],
  }
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return { name: 'Budget 2026.xlsx', content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
}

/** A printed page, photographed, alone in a PDF as a copier makes it. */
async function scan(): Promise<Dropped> {
  const { page } = await visit(null)
  await page.setContent(
    `<body style="font:22px serif;margin:60px;width:700px"><h2>Arrêté municipal</h2><p>Le stationnement est interdit rue des Glycines pendant les travaux du réseau de chaleur.</p></body>`,
  )
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64')
  await page.setContent(`<body style="margin:0"><img style="width:100%" src="data:image/png;base64,${picture}"></body>`)
  return { name: 'Arrêté numérisé.pdf', content: await page.pdf({ format: 'A4' }) }
}

/** Drags files of the machine over the drop zone, and drops them. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const paths = files.map(({ name }) => path.join(folder, name))
  await Promise.all(files.map(({ content }, at) => writeFile(paths[at]!, content)))
  await letGo(page, paths)
}

async function letGo(page: Page, paths: string[]): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('dialog').getByText('Déposez vos documents ici').boundingBox())!
  const hand = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data: { items: [], files: paths, dragOperationsMask: 1 } })
  await hand.detach()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })
const sourceOf = (page: Page, { name }: Dropped) => page.getByRole('button', { name: new RegExp(`^Source \\d+\\s: ${name}`) }).first()

/** Waits until the page is at rest. A full proof also saves screenshots in both themes, on a desktop and a phone. */
async function look(page: Page, name: string): Promise<void> {
  if (!isFullProof) return waitUntilSettled(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      await waitUntilSettled(page)
      await screenshot(page, `journey-${name}`, { fullPage: false })
    }
  }
}

async function openBase(page: Page): Promise<void> {
  await page.goto('/bibliotheque')
  await waitUntilSettled(page)
}

async function openDialog(page: Page, files: readonly Dropped[]) {
  await page.getByRole('button', { name: 'Ajouter des documents' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  if (files.length > 0) await drop(page, files)
  const queue = dialog.getByRole('list', { name: 'Fichiers choisis' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(files.length)
  return { dialog, queue }
}

async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/biblio-rag?category=Notes%20internes')
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Votre message' }).fill(question)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).last().waitFor()
}

// Each format has its tests, and documents.e2e.ts follows one file: a full proof drops several together.
test.runIf(isFullProof)(
  'files dropped together are read live, shown as read, cited, followed to their place, and deleted',
  async () => {
    const workbook = budget()
    const files = [deliberation, await scan(), workbook, deck]
    const { page } = await visit(site.server.root, { path: '/bibliotheque' })
    const { dialog, queue } = await openDialog(page, files)
    await look(page, 'dropped')
    // The network holds the files until the page has been looked at.
    const road = Promise.withResolvers<void>()
    await page.route('**/api/bibliotheque/upload', (route) => road.promise.then(() => route.continue()))
    await dialog.getByRole('button', { name: 'Charger 4\u00a0fichiers' }).click()
    await queue.getByRole('listitem').first().getByRole('progressbar').waitFor()
    await look(page, 'sending')
    road.resolve()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').filter({ hasText: '4\u00a0documents chargés dans la bibliothèque' }).waitFor()
    for (const { name } of files) await row(page, name).getByText('Indexé').waitFor({ timeout: 90_000 })
    await expectAccessible(page, 'journey, read')
    await look(page, 'indexed')

    const read: [Dropped, string, RegExp][] = [
      [files[1]!, 'scan', /rue des Glycines/],
      [workbook, 'workbook', /Sel de déneigement/],
      [deck, 'deck', /14 octobre 2027/],
    ]
    for (const [{ name }, shot, seen] of read) {
      await page.getByRole('button', { name: `Ce que l’IA a lu\u00a0: ${name}` }).click()
      const reading = page.getByRole('dialog')
      if (name.endsWith('.pdf')) await reading.getByRole('tab', { name: 'Texte lu' }).click()
      await reading.getByText(seen).first().waitFor()
      if (shot === 'workbook') {
        const sheet = reading.getByRole('region', { name: 'Feuille «\u00a0Investissement\u00a0»' })
        await sheet.getByRole('columnheader', { name: 'Lieu' }).waitFor()
        await sheet.getByRole('cell', { name: '412000' }).waitFor()
      }
      if (shot === 'deck') await reading.getByRole('region', { name: 'Diapositive\u00a02' }).getByText('Note de l’orateur').waitFor()
      if (shot === 'scan') await reading.getByText('Texte reconnu dans une image').waitFor()
      await expectAccessible(page, `journey, ${shot}`)
      await look(page, `read-${shot}`)
      await page.keyboard.press('Escape')
      await reading.waitFor({ state: 'detached' })
    }

    const beside = page.getByRole('complementary', { name: 'Document cité' })
    await ask(page, 'Quel est le tarif d’entrée de la piscine intercommunale ?')
    await sourceOf(page, deliberation).click()
    await beside.getByRole('img', { name: 'Image de la page 2, le passage cité y est surligné' }).waitFor()
    await look(page, 'source-page')

    await ask(page, 'Quel est le montant de la toiture de la halle aux grains ?')
    await look(page, 'answer-sheet')
    expect(await page.getByRole('region', { name: 'Sources de la réponse' }).textContent()).toContain('Feuille «\u00a0Investissement\u00a0»')
    await sourceOf(page, workbook).click()
    await beside.getByText('Feuille «\u00a0Investissement\u00a0»').first().waitFor()
    const cited = beside.locator('[data-highlighted]')
    await cited.getByRole('cell', { name: 'Toiture de la halle aux grains' }).waitFor()
    expect(await cited.getByRole('cell', { name: 'Sel de déneigement' }).count()).toBe(0)
    await expectAccessible(page, 'journey, source in a sheet')
    await look(page, 'source-sheet')

    await ask(page, 'À quelle date la médiathèque rouvre-t-elle au public ?')
    expect(await page.getByRole('region', { name: 'Sources de la réponse' }).textContent()).toContain('Diapositive\u00a02')
    await sourceOf(page, deck).click()
    await beside.getByRole('region', { name: 'Diapositive\u00a02' }).locator('mark').filter({ hasText: '14 octobre 2027' }).waitFor()
    await look(page, 'source-slide')

    await ask(page, 'Quelle est la longueur de la cloche de l’abbaye de Cluny ?')
    await waitForFirst(page, /Je ne trouve pas dans vos documents/)
    await look(page, 'not-there')

    await openBase(page)
    await page.getByRole('button', { name: `Supprimer ${deliberation.name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
    await page.getByRole('status').filter({ hasText: 'Document supprimé' }).waitFor()
    await ask(page, 'Quel est le tarif d’entrée de la piscine intercommunale ?')
    await waitForFirst(page, /Je ne trouve pas dans vos documents/)
    expect(await sourceOf(page, deliberation).count()).toBe(0)
  },
  240_000,
)

test('a file too large is refused in the dialog with its reason; one that cannot be read says why and can be tried again', async () => {
  const broken = { name: 'Registre abîmé.pdf', content: Buffer.from('%PDF-1.4\nrien de lisible\n%%EOF\n') }
  const tooLarge = { name: 'Annexes.txt', content: Buffer.alloc(4 * largestMb * 2 ** 20, 'Annexe au procès-verbal de la séance. ') }
  const { page, watch } = await visit(site.server.root, { path: '/bibliotheque' })
  watch.expect(/status of 413/)
  const { dialog, queue } = await openDialog(page, [tooLarge, broken])
  await dialog.getByRole('button', { name: 'Charger 2\u00a0fichiers' }).click()
  await queue.getByRole('alert').filter({ hasText: 'Ce fichier dépasse la taille permise.' }).waitFor()
  await queue.getByText('Chargé', { exact: true }).waitFor()
  await look(page, 'refused')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  const failed = row(page, broken.name)
  await failed.getByText('Échec').waitFor({ timeout: 60_000 })
  await failed.getByText(/abîmé/).last().waitFor()
  await expectAccessible(page, 'journey, failed')
  await look(page, 'failed')
  // It may fail again before the list is read: that it waited is the server's word.
  const again = page.waitForResponse((answer) => answer.url().endsWith('/retry'))
  await failed.getByRole('button', { name: 'Réessayer' }).click()
  expect((await again).ok()).toBe(true)
  await failed.getByText('Échec').waitFor({ timeout: 60_000 })
})

test('a folder gives its files; one that has none is named', async () => {
  for (const name of ['Marchés', 'Marchés/2026', 'Vide']) await mkdir(path.join(folder, name), { recursive: true })
  await writeFile(path.join(folder, 'Marchés', 'avis.txt'), 'Un avis de marché.')
  await writeFile(path.join(folder, 'Marchés', '2026', 'lot 1.txt'), 'Le lot 1.')
  const { page, watch } = await visit(site.server.root, { path: '/bibliotheque' })
  const { dialog, queue } = await openDialog(page, [])
  const late = '**/assets/read-folders-*.js'
  watch.expect(/read-folders|Failed to load resource/)
  await page.route(late, (route) => route.abort())
  await letGo(page, [path.join(folder, 'Marchés')])
  await dialog.getByRole('alert').getByText('Le dossier n’a pas pu être lu\u00a0: vérifiez votre connexion').waitFor()
  await page.unroute(late)
  await letGo(page, [path.join(folder, 'Marchés'), path.join(folder, 'Vide')])
  await dialog.getByRole('alert').getByText('« Vide » est un dossier qui ne contient aucun fichier.').waitFor()
  expect((await queue.getByRole('listitem').allInnerTexts()).map((words) => words.split('\n')[0])).toEqual(['lot 1.txt', 'avis.txt'])
  await waitUntilSettled(page)
  await expectAccessible(page, 'journey, folder')
  await look(page, 'folder')
})

test('a folder that is still being read when the files before it leave does not go with the dialog', async () => {
  await mkdir(path.join(folder, 'Tardif'), { recursive: true })
  await writeFile(path.join(folder, 'Tardif', 'plan.txt'), 'Un plan.')
  const { page } = await visit(site.server.root, { path: '/bibliotheque' })
  const { dialog, queue } = await openDialog(page, [{ name: 'avant.txt', content: Buffer.from('Une note.') }])
  const [code, road] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/read-folders-*.js', (route) => code.promise.then(() => route.continue()))
  await page.route('**/api/bibliotheque/upload', (route) => road.promise.then(() => route.continue()))
  await letGo(page, [path.join(folder, 'Tardif')])
  const send = dialog.getByRole('button', { name: 'Charger', exact: true })
  await send.click()
  await queue.getByRole('progressbar').waitFor()
  code.resolve()
  await queue.getByText('plan.txt').waitFor()
  road.resolve()
  await queue.getByText('Chargé', { exact: true }).waitFor()
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row(page, 'plan.txt').count()).toBe(1)
})
