import { routes } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage } from '../support/browser.ts'
import { refuseLeaving, confirmLeaving } from '../support/pages.ts'
import { setUpPerson } from '../support/one-person.ts'

// Nothing is lost by asking otherwise: versions of a question and of an answer are gone through.

const one = setUpPerson('odile.kermarrec', { fields: { first_name: 'Odile', last_name: 'Kermarrec' } })
let api: ApiClient
let opened: OpenPage
let page: Page

beforeEach(async () => {
  ;({ api, opened, page } = one)
  await enterNth(api, 0)
})

const { idle, enterNth } = assistantChat(() => page)
const turns = () => page.getByRole('article')
const versionsOf = (what: string) => page.getByRole('group', { name: `Versions ${what}` })
const focused = () => page.evaluate<string | null | undefined>(`document.activeElement?.getAttribute('aria-label')`)

async function ask(question: string, count: number): Promise<void> {
  await page.getByLabel('Votre message', { exact: true }).fill(question)
  await page.keyboard.press('Control+Enter')
  await turns()
    .nth(count - 1)
    .waitFor()
  await idle()
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).nth(1).waitFor()
}

test('an answer put as a table is a second version; the first comes back, stays after a reload, and is what goes on', async () => {
  await ask('Une note de 3 pages pour le maire sur la cantine, avant le 12 mai.', 3)
  const answer = turns().nth(2)
  const first = await answer.innerText()
  await page.getByRole('button', { name: 'Changer la forme' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Plus court', 'Plus simple', 'Plus formel', 'En tableau'])
  await page.getByRole('menuitem', { name: 'En tableau' }).click()
  await answer.getByRole('table').waitFor({ timeout: 60_000 })
  await idle()
  const versions = versionsOf('de la réponse')
  await versions.getByText('2/2').waitFor()
  await expectAccessible(page, 'an answer of two versions')
  await versions.getByRole('button', { name: 'Version précédente' }).focus()
  await page.keyboard.press('Enter')
  await versions.getByText('1/2').waitFor()
  await page.getByRole('status').getByText('Version 1 sur 2').first().waitFor({ state: 'attached' })
  expect(await focused()).toBe('Version précédente')
  expect((await answer.innerText()).replaceAll(/\d\/\d/g, '')).toContain(first.slice(0, 200))
  expect(await answer.getByRole('table').count()).toBe(0)
  await page.reload()
  await idle()
  await versions.getByText('1/2').waitFor()
  // The first comes after the last: no button dies under the finger.
  await versions.getByRole('button', { name: 'Version suivante' }).click()
  await answer.getByRole('table').waitFor()
})

test('another version is asked about before it drops a comment, which is not told of it', async () => {
  await ask('Une note sur le marché de Noël.', 3)
  await page.getByRole('button', { name: 'Générer une autre réponse' }).click()
  const versions = versionsOf('de la réponse')
  await versions.getByText('2/2').waitFor({ timeout: 60_000 })
  await idle()
  await turns().nth(2).getByRole('button', { name: 'Réponse à améliorer' }).click()
  const comment = page.getByLabel('Précisions')
  await comment.fill('Il manque les horaires.')
  await showFormer(versions, comment)
  expect(await comment.count()).toBe(0)
})

test('so it is before a question put otherwise, or shown in another version, takes away the answer that a comment is typed under', async () => {
  await ask('Une note sur la médiathèque.', 3)
  const comment = page.getByLabel('Précisions')
  const criticise = async (text: string) => {
    await turns().nth(2).getByRole('button', { name: 'Réponse à améliorer' }).click()
    await comment.fill(text)
  }
  await criticise('Il manque les tarifs.')
  await turns().nth(1).hover()
  await page.getByRole('button', { name: 'Modifier votre question' }).click()
  const edited = page.getByLabel('Modifier votre message')
  await edited.fill('Une note sur la piscine.')
  const again = page.getByRole('button', { name: 'Relancer' })
  await again.click()
  await refuseLeaving(page)
  expect([await edited.inputValue(), await comment.inputValue()]).toEqual(['Une note sur la piscine.', 'Il manque les tarifs.'])
  await again.click()
  await confirmLeaving(page)
  const versions = versionsOf('de votre message')
  await versions.getByText('2/2').waitFor({ timeout: 60_000 })
  await idle()
  expect(await comment.count()).toBe(0)
  await criticise('Il manque les horaires.')
  await showFormer(versions, comment)
})

test('and before a cut answer that a comment is typed under goes on', async () => {
  await ask('[[tronque]] Une note sur la voirie.', 3)
  await turns().nth(2).getByRole('button', { name: 'Réponse à améliorer' }).click()
  const comment = page.getByLabel('Précisions')
  await comment.fill('Elle s’arrête trop tôt.')
  const goOn = turns().nth(2).getByRole('button', { name: 'Continuer' })
  await goOn.click()
  await refuseLeaving(page)
  expect(await comment.inputValue()).toBe('Elle s’arrête trop tôt.')
  await goOn.click()
  await confirmLeaving(page)
  await comment.waitFor({ state: 'detached' })
  await idle()
})

test('an edited question keeps the one before, with what followed it', async () => {
  await ask('Une note sur les marchés publics.', 3)
  await ask('Avec un calendrier.', 5)
  await turns().nth(1).hover()
  await page.getByRole('button', { name: 'Modifier votre question' }).first().click()
  await page.getByLabel('Modifier votre message').fill('Une note sur les subventions.')
  await page.getByText('La version d’avant et sa suite restent gardées.').waitFor()
  // While another answer is being written it waits, and is not lost.
  await page.getByLabel('Votre message', { exact: true }).fill('[[lent-2]] Et un budget.')
  await page.keyboard.press('Control+Enter')
  const again = page.getByRole('button', { name: 'Relancer' })
  await expect.poll(() => again.isDisabled()).toBe(true)
  await idle()
  await expect.poll(() => again.isDisabled()).toBe(false)
  await again.click()
  await expect.poll(() => turns().count()).toBe(3)
  await idle()
  const versions = versionsOf('de votre message')
  await versions.getByText('2/2').waitFor()
  await versions.getByRole('button', { name: 'Version précédente' }).click()
  await turns().nth(4).waitFor()
  await turns().nth(1).getByText('Une note sur les marchés publics.').waitFor()
  await turns().nth(3).getByText('Avec un calendrier.').waitFor()
  await versions.getByText('1/2').waitFor()
  // A question open to be put otherwise, which is as it was, is nothing to lose.
  await turns().nth(3).hover()
  await turns().nth(3).getByRole('button', { name: 'Modifier votre question' }).click()
  await page.getByLabel('Modifier votre message').waitFor()
  await page.keyboard.press('Escape')
  await turns().nth(3).locator('button[aria-label="Modifier votre question"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Modifier votre message').waitFor()
  await versions.getByRole('button', { name: 'Version suivante' }).click()
  await versions.getByText('2/2').waitFor()
})

test('shown by another tab, a version is followed; refused while a reply is written there, it says so', async () => {
  await ask('Une note sur les archives.', 3)
  await page.getByRole('button', { name: 'Générer une autre réponse' }).click()
  await versionsOf('de la réponse').getByText('2/2').waitFor({ timeout: 60_000 })
  await idle()
  const id = new URL(page.url()).searchParams.get('conversation')!
  const { messages } = await api(routes.conversations.get, { params: { id } })
  await api(routes.conversations.showVersion, { params: { id, message_id: messages.at(-1)!.versions![0]! } })
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await versionsOf('de la réponse').getByText('1/2').waitFor()
  opened.watch.expect(/409/)
  await page.route('**/version', (route) =>
    route.fulfill({ status: 409, json: { error: 'Une réponse est déjà en cours dans cette conversation.', code: 'conversations.reply_running' } }),
  )
  await page.getByRole('button', { name: 'Version suivante' }).click()
  await page.getByText('Une réponse est déjà en cours dans cette conversation.').waitFor()
  await versionsOf('de la réponse').getByText('1/2').waitFor()
  expect(await turns().count()).toBe(3)
})

/** Goes from the second version to the first: kept where it was with the comment at first, then without it. */
async function showFormer(versions: Locator, comment: Locator): Promise<void> {
  const typed = await comment.inputValue()
  const former = versions.getByRole('button', { name: 'Version précédente' })
  await former.click()
  await refuseLeaving(page)
  expect([await comment.inputValue(), await versions.innerText()]).toEqual([typed, expect.stringContaining('2/2')])
  await former.click()
  await confirmLeaving(page)
  await versions.getByText('1/2').waitFor()
  await comment.waitFor({ state: 'detached' })
}
