import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accessToken, apiAs, createConversation, createAccount, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { openPage } from '../support/browser.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { waitForFirst, signIn, type Credentials } from '../support/pages.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { filledDashboard } from '../support/dashboard-figures.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite } from '../support/site.ts'

const site = setUpSite(() => startServer())
let admin: ApiClient
let agent: Credentials
let page: Page

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  agent = await createAccount(admin, 'nbenali', { first_name: 'Nora', last_name: 'Benali' })
})

beforeEach(async () => void (await admin(routes.announcements.remove)))
const opened = setUpPagePerTest(site, () => site.server.root)
beforeEach(() => void ({ page } = opened()))

const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const look = (name: string) => checkEveryAppearance(page, name)
const line = (figure: string, words: RegExp) => page.getByRole('region', { name: figure }).getByRole('listitem').filter({ hasText: words })

test('the dashboard of a new instance, then of one that lives, then one that fails', async () => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await title('Tableau de bord')
  await page.getByText('Aucun message sur cette période.').waitFor()
  await page.getByText(/ni contenu, ni qui a écrit quoi/).waitFor()
  expect(await page.getByRole('definition').allInnerTexts()).toContainEqual(expect.stringMatching(/^0\npar le modèle, en 30.jours$/))
  await look('dashboard-empty')

  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().includes('/api/dashboard?days=7')),
    page.getByRole('radio', { name: '7 jours' }).press('Space'),
  ])
  expect((await (await request.response())!.json()).days).toHaveLength(7)
  const dashboard = (url: URL) => url.pathname === '/api/dashboard'
  await page.route(dashboard, (route) => route.fulfill({ json: filledDashboard() }))
  await page.reload()
  await page.getByText('412 comptes ouverts').waitFor()
  await waitForFirst(page, /Jour le plus chargé/)
  await look('dashboard-filled')
  await page.getByRole('button', { name: 'Voir les chiffres : Messages par jour' }).click()
  expect(await page.getByRole('table', { name: 'Messages par jour' }).getByRole('row').count()).toBe(31)
  await page.getByRole('button', { name: 'Voir les chiffres : Réponses inachevées par jour' }).click()
  await page.getByRole('row', { name: /vendredi 13 novembre 31 18/ }).waitFor()
  await page.getByRole('button', { name: 'Voir les chiffres : Avis sur les réponses, par assistant' }).click()
  await page.getByText(/Estimé pour 27\sréponses sur 4\s700 \(non communiqué par le modèle, ou réponse interrompue\)/).waitFor()
  const row = (figure: string, name: RegExp) => page.getByRole('region', { name: `Figure : ${figure}` }).getByRole('row', { name })
  await line('Figure : Jetons du modèle, par compte', /Nora Benali9\s840\s200\slus, 1\s912\s000\sécrits/).waitFor()
  await line('Figure : Jetons du modèle, par compte', /Zoé Roux610\slus, 240\sécrits \(estimés\)/).waitFor()
  for (const name of ['assistant', 'service', 'compte']) await page.getByRole('button', { name: `Voir les chiffres : Jetons du modèle, par ${name}` }).click()
  await row('Jetons du modèle, par compte', /Zoé Roux 610 \(estimés\) 240 \(estimés\) 12 sur 12/).waitFor()
  await row('Jetons du modèle, par assistant', /Sans assistant 610 \(estimés\) 240 \(estimés\) 12 sur 12/).waitFor()
  await look('dashboard-figures')

  opened().watch.expect(/500/)
  await page.unroute(dashboard)
  await page.route(dashboard, (route) => route.fulfill({ status: 500, json: { error: 'Une panne.', code: 'server.unexpected', request_id: '0a1b2c3d-9999' } }))
  await page.reload()
  await page.getByRole('alert').getByText('Une panne. (référence : 0a1b2c3d)').waitFor()
  await look('dashboard-failed')
  await page.unroute(dashboard)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Actifs sur 7 jours').waitFor()
})

test('real exchanges are counted', async () => {
  const nora = await apiAs(site.server.url, agent)
  const [assistant] = await nora(routes.assistants.list)
  const id = await createConversation(nora, { assistant_id: assistant!.id }, 'Que dire ?')
  const reply = await nora(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: 'Ceci.' } })
  await nora(routes.conversations.feedback, { params: { id, message_id: reply.id }, body: { rating: 'negative' } })
  await nora(routes.chat.simple, { body: { message: 'Que dire ?' } })
  await page.goto('/tableau-de-bord')
  await title('Tableau de bord')
  await page.getByRole('region', { name: 'Assistants les plus utilisés' }).getByRole('listitem').filter({ hasText: assistant!.name }).waitFor()
  await line('Avis sur les réponses, par assistant', /\d\snégatif/).waitFor()
  // ECO-08: her account is counted, by its name; what was said is not there.
  await line('Jetons du modèle, par compte', /Nora Benali\d+\slus, \d+\sécrits/).waitFor()
  const words = await page.getByRole('main').textContent()
  expect(words?.split('Benali')).toHaveLength(2)
  expect(words).not.toMatch(/Que dire|Ceci\./)
})

