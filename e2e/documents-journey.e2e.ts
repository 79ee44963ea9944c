import { routes } from '@parvis/contract'
import { utils, write } from '@e965/xlsx'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs } from './support/api.ts'
import { expectAccessible } from './support/axe.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { makePdf } from './support/make-pdf.ts'
import { settled, signIn } from './support/pages.ts'
import { screenshot } from './support/screenshots.ts'
import { startServer } from './support/server.ts'
import type { AppServer } from './support/server.ts'

// From files dropped together to answers that cite them, and to their deletion: the whole life of documents, in a browser.

let server: AppServer
let browser: Browser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parvis-journey-'))
  server = await startServer({ PARVIS_DEMO: 'false' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true })
})

type Dropped = { name: string; content: Buffer }

const deliberation: Dropped = {
  name: 'Délibération piscine.pdf',
  content: makePdf([
    ['Ville de Valmont', 'Extrait du registre des délibérations', '', 'Objet : tarifs. Le quorum est atteint et la séance est ouverte.'],
    ["Article 4. Le tarif d'entrée de la piscine intercommunale est fixé à 3,20 euros", 'pour les habitants de la communauté, à compter du premier septembre.'],
  ]),
}

function budget(): Dropped {
  const book = utils.book_new()
  const rows = [
    ['Service', 'Dépense', 'Montant 2026'],
    ['Voirie', 'Sel de déneigement', 48_250],
    ['Écoles', 'Mobilier scolaire', 31_400],
    ['Culture', 'Fonds de la médiathèque', 22_900],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Fonctionnement')
  return {
    name: 'Budget 2026.xlsx',
    content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  }
}

/** A page printed, photographed, and put alone in a PDF, as a copier does. */
async function scan(): Promise<Dropped> {
  const { page, close } = await openPage(browser, server.url)
  await page.setContent(
    `<body style="font:22px serif;margin:60px;width:700px"><h2>Arrêté municipal</h2><p>Le stationnement est interdit rue des Glycines pendant les travaux du réseau de chaleur.</p></body>`,
  )
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64')
  await page.setContent(`<body style="margin:0"><img style="width:100%" src="data:image/png;base64,${picture}"></body>`)
  const content = await page.pdf({ format: 'A4' })
  await close()
  return { name: 'Arrêté numérisé.pdf', content }
}

/** Drags files from a folder of the machine over the zone, and lets them go. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const paths = files.map(({ name }) => path.join(folder, name))
  await Promise.all(files.map(({ content }, at) => writeFile(paths[at]!, content)))
  const { x, y, width, height } = (await page.getByRole('dialog').getByText('Déposez vos documents ici').boundingBox())!
  const hand = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data: { items: [], files: paths, dragOperationsMask: 1 } })
  await hand.detach()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })

/** Keeps what the page looks like on a screen by day, then on a telephone at night. */
async function look(page: Page, name: string): Promise<void> {
  await screenshot(page, `journey-${name}`, { fullPage: false })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, `journey-${name}`, { fullPage: false })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Votre message' }).fill(question)
  await page.keyboard.press('Control+Enter')
}

test('three files are dropped together, read live, asked, followed to their passage, and deleted', async () => {
  const boss = { username: 'admin', password: server.adminPassword }
  const api = await apiAs(server.url, boss)
  for (const { id } of (await api(routes.documents.list, { query: {} })).documents) await api(routes.documents.remove, { params: { id } })
  const files = [deliberation, await scan(), budget()]
  const { page, close } = await openPage(browser, server.url)
  await signIn(page, boss)
  await page.goto('/bibliotheque')
  await settled(page)
  await page.getByRole('button', { name: 'Ajouter des documents' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter des documents' })
  await drop(page, files)
  const queue = dialog.getByRole('list', { name: 'Fichiers choisis' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
  await look(page, 'dropped')
  // The network holds the files until the page has been looked at.
  const road = Promise.withResolvers<void>()
  await page.route('**/api/bibliotheque/upload', async (route) => {
    await road.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Charger 3\u00a0fichiers' }).click()
  await queue.getByRole('progressbar').first().waitFor()
  await look(page, 'sending')
  road.resolve()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: '3\u00a0documents chargés dans la bibliothèque' }).waitFor()
  await look(page, 'reading')
  for (const { name } of files) await row(page, name).getByText('Indexé').waitFor({ timeout: 90_000 })
  await look(page, 'indexed')

  for (const [name, seen] of [
    ['Arrêté numérisé.pdf', /rue des Glycines/],
    ['Budget 2026.xlsx', /Sel de déneigement/],
  ] as const) {
    await page.getByRole('button', { name: `Ce que l’IA a lu\u00a0: ${name}` }).click()
    const reading = page.getByRole('dialog')
    const tab = reading.getByRole('tab', { name: 'Texte lu' })
    await reading
      .getByText(/Page 1 sur 1|Fonctionnement/)
      .first()
      .waitFor()
    if ((await tab.count()) > 0) await tab.click()
    await reading.getByText(seen).first().waitFor()
    await look(page, `read-${name.endsWith('xlsx') ? 'workbook' : 'scan'}`)
    await page.keyboard.press('Escape')
    await reading.waitFor({ state: 'detached' })
  }

  await page.goto('/biblio-rag?category=Notes%20internes')
  await settled(page)
  await ask(page, 'Quel est le tarif d’entrée de la piscine intercommunale ?')
  await page
    .getByRole('button', { name: new RegExp(`^Source \\d+\\s: ${deliberation.name}`) })
    .first()
    .click()
  const beside = page.getByRole('complementary', { name: 'Document cité' })
  await beside.getByRole('img', { name: /le passage cité y est surligné/ }).waitFor()
  await look(page, 'source')
  await expectAccessible(page, 'journey, source')
  await page.keyboard.press('Escape')
  await ask(page, 'Quelle est la longueur de la cloche de l’abbaye de Cluny ?')
  await page
    .getByText(/Je ne trouve pas dans vos documents/)
    .first()
    .waitFor()
  await look(page, 'not-there')

  await page.goto('/bibliotheque')
  await settled(page)
  await row(page, deliberation.name)
    .getByRole('button', { name: `Supprimer ${deliberation.name}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('status').filter({ hasText: 'Document supprimé' }).waitFor()
  await page.goto('/biblio-rag?category=Notes%20internes')
  await settled(page)
  await ask(page, 'Quel est le tarif d’entrée de la piscine intercommunale ?')
  await page
    .getByText(/Je ne trouve pas dans vos documents/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: new RegExp(`^Source \\d+\\s: ${deliberation.name}`) }).count()).toBe(0)
  await close()
}, 240_000)
