import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { routes } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiAs, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { downloadedFile } from '../support/downloads.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// Exports from each chat, the files opened as a word processor would, and the letterhead that they are set on.

const site = setUpSite(borrowServer)
let admin: ApiClient
let page: Page

beforeAll(async () => {
  admin = await apiAs(site.server.url, await site.server.administrator())
  await waitUntilIndexed(admin)
})

beforeEach(async () => {
  for (const id of ['docx', 'odt'] as const) await admin(routes.letterheads.remove, { params: { id } })
})

const opened = setUpPagePerTest(site, () => site.server.administrator())
beforeEach(() => void ({ page } = opened()))

const actions = () => page.getByRole('group', { name: 'Actions sur cette réponse' })

/** Exports the last answer through its menu, and returns the file. */
async function exported(label: string) {
  await actions().last().getByRole('button', { name: 'Exporter', exact: true }).click()
  return downloadedFile(page, () => page.getByRole('menuitem', { name: label, exact: true }).click())
}

const open = (bytes: Uint8Array) => Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
const words = (xml: string) => xml.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')

async function ask(question: string): Promise<void> {
  const before = await actions().count()
  const field = page.getByRole('textbox', { name: /^Votre (?:message|question)$/ })
  await field.fill(question)
  // The simple chatbot sends with Enter alone.
  await field.press(new URL(page.url()).pathname === '/chatbot' ? 'Enter' : 'Control+Enter')
  await actions().nth(before).waitFor({ timeout: 60_000 })
}