test('an error that somebody met is found by the reference that she reads aloud', async () => {
  opened().watch.expect(/502|503|500/)
  const failed = await fetch(`${site.server.url}/api/chat/mistral/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await accessToken(site.server.url, agent)}` },
    body: JSON.stringify({ messageHistory: [{ role: 'user', content: '[[erreur]] Que dire de la glycine ?' }] }),
  })
  const { request_id, code } = (await failed.json()) as { request_id: string; code: string }
  await expect.poll(async () => JSON.stringify(await admin(routes.recentErrors.list)), { timeout: 10_000 }).toContain(request_id)
  await page.goto('/tableau-de-bord/erreurs')
  await title('Erreurs récentes')
  await page.getByText(code, { exact: true }).first().waitFor()
  await look('errors-filled')
  const search = page.getByRole('searchbox', { name: 'Référence donnée par une personne' })
  await search.fill(request_id.slice(0, 8).toUpperCase())
  await page.getByText('1 code pour la référence').waitFor()
  await page.getByRole('row', { name: new RegExp(request_id) }).waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/glycine|Benali|nbenali/)
  await look('errors-found')
  await search.fill('ffffffff-0000')
  await page.getByText('Aucune erreur ne porte cette référence.').waitFor()
  await expectAccessible(page, 'errors, nothing found')
})

test('a message to everybody appears without reloading, is read once, and stays closed', async () => {
  const guest = await openPage(site.browser, site.server.url)
  await guest.page.clock.install()
  await signIn(guest.page, agent)
  await guest.page.goto('/projects')
  await guest.page.getByRole('heading', { level: 1 }).waitFor()

  await page.goto('/tableau-de-bord/message')
  await title('Message à tous')
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Écrivez le message').waitFor()
  await page.locator('textarea:focus').waitFor()
  await look('announcement-empty')
  await page.getByLabel(/^Message/).fill('Maintenance <b>ce soir</b> de 18 h à 19 h : enregistrez vos textes avant.')
  await page.getByRole('radio', { name: 'Attention' }).press('Space')
  await page.getByLabel(/^Dernier jour/).fill('2020-01-01')
  opened().watch.expect(/422/)
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('alert').getByText('Cette date est passée').waitFor()
  await page.getByLabel(/^Dernier jour/).fill('')
  // A day and a month without a year: nothing is published without the end that was meant.
  await page.getByLabel(/^Dernier jour/).pressSequentially('0101')
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Écrivez la date en entier, ou effacez-la').waitFor()
  await page.getByLabel(/^Dernier jour/).fill('')
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Le message est publié : chacun le verra dans la minute.').waitFor()
  await page.getByRole('region', { name: 'Message à tous' }).waitFor()
  await look('announcement-published')

  const shown = guest.page.getByRole('region', { name: 'Message à tous' })
  expect(await shown.count()).toBe(0)
  await guest.page.clock.fastForward(60_000)
  await shown.getByText('Maintenance <b>ce soir</b> de 18 h à 19 h').waitFor()
  expect(await shown.locator('b').count()).toBe(0)
  expect(await guest.page.getByRole('status').filter({ hasText: 'Message à tous : Maintenance' }).count()).toBe(1)
  await guest.page.goto('/chatbot')
  await guest.page.getByRole('heading', { level: 1 }).first().waitFor()
  await shown.waitFor()
  expect(await guest.page.getByRole('status').filter({ hasText: 'Message à tous : Maintenance' }).count()).toBe(0)
  await expectAccessible(guest.page, 'chatbot under a message')
  await screenshot(guest.page, 'announcement-over-chat')
  await shown.getByRole('button', { name: 'Fermer le message à tous' }).click()
  await guest.page.goto('/docs')
  await guest.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await shown.count()).toBe(0)

  await admin(routes.announcements.publish, { body: { text: 'Service rétabli.', on_sign_in: true } })
  await guest.page.clock.fastForward(60_000)
  await shown.getByText('Service rétabli.').waitFor()
  await guest.close()
  const visitor = await openPage(site.browser, site.server.url, { viewport: { width: 390, height: 844 } })
  await visitor.page.goto('/login')
  await visitor.page.getByRole('region', { name: 'Message à tous' }).getByText('Service rétabli.').waitFor()
  await expectAccessible(visitor.page, 'sign-in under a message')
  await screenshot(visitor.page, 'announcement-sign-in')
  await visitor.close()
})

