import { routes } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantReviews, audit, chat, conversations, grants, ownAssistants, teams } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
/** `manager`, `owner` (of the assistant) and `colleague` belong to the team; `stranger` does not. */
const { manager, owner, colleague, stranger } = people(app, { manager: {}, owner: {}, colleague: {}, stranger: {} }, beforeEach)
let team_id: string
let id: string
let count = 0
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))
beforeEach(async () => {
  count += 1
  team_id = (await app.call(teams.create, { token: admin.token, body: { name: `Voirie ${count}`, sharing: 'managers' } })).body.id
  const join = (who: TestUser, role: 'member' | 'manager') =>
    app.call(teams.addMember, { token: admin.token, params: { id: team_id }, body: { account: who.username, role } })
  await join(manager, 'manager')
  await join(owner, 'member')
  await join(colleague, 'member')
  const body = { name: `Routes ${count}`, description: 'Aide', prompt_content: 'Tu aides.', category_id }
  id = (await app.call(ownAssistants.create, { token: owner.token, body })).body.id
})

const propose = (team: string | null = team_id, note = '') =>
  app.call(ownAssistants.propose, { token: owner.token, params: { id }, body: { team_id: team, note } })
const proposed = async (team: string | null = team_id) => (await propose(team)).body.proposals.find((one) => (one.team?.id ?? null) === team)!.id
const waiting = async ({ token }: TestUser) => (await app.call(assistantReviews.list, { token })).body.filter((one) => one.assistant_id === id)
/** Body of a review of the current version. */
const asRead = async () =>
  (await app.db.selectFrom('assistant').where('id', '=', id).select('updated_at').executeTakeFirst())?.updated_at ?? new Date().toISOString()
const publish = async ({ token }: TestUser, proposal: string, expected_updated_at?: string) =>
  app.call(assistantReviews.publish, { token, params: { id: proposal }, body: { expected_updated_at: expected_updated_at ?? (await asRead()) } })
const refuse = ({ token }: TestUser, proposal: string) => app.call(assistantReviews.refuse, { token, params: { id: proposal }, body: { reason: 'Doublon' } })
const suspend = ({ token }: TestUser = admin) => app.call(assistantReviews.suspend, { token, params: { id }, body: { reason: 'Conseils faux' } })
const sees = async ({ token }: TestUser) => (await app.call(assistants.get, { token, params: { id } })).status === 200
const own = async () => (await app.call(ownAssistants.list, { token: owner.token })).body.find((one) => one.id === id)
const acts = async () => {
  const { body } = await app.call(audit.list, { token: admin.token, query: {} })
  return body.entries.filter((one) => one.target === id).map(({ act }) => act)
}

describe('proposed to a service', () => {
  test('its manager and administrators read it; published, its members use it, its owner keeps it, and others do not see it', async () => {
    // The team only accepts things from its managers.
    const share = await app.call(grants.set, {
      token: owner.token,
      params: { kind: 'assistant', id },
      body: { grants: [{ subject: 'team', id: team_id, level: 'use' }] },
    })
    expect(share.error.code).toBe('grants.team_closed')
    const proposal = await proposed()
    expect([await waiting(manager), await waiting(admin), await waiting(colleague), await waiting(stranger)].map(({ length }) => length)).toEqual([1, 1, 0, 0])
    expect([await sees(manager), await sees(colleague)]).toEqual([false, false])
    const read = await app.call(assistantReviews.get, { token: manager.token, params: { id: proposal } })
    expect(read.body).toMatchObject({ prompt_content: 'Tu aides.', category: 'Actes', team: { id: team_id } })
    expect([(await publish(colleague, proposal)).status, (await refuse(owner, proposal)).status]).toEqual([404, 404])
    expect((await publish(manager, proposal, read.body.updated_at)).status).toBe(200)
    expect([await sees(colleague), await sees(stranger)]).toEqual([true, false])
    expect(await own()).toMatchObject({ is_own: true, proposals: [], shared_with: { teams: [{ id: team_id }] } })
    expect((await propose()).error.code).toBe('own_assistants.already_open')
    expect((await app.call(ownAssistants.update, { token: owner.token, params: { id }, body: { name: 'Mieux' } })).status).toBe(200)
    expect(await acts()).toContain('assistant.publish')
  })

  test('the service goes: what was proposed to it and what was open by it go too, and the owner keeps the assistant', async () => {
    const proposal = await proposed()
    await app.call(teams.remove, { token: admin.token, params: { id: team_id } })
    expect([(await publish(admin, proposal)).status, (await own())!.proposals, await sees(admin)]).toEqual([404, [], false])
    expect((await propose(team_id)).error.code).toBe('grants.unknown')
  })

  test('only to services that one knows', async () => {
    const other = (await app.call(teams.create, { token: admin.token, body: { name: `Cabinet ${count}` } })).body.id
    expect((await propose(other)).error.code).toBe('grants.unknown')
  })
})

