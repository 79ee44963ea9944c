import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { OpenPage, PageOptions } from '../support/browser.ts'
import { pressFirst, waitForFirst, refuseLeaving, waitUntilSettled, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// Mon Profil: specification, chapters 2 (card, sections), 3 (nine fields), 5 (passwords), 8 (sentences).

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(options?: PageOptions): Promise<OpenPage & { api: ApiClient; person: Credentials }> {
  const person = await createAccount(site.server.admin, `profil.${(count += 1)}`, { first_name: 'Claire', last_name: 'Moreau' })
  const api = await apiAs(site.server.url, person)
  const opened = await visit(person, options)
  await opened.page.goto('/profile')
  await opened.page.getByLabel('Prénom').waitFor()
  await waitUntilSettled(opened.page)
  return { ...opened, api, person }
}

test('the card, and sections of which one at the most is open, the personal one first', async () => {
  const { page, person } = await arrive()
  expect(await page.title()).toBe('Mon Profil – Parvis')
  const main = page.getByRole('main')
  for (const words of ['Claire Moreau', `${person.username}@ville.example`, 'Utilisateur']) await main.getByText(words, { exact: true }).waitFor()
  expect(await main.getByText('Dernière connexion').locator('xpath=..').innerText()).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
  const open = () => main.getByRole('button', { expanded: true }).allInnerTexts()
  expect(await open()).toEqual(['Informations personnelles'])
  await expectAccessible(page, '/profile')
  await screenshot(page, 'profile')
  for (const title of ['Informations professionnelles', 'Préférences', 'Sécurité']) {
    await main.getByRole('button', { name: title }).click()
    expect(await open()).toEqual([title])
    await waitUntilSettled(page)
    await expectAccessible(page, `/profile, ${title}`)
  }
})

test('names are kept and shown everywhere; what is typed survives the opening of another section', async () => {
  const { page, api } = await arrive()
  await page.getByLabel('Prénom').fill('Clara')
  await page.getByRole('button', { name: 'Préférences' }).click()
  await page.getByText('Non enregistré').waitFor()
  await page.getByRole('button', { name: 'Informations personnelles' }).click()
  expect(await page.getByLabel('Prénom').inputValue()).toBe('Clara')
  await page.getByLabel('Prénom').press('Enter')
  await page.getByRole('status').getByText('Profil mis à jour avec succès').waitFor()
  await expectAccessible(page, '/profile, saved')
  await page.getByRole('main').getByRole('heading', { name: 'Clara Moreau' }).waitFor()
  expect((await api(routes.profile.get)).first_name).toBe('Clara')
})

test('what is typed while the profile is being saved stays, and is not said to be saved', async () => {
  const { page, api } = await arrive()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    if (route.request().method() === 'PUT') await released
    return route.fallback()
  })
  await page.getByLabel('Prénom').fill('Clara')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByLabel('Prénom').press('Enter')
  await sent
  await page.getByLabel('Nom', { exact: true }).fill('Morel')
  release()
  await page.getByRole('status').getByText('Profil mis à jour avec succès').waitFor()
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Morel')
  expect(await page.getByText('Non enregistré').count()).toBe(1)
  expect(await api(routes.profile.get)).toMatchObject({ first_name: 'Clara', last_name: 'Moreau' })
  await page.getByRole('link', { name: 'Accueil' }).first().click()
  await refuseLeaving(page)
  await page.getByLabel('Nom', { exact: true }).press('Enter')
  await expect.poll(async () => (await api(routes.profile.get)).last_name).toBe('Morel')
  await page.getByText('Non enregistré').waitFor({ state: 'detached' })
})

test('choices come from the server, and the population is asked of communes only', async () => {
  const { page, api } = await arrive()
  await page.getByRole('button', { name: 'Informations professionnelles' }).click()
  const select = (label: string) => page.getByRole('button', { name: new RegExp(`${label}$`) })
  const pick = async (label: string, option: string) => {
    await select(label).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  expect(await page.getByRole('textbox', { name: 'Fonction' }).inputValue()).toBe('cadre')
  expect(await select('Population').count()).toBe(0)
  await select('Type de collectivité').click()
  const { type_collectivite, tranche_population } = await api(routes.profile.options)
  const population = tranche_population[2]!
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(type_collectivite)
  await page.getByRole('option', { name: 'Commune', exact: true }).click()
  await pick('Population', population)
  await pick('Effectif', 'Moins de 10 agents')
  await page.getByRole('textbox', { name: 'Fonction' }).fill('Secrétaire de mairie')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Profil mis à jour avec succès').waitFor()
  expect(await api(routes.profile.get)).toMatchObject({
    type_collectivite: 'Commune',
    tranche_population: population,
    tranche_effectif: 'Moins de 10 agents',
    fonction: 'Secrétaire de mairie',
  })
  await pick('Type de collectivité', 'Région')
  expect(await select('Population').count()).toBe(0)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Profil mis à jour avec succès').waitFor()
  await expect.poll(async () => (await api(routes.profile.get)).tranche_population).toBe('Non renseigné')
})

test('a profile that is not kept: one sentence when refused, another when nobody answers, and the text stays', async () => {
  const { page, watch } = await arrive()
  watch.expect(/profile|Failed to load resource/)
  await page.getByLabel('Prénom').fill('x'.repeat(201))
  await page.getByLabel('Prénom').press('Enter')
  await page.getByRole('alert').getByText('Erreur lors de la mise à jour', { exact: true }).waitFor()
  expect(await page.locator('[aria-invalid="true"]').inputValue()).toHaveLength(201)
  await expectAccessible(page, '/profile, refused')
  await page.route('**/api/profile', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.getByLabel('Prénom').fill('Clara')
  await page.getByLabel('Prénom').press('Enter')
  await page.getByRole('alert').getByText('Erreur lors de la mise à jour du profil', { exact: true }).waitFor()
  expect(await page.getByLabel('Prénom').inputValue()).toBe('Clara')
  await page.unrouteAll()
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: { error: 'Panne', code: 'server.unexpected' } }))
  await page.reload()
  await page.getByRole('alert').getByText('Erreur lors du chargement du profil').waitFor()
  await expectAccessible(page, '/profile, not loaded')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByLabel('Prénom').waitFor()
})

