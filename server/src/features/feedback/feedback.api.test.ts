import { limits, routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { conversations, feedback } = routes

const app = openTestApp()
const { admin, owner } = people(app, { admin: { is_admin: true }, owner: { username: 'camille.amont' } })
let assistant_id: string
beforeAll(async () => {
  const body = { name: 'Rédacteur', description: 'Rédige', prompt_content: 'Tu rédiges.', category_id: await newCategory(app.db) }
  assistant_id = (await app.call(routes.assistants.create, { token: admin.token, body })).body.id
})

async function answered(person: TestUser, assistant: string | null = assistant_id): Promise<{ id: string; message_id: string; question_id: string }> {
  const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body: { assistant_id: assistant } })).body
  const question = await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'user', content: 'Une question ?' } })
  const answer = await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'assistant', content: 'Une réponse.' } })
  return { id, message_id: answer.body.id, question_id: question.body.id }
}
const rate = (person: TestUser, { id, message_id }: { id: string; message_id: string }, body: object) =>
  app.call(conversations.feedback, { token: person.token, params: { id, message_id }, body: body as never })
const counts = async () => (await app.call(feedback.counts, { token: admin.token })).body
const comments = async () => (await app.call(feedback.comments, { token: admin.token })).body

test('PRV-11 counts and comments are for administrators; an opinion is its owner’s to give', async () => {
  const about = await answered(owner)
  for (const route of [feedback.counts, feedback.comments]) {
    expect((await app.call(route)).status).toBe(401)
    expect((await app.call(route, { token: owner.token })).status).toBe(403)
  }
  expect((await app.call(conversations.feedback, { params: about, body: { rating: 'positive' } })).status).toBe(401)
  expect((await rate(admin, about, { rating: 'positive' })).status).toBe(404)
  expect((await rate(await app.createUser(), about, { rating: 'positive' })).status).toBe(404)
  expect((await rate(owner, { ...about, message_id: about.question_id }, { rating: 'positive' })).status).toBe(404)
  const other = await answered(owner)
  expect((await rate(owner, { ...other, message_id: about.message_id }, { rating: 'positive' })).status).toBe(404)
  expect(await counts()).toEqual([])
})

test('what is wrong is refused and keeps nothing', async () => {
  const about = await answered(owner)
  for (const body of [
    {},
    { rating: 'neutral' },
    { rating: 'negative', reasons: ['laide'] },
    { rating: 'negative', reasons: Array.from({ length: 7 }, () => 'ton') },
    { rating: 'negative', comment: 'x'.repeat(limits.feedbackComment + 1) },
  ])
    expect((await rate(owner, about, body)).status).toBe(422)
  expect(await counts()).toEqual([])
})

