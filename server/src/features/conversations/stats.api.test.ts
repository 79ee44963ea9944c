import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, conversations } = routes

const app = openTestApp()
const { owner, admin } = people(app, { owner: {}, admin: { is_admin: true } })

async function newAssistant(name: string): Promise<string> {
  const body = { name, description: 'Aide', prompt_content: 'Tu aides.', category_id: await newCategory(app.db, `Catégorie ${name}`, 'Zap') }
  return (await app.call(assistants.create, { token: admin.token, body })).body.id
}

const begin = async (person: TestUser, body: { assistant_id?: string; library?: string }) => {
  const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body })).body
  await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'user', content: 'Bonjour' } })
}
const stats = async () => (await app.call(conversations.stats, { token: owner.token })).body

test('the figures count assistants of the catalogue; conversations without one are in the total only', async () => {
  const [writer, jurist] = [await newAssistant('Rédacteur'), await newAssistant('Juriste')]
  await begin(owner, { assistant_id: writer })
  await begin(owner, { assistant_id: writer })
  await begin(owner, { assistant_id: jurist })
  await begin(owner, { library: 'Code' })
  await begin(owner, {})
  await begin(admin, { assistant_id: writer })
  const count = (assistant_id: string, assistant_name: string, count: number) => ({ assistant_id, assistant_name, count })
  expect(await stats()).toEqual({
    total_conversations: 5,
    total_messages: 5,
    conversations_by_assistant: [count(writer, 'Rédacteur', 2), count(jurist, 'Juriste', 1)],
  })
  expect((await app.call(assistants.remove, { token: admin.token, params: { id: jurist } })).status).toBe(200)
  expect(await stats()).toMatchObject({ total_conversations: 5, conversations_by_assistant: [count(writer, 'Rédacteur', 2)] })
})

test('an assistant opened and left is in no list nor figure until the person writes, or names the conversation', async () => {
  const person = await app.createUser()
  const assistant_id = await newAssistant('Visité')
  const list = async () => (await app.call(conversations.list, { token: person.token })).body.map(({ id }) => id)
  const figures = async () => (await app.call(conversations.stats, { token: person.token })).body
  const open = async () => (await app.call(conversations.findOrCreate, { token: person.token, body: { assistant_id } })).body.id
  const id = await open()
  await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'assistant', content: 'Bonjour, que puis-je ?' } })
  expect(await list()).toEqual([])
  expect(await figures()).toEqual({ total_conversations: 0, total_messages: 0, conversations_by_assistant: [] })
  expect((await app.call(conversations.list, { token: person.token, query: { search: 'Bonjour' } })).body).toEqual([])
  expect((await app.call(conversations.page, { token: person.token, query: {} })).body).toMatchObject({ data: [], total: 0 })
  // Opening the assistant again returns this conversation.
  expect(await open()).toBe(id)

  await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'user', content: 'Une note' } })
  expect(await list()).toEqual([id])
  expect(await figures()).toMatchObject({ total_conversations: 1, total_messages: 2 })

  const named = await open()
  await app.call(conversations.update, { token: person.token, params: { id: named }, body: { title: 'À garder' } })
  expect(await list()).toContain(named)
})

test('of an assistant that is closed to them, people keep the name that they knew, in the figures and in what a search finds', async () => {
  const person = await app.createUser()
  const assistant_id = await newAssistant('Ordinaire')
  await begin(person, { assistant_id })
  const [kept] = (await app.call(conversations.list, { token: person.token })).body
  const answer = { role: 'assistant' as const, content: 'La jachère se fauche en septembre.' }
  await app.call(conversations.addMessage, { token: person.token, params: { id: kept!.id }, body: answer })
  const names = async () => {
    const [counted] = (await app.call(conversations.stats, { token: person.token })).body.conversations_by_assistant
    const [found] = (await app.call(conversations.list, { token: person.token, query: { search: 'jachère' } })).body
    return [counted?.assistant_name, found?.match?.passage?.author]
  }
  const rename = (name: string) => app.call(assistants.update, { token: admin.token, params: { id: assistant_id }, body: { name } })
  await rename('Renommé')
  expect(await names()).toEqual(['Renommé', 'Renommé'])
  const closed = { grants: [{ subject: 'user' as const, id: admin.id, level: 'use' as const }] }
  expect((await app.call(routes.grants.set, { token: admin.token, params: { kind: 'assistant', id: assistant_id }, body: closed })).status).toBe(200)
  await rename('Procédure disciplinaire')
  expect(await names()).toEqual(['Ordinaire', 'Ordinaire'])
})
