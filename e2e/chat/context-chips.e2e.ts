import { routes } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { uniqueSuffix, type ApiClient } from '../support/api.ts'
import { downloadedFile } from '../support/downloads.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage } from '../support/browser.ts'
import { setUpPerson } from '../support/one-person.ts'

// The project and the library of an open conversation, changed and taken away beside its field; its thread says so, in every tab.

const one = setUpPerson('simone')
let api: ApiClient
let opened: OpenPage
let page: Page

beforeAll(async () => {
  for (const [name, content] of [
    ['Voie verte', 'Douze kilomètres le long du canal.'],
    ['Gymnase', 'La rénovation du gymnase commence en mai.'],
  ])
    await one.api(routes.projects.create, { body: { name: name!, content: content! } })
})

beforeEach(() => void ({ api, opened, page } = one))

const { field, idle, composerButton, notice, ask, enterNth } = assistantChat(() => page)
const enter = (nth: number, more?: string) => enterNth(api, nth, more)
const project = async (name: string) => (await api(routes.projects.list)).find((one) => one.name === name)!

test('another project by keyboard, then a library: said in the thread, kept by a reload, followed by another tab and by the address', async () => {
  await enter(0, `&project=${(await project('Voie verte')).id}`)
  await ask('Où en est-on ?')
  const other = await opened.context.newPage()
  await other.goto(page.url())
  await idle(other)

  await composerButton('Projet : Voie verte').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Gymnase' }).waitFor()
  await page.keyboard.type('Gym')
  await page.keyboard.press('Enter')
  await notice('Projet changé : Gymnase').waitFor()
  await page.waitForURL(new RegExp((await project('Gymnase')).id))
  await page.getByRole('banner').or(page.locator('header')).getByText('Gymnase').first().waitFor()
  await notice('Projet changé : Gymnase', other).waitFor()
  await composerButton('Projet : Gymnase', other).waitFor()

  await composerButton('Bibliothèque : aucune').click()
  await page.getByRole('menuitem', { name: 'Réglementation' }).click()
  await notice('Bibliothèque associée : Réglementation').waitFor()
  // The answers before it rested on none.
  expect(await page.getByText(/^Aucun passage de la bibliothèque/).count()).toBe(0)
  await expectAccessible(page, 'chat whose project and library have changed')
  // What can be done with an answer: in sight under the last one, whatever is said after it; under the others when pointed at.
  const seen = (nth: number) => page.evaluate<string>(`getComputedStyle(document.querySelectorAll('[aria-label="Actions sur cette réponse"]')[${nth}]).opacity`)
  await page.mouse.move(1, 1)
  await expect.poll(async () => [await seen(0), await seen(1)]).toEqual(['0', '1'])
  await page.getByRole('article').first().hover()
  await expect.poll(() => seen(0)).toBe('1')
  await page.reload()
  await notice('Bibliothèque associée : Réglementation').waitFor()

  // The next answer rests on it, and the person's turns are their own.
  await ask('Que dit le règlement sur les congés ?')
  await composerButton('Retirer la bibliothèque').click()
  await notice('Bibliothèque retirée : Réglementation').waitFor()
  await expect.poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Bibliothèque\u00a0: aucune')
  const id = new URL(page.url()).searchParams.get('conversation')!
  const kept = await api(routes.conversations.get, { params: { id } })
  expect([kept.library, kept.changes.map(({ after }) => after), kept.messages.length]).toEqual([null, [3, 3, 5], 5])

  // Whoever reads the file learns it at the same place.
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).last().getByRole('button', { name: 'Exporter', exact: true }).click()
  const { bytes } = await downloadedFile(page, () => page.getByRole('menuitem', { name: 'Conversation vers Word (.docx)' }).click())
  const words = openParts(bytes)['word/document.xml']!.replace(/<[^>]*>/g, '')
  expect(words).toMatch(
    /Où en est-on.*Projet changé\u00a0: GymnaseBibliothèque associée\u00a0: RéglementationQuestion 2.*Bibliothèque retirée\u00a0: RéglementationTexte généré/,
  )
})

test('a project deleted meanwhile is refused in a sentence, and nothing has changed; while an answer is written nothing can be', async () => {
  opened.watch.expect(/status of 404/)
  await page.setViewportSize({ width: 390, height: 844 })
  const name = `Éphémère ${uniqueSuffix()}`
  const { id } = await api(routes.projects.create, { body: { name } })
  await enter(1)
  await composerButton('Projet : aucun').click()
  await page.getByRole('menuitem', { name }).waitFor()
  // Deleted between the choice and its arrival.
  await page.route('**/api/conversations/*', async (route) => {
    if (route.request().method() === 'PUT') await api(routes.projects.remove, { params: { id } }).catch(() => undefined)
    await route.continue()
  })
  await page.getByRole('menuitem', { name }).click()
  await page.getByText('Ce projet n’existe pas, ou n’existe plus.').waitFor()
  await composerButton('Projet : aucun').waitFor()
  await page.unroute('**/api/conversations/*')
  await expectAccessible(page, 'chat whose project was refused')

  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/chat/mistral/stream', (route) => held.then(() => route.continue()))
  await field().fill('Bonjour, un conseil ?')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.getByRole('button', { name: 'Arrêter', exact: true }).waitFor()
  expect(await composerButton('Projet : aucun').isDisabled()).toBe(true)
  answer()
  await idle()
})

test('a project taken away over a slow network leaves alone who has gone on writing meanwhile', async () => {
  await enter(2, `&project=${(await project('Voie verte')).id}`)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await composerButton('Retirer le projet').click()
  await field().click()
  await page.keyboard.type('Bonjour, ')
  answer()
  await composerButton('Projet : aucun').waitFor()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))')
  await page.keyboard.type('merci')
  expect(await field().inputValue()).toBe('Bonjour, merci')
})
