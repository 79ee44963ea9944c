import { routes, type MaskingMode } from '@parvis/contract'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { downloadedFile } from '../support/downloads.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import type { Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'

// A letter to the mayor with eleven personal data, in an assistant of each setting: what leaves for the recording server, what is shown, what is exported.

const model = await startFaultModelServer()
afterAll(() => model.close())
const site = setUpSite<AppServer>(() => startServer({ LLM_BASE_URL: model.baseUrl, LLM_API_KEY: 'x', LLM_MODEL: 'faux', MASKING: 'masquer' }))
const visit = pageVisits(site)
let page: Page
let admin: ApiClient
let api: ApiClient
let person: Credentials
const { enter, idle, field } = assistantChat(() => page)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const assistants = new Map<MaskingMode | null, string>()

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  person = await createAccount(admin, 'accueil', {})
  api = await apiAs(site.server.url, person)
  const all = await admin(routes.assistants.list)
  for (const [at, masking] of ([null, 'prevenir', 'non'] as const).entries()) {
    await admin(routes.assistants.update, { params: { id: all[at]!.id }, body: { masking } })
    assistants.set(masking, all[at]!.id)
  }
})

/** Personal data of the letter. */
const values = [
  'Anne Le Goff',
  'Paul Durand',
  'a.legoff@exemple.fr',
  '06 39 98 27 43',
  '2 69 05 49 588 157 80',
  'FR76 3000 6000 0112 3456 7890 189',
  '4970 1012 3456 7890',
  '12 rue des Lilas, 29000 Quimper',
  '14 mai 1969',
  'AB-123-CD',
  '02 98 00 00 11',
]
const letter = `Monsieur le Maire,

Je soussignée Mme ${values[0]}, née le ${values[8]}, demeurant ${values[7]}, joignable au ${values[3]} ou au ${values[10]} (${values[2]}), NIR ${values[4]}, conteste la mise en fourrière du véhicule ${values[9]} de M. ${values[1]}. Le remboursement se fait sur le compte ${values[5]} ou la carte ${values[6]}.

mode:echo`

const sentTexts = () => JSON.stringify(model.requests.map(({ body }) => body.messages))
/** Values of the letter that the server of the model received. */
const leaked = () => values.filter((value) => sentTexts().includes(value))
/** Values of the letter that are not in a text, where the spaces of numbers may be unbreakable. */
const missingIn = (text: string) => values.filter((value) => !text.replace(/[\u00a0\u202f]/g, ' ').includes(value))
const answer = () => page.getByRole('article').last()
const send = async (text: string) => {
  await field().fill(text)
  await field().press('Control+Enter')
}

/** Opens a conversation with the assistant of a setting, and forgets what the model received until then. */
async function open(masking: MaskingMode | null, expected: RegExp[] = []) {
  page = (await visit(person, { expected })).page
  await enter(assistants.get(masking)!)
  model.requests.length = 0
}

/** Text of the last answer, exported to Word. */
async function exported(): Promise<string> {
  await answer().getByRole('button', { name: 'Exporter' }).click()
  const { bytes } = await downloadedFile(page, () => page.getByRole('menuitem', { name: 'Réponse vers Word (.docx)' }).click())
  return strFromU8(unzipSync(bytes)['word/document.xml']!).replace(/<[^>]*>/g, '')
}

test('masked: nothing of the letter leaves; the answer, its export and its share have the true values', async () => {
  await open(null)
  await send(letter)
  await page.getByRole('article').getByText('Monsieur le Maire').first().waitFor()
  await idle()
  expect(model.requests.length).toBeGreaterThan(0)
  expect(leaked()).toEqual([])
  expect(missingIn(await answer().innerText())).toEqual([])
  expect(missingIn(await exported())).toEqual([])

  const id = new URL(page.url()).searchParams.get('conversation')!
  const question = (await api(routes.conversations.get, { params: { id } })).messages.findLast(({ role }) => role === 'user')!
  expect(question.masked!.length).toBeGreaterThanOrEqual(values.length)
  await button(`${question.masked!.length}\u00a0données masquées pour le modèle`).click()
  const dialog = page.getByRole('dialog', { name: 'Données masquées pour le modèle' })
  await dialog.getByText('06 39 98 27 43').waitFor()
  await checkEveryAppearance(page, 'masking-letter')

  // A colleague who reads it reads the true values, and no list of what was masked.
  const reader = await createAccount(admin, 'lectrice', {})
  const { id: readerId } = await (await apiAs(site.server.url, reader))(routes.auth.me)
  const share = await api(routes.shares.create, { params: { id }, body: { people: [readerId] } })
  page = (await visit(reader, { path: `/partages/${share.id}` })).page
  expect(missingIn(await answer().innerText())).toEqual([])
  expect(await button(/pour le modèle$/).count()).toBe(0)
})

