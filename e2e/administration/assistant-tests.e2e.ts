import { routes } from '@parvis/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { assistantChat } from '../support/assistant-chat.ts'
import { isTrapped, tabTo } from '../support/keyboard-navigation.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { startRecitingModel } from '../support/servers/reciting-model.ts'
import { startServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'

// « Contrôles » of an assistant: cases made from an answer and by hand, a run stopped and resumed, two regressions, a publication against the gate.

/** Words added to each answer, sixty a second: a run lasts as long as wanted. */
let padding = 0
/** Follows « Réponds à la question N : texte » in the instructions, else repeats the question. */
const model = await startRecitingModel((messages) => {
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const rule = new RegExp(`Réponds à la question ${/\d+/.exec(question)?.[0]} : (.*)`).exec(messages[0]?.content ?? '')?.[1]
  return `${rule ?? `Le délai de la ${question.toLowerCase()} est de deux mois.`}${' patience'.repeat(padding)}`
}, 60)
afterAll(() => model.close())

const site = setUpSite(() => startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'essai', PARVIS_DEMO: 'false' }))
const visit = pageVisits(site)
let admin: ApiClient
let category_id: string
beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  category_id = (await admin(routes.assistantCategories.create, { body: { name: 'Actes' } })).id
})

const broken = (...questions: number[]) => `Tu aides.\n${questions.map((at) => `Réponds à la question ${at} : c’est impossible.`).join('\n')}`
const addCase = (id: string, at: number, api = admin) =>
  api(routes.assistantTestCases.create, { params: { id }, body: { question: `Question ${at}`, expectations: [{ kind: 'contains', text: 'deux mois' }] } })
