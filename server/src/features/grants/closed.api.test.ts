import { routes } from '@parvis/contract'
import { describe, expect, test } from 'vitest'
import { addToLibrary, fileForm } from '../documents/documents.fixture.ts'
import { readPromptFacts } from '../chat/prompt-facts.ts'
import { newCategory } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { everyone, openRights } from './rights.fixture.ts'

const { assistants, chat, conversations, documentCategories, documents, ownAssistants, prompts, rights } = routes
const world = openRights()

describe('what is closed stays closed', () => {
  test('where its last document goes, where its keeper goes, and in the copy of one’s data', async () => {
    const name = `Disciplinaire ${world.count}`
    // Created by an upload: it would be deleted with its last document.
    const document = await addToLibrary(world.app, world.fin, `avis-${world.count}.md`, 'Un avis du conseil.', { category: name })
    const { id } = (await world.app.call(documentCategories.list, { token: world.admin.token })).body.find((one) => one.name === name)!
    const copy = async ({ token }: TestUser) => (await world.app.call(rights.download, { token })).text
    // File names are not compressed in the archive.
    expect(await copy(world.fin)).toContain(`avis-${world.count}`)
    const keeper = await world.app.createUser()
    await world.give('document_category', id, [world.toTeam(), { subject: 'user', id: keeper.id, level: 'edit' }])
    expect(await copy(world.fin)).not.toContain(`avis-${world.count}`)
    await world.app.call(documents.remove, { params: { id: document.id }, token: keeper.token })
    expect((await world.held('document_category', id)).grants).toHaveLength(2)
    await world.app.db.deleteFrom('app_user').where('id', '=', keeper.id).execute()
    const put = ({ token }: TestUser) => world.app.call(documents.upload, { token, form: fileForm('note.md', 'Une note.', { category: name }) })
    expect([(await put(world.rh)).error?.code, (await put(world.fin)).error?.code]).toEqual(['documents.category_closed', 'documents.category_closed'])
  })

  test('in a conversation that began before: its prompt, and what an answer gives way to', async () => {
    const prompt = (await world.app.call(prompts.save, { body: { name: `Ton ${world.count}`, content: 'Parle de la jachère.' }, token: world.admin.token }))
      .body
    const { id } = (await world.app.call(conversations.findOrCreate, { body: {}, token: world.fin.token })).body
    const ask = (body: object) =>
      world.app.call(chat.stream, { body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Bonjour' }], ...body }, token: world.fin.token })
    await ask({ prompt_id: prompt.id })
    const facts = () => readPromptFacts(world.app.db, id, world.fin.id, null)
    expect((await facts()).assistant_prompt).toBe('Parle de la jachère.')
    await world.give('prompt', prompt.id, [world.toTeam()])
    expect((await facts()).assistant_prompt).toBeNull()
    const category_id = await newCategory(world.app.db, `Voix ${world.count}`)
    const body = { name: `Voix ${world.count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
    const assistant = (await world.app.call(assistants.create, { body, token: world.admin.token })).body
    await world.app.call(conversations.update, { params: { id }, body: { assistant_id: assistant.id }, token: world.fin.token })
    await world.give('assistant', assistant.id, [world.toTeam()])
    const before = (await world.app.call(conversations.get, { params: { id }, token: world.fin.token })).body.messages
    expect((await ask({ action: 'regenerate', messageHistory: [] })).error?.code).toBe('assistants.closed')
    expect((await world.app.call(conversations.get, { params: { id }, token: world.fin.token })).body.messages).toEqual(before)
  })
})

test('who may change an assistant does so, but for its documents; who wrote last is named to the other', async () => {
  const category_id = await newCategory(world.app.db, `Notes ${world.count}`)
  const fields = { name: `Notes ${world.count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
  const { id } = (await world.app.call(assistants.create, { body: fields, token: world.admin.token })).body
  const update = ({ token }: TestUser, body: object) => world.app.call(ownAssistants.update, { params: { id }, body, token })
  expect((await update(world.rh, { description: 'Autre' })).status).toBe(404)
  await world.give('assistant', id, [everyone, world.toTeam('edit')])
  const [listed] = (await world.app.call(ownAssistants.list, { token: world.rh.token })).body
  expect(listed).toMatchObject({ id, is_own: false, owner_name: 'l’organisation' })
  expect((await world.app.call(ownAssistants.list, { token: world.fin.token })).body).toEqual([])
  expect((await update(world.fin, { description: 'Autre' })).status).toBe(404)
  expect((await update(world.rh, { description: 'Rédige des notes.', expected_updated_at: listed!.updated_at })).body.description).toBe('Rédige des notes.')
  expect((await update(world.rh, { document_category_ids: [] })).error?.fields).toHaveProperty('document_category_ids')
  expect((await world.app.call(ownAssistants.remove, { params: { id }, token: world.rh.token })).status).toBe(404)
  const stale = await world.app.call(assistants.update, {
    params: { id },
    body: { description: 'Encore', expected_updated_at: listed!.updated_at },
    token: world.admin.token,
  })
  expect(stale.body).toMatchObject({ code: 'request.stale', changed: { by: world.rh.username } })
  // A personal assistant shared with a colleague.
  const own = (await world.app.call(ownAssistants.create, { body: fields, token: world.fin.token })).body
  await world.give('assistant', own.id, [{ subject: 'user', id: world.rh.id, level: 'edit' }], world.fin.token)
  const write = ({ token }: TestUser, body: object) => world.app.call(ownAssistants.update, { params: { id: own.id }, body, token })
  expect((await write(world.rh, { name: 'Notes à deux', expected_updated_at: own.updated_at })).status).toBe(200)
  const late = await write(world.fin, { name: 'Notes', expected_updated_at: own.updated_at })
  expect(late.body).toMatchObject({ code: 'request.stale', changed: { by: world.rh.username, is_own: false } })
  const prompt = (await world.app.call(prompts.save, { body: { name: `Mot ${world.count}`, content: 'Un mot.' }, token: world.admin.token })).body
  expect((await world.give('prompt', prompt.id, [world.toTeam('edit')])).error?.code).toBe('grants.prompt_edit')
})
