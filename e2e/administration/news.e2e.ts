import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { apiAs, createAccount, uniqueSuffix } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What waits for a person: counts beside the entries of the menu, and a line on the home page.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
const fresh = (name: string) => `${name}.${uniqueSuffix()}`
const phone = { viewport: { width: 390, height: 844 }, theme: 'dark' as const }
const menu = { name: 'Navigation principale' }

test('a proposal, its refusal and a shared project are told on the home page and in the menu, until they are seen', async () => {
  const { admin } = site.server
  const [chief, agent] = [await createAccount(admin, fresh('chef')), await createAccount(admin, fresh('agent'))]
  const { id: team_id } = await admin(routes.teams.create, { body: { name: fresh('Instruction') } })
  await admin(routes.teams.addMember, { params: { id: team_id }, body: { account: chief.username, role: 'manager' } })
  await admin(routes.teams.addMember, { params: { id: team_id }, body: { account: agent.username } })
  const [asChief, asAgent] = [await apiAs(site.server.url, chief), await apiAs(site.server.url, agent)]
  const { category_id } = (await asAgent(routes.assistants.list, { query: {} }))[0]!
  const body = { name: fresh('Relecteur'), description: 'Relit.', prompt_content: 'Tu relis.', category_id }
  const { id } = await asAgent(routes.ownAssistants.create, { body })
  await asAgent(routes.ownAssistants.propose, { params: { id }, body: { team_id } })

  const theirs = await visit(chief, { path: '/' })
  await theirs.page.getByRole('link', { name: '1\u00a0assistant à relire' }).waitFor()
  await theirs.page
    .getByRole('navigation', menu)
    .getByRole('link', { name: /Assistants.*1 à voir/ })
    .waitFor()
  await expectAccessible(theirs.page, '/, with news')
  await screenshot(theirs.page, 'home-news', { fullPage: false })
  const [proposal] = await asChief(routes.assistantReviews.list)
  await asChief(routes.assistantReviews.refuse, { params: { id: proposal!.id }, body: { reason: 'Trop vague' } })

  const project = await asChief(routes.projects.create, { body: { name: 'Halle' } })
  const reader_id = (await asChief(routes.people.suggest, { query: { search: agent.username } })).people[0]!.id
  await asChief(routes.grants.set, { params: { kind: 'project', id: project.id }, body: { grants: [{ subject: 'user', id: reader_id, level: 'use' }] } })
  const { page } = await visit(agent, { ...phone, path: '/' })
  await page.getByRole('link', { name: '1\u00a0proposition refusée' }).waitFor()
  await expectAccessible(page, '/, with a refusal, dark and narrow')
  await screenshot(page, 'home-refusal', { fullPage: false })
  await page.getByRole('link', { name: '1\u00a0projet partagé avec vous' }).click()
  await page.getByText('Halle').first().waitFor()
  await expect.poll(async () => (await asAgent(routes.conversations.recent)).news.projects).toBe(0)
  await page.goto('/mes-assistants')
  await page.getByText('Trop vague').waitFor()
  await expect.poll(async () => (await asAgent(routes.conversations.recent)).news.refusals).toBe(0)
  await page.goto('/')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await page.getByText('À voir', { exact: false }).count()).toBe(0)

  // The hidden buttons of a menu, which a screen reader finds, say what they do.
  await theirs.page.getByRole('button', { name: 'Informations légales' }).click()
  await theirs.page.getByRole('menuitem').first().waitFor()
  expect(await theirs.page.getByRole('button', { name: 'Fermer', exact: true }).count()).toBeGreaterThan(0)
  expect(await theirs.page.getByRole('button', { name: 'Rejeter' }).count()).toBe(0)
  await admin(routes.teams.remove, { params: { id: team_id } })
})

test('document categories, prompts and letterheads are found where an administrator looks for them, under one row of tabs', async () => {
  const { page } = await visit(await site.server.administrator(), { path: '/bibliotheque' })
  const tabs = page.getByRole('navigation', { name: 'Base documentaire' })
  await expectAccessible(page, '/bibliotheque, for an administrator')
  await tabs.getByRole('link', { name: 'Catégories et droits' }).click()
  await page.getByRole('heading', { level: 1, name: 'Catégories de documents' }).waitFor()
  await page
    .getByRole('button', { name: /^À qui .* est ouverte$/ })
    .first()
    .waitFor()
  expect(await page.getByRole('tablist').count()).toBe(0)
  await screenshot(page, 'document-categories', { fullPage: false })
  for (const [entry, title] of [
    ['Prompts', 'Bibliothèque de prompts'],
    ['Papier à en-tête', 'Papier à en-tête'],
  ] as const) {
    await page.getByRole('navigation', menu).getByRole('link', { name: entry, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('navigation', menu).locator('[aria-current]').getByText(entry, { exact: true }).waitFor()
  }
  await page.goto('/categories?type=documents')
  await page.getByRole('heading', { level: 1, name: 'Catégories de documents' }).waitFor()
})