describe('proposed to everybody', () => {
  test('published by an administrator alone, it is the organisation’s: nobody changes it any more but administrators, and its versions stay', async () => {
    const letChange = { grants: [{ subject: 'user' as const, id: colleague.id, level: 'edit' as const }] }
    expect((await app.call(grants.set, { token: owner.token, params: { kind: 'assistant', id }, body: letChange })).status).toBe(200)
    const proposal = await proposed(null)
    expect((await publish(manager, proposal)).status).toBe(404)
    expect((await publish(admin, proposal)).status).toBe(200)
    const change = { token: colleague.token, params: { id }, body: { prompt_content: 'Tu obéis à autre chose.' } }
    expect([(await app.call(ownAssistants.update, change)).status, (await app.call(assistants.update, change)).status]).toEqual([404, 403])
    expect([await sees(stranger), await own()]).toEqual([true, undefined])
    expect((await app.call(ownAssistants.update, { token: owner.token, params: { id }, body: { name: 'Encore à moi' } })).status).toBe(404)
    expect((await app.call(assistants.update, { token: owner.token, params: { id }, body: { name: 'Encore à moi' } })).status).toBe(403)
    const shown = (await app.call(assistants.get, { token: stranger.token, params: { id } })).body
    expect([shown.owner_name, shown.is_own]).toEqual([undefined, undefined])
    const versions = await app.call(routes.assistantVersions.list, { token: admin.token, params: { id } })
    expect(versions.body).toMatchObject([{ number: 1, author: owner.username }])
    expect((await app.call(grants.get, { token: admin.token, params: { kind: 'assistant', id } })).body.grants).toMatchObject([
      { subject: 'everyone', level: 'use' },
      { subject: 'user', id: colleague.id, level: 'use' },
    ])
  })

  test('two publish at once: one does; published and refused at once: one of both is done', async () => {
    const twice = await proposed(null)
    const both = await Promise.all([publish(admin, twice), publish(admin, twice)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const { body } = await app.call(ownAssistants.create, {
      token: owner.token,
      body: { name: 'Bis', description: 'Aide', prompt_content: 'Tu aides.', category_id },
    })
    id = body.id
    const once = await proposed(null)
    const [published, refused] = await Promise.all([publish(admin, once), refuse(admin, once)])
    expect([published.status, refused.status].sort()).toEqual([200, 404])
    expect(await sees(stranger)).toBe(published.status === 200)
  })

  test('published and removed at once: it is there for all, or gone for all', async () => {
    const proposal = await proposed(null)
    const [published, removed] = await Promise.all([publish(admin, proposal), app.call(ownAssistants.remove, { token: owner.token, params: { id } })])
    expect([published.status, removed.status].sort()).toEqual([200, 404])
    expect(await sees(stranger)).toBe(published.status === 200)
  })

  test('a text that changed since it was read is not published in its place', async () => {
    const proposal = await proposed(null)
    const { updated_at } = (await app.call(assistantReviews.get, { token: admin.token, params: { id: proposal } })).body
    await app.call(ownAssistants.update, { token: owner.token, params: { id }, body: { prompt_content: 'Autre chose.' } })
    const late = await publish(admin, proposal, updated_at)
    expect([late.error.code, late.error.changed?.current]).toMatchObject(['request.stale', { prompt_content: 'Autre chose.' }])
    expect(await sees(stranger)).toBe(false)
  })

  test('withdrawn or removed, nothing waits; an administrator no longer sees the draft', async () => {
    const proposal = await proposed(null)
    expect(await sees(admin)).toBe(true)
    const withdraw = () => app.call(ownAssistants.withdraw, { token: owner.token, params: { id, proposal_id: proposal } })
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404])
    expect([await sees(admin), (await publish(admin, proposal)).status, (await waiting(admin)).length]).toEqual([false, 404, 0])
    const again = await proposed(null)
    await app.call(ownAssistants.remove, { token: owner.token, params: { id } })
    expect((await publish(admin, again)).status).toBe(404)
  })

  test('refused: the owner reads why, and may ask again', async () => {
    const proposal = await proposed(null)
    expect((await app.call(assistantReviews.refuse, { token: admin.token, params: { id: proposal }, body: { reason: ' ' } })).status).toBe(422)
    expect((await refuse(admin, proposal)).status).toBe(200)
    expect((await own())!.proposals).toMatchObject([{ refusal_reason: 'Doublon', refused_at: expect.any(String) }])
    expect([(await publish(admin, proposal)).status, (await waiting(admin)).length, await sees(admin)]).toEqual([404, 0, false])
    expect((await propose(null, 'Corrigé')).body.proposals).toMatchObject([{ refused_at: null, note: 'Corrigé' }])
    expect(await acts()).toContain('assistant.refuse')
  })
})

