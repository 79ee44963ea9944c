import { routes } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createConversation, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { downloadedFile } from '../support/downloads.ts'
import { waitForFirst } from '../support/pages.ts'
import { setUpPerson } from '../support/one-person.ts'

// Fifteen tasks of an agent's day, with the acts that each takes: a press, a choice of files, or a text written and sent, each counts for one.

const one = setUpPerson('agent', { fields: { first_name: 'Maryvonne' }, isNewEachTime: true })
let api: ApiClient
let page: Page
let acts = 0

beforeEach(async () => {
  ;({ api, page } = one)
  acts = 0
})

const press = async (what: Locator): Promise<void> => {
  acts += 1
  await what.click()
}
const key = async (name: string): Promise<void> => {
  acts += 1
  await page.keyboard.press(name)
}
/** Types a text in the focused field, then sends it with a key. */
const write = async (text: string, sentBy: string): Promise<void> => {
  acts += 1
  await page.keyboard.type(text)
  if (sentBy !== '') await page.keyboard.press(sentBy)
}
const { idle } = assistantChat(() => page)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const turns = () => page.getByRole('article')
const field = () => page.getByRole('textbox', { name: 'Votre message' })

/** Creates a conversation of another day, with a question and an answer. */
async function another(title: string, answer = 'Oui.'): Promise<string> {
  const [assistant] = await api(routes.assistants.list, { query: {} })
  const id = await createConversation(api, { assistant_id: assistant!.id }, title, answer)
  return `/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`
}

async function goTo(path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function inConversation(answer?: string): Promise<void> {
  await goTo(await another('La cantine de Plouguerneau', answer))
  await turns().nth(1).waitFor()
  await idle()
}

test('a deliberation is asked for in two acts, from home', async () => {
  await goTo('/')
  await page.getByRole('textbox', { name: 'Votre demande' }).focus()
  await write('@délibération', 'Enter')
  await page.getByRole('button', { name: /^Ne pas appeler/ }).waitFor()
  await write('Bonjour, Mme Petit veut une délibération pour le tarif de la cantine, merci', 'Control+Enter')
  await page.waitForURL(/conversation=/)
  await turns().nth(1).waitFor()
  expect(acts).toBe(2)
})

test('yesterday’s conversation is taken up in one act, from anywhere', async () => {
  await another('Le règlement du cimetière')
  await goTo('/projects')
  await press(page.getByRole('region', { name: 'Récentes' }).getByRole('link', { name: /Le règlement du cimetière/ }))
  await turns().nth(1).waitFor()
  expect(acts).toBe(1)
})

test('three files and a question take two acts', async () => {
  await inConversation()
  acts += 1
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Joindre des fichiers').click()])
  await chooser.setFiles(
    ['un', 'deux', 'trois'].map((name) => ({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`Le devis ${name} est de 120 euros.`) })),
  )
  await field().focus()
  await write('Quel est le montant du devis trois ?', 'Control+Enter')
  await turns().last().getByText('120 euros').first().waitFor({ timeout: 60_000 })
  expect(acts).toBeLessThanOrEqual(3)
})

