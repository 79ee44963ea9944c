import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { routes } from '@parvis/contract'
import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { openPage } from '../support/browser.ts'
import { waitForFirst, signIn } from '../support/pages.ts'
import { setUpPerson } from '../support/one-person.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'

// Files in a conversation: chosen, dropped, refused one by one, waited for, asked, taken away.

const one = setUpPerson('odile', { isNewEachTime: true })
let api: ApiClient
let page: Page

beforeEach(() => void ({ api, page } = one))

const { field, idle, enterNth } = assistantChat(() => page)
const enter = (nth: number, more?: string) => enterNth(api, nth, more)
const files = () => page.getByRole('region', { name: 'Fichiers de la conversation' })
const send = () => page.getByRole('button', { name: 'Envoyer', exact: true })
/** A question in the thread, as opposed to an answer that repeats its words. */
const question = (words: string) => page.getByRole('article').filter({ hasText: 'Votre message' }).getByText(words)
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('three files of which one is broken: told by its name, the question goes once the others are read, and comes back with its source', async () => {
  await enter(0)
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      text('devis.txt', 'Le devis de réfection de la toiture de la mairie est de 4 250 euros.'),
      text('planning.txt', 'Les travaux de la toiture commencent le 3 mai.'),
      { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nrien') },
    ])
  await files().getByText('fichier abîmé ou incomplet').waitFor()
  await field().fill('Bonjour, Mme Petit me demande le montant du devis de réfection de la toiture, merci d’avance')
  await send().click()
  await idle()
  const answer = page.getByRole('article').last()
  await answer.getByText('scan.pdf').first().waitFor()
  await answer.getByText('4 250 euros').first().waitFor()
  await waitForFirst(answer, /fichier joint/)
  await expectAccessible(page, 'chat with files')

  // Under the question that was the first to have them, in its place after a reload too; one deleted since keeps its name.
  const under = () => page.getByRole('list', { name: 'Fichiers joints à ce message' })
  const asked = () => page.getByRole('article').filter({ hasText: 'Mme Petit' }).getByRole('list').getByRole('listitem')
  const names = ['devis.txt', 'planning.txt', 'scan.pdfnon lu']
  await expect.poll(async () => (await asked().allTextContents()).toSorted()).toEqual(names)
  // The broken one has left the field with the question.
  expect(await files().getByText('scan.pdf').count()).toBe(0)
  await under().getByRole('button', { name: 'planning.txt' }).click()
  await page.getByText('Les travaux de la toiture commencent le 3 mai.').first().waitFor()

  // They belong to the conversation: they are there when it is opened again, until they are taken away.
  await page.reload()
  await under().waitFor()
  await expect.poll(async () => [await under().count(), (await asked().allTextContents()).toSorted()]).toEqual([1, names])
  await files().getByText('devis.txt').waitFor()
  await files().getByRole('button', { name: 'Retirer devis.txt' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => files().getByText('devis.txt').count()).toBe(0)
  // One goes on from the button of the file that is beside.
  await files().locator('button[aria-label^="Retirer "]:focus').waitFor()
  const id = new URL(page.url()).searchParams.get('conversation')!
  expect((await api(routes.conversations.get, { params: { id } })).documents.map(({ filename }) => filename).toSorted()).toEqual(['planning.txt', 'scan.pdf'])
  // One that could not be read is taken away under its question; the focus stays at that question.
  await under().getByRole('button', { name: 'Retirer scan.pdf' }).press('Enter')
  await expect.poll(async () => (await asked().allTextContents()).toSorted()).toEqual(['planning.txt'])
  await page.locator('article:focus').filter({ hasText: 'Mme Petit' }).waitFor()
})