test('an opinion is given, changed and taken back; the counts follow', async () => {
  const about = await answered(owner)
  expect((await rate(owner, about, { rating: 'positive', comment: 'Pour personne' })).body.feedback).toBe('positive')
  expect(await counts()).toEqual([{ assistant_id, assistant_name: 'Rédacteur', positive: 1, negative: 0, reasons: {}, comments: 0 }])
  expect(await comments()).toEqual([])

  await rate(owner, about, { rating: 'negative', reasons: ['inexacte', 'sources', 'inexacte'], comment: '  L’article cité est abrogé.  ' })
  const unattached = await answered(owner, null)
  await rate(owner, unattached, { rating: 'negative', reasons: ['inexacte'], comment: ' ' })
  expect(await counts()).toEqual([
    { assistant_id, assistant_name: 'Rédacteur', positive: 0, negative: 1, reasons: { inexacte: 1, sources: 1 }, comments: 1 },
    { assistant_id: null, assistant_name: null, positive: 0, negative: 1, reasons: { inexacte: 1 }, comments: 0 },
  ])
  const read = await app.call(feedback.comments, { token: admin.token })
  expect(read.body).toEqual([
    {
      assistant_id,
      assistant_name: 'Rédacteur',
      comment: 'L’article cité est abrogé.',
      reasons: ['inexacte', 'sources'],
      given_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ])
  for (const secret of [owner.id, owner.username, about.id, about.message_id, 'Une question', 'Une réponse']) expect(read.text).not.toContain(secret)
  expect(app.logs.join('\n')).not.toContain('abrogé')

  expect((await rate(owner, about, { rating: null })).body.feedback).toBeNull()
  expect(await comments()).toEqual([])
  expect((await counts()).map((row) => row.assistant_id)).toEqual([null])
})

test('a comment is of the day that it was in Paris, as the other figures are', async () => {
  const about = await answered(owner)
  await rate(owner, about, { rating: 'negative', comment: 'Après minuit' })
  const day = async (at: string) => {
    await app.db.updateTable('message').set({ feedback_at: at }).where('id', '=', about.message_id).execute()
    return (await comments()).find(({ comment }) => comment === 'Après minuit')?.given_on
  }
  expect([await day('2026-01-14T23:30:00Z'), await day('2026-07-14T21:30:00Z'), await day('2026-07-14T22:30:00Z')]).toEqual([
    '2026-01-15',
    '2026-07-14',
    '2026-07-15',
  ])
  await rate(owner, about, { rating: null })
})

test('PRV-06 a deleted conversation takes its opinions along', async () => {
  const about = await answered(owner)
  await rate(owner, about, { rating: 'negative', comment: 'À effacer' })
  await app.call(conversations.remove, { token: owner.token, params: { id: about.id } })
  expect(await comments()).toEqual([])
})

test('an assistant that is deleted keeps its opinions under its name, apart from the others and from those of no assistant', async () => {
  const category = await app.db.selectFrom('assistant_category').select('id').executeTakeFirstOrThrow()
  const made = async (name: string) => {
    const body = { name, description: 'Aide', prompt_content: 'Tu aides.', category_id: category.id }
    return (await app.call(routes.assistants.create, { token: admin.token, body })).body.id
  }
  const [voirie, eau] = [await made('Voirie'), await made('Eau')]
  const person = await app.createUser()
  await rate(person, await answered(person, voirie), { rating: 'negative', reasons: ['inexacte'], comment: 'Faux' })
  await rate(person, await answered(person, eau), { rating: 'negative', reasons: ['ton', 'inexacte'] })
  await rate(person, await answered(person, null), { rating: 'positive' })
  for (const id of [voirie, eau]) await app.call(routes.assistants.remove, { token: admin.token, params: { id } })
  const deleted = { assistant_id: null, positive: 0, negative: 1 }
  // Other tests give feedback outside of any assistant too.
  const named = (await counts()).filter(({ assistant_name }) => assistant_name !== null)
  expect(named).toEqual([
    { ...deleted, assistant_name: 'Eau', reasons: { inexacte: 1, ton: 1 }, comments: 0 },
    { ...deleted, assistant_name: 'Voirie', reasons: { inexacte: 1 }, comments: 1 },
  ])
  const [without, ...more] = (await counts()).filter(({ assistant_name }) => assistant_name === null)
  expect([without, more]).toMatchObject([{ assistant_id: null, reasons: expect.not.objectContaining({ ton: 1 }) }, []])
  expect(without!.positive).toBeGreaterThan(0)
})

test('a comment leads to instructions of the organisation alone: those of what a person made are theirs', async () => {
  const { id: category_id } = await app.db.selectFrom('assistant_category').select('id').executeTakeFirstOrThrow()
  const person = await app.createUser()
  const body = { name: 'Courriers', description: 'Aide', prompt_content: 'Tu aides.', category_id }
  const { id } = (await app.call(routes.ownAssistants.create, { token: person.token, body })).body
  await rate(person, await answered(person, id), { rating: 'negative', comment: 'Trop long' })
  const told = async () => (await comments()).find(({ comment }) => comment === 'Trop long')
  expect(await told()).toMatchObject({ assistant_id: null, assistant_name: 'Assistant personnel' })
  // Once it is proposed, administrators see its name; its versions stay private.
  await app.call(routes.ownAssistants.propose, { token: person.token, params: { id }, body: { team_id: null, note: '' } })
  expect(await told()).toMatchObject({ assistant_id: null, assistant_name: 'Courriers' })
  expect((await app.call(routes.assistantVersions.list, { token: admin.token, params: { id } })).status).toBe(404)
})