test('the password: its rules, a wrong current one, the warning of the policy, then the new one opens a session', async () => {
  const { page, watch, person } = await arrive()
  await page.getByRole('button', { name: 'Sécurité' }).click()
  const field = (label: string) => page.getByLabel(label, { exact: false }).and(page.locator('input'))
  const fill = async (current: string, chosen: string, again = chosen) => {
    await field('Mot de passe actuel').fill(current)
    await field('Nouveau mot de passe').first().fill(chosen)
    await field('Confirmer le nouveau mot de passe').fill(again)
    await page.keyboard.press('Enter')
  }
  await fill('', '')
  for (const sentence of ['Indiquez votre mot de passe actuel', 'Indiquez le nouveau mot de passe', 'Confirmez le nouveau mot de passe'])
    await page.getByText(sentence).waitFor()
  await fill(person.password, 'abcde')
  await page.getByText('Le nouveau mot de passe doit contenir au moins 6 caractères').waitFor()
  await fill(person.password, 'abcdef', 'abcdeg')
  await page.getByText('Les nouveaux mots de passe ne correspondent pas').waitFor()
  await expectAccessible(page, '/profile, refused password')

  watch.expect(/Failed to load resource/)
  await fill('Pas-le-bon-48', 'Bruyere-canal-58-loutre')
  await page.getByRole('alert').getByText('Le mot de passe actuel est incorrect').waitFor()
  expect(await field('Confirmer le nouveau mot de passe').inputValue()).toBe('Bruyere-canal-58-loutre')
  await page.route('**/api/auth/change-password', (route) => route.fulfill({ status: 502, body: 'mandataire' }))
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Erreur lors du changement de mot de passe').waitFor()
  await page.unrouteAll()

  await fill(person.password, 'soleil')
  await page.getByText('Mot de passe modifié avec succès').waitFor()
  await waitForFirst(page, /fait partie des plus utilisés|en dessous du seuil de la CNIL/)
  await expect.poll(() => field('Mot de passe actuel').inputValue()).toBe('')
  await fill('soleil', 'Bruyere-canal-58-loutre')
  await page.getByText(/fait partie des plus utilisés|en dessous du seuil de la CNIL/).waitFor({ state: 'detached' })
  await page.getByText('Mot de passe modifié avec succès').waitFor()
  await apiAs(site.server.url, { username: person.username, password: 'Bruyere-canal-58-loutre' })
})

test('signs out to the sign-in page', async () => {
  const { page } = await arrive()
  await page.getByRole('main').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate('localStorage.getItem("accessToken")')).toBeNull()
  await page.goto('/profile')
  await page.waitForURL('**/login')
})

test.runIf(isFullProof).each(appearances)('fits in $viewport.width px, $theme', async (options) => {
  const { page } = await arrive(options)
  for (const title of ['Informations professionnelles', 'Sécurité']) {
    await page.getByRole('button', { name: title }).click()
    await waitUntilSettled(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), title).toBe(true)
    await expectAccessible(page, `/profile ${title} ${options.viewport.width} ${options.theme}`)
    await screenshot(page, `profile-${title === 'Sécurité' ? 'security' : 'professional'}`)
  }
})

test('the sessions of the account are seen and closed; what an administrator changed is told', async () => {
  const { page, person } = await arrive()
  const phone = await apiAs(site.server.url, person)
  const { users } = await site.server.admin(routes.users.list, { query: { search: person.username } })
  await site.server.admin(routes.users.update, { params: { id: users[0]!.id }, body: { email: `ailleurs-${person.username}@ville.example` } })
  await page.reload()
  await page.getByRole('button', { name: 'Sécurité' }).click()
  const sessions = page.getByRole('region', { name: 'Sessions ouvertes' })
  await sessions.getByText('Cette session').waitFor()
  await sessions.getByText('Chrome sur Linux').waitFor()
  await page
    .getByRole('region', { name: 'Changements du compte' })
    .getByText(/Adresse électronique changée par un administrateur/)
    .waitFor()
  await expectAccessible(page, '/profile, sessions')
  await screenshot(page, 'profile-sessions')
  const before = await sessions.getByRole('listitem').count()
  await pressFirst(sessions, /^Fermer la session « Appareil inconnu »/)
  await sessions.getByText('Session fermée.').waitFor()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(before - 1)
  await sessions.locator('h3:focus').waitFor()
  await sessions.getByRole('button', { name: 'Fermer toutes les autres sessions' }).click()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
  await sessions.locator('h3:focus').waitFor()
  await expect(phone(routes.auth.me)).rejects.toThrow(/401/)
})