test('what is corrected is kept for the conversation: a telephone leaves, a chosen passage does not', async () => {
  await open(null)
  await send('Appelez le 06 39 98 27 43 à propos du dossier bleu. mode:echo')
  await page.getByRole('article').getByText('06 39 98 27 43').first().waitFor()
  await idle()
  await button('1\u00a0donnée masquée pour le modèle').click()
  await button('Ne pas masquer «\u00a006 39 98 27 43\u00a0»').press('Enter')
  await page.getByText('Laissé tel quel au modèle').waitFor()
  await page.getByRole('textbox', { name: 'Masquer aussi un passage' }).fill('dossier bleu')
  await button('Masquer ce passage').press('Enter')
  await page.getByText('[DONNEE_1]').waitFor()
  await page.keyboard.press('Escape')
  model.requests.length = 0
  await send('Rappelez le 06 39 98 27 43 pour le dossier bleu. mode:echo')
  await page.getByRole('article').getByText('Rappelez').first().waitFor()
  await idle()
  expect(sentTexts()).toContain('06 39 98 27 43')
  expect(sentTexts()).not.toContain('dossier bleu')
  await answer().getByText('Rappelez le 06 39 98 27 43 pour le dossier bleu').waitFor()
  // Another conversation begins without these choices.
  await open(null)
  await send('Appelez le 06 39 98 27 43 pour le dossier bleu. mode:echo')
  await page.getByRole('article').getByText('Appelez').first().waitFor()
  await idle()
  expect(sentTexts()).not.toContain('06 39 98 27 43')
  expect(sentTexts()).toContain('dossier bleu')
})

test('not masked: the letter leaves as it is, and nothing is said of it', async () => {
  await open('non')
  await send(letter)
  await page.getByRole('article').getByText('Monsieur le Maire').first().waitFor()
  await idle()
  expect(leaked()).toEqual(values)
  expect(await button(/pour le modèle$/).count()).toBe(0)
})

describe('confirmation before sending', () => {
  const asking = () => page.getByRole('alertdialog', { name: /^Envoyer (?:cette donnée|ces données)/ })

  test('the letter stays until the person chooses: to edit it, to mask it, to send it as it is', async () => {
    await open('prevenir')
    await send(letter)
    await asking().getByText('06 39 98 27 43').waitFor()
    await checkEveryAppearance(page, 'masking-asked')
    await page.keyboard.press('Enter')
    await asking().waitFor({ state: 'detached' })
    expect(model.requests).toEqual([])
    expect(await field().inputValue()).toBe(letter)
    await field().press('Control+Enter')
    await asking().getByRole('button', { name: 'Masquer et envoyer' }).click()
    await page.getByRole('article').getByText('Monsieur le Maire').first().waitFor()
    await idle()
    expect(await field().inputValue()).toBe('')
    expect(leaked()).toEqual([])
    expect(missingIn(await answer().innerText())).toEqual([])
    // What is masked already needs no confirmation.
    await send('Rappelez le 06 39 98 27 43. mode:echo')
    await page.getByRole('article').getByText('Rappelez').first().waitFor()
    await idle()
    expect(leaked()).toEqual([])
    await send('Appelez plutôt le 02 41 00 00 22. mode:echo')
    await asking().getByRole('checkbox').press('Space')
    await asking().getByRole('button', { name: 'Envoyer tel quel' }).press('Enter')
    await page.getByRole('article').getByText('Appelez plutôt').first().waitFor()
    await idle()
    expect(sentTexts()).toContain('02 41 00 00 22')
    await send('Et encore le 02 41 00 00 22. mode:echo')
    await page.getByRole('article').getByText('Et encore').first().waitFor()
    await idle()
  })

  test('an edited question is confirmed too; a message without personal data leaves at once', async () => {
    await open('prevenir')
    await send('Quels sont les horaires de la mairie ? mode:echo')
    await page.getByRole('article').getByText('Quels sont les horaires').first().waitFor()
    await idle()
    await page.getByRole('article').nth(1).hover()
    await button('Modifier votre question').first().click()
    await page.getByRole('textbox', { name: 'Modifier votre message' }).fill('Écrivez à a.legoff@exemple.fr. mode:echo')
    await button('Relancer').click()
    await asking().getByText('a.legoff@exemple.fr').waitFor()
    await page.keyboard.press('Escape')
    await asking().waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Modifier votre message' }).inputValue()).toBe('Écrivez à a.legoff@exemple.fr. mode:echo')
    await button('Relancer').click()
    await asking().getByRole('button', { name: 'Envoyer tel quel' }).click()
    await page.getByRole('article').getByText('Écrivez à a.legoff').first().waitFor()
    await idle()
    expect(sentTexts()).toContain('a.legoff@exemple.fr')
  })

  test('when the check fails, the message stays and the person decides', async () => {
    await open('prevenir', [/ERR_FAILED/])
    await page.route('**/api/masking/preview', (route) => route.abort())
    await send('Appelez le 06 39 98 27 43. mode:echo')
    const failed = page.getByRole('alertdialog', { name: 'Envoyer ce message sans le vérifier ?' })
    await failed.waitFor()
    await checkEveryAppearance(page, 'masking-unchecked')
    await failed.getByRole('button', { name: 'Modifier' }).click()
    expect(await field().inputValue()).toBe('Appelez le 06 39 98 27 43. mode:echo')
    expect(model.requests).toEqual([])
    await field().press('Control+Enter')
    await failed.waitFor()
    await page.unroute('**/api/masking/preview')
    await failed.getByRole('button', { name: 'Réessayer' }).click()
    await asking().getByText('06 39 98 27 43').waitFor()
    // A choice that cannot be saved sends nothing.
    await page.route('**/api/conversations/*/masking', (route) => route.abort())
    await asking().getByRole('button', { name: 'Masquer et envoyer' }).click()
    await asking().getByRole('alert').getByText('Votre message n’est pas parti.', { exact: false }).waitFor()
    expect(model.requests).toEqual([])
    await page.keyboard.press('Escape')
    expect(await field().inputValue()).toBe('Appelez le 06 39 98 27 43. mode:echo')
  })

  test('where the whole installation asks: a first question from home, in a conversation that does not exist yet', async () => {
    await site.server.restart({ MASKING: 'prevenir' })
    page = (await visit(person)).page
    model.requests.length = 0
    await page.goto('/')
    await page.getByLabel('Votre demande').fill('Appelez le 06 39 98 27 43. mode:echo')
    await page.getByLabel('Votre demande').press('Control+Enter')
    await asking().getByText('06 39 98 27 43').waitFor()
    expect(model.requests).toEqual([])
    await asking().getByRole('button', { name: 'Masquer et envoyer' }).click()
    await page.getByRole('article').last().getByText('Appelez le 06 39 98 27 43').waitFor()
    expect(sentTexts()).not.toContain('06 39 98 27 43')
    await button('1\u00a0donnée masquée pour le modèle').waitFor()
  })
})