describe('suspended', () => {
  test('nobody sees it but its owner and administrators, with its reason; conversations with it are refused without it', async () => {
    await publish(manager, await proposed())
    const { id: conversation_id } = (await app.call(conversations.findOrCreate, { token: colleague.token, body: { assistant_id: id } })).body
    const ask = () => app.call(chat.stream, { token: colleague.token, body: { conversation_id, messageHistory: [{ role: 'user', content: 'Bonjour' }] } })
    expect((await ask()).status).toBe(200)
    expect([(await suspend(manager)).status, (await suspend()).status]).toEqual([403, 200])
    const refused = await ask()
    expect([refused.error.code, refused.text.includes('Conseils faux'), await sees(colleague)]).toEqual(['assistants.closed', false, false])
    expect(await own()).toMatchObject({ suspension_reason: 'Conseils faux' })
    expect((await app.call(assistants.get, { token: admin.token, params: { id } })).body).toMatchObject({
      suspension_reason: 'Conseils faux',
      owner_name: owner.username,
    })
    for (const { token } of [owner, admin, colleague]) {
      expect((await app.call(assistants.list, { token, query: { is_active: '1' } })).body.some((one) => one.id === id)).toBe(false)
      expect((await app.call(assistants.catalogue, { token })).body.some((one) => one.id === id)).toBe(false)
    }
    expect((await app.call(assistantReviews.resume, { token: admin.token, params: { id } })).status).toBe(200)
    expect([await sees(colleague), (await ask()).status]).toEqual([true, 200])
    expect((await app.call(assistantReviews.resume, { token: admin.token, params: { id } })).status).toBe(404)
    expect(await acts()).toEqual(expect.arrayContaining(['assistant.suspend', 'assistant.resume']))
  })

  test('its owner changes it and asks again; the manager does not undo it, an administrator does', async () => {
    await publish(manager, await proposed())
    await suspend()
    const again = await proposed()
    expect([(await waiting(manager)).length, (await publish(manager, again)).status, (await waiting(admin))[0]!.suspended_at]).toEqual([
      0,
      404,
      expect.any(String),
    ])
    expect((await publish(admin, again)).status).toBe(200)
    expect([await sees(colleague), (await own())!.suspended_at]).toEqual([true, null])
  })

  test('what waited is refused with the same words; taken back from all, it stays in sight of administrators', async () => {
    await proposed(null)
    await suspend()
    expect((await own())!.proposals).toMatchObject([{ refusal_reason: 'Conseils faux' }])
    expect([await sees(admin), (await waiting(admin)).length]).toEqual([true, 0])
  })
})

test('a hand-over is told to both by mail', async () => {
  const before = app.mails.length
  await app.call(ownAssistants.handOver, { token: owner.token, params: { id }, body: { account: colleague.username } })
  await mailsSettled(app.context)
  const sent = app.mails.slice(before)
  expect(sent.map(({ to }) => to).sort()).toEqual([owner.email, colleague.email].sort())
  expect(sent.find(({ to }) => to === colleague.email)!.text).toContain(`Routes ${count}`)
})
