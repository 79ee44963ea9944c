import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { downloadedFile } from '../support/downloads.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import type { Credentials } from '../support/pages.ts'
import { startRecitingModel, type RecitingModel } from '../support/servers/reciting-model.ts'
import { startServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'

// The document beside the conversation: made from an answer, changed by proposals that the person decides, exported with what changed.

const draft = `## Délibération sur les tarifs de la cantine

Le conseil municipal, après en avoir délibéré :

Article 1 : Le tarif du repas est fixé à 3,50 € pour les enfants de la commune.

Article 2 : Le tarif du repas est fixé à 4,20 € pour les autres enfants.

Article 3 : La présente délibération s’applique à compter du 1er septembre.`

const changes = `Je raccourcis les deux premiers articles.

@@ remplacer 3
Article 1 : Le repas coûte 3,50 € aux enfants de la commune.
@@ fin

@@ insérer après 4
Article 2 bis : Le tarif est réduit de moitié pour le troisième enfant.
@@ fin

@@ remplacer 42
Article 42 : Un passage qui n’existe pas.
@@ fin

Dites-moi si cela vous convient.`

let model: RecitingModel
let agent: Credentials
let api: ApiClient
const site = setUpSite(async () => {
  model = await startRecitingModel((messages) => (/Raccourcissez/.test(messages.at(-1)?.content ?? '') ? changes : draft), 300)
  return startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'recitation' })
})
const visit = pageVisits(site)
beforeAll(async () => {
  agent = await createAccount(await apiAs(site.server.url, site.server.root), 'crivet', { first_name: 'Camille', last_name: 'Rivet' })
  api = await apiAs(site.server.url, agent)
})
afterAll(() => model?.close())

/** Script that records in `window.marks` each mark of a change that the conversation shows. */
const watchMarks = `
  window.marks = []
  window.announced = []
  new MutationObserver(() => {
    const shown = document.querySelector('[role="log"]')?.textContent ?? ''
    if (/@@|Article 2 bis/.test(shown)) window.marks.push(shown.slice(-80))
  }).observe(document.querySelector('[role="log"]'), { childList: true, characterData: true, subtree: true })
  const status = document.querySelector('[data-live-announcer]')
  new MutationObserver(() => window.announced.push(status.textContent)).observe(status, { childList: true })
`

const desk = (page: Page) => page.getByRole('region', { name: /^Document rédigé : / })
const proposalsTab = (page: Page) => desk(page).getByRole('tab', { name: /^Modifications/ })