test('a drop of a good file and an empty one; a file alone is a question; what is refused is told and forgotten', async () => {
  await enter(1)
  // In the page's own language: the types of the tests know no page.
  await page.evaluate(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Le conseil municipal se réunit le 12 mars.'], 'convocation.txt', { type: 'text/plain' }))
    transfer.items.add(new File([], 'vide.txt', { type: 'text/plain' }))
    const target = document.querySelector('[role="log"]')
    for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })()`)
  await files().getByText('Ce fichier est vide.').waitFor()
  await files().getByRole('button', { name: 'Retirer vide.txt' }).click()
  await send().click()
  await page.getByText('Présentez-moi ce document.', { exact: true }).waitFor()
  await idle()
  await page.getByRole('article').last().getByText('12 mars').first().waitFor()
  // Nothing new: words are needed again.
  expect(await send().isDisabled()).toBe(true)
})

/** Pastes clipboard items into the focused field, as a browser does. `held`: statements that add the items to `transfer`. */
const paste = (...held: string[]) =>
  page.evaluate(`(() => {
    const transfer = new DataTransfer()
    ${held.join('\n')}
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
  })()`)
const picture = `transfer.items.add(new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], 'image.png', { type: 'image/png' }))`

test('a picture is pasted in the field as a file; the picture of a copied text is not', async () => {
  await enter(5)
  await field().focus()
  await paste(picture, `transfer.setData('text/plain', 'Une cellule')`)
  await paste(picture)
  await files().getByText('image.png').waitFor()
  expect(await files().getByText('image.png').count()).toBe(1)
})

test('a tab closed in the middle of an upload leaves nothing half there, and the file can be given again', async () => {
  await enter(6)
  const address = page.url()
  const id = new URL(address).searchParams.get('conversation')!
  const kept = async () => (await api(routes.conversations.get, { params: { id } })).documents.map(({ filename }) => filename)
  const register = text('registre.txt', 'Le registre des délibérations. '.repeat(60_000))
  const proxy = await createTcpProxy(one.server.port)
  const away = await openPage(one.browser, `http://127.0.0.1:${proxy.port}`)
  try {
    await signIn(away.page, one.person)
    await away.page.goto(`/chatbot-assistant${new URL(address).search}`)
    await away.page.getByRole('article').first().waitFor()
    proxy.loseAfter(300_000)
    await away.page.locator('input[type="file"]').setInputFiles(register)
    await away.page.getByRole('region', { name: 'Fichiers de la conversation' }).getByText('registre.txt').waitFor()
    await expect.poll(proxy.lost).toBeGreaterThan(1_000_000)
  } finally {
    await away.close()
    await proxy.close()
  }
  await page.reload()
  await idle()
  expect(await kept()).toEqual([])
  await page.locator('input[type="file"]').setInputFiles(register)
  await expect.poll(kept, { timeout: 60_000 }).toEqual(['registre.txt'])
})

test('twenty files at once of which three are bad, one twice: each refusal by its name, the others are there', async () => {
  await enter(1)
  const good = Array.from({ length: 16 }, (_, at) => text(`piece-${at}.txt`, `La pièce ${at} est la bonne.`))
  const heavy = { name: 'lourd.txt', buffer: Buffer.alloc(26 * 1024 * 1024, 'a') }
  // From the disk, as people do: what the test itself would send to the browser takes it a while.
  const folder = await mkdtemp(path.join(tmpdir(), 'parvis-e2e-vingt-'))
  try {
    const chosen = [...good, text('vide.txt', ''), heavy, text('outil.exe', 'MZ')]
    for (const { name, buffer } of chosen) await writeFile(path.join(folder, name), buffer)
    const paths = [...chosen, good[0]!].map(({ name }) => path.join(folder, name))
    await page.locator('input[type="file"]').setInputFiles(paths)
    for (const name of ['vide.txt', 'lourd.txt', 'outil.exe']) await files().getByText(name).waitFor({ timeout: 60_000 })
    for (const { name } of good) await files().getByText(name).first().waitFor({ timeout: 60_000 })
    const id = new URL(page.url()).searchParams.get('conversation')!
    const kept = async () => [...new Set((await api(routes.conversations.get, { params: { id } })).documents.map(({ filename }) => filename))].toSorted()
    await expect.poll(kept, { timeout: 60_000 }).toEqual(good.map(({ name }) => name).toSorted())
  } finally {
    await rm(folder, { recursive: true })
  }
})

const states = '**/api/bibliotheque/states**'
async function stillReading(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as { documents: { state: string }[] }
  await route.fulfill({ json: { documents: body.documents.map((one) => ({ ...one, state: 'en_cours', state_reason: null })) } })
}

test('a question that waits for its file leaves once it is read, whether or not somebody looks at the page', async () => {
  await enter(4)
  await page.route(states, stillReading)
  await page.locator('input[type="file"]').setInputFiles(text('proces-verbal.txt', 'Le procès-verbal est approuvé à l’unanimité.'))
  await files().getByText('en cours de lecture').waitFor()
  await field().fill('Que dit ce procès-verbal ?')
  await send().click()
  await files()
    .getByText(/Votre message partira/)
    .waitFor()
  // Another tab is looked at meanwhile.
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' }).dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await page.unroute(states)
  await expect.poll(() => question('Que dit ce procès-verbal ?').count()).toBe(1)
  await idle()
})

test('a file that takes its time is waited for, in sight: the question can be kept back, or sent without it', async () => {
  await enter(2)
  await page.route(states, stillReading)
  await page.locator('input[type="file"]').setInputFiles(text('long.txt', 'Un long registre.'))
  await files().getByText('en cours de lecture').waitFor()
  await field().fill('Que dit ce registre ?')
  await send().click()
  await files()
    .getByText(/Votre message partira dès que le fichier en cours sera lu/)
    .waitFor()
  await files().getByRole('button', { name: 'Annuler' }).click()
  expect(await field().inputValue()).toBe('Que dit ce registre ?')
  await send().click()
  await files().getByRole('button', { name: 'Envoyer sans ce fichier' }).click()
  await question('Que dit ce registre ?').waitFor()
  await idle()
  expect(await files().count()).toBe(0)
})