test('the trial of an assistant that is being written asks too, and offers no mask that nothing would keep', async () => {
  await site.server.restart({ MASKING: 'prevenir' })
  page = (await visit(site.server.root)).page
  model.requests.length = 0
  await page.goto('/assistants-admin')
  await button('Nouvel assistant').click()
  await page.getByRole('textbox', { name: 'Instructions (prompt)' }).fill('Tu aides l’accueil.')
  const trial = page.getByRole('textbox', { name: 'Votre question d’essai' })
  await trial.fill('Appelez le 06 39 98 27 43. mode:echo')
  await trial.press('Control+Enter')
  const asking = page.getByRole('alertdialog', { name: 'Envoyer cette donnée personnelle au modèle ?' })
  await asking.getByText('06 39 98 27 43').waitFor()
  expect(await asking.getByRole('button').allInnerTexts()).toEqual(['Modifier', 'Envoyer tel quel'])
  expect(model.requests).toEqual([])
  await asking.getByRole('button', { name: 'Envoyer tel quel' }).click()
  await page.getByRole('region', { name: 'Réponses de l’essai' }).getByText('Appelez le 06 39 98 27 43').last().waitFor()
  await expect.poll(() => sentTexts()).toContain('06 39 98 27 43')
})

test('an administrator chooses the setting of an assistant; the page on privacy says what is masked, and that it is no anonymisation', async () => {
  await site.server.restart({ MASKING: 'masquer', MASKING_BELOW_LEVEL: '2' })
  page = (await visit(site.server.root)).page
  await page.goto('/assistants-admin')
  await button('Nouvel assistant').click()
  const form = page.getByRole('dialog')
  await form.getByText(/Pour un modèle d’un niveau plus bas que «\u00a0souverain\u00a0», elles sont toujours masquées/).waitFor()
  await form.getByRole('button', { name: /Données personnelles/ }).click()
  await page.getByRole('option', { name: 'Prévenir avant l’envoi' }).click()
  await checkEveryAppearance(page, 'masking-assistant-form', form.getByRole('button', { name: /Données personnelles/ }))
  await form.getByRole('textbox', { name: 'Nom' }).fill('Accueil')
  await form.getByRole('textbox', { name: 'Description' }).fill('Aide l’accueil.')
  await form.getByRole('textbox', { name: 'Instructions (prompt)' }).fill('Tu aides l’accueil.')
  await form.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Créer l’assistant' }).click()
  await page.getByText('L’assistant «\u00a0Accueil\u00a0» a été créé.').waitFor()
  expect((await admin(routes.assistants.list)).find(({ name }) => name === 'Accueil')!.masking).toBe('prevenir')
  await page.goto('/confidentialite')
  await page.getByText('numéro de sécurité sociale', { exact: false }).waitFor()
  await page.getByText('C’est une pseudonymisation, pas une anonymisation', { exact: false }).waitFor()
  await checkEveryAppearance(page, 'masking-privacy', page.getByRole('heading', { name: 'Données personnelles masquées au modèle' }))
})
