import { type ConversationMasking, type MaskedData, type MaskedKind } from '@parvis/contract'
import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { setUpPerson } from '../support/one-person.ts'

// States of the screens of masking that a server gives rarely: fifty values, a list that fails, masking imposed by the level. Journeys: journeys.e2e.ts.

const one = setUpPerson('masque', { expected: [/500|Failed to load/] })
let api: ApiClient
let page: Page

beforeEach(() => void ({ api, page } = one))

const { idle, ask, enterNth } = assistantChat(() => page)
const line = () => page.getByRole('button', { name: / pour le modèle$/ })
const dialog = () => page.getByRole('dialog', { name: 'Données masquées pour le modèle' })

const data = (kind: MaskedKind, label: string, value: string) => ({ kind, label, value, count: 1 })
const few = [
  data('personne', '[PERSONNE_1]', 'Mme Anne-Sophie Le Goff de Kerangal'),
  data('personne', '[PERSONNE_2]', 'M. Durand'),
  data('nir', '[NIR_1]', '2 85 05 78 006 084 91'),
  data('adresse', '[ADRESSE_1]', '12 bis, rue des Frères-Lumière\n29000 Quimper'),
  data('telephone', '[TELEPHONE_1]', '06 12 34 56 78'),
]
const many = Array.from({ length: 50 }, (_, at) =>
  data(
    at % 2 === 0 ? 'personne' : 'email',
    `[${at % 2 === 0 ? 'PERSONNE' : 'COURRIEL'}_${at}]`,
    at % 2 === 0 ? `Personne numéro ${at}` : `agent.${at}@ville-de-test.fr`,
  ),
)

/** Has the last question say that `masked` was masked in it, and the list of the conversation be `masking`. */
async function mask(masked: readonly MaskedData[], masking: Partial<ConversationMasking>, ofAnswer?: MaskedData[]) {
  let now: ConversationMasking = { mode: 'masquer', is_forced: false, keep: [], add: [], values: [], ...masking }
  const sent: unknown[] = []
  await page.route('**/api/conversations/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { messages?: { role: string; masked?: unknown }[] }
    const question = body.messages?.findLast(({ role }) => role === 'user')
    if (question) question.masked = masked
    if (question && ofAnswer) body.messages!.at(-1)!.masked = ofAnswer
    await route.fulfill({ response, json: body })
  })
  await page.route('**/api/conversations/*/masking', async (route: Route) => {
    if (route.request().method() === 'PUT') {
      const change = route.request().postDataJSON() as Partial<ConversationMasking>
      sent.push(change)
      now = { ...now, ...change, values: now.values.filter(({ value }) => change.keep?.includes(value) !== true) }
    }
    await route.fulfill({ json: now })
  })
  await page.reload()
  await idle()
  return sent
}

test('five data: their kinds, values and labels; one is left to the model, then masked again', async () => {
  await enterNth(api, 0)
  await ask('Écris à Mme Le Goff')
  const sent = await mask(few, { values: few })
  await page.getByRole('button', { name: '5\u00a0données masquées pour le modèle' }).click()
  await dialog().getByRole('listitem').nth(4).waitFor()
  expect(await dialog().getByRole('heading', { level: 4 }).allInnerTexts()).toEqual([
    'Nom de personne',
    'Numéro de téléphone',
    'Numéro de sécurité sociale',
    'Adresse postale',
  ])
  await checkEveryAppearance(page, 'masking-list')
  await dialog().getByRole('button', { name: 'Ne pas masquer «\u00a0M. Durand\u00a0»' }).click()
  await dialog().getByRole('button', { name: 'Masquer de nouveau «\u00a0M. Durand\u00a0»' }).waitFor()
  await dialog().getByText('Une donnée de ce message était masquée et ne l’est plus pour la suite.').waitFor()
  expect(sent).toEqual([{ keep: ['M. Durand'], add: [] }])
  await checkEveryAppearance(page, 'masking-kept')
  await dialog()
    .getByRole('button', { name: /^Masquer de nouveau/ })
    .press('Enter')
  await dialog().getByText('Laissé tel quel au modèle').waitFor({ state: 'detached' })
  expect(sent.at(-1)).toEqual({ keep: [], add: [] })
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('5\u00a0données masquées pour le modèle')
})