test('an answer opens beside the conversation; what the model proposes is decided there, one by one, by keyboard', async () => {
  const { page } = await visit(agent, { path: '/chatbot' })
  const question = page.getByRole('textbox', { name: 'Votre question' })
  await question.fill('Rédigez la délibération sur les tarifs de la cantine.')
  await question.press('Enter')
  await page.getByRole('button', { name: 'Ouvrir à côté' }).click()
  await desk(page).getByRole('tabpanel', { name: 'Texte' }).getByRole('heading', { level: 2, name: 'Délibération sur les tarifs de la cantine' }).waitFor()
  await desk(page).getByText('Article 3 : La présente délibération').waitFor()
  expect(new URL(page.url()).searchParams.get('document')).toMatch(/^[\da-f-]{36}$/)
  await page.getByRole('log').getByRole('button', { name: 'Changer la forme' }).waitFor()
  await checkEveryAppearance(page, 'document-beside')

  await page.evaluate(watchMarks)
  await desk(page).getByRole('group', { name: 'Demander pour tout le document' }).getByRole('button', { name: 'Plus court' }).click()
  const list = desk(page).getByRole('region', { name: 'Modifications proposées' })
  await list.getByText('3 modifications proposées').waitFor()
  expect(await page.evaluate('window.marks')).toEqual([])
  expect((await page.evaluate<string[]>('window.announced')).filter((text) => text.includes('proposée'))).toEqual(['3\u00a0modifications proposées'])
  await page.getByRole('log').getByRole('button', { name: '3 modifications proposées' }).waitFor()
  await page.getByRole('log').getByText('Dites-moi si cela vous convient.').waitFor()
  expect(model.requests.at(-1)![0]!.content).toContain('Document en cours de rédaction')
  // The other actions of the reply stay; another form of it would propose the same changes again.
  await page.getByRole('log').getByRole('button', { name: 'Reformuler' }).last().waitFor()
  expect(await page.getByRole('log').getByRole('button', { name: 'Changer la forme' }).count()).toBe(0)
  await checkEveryAppearance(page, 'document-proposals')

  const accept = list.getByRole('button', { name: 'Accepter la modification 1' })
  await accept.focus()
  await page.keyboard.press('Enter')
  await list.getByText('2 modifications proposées').waitFor()
  await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toContain('Article 2 bis')
  await list.getByRole('button', { name: 'Modifier avant d’accepter, la modification 1' }).press('Enter')
  const text = list.getByRole('textbox', { name: 'Texte à accepter' })
  await text.fill('Article 2 bis : Le tarif est réduit de moitié dès le troisième enfant.')
  await checkEveryAppearance(page, 'document-proposal-edited')
  await list.getByRole('button', { name: 'Accepter ce texte' }).press('Enter')
  await list.getByText('Le passage visé n’existe pas dans le texte que l’assistant a lu.').waitFor()
  await list.getByRole('button', { name: 'Copier ce texte' }).waitFor()
  await list.getByText('1 modification proposée').waitFor()
  // A key on a button that is still disabled by the last decision does nothing.
  await list.getByRole('button', { name: 'Retirer de la liste', disabled: false }).press('Enter')
  await list.getByText('Aucune modification en attente').waitFor()
  await checkEveryAppearance(page, 'document-proposals-empty')

  await desk(page).getByRole('tab', { name: 'Texte' }).click()
  await desk(page).getByText('Article 1 : Le repas coûte 3,50 €').waitFor()
  await desk(page).getByText('réduit de moitié dès le troisième enfant').waitFor()
  // The reply, after a reload too, leads to its list and not to its marks.
  await page.reload()
  await page.getByRole('log').getByRole('button', { name: '3 modifications proposées' }).click()
  await proposalsTab(page).and(page.locator('[aria-selected="true"]')).waitFor()
  expect(await page.getByRole('log').innerText()).not.toContain('@@')
})