test('a message being written stays when another appears or ends, which is said; until then the form follows what is shown', async () => {
  const ada = await apiAs(site.server.url, await createAccount(admin, `ada.${Date.now()}`, { is_admin: true }))
  // What tells of changes ends and begins again: the page is read again each time.
  await page.route('**/api/changes*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
  await page.goto('/tableau-de-bord/message')
  const field = page.getByRole('textbox', { name: /^Message/ })
  const publish = (text: string) => ada(routes.announcements.publish, { body: { text } })
  await publish('Maintenance ce soir.')
  await expect.poll(() => field.inputValue()).toBe('Maintenance ce soir.')
  await field.fill('Coupure demain.')
  await publish('Maintenance terminée.')
  const overtaken = page.getByRole('status').filter({ hasText: 'Un autre message paraît maintenant. Votre texte est gardé' })
  await overtaken.waitFor()
  expect(await field.inputValue()).toBe('Coupure demain.')
  await expectAccessible(page, 'a message overtaken by another')
  await screenshot(page, 'announcement-overtaken')
  await page.reload()
  await overtaken.waitFor()
  expect(await field.inputValue()).toBe('Coupure demain.')
  await ada(routes.announcements.remove)
  await page.getByText('Le message d’avant ne paraît plus. Votre texte est gardé').waitFor()
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Le message est publié : chacun le verra dans la minute.').waitFor()
  await page.getByText('Votre texte est gardé').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Coupure demain.')
  await page.getByRole('button', { name: 'Retirer le message' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
})

test('a page that was told of nothing neither replaces nor takes away a message it has not shown', async () => {
  await page.route('**/api/changes*', () => undefined)
  await admin(routes.announcements.publish, { body: { text: 'Maintenance ce soir.' } })
  await page.goto('/tableau-de-bord/message')
  const field = page.getByRole('textbox', { name: /^Message/ })
  await expect.poll(() => field.inputValue()).toBe('Maintenance ce soir.')
  await admin(routes.announcements.publish, { body: { text: 'Maintenance terminée.' } })
  opened().watch.expect(/409/)
  await page.getByRole('button', { name: 'Retirer le message' }).click()
  await page.getByRole('alert').getByText('Une autre version a été enregistrée entre-temps.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Maintenance terminée.')

  // Over what is written, one sentence tells it, in sight of the button that was pressed.
  await field.fill('Coupure demain.')
  await admin(routes.announcements.publish, { body: { text: 'Une autre encore.' } })
  await page.getByRole('button', { name: 'Publier' }).click()
  const overtaken = page.getByRole('status').filter({ hasText: 'Un autre message paraît maintenant. Votre texte est gardé' })
  await overtaken.waitFor()
  await expect.poll(async () => (await overtaken.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Deux versions à départager' }).count()).toBe(0)
  expect(await field.inputValue()).toBe('Coupure demain.')
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Le message est publié\u00a0: chacun le verra dans la minute.').waitFor()
  expect((await admin(routes.announcements.current)).announcement?.text).toBe('Coupure demain.')
})

test('the instructions of an assistant: what changed, who changed it, and back', async () => {
  const [model] = (await admin(routes.assistants.list)).filter(({ name }) => name.includes('délibérations'))
  const name = `Délibérations ${Date.now()}`
  const { category_id, prompt_content: first, description } = model!
  const { id } = await admin(routes.assistants.create, { body: { name, description, category_id, prompt_content: first } })
  const prompt_content = `${first.replace(/délibération/, 'décision')}\n\nTu cites toujours la date du conseil.`
  await admin(routes.assistants.update, { params: { id }, body: { prompt_content } })
  await admin(routes.assistants.update, { params: { id }, body: { description: 'Prépare les délibérations du conseil municipal, pas à pas.' } })
  await page.goto('/assistants-admin')
  await title('Gestion des Assistants')
  await page.getByRole('searchbox', { name: 'Rechercher un assistant' }).fill(name)
  await page.getByRole('link', { name: `Versions de ${name}` }).click()
  await title('Versions de l’assistant')
  const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('button')
  await versions.first().waitFor()
  expect(await versions.first().textContent()).toMatch(/actuelle.*Modifie\s: description.*admin/)
  await page.locator('ins').first().waitFor()
  await versions.nth(1).click()
  await page.getByText('Tu cites toujours la date du conseil.').waitFor()
  await look('versions')
  await page.getByRole('switch', { name: 'Texte entier' }).press('Space')
  await expectAccessible(page, 'versions, whole text')
  await versions.last().click()
  await page.getByRole('heading', { name: 'Version 1' }).waitFor()
  await page.getByRole('button', { name: 'Rétablir la version 1' }).click()
  const dialog = page.getByRole('alertdialog')
  await expectAccessible(page, 'versions, before restoring')
  await dialog.getByRole('button', { name: 'Rétablir' }).click()
  await page.getByText('Les textes de la version 1 sont rétablis, dans une nouvelle version.').waitFor()
  // The button went with what it restored.
  await expect.poll(() => focusedName(page)).toBe('Versions de l’assistant')
  await page.getByText('Reprend la version 1').waitFor()
  expect(await admin(routes.assistants.get, { params: { id } })).toMatchObject({ prompt_content: first, description })

  opened().watch.expect(/404/)
  await page.goto('/assistants-admin/00000000-0000-4000-8000-000000000000/versions')
  const alert = page.getByRole('alert').getByText(/^Ce que vous demandez n’existe pas, ou plus/)
  await alert.waitFor()
  await expectAccessible(page, 'versions of nothing')
})