test('a passage selected in the message, and one that is typed, are masked too', async () => {
  await enterNth(api, 1)
  await ask('Le dossier bleu de la mairie annexe')
  const sent = await mask([], {})
  await page.evaluate(`(() => {
    const text = [...document.querySelectorAll('article div')].find(({ textContent }) => textContent === 'Le dossier bleu de la mairie annexe').firstChild
    getSelection().setBaseAndExtent(text, 3, text, 15)
  })()`)
  await page.getByRole('button', { name: 'Masquer aussi «\u00a0dossier bleu\u00a0»' }).click()
  await dialog().getByRole('textbox', { name: 'Masquer aussi un passage' }).waitFor()
  expect(await dialog().getByRole('textbox').inputValue()).toBe('dossier bleu')
  await dialog().getByText('Rien n’y a été masqué.').waitFor()
  await checkEveryAppearance(page, 'masking-none')
  await dialog().getByRole('button', { name: 'Masquer ce passage' }).click()
  await expect.poll(() => sent).toEqual([{ keep: [], add: ['dossier bleu'] }])
  await expect.poll(() => dialog().getByRole('textbox').inputValue()).toBe('')
  await dialog().getByRole('textbox').fill('  mairie annexe ')
  await dialog().getByRole('textbox').press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent.at(-1)).toEqual({ keep: [], add: ['dossier bleu', 'mairie annexe'] })
  await dialog().getByRole('textbox').fill('x'.repeat(2_001))
  await dialog().getByText('Un passage tient en 2000 caractères', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
})

test('fifty data, masking imposed by the level, a label that the model invented', async () => {
  await enterNth(api, 2)
  await ask('Écris à tous')
  await mask(many.slice(0, 20), { values: many, is_forced: true }, [{ kind: 'personne', label: '[PERSONNE_99]', count: 1, unknown: true }])
  await page.getByRole('article').last().getByText('L’étiquette [PERSONNE_99] de cette réponse', { exact: false }).waitFor()
  await checkEveryAppearance(page, 'masking-unknown')
  await line().click()
  await dialog().getByText('Le masquage est imposé ici par le niveau du modèle', { exact: false }).waitFor()
  const others = dialog().getByRole('button', { name: '30\u00a0autres données masquées dans la conversation' })
  await others.click()
  expect(await dialog().getByRole('listitem').count()).toBe(50)
  await checkEveryAppearance(page, 'masking-many')
})

test('a list that cannot be read, and a choice that cannot be saved, say so and lose nothing', async () => {
  await enterNth(api, 3)
  await ask('Écris à M. Durand')
  await mask(few.slice(1, 2), { values: few.slice(1, 2) })
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { error: 'Une erreur est survenue.', code: 'server.unexpected' } })
  await page.route('**/api/conversations/*/masking', refuse)
  await line().click()
  await dialog().getByRole('button', { name: 'Réessayer' }).waitFor({ timeout: 30_000 })
  await checkEveryAppearance(page, 'masking-unread')
  await page.unroute('**/api/conversations/*/masking', refuse)
  await dialog().getByRole('button', { name: 'Réessayer' }).click()
  await dialog().getByText('M. Durand').waitFor()
  await dialog().getByRole('textbox').fill('le dossier bleu')
  await page.route('**/api/conversations/*/masking', refuse)
  await dialog().getByRole('button', { name: 'Masquer ce passage' }).click()
  await dialog().getByRole('alert').getByText('Rien n’a changé.', { exact: false }).waitFor()
  expect(await dialog().getByRole('textbox').inputValue()).toBe('le dossier bleu')
  await checkEveryAppearance(page, 'masking-unsaved')
})