test('a prompt is used in one act', async () => {
  await api(routes.personalPrompts.create, { body: { name: 'Convocation', content: 'Convoquez [nom] le 3 mai.' } })
  await inConversation()
  await field().focus()
  acts += 1
  await page.keyboard.type('/convo')
  await page.getByRole('option', { name: /Convocation/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).toBe('Convoquez [nom] le 3 mai.')
  expect(acts).toBe(1)
})

test('a project is made and used in four acts', async () => {
  await another('Une question au premier assistant')
  await goTo('/')
  await press(page.getByRole('link', { name: 'Projets', exact: true }).first())
  await press(button('Nouveau projet').first())
  await page.getByRole('dialog').getByLabel('Nom').focus()
  await write('Réfection de la salle des fêtes', 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Réfection de la salle des fêtes' }).waitFor()
  await press(page.getByRole('navigation', { name: 'Démarrer avec un de vos assistants' }).getByRole('link').first())
  await page.waitForURL(/project=/)
  await idle()
  expect(acts).toBeLessThanOrEqual(4)
})

test('an old conversation is found by a word of it in two acts', async () => {
  await another('Le hérisson du parc', 'Il est protégé depuis 1981.')
  for (const title of ['Le budget', 'La voirie', 'Les archives']) await another(title)
  await goTo('/')
  await key('Control+k')
  await page.getByRole('dialog', { name: 'Rechercher partout' }).getByRole('combobox').waitFor()
  acts += 1
  // Without waiting for what is found: Enter opens that, not what stood there before.
  await page.keyboard.type('protégé hérisson')
  await page.keyboard.press('Enter')
  await turns().nth(1).getByText('protégé depuis 1981').waitFor()
  expect(acts).toBe(2)
})

test('an answer is made shorter in two acts, and the longer one comes back in one', async () => {
  const long =
    'La cantine ouvre à midi. Elle ferme à quatorze heures tous les jours de la semaine, sauf le mercredi.\n\nLe tarif est de 3,50 €. Il est voté chaque année par le conseil municipal, en juin.'
  await inConversation(long)
  await press(button('Changer la forme'))
  await press(page.getByRole('menuitem', { name: 'Plus court' }))
  await page.getByRole('group', { name: 'Versions de la réponse' }).getByText('2/2').waitFor({ timeout: 60_000 })
  await idle()
  expect(await turns().last().innerText()).not.toContain('voté chaque année')
  expect(acts).toBe(2)
  await press(button('Version précédente'))
  await turns().last().getByText('voté chaque année').waitFor()
})

test('a question is corrected in two acts', async () => {
  await inConversation()
  await turns().first().hover()
  await press(button('Modifier votre question'))
  acts += 1
  await page.getByLabel('Modifier votre message').fill('La cantine de Lannilis')
  await page.keyboard.press('Control+Enter')
  await turns().first().getByText('La cantine de Lannilis').waitFor()
  await idle()
  expect(acts).toBe(2)
})

test('an answer is a Word document in two acts', async () => {
  await inConversation('## Note\n\nLe tarif est de 3,50 €.')
  await press(button('Exporter'))
  const { name } = await downloadedFile(page, () => press(page.getByRole('menuitem', { name: 'Réponse vers Word (.docx)' })))
  expect(name).toMatch(/\.docx$/)
  expect(acts).toBe(2)
})

test('the project of a conversation is changed in the middle in two acts', async () => {
  await api(routes.projects.create, { body: { name: 'Voie verte' } })
  await inConversation()
  await press(button(/^Projet/))
  await press(page.getByRole('menuitem', { name: 'Voie verte' }))
  await waitForFirst(page.getByRole('log'), /Voie verte/)
  expect(acts).toBe(2)
})

test('three conversations are put away in five acts', async () => {
  for (const title of ['Le budget', 'La voirie', 'Les archives']) await another(title)
  await goTo('/')
  await press(page.getByRole('link', { name: 'Mon espace', exact: true }).first())
  await turns().nth(2).waitFor()
  acts += 1
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check({ force: true })
  await press(page.getByRole('group', { name: 'Actions sur la sélection' }).getByRole('button', { name: 'Archiver', exact: true }))
  await expect.poll(() => turns().count()).toBe(0)
  expect(acts).toBeLessThanOrEqual(5)
})

test('where an answer comes from is seen in one act', async () => {
  await inConversation()
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'devis.txt', mimeType: 'text/plain', buffer: Buffer.from('Le devis de la toiture est de 4 250 euros.') }])
  await field().fill('Quel est le montant du devis de la toiture ?')
  await page.keyboard.press('Control+Enter')
  const source = turns()
    .last()
    .getByRole('button', { name: /devis\.txt/ })
  await source.first().waitFor({ timeout: 60_000 })
  await idle()
  await press(source.first())
  await page.getByRole('complementary').or(page.getByRole('dialog')).getByText('4 250 euros').first().waitFor()
  expect(acts).toBe(1)
})

const desk = () => page.getByRole('region', { name: /^Document rédigé : / })