test('the files of a project: added there, asked in its conversations, which it lists; taken away, they are gone', async () => {
  const project = await api(routes.projects.create, { body: { name: 'Voie verte' } })
  await page.goto(`/projects/${project.id}`)
  const held = page.getByRole('region', { name: 'Fichiers du projet' })
  await held.getByRole('button', { name: 'Ajouter des fichiers' }).waitFor()
  await held
    .locator('input[type="file"]')
    .setInputFiles([text('avis.txt', 'L’avis de la préfecture sur la voie verte est favorable, sous deux réserves.'), text('vide.txt', '')])
  await held.getByText('Ce fichier est vide.').waitFor()
  await held.getByText('avis.txt').waitFor()
  await held.getByText(/lecture/).waitFor({ state: 'hidden', timeout: 60_000 })
  await expectAccessible(page, 'project with files')

  await enter(3, `&project=${project.id}`)
  await field().fill('Bonjour, quel est l’avis de la préfecture sur la voie verte ? Merci')
  await send().click()
  await idle()
  await waitForFirst(page.getByRole('article').last(), /fichier du projet/)

  await page.goto(`/projects/${project.id}`)
  await page.getByRole('region', { name: 'Conversations du projet' }).getByRole('link').first().waitFor()
  await held.getByRole('button', { name: 'Retirer avis.txt' }).click()
  await held.getByText('Déposez ici les fichiers').waitFor()
  expect((await api(routes.projects.files, { params: { id: project.id } })).documents).toEqual([])
})

/** Drags files of the machine over the messages, or over `place`, and drops them with the mouse. */
async function letGo(paths: readonly string[], place = '[role="log"]') {
  const { x, y, width, height } = (await page.locator(place).first().boundingBox())!
  const hand = await page.context().newCDPSession(page)
  const at = { x: x + width / 2, y: y + Math.min(height / 2, 200) }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...paths], dragOperationsMask: 1 } })
  await hand.detach()
}

describe('folders of the machine', () => {
  let machine: string
  const on = (...names: string[]) => path.join(machine, ...names)
  beforeEach(async () => {
    machine = await mkdtemp(path.join(tmpdir(), 'parvis-folders-'))
    await mkdir(on('Toiture', 'annexes'), { recursive: true })
    await writeFile(on('Toiture', 'devis.txt'), 'Le devis de la toiture est de 4 250 euros.')
    await writeFile(on('Toiture', '.DS_Store'), 'x')
    await writeFile(on('Toiture', 'annexes', 'planning.txt'), 'Les travaux commencent le 3 mai.')
    await writeFile(on('lettre.txt'), 'Le maire demande une réponse avant le 12 juin.')
    await mkdir(on('Vide'))
    await mkdir(on('Archives'))
    for (let at = 0; at < 120; at += 1) await writeFile(on('Archives', `archive ${at}.txt`), `Archive ${at}`)
  })
  afterEach(() => rm(machine, { recursive: true }))

  const kept = async () => {
    const id = new URL(page.url()).searchParams.get('conversation')!
    return (await api(routes.conversations.get, { params: { id } })).documents.map(({ filename }) => filename).toSorted()
  }

  test('the files of a folder come as if they had been dropped, with those of its own folders, and a question asked at once waits for them', async () => {
    await enter(2)
    await field().fill('Quel est le montant du devis ?')
    await letGo([on('Toiture'), on('lettre.txt')])
    await send().click()
    await page.getByRole('article').filter({ hasText: 'Quel est le montant' }).waitFor()
    await idle()
    await page.getByRole('article').last().getByText('4 250 euros').first().waitFor()
    expect(await kept()).toEqual(['devis.txt', 'lettre.txt', 'planning.txt'])
  })

  test('too many files, or none: the folder is named, what was beside it is there, what was written too', async () => {
    await enter(3)
    await field().fill('Résumez')
    await letGo([on('Archives'), on('Vide'), on('lettre.txt')])
    await page
      .getByText('« Archives » n’a pas été pris : 50 fichiers au plus à la fois. Ouvrez ce dossier et déposez ceux qu’il vous faut. « Vide » est un dossier')
      .waitFor()
    await files().getByText('lettre.txt').waitFor()
    await expect.poll(kept).toEqual(['lettre.txt'])
    expect(await field().inputValue()).toBe('Résumez')
    await expectAccessible(page, 'chat, a folder that was not taken')
    await screenshot(page, 'chat-folder-refused', { fullPage: false })
  })

  test('beside a place for files nothing happens: the page stays', async () => {
    await enter(4)
    await field().fill('À garder')
    const address = page.url()
    for (const one of [on('lettre.txt'), on('Toiture')]) await letGo([one], 'nav')
    expect(await field().inputValue()).toBe('À garder')
    expect(page.url()).toBe(address)
    expect(await files().count()).toBe(0)
  })
})
