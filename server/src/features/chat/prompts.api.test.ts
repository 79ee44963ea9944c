import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { createLlm } from '../../testing/test-llm.ts'
import type { Llm } from '../../platform/llm/port.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const { chat, conversations, prompts } = routes

// System prompts received by the model, latest first.
const told: string[] = []
const llm = createLlm({ kind: 'scripted', pace: 0 })
const complete: Llm['complete'] = (request) => {
  told.unshift(request.messages[0]!.content)
  return llm.complete(request)
}
const app = openTestApp({ llm: { ...llm, complete } })
const { admin, owner } = people(app, { admin: { is_admin: true }, owner: {} })

const newPrompt = async (name: string, content: string) => (await app.call(prompts.save, { token: admin.token, body: { name, content } })).body.id
const begin = async () => (await app.call(conversations.findOrCreate, { token: owner.token, body: {} })).body.id
const ask = (conversation_id: string, more: object = {}, person = owner) =>
  app.call(chat.stream, { token: person.token, body: { conversation_id, messageHistory: [{ role: 'user', content: 'Bonjour' }], ...more } })
const promptOf = async (id: string) => (await app.call(conversations.get, { token: owner.token, params: { id } })).body.prompt_id

test('not signed in, somebody else’s, or not an id: nothing changes', async () => {
  const id = await begin()
  const prompt_id = await newPrompt('Note', 'Rédige une note.')
  expect((await app.call(chat.stream, { body: { conversation_id: id, prompt_id } as never })).status).toBe(401)
  expect((await ask(id, { prompt_id }, admin)).status).toBe(404)
  expect((await ask(id, { prompt_id: '1' })).status).toBe(422)
  expect(await promptOf(id)).toBeNull()
})

test('a kept conversation answers with the prompt it was last configured with', async () => {
  const id = await begin()
  const first = await newPrompt('Note', 'Rédige une note très brève.')
  const second = await newPrompt('Plan', 'Propose un plan.')
  await ask(id)
  expect(told[0]).toContain('Vous êtes un assistant IA utile.')
  await ask(id, { prompt_id: first })
  expect(told[0]).toContain('Rédige une note très brève.')
  await ask(id)
  expect(told[0]).toContain('Rédige une note très brève.')
  await ask(id, { action: 'regenerate', prompt_id: second })
  expect(told[0]).toContain('Propose un plan.')
  expect(await promptOf(id)).toBe(second)
  expect((await app.call(conversations.list, { token: owner.token })).body.find((one) => one.id === id)!.prompt_id).toBe(second)
  await ask(id, { prompt_id: null })
  expect(await promptOf(id)).toBeNull()
})

test('a prompt that is deleted leaves the default one', async () => {
  const id = await begin()
  const gone = await newPrompt('Passager', 'Passe.')
  await ask(id, { prompt_id: gone })
  await app.call(prompts.remove, { token: admin.token, params: { id: gone } })
  expect(await promptOf(id)).toBeNull()
  expect((await ask(id, { prompt_id: gone })).status).toBe(200)
  expect(told[0]).toContain('Vous êtes un assistant IA utile.')
})
