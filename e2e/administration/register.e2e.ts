import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { launchBrowser, openPage, type OpenPage } from '../support/browser.ts'
import { downloadedFile } from '../support/downloads.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { signIn, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// The register of uses: a sensitive assistant is declared, confirmed by a second administrator, completed and exported.

let server: AppServer
let admin: ApiClient
let second: Credentials
let opened: OpenPage
let page: Page

beforeAll(async () => {
  server = await startServer({ USE_REGISTER: 'oui', LEGAL_PUBLISHER: 'Ville de Valbourg' }, { onCopy: true })
  admin = await apiAs(server.url, server.root)
  second = await createAccount(admin, 'seconde.registre', { first_name: 'Inès', last_name: 'Roche', is_admin: true })
})
afterAll(() => server?.close())
afterEach(() => opened.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const openAs = async (who: Credentials) => {
  opened = await openPage(await launchBrowser(), server.url, { expected: [/status of (?:409|422|500)/] })
  page = opened.page
  await signIn(page, who)
}
const openForm = async (name: string, instructions: string) => {
  await page.goto('/assistants-admin')
  await button('Nouvel assistant').click()
  await dialog().getByRole('textbox', { name: /^Nom/ }).fill(name)
  await dialog()
    .getByRole('textbox', { name: /^Description/ })
    .fill('Aide la direction.')
  await dialog()
    .getByRole('textbox', { name: /^Instructions/ })
    .fill(instructions)
  await dialog()
    .getByRole('button', { name: /Catégorie/ })
    .click()
  await page.getByRole('option').first().click()
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await button('Créer l’assistant').press('Enter')
  await page.getByRole('heading', { name: `À quoi sert « ${name} » ?` }).waitFor()
}

test('an ordinary assistant is published after one short step, by keyboard; a sensitive one waits, and what is typed stays', async () => {
  await openAs(server.root)
  await openForm('Plan de table', 'Rédige le plan de table d’un repas.')
  await waitUntilSettled(page)
  await expect.poll(() => focusedName(page)).toMatch(/^Aide-t-il à choisir parmi/)
  await expect.poll(() => button('Créer l’assistant').isEnabled()).toBe(true)
  expect(await dialog().getByText('Avis, tiré des mots').count()).toBe(0)
  await button('Créer l’assistant').focus()
  await page.keyboard.press('Enter')
  await page.getByText('L’assistant « Plan de table » a été créé.').waitFor()

  await openForm('Premier tri', 'Classe les CV des candidats selon la fiche de poste.')
  await dialog()
    .getByText(/Recrutement\s:\s«\sClasse les CV des candidats/)
    .waitFor()
  await dialog()
    .getByRole('checkbox', { name: /demandent un emploi/ })
    .check()
  await dialog().getByText('un second administrateur le confirme avant sa publication').waitFor()
  await checkEveryAppearance(page, 'register-step')
  await button('Créer l’assistant').click()
  await dialog().getByText('Dites pourquoi').waitFor()
  await dialog()
    .getByRole('textbox', { name: /^Pourquoi cet usage/ })
    .fill('Le jury décide.')
  await button('Retour').click()
  await expect.poll(() => dialog().getByRole('textbox', { name: /^Nom/ }).inputValue()).toBe('Premier tri')
  await button('Créer l’assistant').click()
  await dialog()
    .getByRole('checkbox', { name: /demandent un emploi/ })
    .check()
  await dialog()
    .getByRole('textbox', { name: /^Pourquoi cet usage/ })
    .fill('Le jury décide.')
  await button('Créer l’assistant').click()
  await page.getByText(/Il sera publié quand un second administrateur aura confirmé son usage/).waitFor()
})

test('a second administrator reads, confirms and completes the sheet, then exports the register and the impact file', async () => {
  await openAs(second)
  await page.goto('/gouvernance/registre')
  await page.getByRole('table', { name: 'Registre des usages' }).waitFor()
  await checkEveryAppearance(page, 'register-list')
  await page.getByRole('radio', { name: 'Sensibles' }).check()
  await page.getByRole('searchbox', { name: 'Rechercher une fiche' }).fill('premier')
  await page.getByText('1 fiche', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Premier tri' }).click()
  await page.getByRole('heading', { level: 1, name: 'Premier tri' }).waitFor()
  await page.getByText(/Le jury décide\./).waitFor()
  await checkEveryAppearance(page, 'register-sheet')
  await button('Confirmer cet usage').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmer', exact: true }).click()
  await page.getByText('L’usage est confirmé : son assistant peut être publié.').waitFor()
  await page.getByText(/Confirmé par Inès Roche/).waitFor()
  const [listed] = (await admin(routes.assistants.list)).filter(({ name }) => name === 'Premier tri')
  expect(listed!.is_active).toBe(true)

  await page.getByRole('textbox', { name: /^Finalité/ }).fill('Préparer le jury de recrutement')
  await page.getByLabel('À relire le').fill('2027-06-30')
  await button('Enregistrer la fiche').click()
  await page.getByText('La fiche est enregistrée.').waitFor()
  await page.getByText(/Complétée par Inès Roche/).waitFor()

  await button('Changer la réponse').click()
  await dialog()
    .getByRole('checkbox', { name: /évaluer des agents/ })
    .check()
  await checkEveryAppearance(page, 'register-answer')
  await page.keyboard.press('Escape')
  await button(/^Quitter|^Ne pas/).click()
  await expect.poll(() => focusedName(page)).toBe('Changer la réponse')

  await page.getByRole('link', { name: 'Retour au registre' }).click()
  await button('Exporter').click()
  const csv = await downloadedFile(page, () => page.getByRole('menuitem', { name: 'Registre (CSV)' }).click())
  expect(Buffer.from(csv.bytes).toString()).toMatch(/Premier tri;Publié;Ville de Valbourg;.*Préparer le jury de recrutement/)
  await page.getByText('Le fichier est prêt.').waitFor()
  await button('Exporter').click()
  const impact = await downloadedFile(page, () => page.getByRole('menuitem', { name: 'Analyse d’impact (OpenDocument)' }).click())
  expect(impact.name).toMatch(/^analyse-d-impact-\d{4}-\d\d-\d\d\.odt$/)
})

test('an edit meanwhile is shown and replaces nothing; a failed list says so; a deleted assistant stays closed', async () => {
  // A second attempt does not find the sheet that the first one changed.
  const name = `Plan de salle ${uniqueSuffix()}`
  const [first] = await admin(routes.assistants.list)
  const assistant = await admin(routes.assistants.create, {
    body: { name, description: 'Place.', prompt_content: 'Tu places les tables.', category_id: first!.category_id },
  })
  const { id } = (await admin(routes.register.list)).entries.find(({ assistant_id }) => assistant_id === assistant.id)!
  await openAs(server.root)
  await page.goto(`/gouvernance/registre/${id}`)
  const service = page.getByRole('textbox', { name: /^Service/ })
  await service.waitFor()
  await admin(routes.register.update, { params: { id }, body: { purpose: 'Placer les convives' } })
  await expect.poll(() => page.getByRole('textbox', { name: /^Finalité/ }).inputValue()).toBe('Placer les convives')
  // A text completed meanwhile does not refuse an answer; another answer does.
  const answerUse = async (opener: string, meanwhile: () => Promise<unknown>) => {
    await button(opener).click()
    await dialog()
      .getByRole('checkbox', { name: /évaluer des agents/ })
      .check()
    await dialog()
      .getByRole('textbox', { name: /^Pourquoi/ })
      .fill(`Motif : ${opener}`)
    const followed = page.waitForResponse((response) => response.url().endsWith(`/register/${id}`))
    await meanwhile()
    await followed
    await waitUntilSettled(page)
    await button('Enregistrer').click()
  }
  await answerUse('Dire à quoi il sert', () => admin(routes.register.update, { params: { id }, body: { audience: 'Élus' } }))
  await page.getByText('La réponse est enregistrée.').waitFor()
  const other = { areas: ['recrutement' as const], reason: 'Un concours.' }
  await answerUse('Changer la réponse', async () => {
    const { updated_at: expected_updated_at } = await admin(routes.register.get, { params: { id } })
    await admin(routes.register.answer, { params: { id }, body: { ...other, expected_updated_at } })
  })
  await page.getByText('Cette fiche vient de changer. Relisez-la avant de continuer.').waitFor()
  expect(await admin(routes.register.get, { params: { id } })).toMatchObject({ areas: other.areas, areas_reason: other.reason })

  await service.fill('Protocole')
  const refreshed = page.waitForResponse((response) => response.url().endsWith(`/register/${id}`))
  await admin(routes.register.update, { params: { id }, body: { service: 'Cabinet' } })
  // The page follows the sheet, and leaves the form as it is: a click on its button is not lost.
  await refreshed
  await waitUntilSettled(page)
  expect([await service.inputValue(), await focusedName(page)]).toEqual(['Protocole', expect.stringMatching(/^Service/)])
  await button('Enregistrer la fiche').click()
  await page
    .getByText(/Cabinet/)
    .first()
    .waitFor()
  await checkEveryAppearance(page, 'register-conflict')
  expect((await admin(routes.register.get, { params: { id } })).service).toBe('Cabinet')

  await admin(routes.assistants.remove, { params: { id: assistant.id } })
  await page.goto('/gouvernance/registre?montrer=clos')
  await page.getByRole('link', { name }).click()
  await page.getByText('Clos le').waitFor()
  await checkEveryAppearance(page, 'register-closed')
  await page.route('**/api/administration/register', (route) => route.fulfill({ status: 500, json: { error: 'Indisponible', code: 'server.unexpected' } }))
  await page.goto('/gouvernance/registre')
  await button('Réessayer').waitFor()
  await checkEveryAppearance(page, 'register-failed')
})
