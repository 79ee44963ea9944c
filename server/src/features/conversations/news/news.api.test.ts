import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'

const { assistantReviews, conversations, grants, news, ownAssistants, projects, teams } = routes

const app = openTestApp()
const { admin, ana, bob, chief } = people(app, { admin: { is_admin: true }, ana: {}, bob: {}, chief: {} })

const countsOf = async ({ token }: TestUser) => (await app.call(conversations.recent, { token })).body.news
const none = { to_review: 0, refusals: 0, conversations: 0, projects: 0, assistants: 0 }
const see = (kind: 'refusals' | 'projects' | 'assistants', { token }: TestUser) => app.call(news.seen, { token, body: { kind } })

/** Creates an assistant of Ana's. */
async function draft(): Promise<string> {
  const category_id = await newCategory(app.db, `Actes ${crypto.randomUUID()}`)
  const body = { name: 'Relecteur', description: 'Relit.', prompt_content: 'Tu relis.', category_id }
  return (await app.call(ownAssistants.create, { token: ana.token, body })).body.id
}

test('a proposal waits for those who decide of it until they do; its owner sees a refusal, once', async () => {
  const { id: team_id } = (await app.call(teams.create, { token: admin.token, body: { name: 'Actes' } })).body
  for (const [account, role] of [
    [chief.username, 'manager'],
    [ana.username, 'member'],
  ] as const)
    await app.call(teams.addMember, { token: admin.token, params: { id: team_id }, body: { account, role } })
  const id = await draft()
  const { proposals } = (await app.call(ownAssistants.propose, { token: ana.token, params: { id }, body: { team_id } })).body
  expect([(await countsOf(chief)).to_review, (await countsOf(admin)).to_review, await countsOf(ana)]).toEqual([1, 1, none])
  await app.call(assistantReviews.refuse, { token: chief.token, params: { id: proposals[0]!.id }, body: { reason: 'Trop vague' } })
  expect([(await countsOf(chief)).to_review, (await countsOf(ana)).refusals]).toEqual([0, 1])
  await see('refusals', bob)
  expect((await countsOf(ana)).refusals).toBe(1)
  await see('refusals', ana)
  expect(await countsOf(ana)).toEqual(none)
})

test('what others open to a person is counted until its list is seen, by name or by a service joined later; one’s own is not', async () => {
  const { id } = (await app.call(projects.create, { token: ana.token, body: { name: 'Halle' } })).body
  const assistant = await draft()
  const give = (kind: 'project' | 'assistant', thing: string, subject: 'user' | 'team', to: string) =>
    app.call(grants.set, { token: ana.token, params: { kind, id: thing }, body: { grants: [{ subject, id: to, level: 'use' }] } })
  await give('project', id, 'user', bob.id)
  await give('assistant', assistant, 'user', bob.id)
  expect([await countsOf(bob), await countsOf(ana)]).toEqual([{ ...none, projects: 1, assistants: 1 }, none])
  await see('projects', bob)
  expect(await countsOf(bob)).toEqual({ ...none, assistants: 1 })
  await see('assistants', bob)
  expect(await countsOf(bob)).toEqual(none)

  const { id: team_id } = (await app.call(teams.create, { token: admin.token, body: { name: 'Marchés', sharing: 'anyone' } })).body
  await give('project', id, 'team', team_id)
  expect((await countsOf(bob)).projects).toBe(0)
  await app.call(teams.addMember, { token: admin.token, params: { id: team_id }, body: { account: bob.username } })
  expect((await countsOf(bob)).projects).toBe(1)
})
