import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { turnsOf } from '../../testing/chat-bench.ts'
import { sourceOf } from '../../testing/reply-client.ts'
import { addToLibrary, uploadPrivate } from '../documents/documents.fixture.ts'
import { conversationOf, exchange, say, share } from './shares.fixture.ts'

// Sources as a reader sees them, continuing a share, and what is stored of it.

const { shares, conversations, rights } = routes

const app = openTestApp()
const { admin, ana, bob, eve } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Kerhoas' }, bob: {}, eve: {} }, beforeEach)

const get = ({ token }: TestUser, id: string) => app.call(shares.get, { token, params: { id } })
const list = async ({ token }: TestUser) => (await app.call(shares.list, { token })).body
const update = ({ token }: TestUser, id: string, body: object) => app.call(shares.update, { token, params: { id }, body })
const remove = ({ token }: TestUser, id: string) => app.call(shares.remove, { token, params: { id } })
const goOn = ({ token }: TestUser, id: string) => app.call(shares.continue, { token, params: { id } })
const texts = async (person: TestUser, id: string) => (await get(person, id)).body.messages.map(({ content }) => content)

describe('sources', () => {
  test('are read by those who may read their document, at this moment; of the others nothing is told', async () => {
    const shelf = await addToLibrary(app, admin, 'voirie.txt', 'La commune entretient ses voies.', { category: 'Voirie' })
    const own = await uploadPrivate(app, ana, 'budget-secret.txt', 'Le budget est de 12 000 euros.')
    const sources = [
      sourceOf({ number: 1, document_id: shelf.id, document: 'voirie.txt', extract: 'ses voies' }),
      sourceOf({ number: 2, document_id: own, document: 'budget-secret.txt', extract: '12 000 euros' }),
    ]
    const { id, messages } = await conversationOf(app, ana, [exchange[0], { ...exchange[1], sources }])
    const notices = [{ kind: 'left_out', text: exchange[1]!.content.slice(0, 5) }]
    await app.db
      .updateTable('message')
      .set({ notices: JSON.stringify(notices) })
      .where('id', '=', messages[1]!)
      .execute()
    const shared = await share(app, ana, id, { people: [bob.id] })
    const seen = async (person: TestUser) => (await get(person, shared.id)).body.messages[1]!.sources
    expect(await seen(ana)).toEqual(sources)
    const document = 'Document supprimé, ou qui ne vous est pas ouvert'
    const hidden = {
      number: 2,
      document_id: '',
      document,
      page: null,
      section: null,
      extract: '',
      score: 0,
      version_date: null,
      valid_until: null,
      is_hidden: true,
    }
    expect(await seen(bob)).toEqual([sources[0], hidden])
    const answer = await get(bob, shared.id)
    for (const secret of [own, 'budget-secret', '12 000', 'left_out']) expect(answer.text).not.toContain(secret)

    const { body } = await goOn(bob, shared.id)
    const copied = await app.call(conversations.get, { token: bob.token, params: { id: body.conversation.id } })
    expect(copied.body.messages[1]!.sources).toEqual([sources[0], hidden])
    const copiedNotices = app.db.selectFrom('message').where('id', '=', copied.body.messages[1]!.id).select('notices')
    expect(await copiedNotices.executeTakeFirstOrThrow()).toEqual({ notices })
    for (const secret of [own, 'budget-secret', '12 000', 'left_out']) expect(copied.text).not.toContain(secret)
    await app.db.deleteFrom('document').where('id', '=', shelf.id).execute()
    expect((await seen(bob))[0]).toEqual({ ...hidden, number: 1 })
  })
})