describe('every chat', () => {
  test('assistant: an answer and a conversation, in Word and in LibreOffice', async () => {
    const [assistant] = await admin(routes.assistants.list, { query: {} })
    await page.goto(`/chatbot-assistant?assistant=${assistant!.id}`)
    await actions().first().waitFor({ timeout: 60_000 })
    await ask('Rédigez une note avec un tableau sur l’école')

    await actions().last().getByRole('button', { name: 'Exporter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Conversation vers LibreOffice (.odt)' }).waitFor()
    await expectAccessible(page, 'export menu')
    await screenshot(page, 'export-menu', { fullPage: false })
    await page.keyboard.press('Escape')

    const answer = await exported('Réponse vers Word (.docx)')
    expect(answer.name).toMatch(/^[\w-]{1,80}-\d{4}-\d{2}-\d{2}\.docx$/)
    const document = open(answer.bytes)['word/document.xml']!
    const shown = await page.getByRole('article').last().locator('p, li, th, td').first().innerText()
    expect(words(document)).toContain(assistant!.name)
    expect(words(document).replace(/\s+/g, ' ')).toContain(shown.split('\n')[0]!.replace(/\s+/g, ' ').slice(0, 40).trim())
    expect(words(document)).toContain('Texte généré par une intelligence artificielle')

    const talk = words(open((await exported('Conversation vers LibreOffice (.odt)')).bytes)['content.xml']!)
    for (const part of [`Accueil de ${assistant!.name}`, 'Question 1', 'Rédigez une note avec un tableau sur l’école', `Réponse de ${assistant!.name}`])
      expect(talk).toContain(part)
  })

  test('with the keyboard alone', async () => {
    await page.goto('/chatbot')
    await waitUntilSettled(page)
    await ask('Bonjour')
    await actions().last().getByRole('button', { name: 'Exporter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect((await downloadedFile(page, () => page.keyboard.press('Enter'))).name).toMatch(/\.odt$/)
    await page.getByRole('status').filter({ hasText: 'Document LibreOffice téléchargé' }).waitFor({ state: 'attached' })
  })

  test('simple chatbot', async () => {
    await page.goto('/chatbot')
    await waitUntilSettled(page)
    await ask('Que pouvez-vous faire ?')
    const { name, bytes } = await exported('Conversation vers Word (.docx)')
    expect(words(open(bytes)['word/document.xml']!)).toContain('Que pouvez-vous faire\u00a0?')
    // Called as its first question has named it, and not as it was before.
    expect(name).not.toMatch(/^Nouvelle-conversation/)
  })

  test('library: the sources come numbered, with their document', async () => {
    await page.goto('/biblio-rag')
    await waitUntilSettled(page)
    await ask('Combien de jours de télétravail par semaine ?')
    const file = words(open((await exported('Réponse vers Word (.docx)')).bytes)['word/document.xml']!)
    expect(file).toMatch(/\[1\] .+\.\w{2,4}/)
    expect(file).toMatch(/Sources|Passages consultés/)
  })

  test('single-document search', async () => {
    await page.goto('/document-rag')
    await waitUntilSettled(page)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Le marché a lieu le samedi matin, place de l’Église.') })
    await page.getByRole('button', { name: /^Charger/ }).click()
    await page.getByText('note.txt').first().waitFor()
    await expect.poll(async () => (await admin(routes.library.uploads)).documents.length).toBeGreaterThan(0)
    await ask('Quand a lieu le marché ?')
    expect(words(open((await exported('Réponse vers LibreOffice (.odt)')).bytes)['content.xml']!)).toContain('note.txt')
  })
})

test('a document that cannot be made gives its text, says so, and can be asked for again', async () => {
  await page.goto('/chatbot')
  await waitUntilSettled(page)
  await ask('Bonjour')
  opened().watch.expect(/template|503/)
  await page.route('**/templates/export_template.odt', (route) => route.fulfill({ status: 503 }))
  const text = await exported('Conversation vers LibreOffice (.odt)')
  expect(text.name).toMatch(/\.txt$/)
  expect(new TextDecoder().decode(text.bytes)).toContain('Bonjour')
  await page.getByText('Le document LibreOffice n’a pas pu être fait').first().waitFor()
  await page.unroute('**/templates/export_template.odt')
  expect((await exported('Conversation vers LibreOffice (.odt)')).name).toMatch(/\.odt$/)
})

/** Makes a letterhead from the product's own, with a header, as an organisation would. */
async function letterhead(change: (document: string) => string = (document) => document): Promise<Buffer> {
  const response = await fetch(`${site.server.url}/templates/export_template.docx`)
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const document = strFromU8(parts['word/document.xml']!)
  parts['word/document.xml'] = strToU8(change(document))
  parts['word/footer1.xml'] = strToU8(strFromU8(parts['word/footer1.xml']!).replace('Page ', 'Mairie d’Exemple – {{titre}} – page '))
  return Buffer.from(zipSync(parts))
}

test('an administrator replaces the letterhead, sees it, and goes back; a hostile file is refused', async () => {
  await page.goto('/assistants-admin')
  await waitUntilSettled(page)
  await page.getByRole('link', { name: 'Papier à en-tête' }).click()
  await page.getByRole('heading', { level: 1, name: 'Papier à en-tête' }).waitFor()
  await page.getByText('Modèle d’origine').first().waitFor()
  await waitUntilSettled(page)
  await expectAccessible(page, 'letterheads, the product’s')
  await screenshot(page, 'letterheads-origin')

  const choose = (name: string, buffer: Buffer) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('Papier de la mairie.docx', await letterhead())
  await page.getByText('Les exports Word (.docx) emploient désormais').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Papier de la mairie.docx' }).waitFor()
  const sample = await downloadedFile(page, () => page.getByRole('button', { name: 'Télécharger un exemple' }).first().click())
  const parts = open(sample.bytes)
  expect(words(parts['word/footer1.xml']!)).toContain('Mairie d’Exemple – Exemple de document – page')
  expect(words(parts['word/document.xml']!)).toContain('Charges générales')

  opened().watch.expect(/422/)
  await choose(
    'piege.docx',
    await letterhead((document) => document.replace('<w:body>', '<w:body><w:altChunk r:id="x"></w:altChunk><w:p><w:r><w:t>{{contenu}}</w:t></w:r></w:p>')),
  )
  await page.getByText('« piege.docx » n’a pas été retenu.').first().waitFor()
  await expectAccessible(page, 'letterheads, refused')
  await screenshot(page, 'letterheads-refused')
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'letterheads-refused')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Revenir au modèle d’origine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revenir au modèle d’origine' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Papier de la mairie.docx' }).waitFor({ state: 'detached' })
  expect((await admin(routes.letterheads.list)).letterheads).toEqual([])
})