/** Opens a deliberation beside its conversation. */
async function besideConversation(): Promise<string> {
  const [assistant] = await api(routes.assistants.list, { query: {} })
  const conversation_id = await createConversation(api, { assistant_id: assistant!.id }, 'La cantine', 'Oui.')
  const markdown =
    '# Tarifs de la cantine\n\nConsidérant que le tarif de 3,50 € date de 2019,\n\nArticle 1 : Les tarifs sont annuels.\n\nArticle 2 : Ils sont affichés.\n\nArticle 3 : Le repas est fixé à 3,50 €.'
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Tarifs de la cantine', kind: 'deliberation', conversation_id, markdown } })
  await page.goto(`/chatbot-assistant?assistant=${assistant!.id}&conversation=${conversation_id}&document=${id}`)
  await desk().getByText('Article 3 : Le repas').waitFor()
  await idle()
  return id
}

test('a deliberation of one’s own facts is a document beside the conversation in three acts, from home', async () => {
  await goTo('/')
  await page.getByRole('textbox', { name: 'Votre demande' }).focus()
  await write('@délibération', 'Enter')
  await page.getByRole('button', { name: /^Ne pas appeler/ }).waitFor()
  await write('Rédige une délibération pour accorder une subvention de 1 500 € au club de football de Lannec.', 'Control+Enter')
  await page.waitForURL(/conversation=/)
  await idle()
  await press(button('Ouvrir à côté'))
  await desk()
    .getByRole('tabpanel', { name: 'Texte' })
    .getByText(/1\s500\s€/)
    .first()
    .waitFor()
  expect(acts).toBe(3)
})

test('one of two proposed changes is accepted and the other refused, in three acts', async () => {
  const id = await besideConversation()
  await field().focus()
  await write('Remplace « 3,50 € » par « 3,80 € »', 'Control+Enter')
  const list = desk().getByRole('region', { name: 'Modifications proposées' })
  await list.getByText(/^2\smodifications proposées$/).waitFor()
  await press(list.getByRole('button', { name: 'Accepter la modification 2' }))
  await list.getByText(/^1\smodification proposée$/).waitFor()
  await press(list.getByRole('button', { name: 'Refuser la modification 1' }))
  await list.getByText('Aucune modification en attente').waitFor()
  const { blocks } = await api(routes.writtenDocuments.get, { params: { id } })
  const texts = blocks.map((block) => ('text' in block ? String(block.text).replaceAll('\u00a0', ' ') : ''))
  expect(texts).toContain('Article 3 : Le repas est fixé à 3,80 €.')
  expect(texts).toContain('Considérant que le tarif de 3,50 € date de 2019,')
  expect(acts).toBe(3)
})

test('it leaves in Word with what changed in three acts', async () => {
  const id = await besideConversation()
  const { blocks } = await api(routes.writtenDocuments.get, { params: { id } })
  const changed = blocks.map((block, at) => (at === blocks.length - 1 ? { ...block, text: 'Article 3 : Le repas est fixé à 3,80 €.' } : block))
  await api(routes.writtenDocuments.update, { params: { id }, body: { blocks: changed as never } })
  await page.reload()
  await desk().getByText('3,80 €').waitFor()
  await press(desk().getByRole('button', { name: 'Actions sur le document' }))
  await press(page.getByRole('menuitem', { name: 'Avec les modifications suivies…' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Depuis la version/ })
    .or(page.getByRole('dialog').getByLabel('Depuis la version'))
    .first()
    .waitFor()
  const { name, bytes } = await downloadedFile(page, () => press(page.getByRole('dialog').getByRole('button', { name: 'Exporter', exact: true })))
  expect(name).toBe('Tarifs de la cantine.docx')
  const words = openParts(bytes)['word/document.xml']!
  expect(words).toMatch(/<w:del [^>]*>(?:(?!<\/w:del>).)*3,50/s)
  expect(words).toMatch(/<w:ins [^>]*>(?:(?!<\/w:ins>).)*3,80/s)
  expect(acts).toBe(3)
})