test('a passage that changed since is a conflict: the three texts are side by side, and the person chooses', async () => {
  const { page } = await visit(agent, { path: '/chatbot' })
  const question = page.getByRole('textbox', { name: 'Votre question' })
  await question.fill('Rédigez la délibération.')
  await question.press('Enter')
  await page.getByRole('button', { name: 'Ouvrir à côté' }).click()
  await desk(page).getByRole('button', { name: 'Plus court' }).click()
  const list = desk(page).getByRole('region', { name: 'Modifications proposées' })
  await list.getByText('3 modifications proposées').waitFor()
  const id = new URL(page.url()).searchParams.get('document')!
  const { blocks } = await api(routes.writtenDocuments.get, { params: { id } })
  const changed = blocks.map((block, at) => (at === 2 ? { ...block, text: 'Article 1 : Le repas coûte 3,60 €.' } : block))
  await api(routes.writtenDocuments.update, { params: { id }, body: { blocks: changed as never } })
  await page.reload()
  await proposalsTab(page).click()
  await list.getByText('Passage modifié depuis').waitFor()
  await list.getByRole('region', { name: 'Texte d’aujourd’hui' }).getByText('3,60 €').waitFor()
  await checkEveryAppearance(page, 'document-conflict')
  await list.getByRole('textbox', { name: 'Votre texte' }).fill('Article 1 : Le repas coûte 3,55 €.')
  await list.getByRole('button', { name: 'Prendre votre texte' }).click()
  await list.getByText('2 modifications proposées').waitFor()
  expect((await api(routes.writtenDocuments.get, { params: { id } })).blocks[2]).toMatchObject({ text: 'Article 1 : Le repas coûte 3,55 €.' })

  await desk(page).getByRole('tab', { name: 'Versions' }).click()
  const versions = desk(page).getByRole('region', { name: 'Versions du document' })
  await versions.getByRole('button', { name: 'Nommer la version d’aujourd’hui' }).click()
  await page.getByRole('textbox', { name: 'Nom de la version' }).fill('Avant le conseil')
  await page.getByRole('button', { name: 'Garder' }).click()
  await versions.getByText('Avant le conseil').waitFor()
  await checkEveryAppearance(page, 'document-versions')
  await versions.getByRole('button', { name: 'Comparer la version 1' }).click()
  const comparison = desk(page).getByRole('region', { name: 'Comparaison de deux versions' })
  await comparison.locator('ins').first().waitFor()
  await checkEveryAppearance(page, 'document-comparison')
  await comparison.getByRole('button', { name: 'Toutes les versions' }).click()
  await versions.getByRole('button', { name: 'Rétablir la version 1', exact: true }).click()
  await page.getByText('Rien n’est perdu').waitFor()
  await page.getByRole('button', { name: 'Rétablir', exact: true }).click()
  await versions.getByText('Version rétablie').waitFor()
  expect((await api(routes.writtenDocuments.get, { params: { id } })).blocks).toEqual(blocks)

  await desk(page).getByRole('button', { name: 'Actions sur le document' }).click()
  await page.getByRole('menuitem', { name: 'Avec les modifications suivies…' }).click()
  await page.getByRole('dialog').getByText('Word et LibreOffice').waitFor()
  await checkEveryAppearance(page, 'document-export')
  const file = await downloadedFile(page, () => page.getByRole('dialog').getByRole('button', { name: 'Exporter', exact: true }).click())
  expect(file.name).toBe('Délibération sur les tarifs de la cantine.docx')
  expect(String.fromCharCode(...file.bytes.slice(0, 2))).toBe('PK')
})

test('on a telephone, the conversation and the document are two screens; a closed document is one press away', async () => {
  const { page } = await visit(agent, { path: '/chatbot' })
  await page.setViewportSize({ width: 390, height: 844 })
  const question = page.getByRole('textbox', { name: 'Votre question' })
  await question.fill('Rédigez la délibération.')
  await question.press('Enter')
  await page.getByRole('button', { name: 'Ouvrir à côté' }).click()
  await desk(page).waitFor()
  await page.getByRole('log').waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: 'Conversation' }).check()
  await page.getByRole('log').waitFor()
  await desk(page).waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: 'Document' }).check()
  await desk(page).getByRole('button', { name: 'Fermer le document' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('document')).toBeNull()
  await page.getByRole('button', { name: 'Actions sur la conversation' }).click()
  await page.getByRole('menuitem', { name: 'Document à côté' }).click()
  await desk(page).waitFor()
})

test('a request about a selection changes nothing else', async () => {
  const { page } = await visit(agent, { path: '/chatbot' })
  const question = page.getByRole('textbox', { name: 'Votre question' })
  await question.fill('Rédigez la délibération.')
  await question.press('Enter')
  await page.getByRole('button', { name: 'Ouvrir à côté' }).click()
  await desk(page).getByText('Article 1 : Le tarif').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await desk(page).getByRole('group', { name: 'Demander pour la sélection' }).getByRole('button', { name: 'Plus court' }).click()
  const list = desk(page).getByRole('region', { name: 'Modifications proposées' })
  await list.getByText('Cette modification vise un passage en dehors de votre sélection.').first().waitFor()
  expect(await list.getByRole('button', { name: /^Accepter la modification/ }).count()).toBe(1)
  expect(model.requests.at(-1)!.at(-1)!.content).toContain('sélection')
})