const overrides = async () => (await admin(routes.audit.list, { query: {} })).entries.filter(({ act }) => act === 'assistant.test_gate')
const results = (page: Page) => page.getByRole('region', { name: 'Résultats du contrôle' })
const press = async (page: Page, name: RegExp) => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Opens the dialog of a run by the keyboard, and starts it. @param prepare what is chosen before */
async function launch(page: Page, prepare: (dialog: Locator) => Promise<unknown> = async () => undefined): Promise<void> {
  await page.getByRole('button', { name: 'Lancer un contrôle' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Lancer un contrôle' })
  await dialog.getByText(/appels? du modèle/).waitFor()
  await prepare(dialog)
  await dialog.getByRole('button', { name: 'Lancer', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

test('cases from an answer and by hand; a run is watched, stopped and resumed; two broken cases are two regressions, first', { timeout: 240_000 }, async () => {
  const { id } = await admin(routes.assistants.create, { body: { name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.', category_id } })
  const { page } = await visit(site.server.root, { path: `/controles/${id}`, expected: [/409/] })
  await page.getByText('Aucun cas de contrôle pour le moment').waitFor()
  await checkEveryAppearance(page, 'tests-empty')

  // From a real answer.
  const chat = assistantChat(() => page)
  await chat.enter(id)
  await chat.ask('Question 1')
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).last().getByRole('button', { name: 'Détails de la réponse' }).press('Enter')
  await page.getByRole('link', { name: 'Ajouter aux cas de contrôle' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Nouveau cas de contrôle' })
  await expect.poll(() => form.getByRole('textbox', { name: /^Question/ }).inputValue()).toBe('Question 1')
  await checkEveryAppearance(page, 'tests-from-answer')
  await form.getByRole('button', { name: 'Ajouter le cas' }).press('Enter')
  await page.getByText('Le cas de contrôle est ajouté.').waitFor()

  // By hand, without a mouse: a question, what is expected, a day, a profile and a project.
  await page.getByRole('button', { name: 'Ajouter un cas' }).press('Enter')
  await form.waitFor()
  await page.keyboard.type('Question 2')
  await tabTo(page, /^Texte/)
  await page.keyboard.type('deux mois')
  await form.getByLabel('Date des documents').fill('2024-03-01')
  await press(page, /^Donner un profil/)
  await form.getByLabel('Fonction').fill('Secrétaire de mairie')
  await press(page, /^Donner un projet/)
  await form.getByRole('button', { name: 'Ajouter le cas' }).press('Enter')
  await form.getByText('Donnez un nom au projet').waitFor()
  await form.getByLabel('Nom du projet').fill('Extension du cimetière')
  await form.getByLabel('Texte du projet').fill('Cinquante concessions de plus.')
  expect(await isTrapped(page, 'dialog')).toBe(true)
  await checkEveryAppearance(page, 'tests-form')
  await form.getByRole('button', { name: 'Ajouter le cas' }).press('Enter')
  await form.waitFor({ state: 'detached' })
  const { cases } = await admin(routes.assistantTestCases.list, { params: { id } })
  expect(cases.map(({ question }) => question)).toEqual(['Question 1', 'Question 2'])
  expect(cases[1]).toMatchObject({
    as_of: '2024-03-01',
    profile: { fonction: 'Secrétaire de mairie', type_collectivite: '' },
    project: { name: 'Extension du cimetière', content: 'Cinquante concessions de plus.' },
    expectations: [{ kind: 'contains', text: 'deux mois' }],
  })
  for (const at of [3, 4, 5, 6]) await addCase(id, at)
  await page.reload()
  await page.getByRole('heading', { name: 'Cas de contrôle (6)' }).waitFor()
  await checkEveryAppearance(page, 'tests-filled')

  // Long enough to be looked at, then stopped.
  padding = 4_000
  await launch(page)
  await results(page).getByText('En cours').waitFor()
  await checkEveryAppearance(page, 'tests-running')
  await results(page).getByRole('button', { name: 'Arrêter' }).press('Enter')
  await results(page).getByText('Arrêté', { exact: true }).waitFor()
  await results(page)
    .getByText(/^0\sréponse obtenue sur 6/)
    .waitFor()
  await checkEveryAppearance(page, 'tests-stopped')
  padding = 0
  await results(page).getByRole('button', { name: 'Reprendre' }).press('Enter')
  await results(page).getByText('Terminé', { exact: true }).waitFor({ timeout: 60_000 })
  await results(page).getByText('0 régression, 0 échec, 6 réussites').waitFor()
  await checkEveryAppearance(page, 'tests-passed')

  await launch(page, async (dialog) => {
    await dialog.getByRole('checkbox', { name: /d’autres instructions/ }).press('Space')
    await dialog.getByLabel('Instructions à contrôler').fill(broken(2, 5))
    await dialog.getByText(/6\sréponses sont déjà là/).waitFor()
    await checkEveryAppearance(page, 'tests-launch')
  })
  await results(page).getByText('2 régressions, 2 échecs, 4 réussites').waitFor({ timeout: 60_000 })
  const rows = results(page).getByRole('heading', { level: 3 })
  expect((await rows.allTextContents()).slice(0, 2).toSorted()).toEqual(['Question 2', 'Question 5'])
  expect(await results(page).getByText('Régression', { exact: true }).count()).toBe(2)
  await checkEveryAppearance(page, 'tests-regressions')
  await results(page).getByRole('button', { name: 'Lire la réponse d’avant' }).first().press('Enter')
  await page
    .getByRole('dialog', { name: 'Réponse du contrôle' })
    .getByText(/deux mois/)
    .waitFor()
  await checkEveryAppearance(page, 'tests-answer')
  await page.keyboard.press('Escape')

  // The gate, then the broken instructions saved against it.
  await page.getByLabel('Réussites demandées (%)').fill('100')
  await page.keyboard.press('Enter')
  await page.getByText(/demande maintenant 100\s% de réussites/).waitFor()
  await page.goto('/assistants-admin')
  await page.getByRole('button', { name: 'Modifier Voirie' }).press('Enter')
  const edit = page.getByRole('dialog', { name: /Modifier/ })
  await edit.getByLabel('Instructions (prompt)').fill(broken(2, 5))
  await edit.getByRole('button', { name: 'Enregistrer' }).press('Enter')
  await edit.getByLabel('Pourquoi continuer sans ses contrôles').waitFor()
  await checkEveryAppearance(page, 'tests-gate')
  expect(await overrides()).toEqual([])
  await edit.getByLabel('Pourquoi continuer sans ses contrôles').fill('Consigne de la préfecture')
  await edit.getByRole('button', { name: 'Enregistrer' }).press('Enter')
  await edit.waitFor({ state: 'detached' })
  expect(await overrides()).toMatchObject([{ target_name: 'Voirie\u00a0: Consigne de la préfecture' }])
})

test('who publishes an assistant sees its tests, reaches them, and writes why when they do not pass', { timeout: 120_000 }, async () => {
  const agent = await createAccount(admin, 'solange')
  const asAgent = await apiAs(site.server.url, agent)
  const body = { name: 'Arrêtés', description: 'Rédige', prompt_content: broken(2), category_id }
  const { id } = await asAgent(routes.ownAssistants.create, { body })
  for (const at of [1, 2, 3]) await addCase(id, at, asAgent)
  await asAgent(routes.assistantTestCases.gate, { params: { id }, body: { min_passed: 90 } })
  await asAgent(routes.ownAssistants.propose, { params: { id }, body: {} })
  padding = 0
  const { page } = await visit(site.server.root, { path: '/assistants-admin', expected: [/409/] })
  const dialog = page.getByRole('dialog', { name: /Publier/ })
  const state = dialog.getByRole('region', { name: 'Contrôles de l’assistant' })
  await page.getByRole('button', { name: 'Lire Arrêtés' }).press('Enter')
  await state.getByText('3 cas de contrôle, qui n’ont pas été posés à ce texte.').waitFor()
  await state.getByText('À lancer').waitFor()
  await state.getByRole('link', { name: 'Ouvrir les contrôles' }).press('Enter')
  await page.getByRole('heading', { name: 'Cas de contrôle (3)' }).waitFor()
  expect(await page.getByRole('button', { name: 'Ajouter un cas' }).count()).toBe(0)
  await launch(page)
  await results(page).getByText('0 régression, 1 échec, 2 réussites').waitFor({ timeout: 60_000 })

  await page.goto('/assistants-admin')
  await page.getByRole('button', { name: 'Lire Arrêtés' }).press('Enter')
  await state.getByText(/2\sréussites sur 3, 0\srégression.*publier demande un motif écrit/).waitFor()
  await checkEveryAppearance(page, 'tests-review')
  await dialog.getByRole('button', { name: 'Publier' }).press('Enter')
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('Pourquoi continuer sans ses contrôles').fill('Relu à la main')
  // The proposal is read again after the refusal: the button is disabled meanwhile, and `press` does not wait.
  await expect.poll(() => dialog.getByRole('button', { name: 'Publier' }).isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Publier' }).press('Enter')
  await page.getByText('Il est à l’organisation, et ouvert à tous.').waitFor()
  expect((await overrides()).map(({ target_name }) => target_name)).toContain('Arrêtés\u00a0: Relu à la main')
})

test('a page that cannot be read says so, and reads again', async () => {
  const { id } = await admin(routes.assistants.create, { body: { name: 'État civil', description: 'Aide', prompt_content: 'Tu aides.', category_id } })
  const { page } = await visit(site.server.root, { expected: [/503/] })
  await page.route('**/api/assistants/*/test-cases', (route) => route.fulfill({ status: 503, json: { error: 'Indisponible' } }))
  await page.goto(`/controles/${id}`)
  await page.getByRole('button', { name: 'Réessayer' }).waitFor({ timeout: 30_000 })
  await checkEveryAppearance(page, 'tests-failing')
  await page.unroute('**/api/assistants/*/test-cases')
  await page.getByRole('button', { name: 'Réessayer' }).press('Enter')
  await page.getByText('Aucun cas de contrôle pour le moment').waitFor()
  expect(await page.getByRole('button', { name: 'Ajouter un cas' }).count()).toBe(1)
})