describe('going on with it', () => {
  test('makes one conversation of one’s own, however often it is asked, which nothing of the share takes away', async () => {
    const body = { name: 'Rédacteur', description: 'D', prompt_content: 'Tu rédiges.', category_id: await newCategory(app.db, `Actes ${ana.id}`) }
    const assistant = (await app.call(routes.assistants.create, { token: admin.token, body })).body
    const { id } = await conversationOf(app, ana, exchange, { assistant_id: assistant.id, assistant_name: assistant.name, assistant_category: 'Actes' })
    await say(app, id, { role: 'assistant', content: 'Elle en est', status: 'interrompue' })
    const shared = await share(app, ana, id, { people: [bob.id, eve.id] })
    const made = await Promise.all([goOn(bob, shared.id), goOn(bob, shared.id), goOn(bob, shared.id)])
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(new Set(made.map((one) => one.body.conversation.id)).size).toBe(1)
    const own = made[0].body.conversation
    expect(own).toMatchObject({ title: 'Voirie communale', assistant_id: assistant.id, assistant_name: 'Rédacteur', message_count: 3, documents: [] })
    expect((await list(bob)).received).toMatchObject([{ is_continued: true }])
    const copied = await app.call(conversations.get, { token: bob.token, params: { id: own.id } })
    expect(copied.body.messages.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', exchange[0].content, 'complete'],
      ['assistant', exchange[1].content, 'complete'],
      ['assistant', 'Elle en est', 'interrompue'],
    ])
    expect((await app.call(conversations.get, { token: ana.token, params: { id: own.id } })).status).toBe(404)
    // Messages that the model did not write for Bob do not count in his consumption.
    expect((await app.call(conversations.consumption, { token: bob.token })).body).toMatchObject({ prompt_tokens: 0, uncounted: 0 })

    // Refreshed, the share can be continued again. An assistant no longer offered is announced first, and left out.
    await app.db.updateTable('assistant').set({ is_active: false }).where('id', '=', assistant.id).execute()
    await say(app, id, { role: 'assistant', content: 'propriétaire.' })
    await update(ana, shared.id, { refresh: true })
    expect((await get(bob, shared.id)).body).toMatchObject({ keeps_assistant: false, is_continued: false, assistant_name: 'Rédacteur' })
    const again = await goOn(bob, shared.id)
    expect([again.status, again.body.conversation]).toMatchObject([201, { assistant_id: null, message_count: 4 }])
    await remove(ana, shared.id)
    for (const kept of [own.id, again.body.conversation.id])
      expect((await app.call(conversations.get, { token: bob.token, params: { id: kept } })).status).toBe(200)
  })

  test('an assistant restricted to others is left out; a copy that was deleted is made again; the quota of conversations holds', async () => {
    const body = { name: 'Réservé', description: 'D', prompt_content: 'Tu rédiges.', category_id: await newCategory(app.db, `Actes ${ana.id}`) }
    const assistant = (await app.call(routes.assistants.create, { token: admin.token, body })).body
    const { id } = await conversationOf(app, ana, exchange, { assistant_id: assistant.id, assistant_name: assistant.name, assistant_category: 'Actes' })
    const shared = await share(app, ana, id, { people: [bob.id] })
    await app.db.updateTable('access_grant').set({ user_id: ana.id }).where('assistant_id', '=', assistant.id).execute()
    expect([(await get(ana, shared.id)).body.keeps_assistant, (await get(bob, shared.id)).body.keeps_assistant]).toEqual([true, false])
    const first = (await goOn(bob, shared.id)).body.conversation
    expect(first.assistant_id).toBeNull()
    await app.call(conversations.remove, { token: bob.token, params: { id: first.id } })
    expect((await get(bob, shared.id)).body.is_continued).toBe(false)
    const { quotas } = app.context.config
    const { conversations: usual } = quotas
    quotas.conversations = 0
    expect(await goOn(bob, shared.id)).toMatchObject({ status: 409, error: { code: 'conversations.quota' } })
    quotas.conversations = usual
    expect((await goOn(bob, shared.id)).status).toBe(201)
  })
})

test('where the quota of conversations is reached, one in which nothing was asked gives its place', async () => {
  const { id } = await conversationOf(app, ana, exchange)
  const shared = await share(app, ana, id, { people: [bob.id] })
  const empty = (await app.call(conversations.findOrCreate, { token: bob.token, body: {} })).body.id
  const { quotas } = app.context.config
  const { conversations: usual } = quotas
  quotas.conversations = 1
  // An empty conversation is protected for an hour.
  expect((await goOn(bob, shared.id)).status).toBe(409)
  const updated_at = new Date(app.now().getTime() - 61 * 60_000)
  await app.db.updateTable('conversation').set({ updated_at }).where('id', '=', empty).execute()
  const { status } = await goOn(bob, shared.id)
  quotas.conversations = usual
  expect(status).toBe(201)
  expect((await app.call(conversations.get, { token: bob.token, params: { id: empty } })).status).toBe(404)
})

test('a long one is the same in pieces', async () => {
  const turns = turnsOf(70, (at) => `Tour ${at}`)
  const { id } = await conversationOf(app, ana, turns)
  const shared = await share(app, ana, id, { people: [bob.id] })
  expect(await texts(bob, shared.id)).toEqual(turns.map(({ content }) => content))
  expect((await goOn(bob, shared.id)).body.conversation.message_count).toBe(70)
})

test('the trail tells who shared, brought up to date, took back and went on, without a title; the copy of one’s data has what one shares', async () => {
  const { id } = await conversationOf(app, ana, [{ role: 'user', content: 'CANARI-partage' }, exchange[1]])
  const shared = await share(app, ana, id, { people: [bob.id] })
  await update(ana, shared.id, { days: 7 })
  await goOn(bob, shared.id)
  const archive = async ({ token }: TestUser) => (await app.call(rights.download, { token })).bytes.toString('latin1')
  expect(await archive(ana)).toContain('partages.json')
  await remove(ana, shared.id)
  await goOn(bob, shared.id)
  const trail = app.db.selectFrom('audit_event').where('target', '=', shared.id).orderBy('seq')
  const acts = await trail.select(['act', 'outcome', 'target_name', 'count']).execute()
  const done = ['share.create done', 'share.update done', 'share.continue done', 'share.remove done', 'share.continue shares.gone']
  expect(acts.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual(done)
  expect(acts[0]!.count).toBe(1)
  expect(acts.every(({ target_name }) => target_name === null)).toBe(true)
  expect(app.logs.join('')).not.toContain('CANARI-partage')
})
