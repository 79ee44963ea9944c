import { routes } from '@parvis/contract'
import type { Grant, GrantKind } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToBase } from '../documents/documents.fixture.ts'
import { readPromptFacts } from '../chat/prompt-facts.ts'
import { openTestApp } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantFavorites, chat, conversations, documentCategories, documents, grants, library, promptChoices, prompts, rights, teams } = routes
type Given = { subject: Grant['subject']; id?: string; level: Grant['level'] }

const app = openTestApp()
let admin: TestUser
/** Of human resources, of finances. */
let rh: TestUser
let fin: TestUser
let team_id: string
let count = 0

const everyone: Given = { subject: 'everyone', level: 'use' }
const toTeam = (level: Grant['level'] = 'use'): Given => ({ subject: 'team', id: team_id, level })
const give = (kind: GrantKind, id: string, list: Given[], token = admin.token, expected_version?: string) =>
  app.call(grants.set, { params: { kind, id }, body: { grants: list, ...(expected_version !== undefined && { expected_version }) }, token })
const held = async (kind: GrantKind, id: string, token = admin.token) => (await app.call(grants.get, { params: { kind, id }, token })).body

beforeAll(async () => {
  admin = await app.createUser({ is_admin: true })
})
beforeEach(async () => {
  count += 1
  rh = await app.createUser()
  fin = await app.createUser()
  team_id = (await app.call(teams.create, { body: { name: `Ressources humaines ${count}` }, token: admin.token })).body.id
  await app.call(teams.addMember, { params: { id: team_id }, body: { account: rh.username }, token: admin.token })
})

describe('a category of documents that is a service’s', () => {
  const secret = 'Le régime indemnitaire des contremaîtres est de trois cents euros.'
  let name: string
  let category_id: string
  let document_id: string
  beforeEach(async () => {
    name = `Carrières ${count}`
    category_id = (await app.call(documentCategories.create, { body: { name }, token: admin.token })).body.id
    document_id = (await addToBase(app, rh, `indemnites-${count}.md`, secret, { category: name })).id
    await give('document_category', category_id, [toTeam()])
  })

  /** Every answer that could speak of it, as one text. */
  async function found(token: string): Promise<{ text: string; statuses: number[] }> {
    const params = { id: document_id }
    const lists = await Promise.all([
      app.call(documents.categories, { token }),
      app.call(documents.list, { token, query: {} }),
      app.call(documents.list, { token, query: { category: name } }),
      app.call(documents.page, { token, query: {} }),
      app.call(documents.page, { token, query: { category: name } }),
      app.call(documents.page, { token, query: { search: 'indemnites' } }),
      app.call(documents.states, { token, query: { ids: document_id } }),
      app.call(library.categories, { token }),
    ])
    const direct = await Promise.all([
      app.call(documents.download, { token, params }),
      app.call(documents.text, { token, params, query: {} }),
      app.call(documents.update, { token, params, body: { description: 'à moi' } }),
      app.call(documents.remove, { token, params }),
    ])
    return { text: lists.map(({ text }) => text).join('\n'), statuses: direct.map(({ status }) => status) }
  }

  test('is not there for others, administrators included: lists, counts, pages, files, searches', async () => {
    const before = (await app.call(documents.page, { token: fin.token, query: {} })).body.total
    for (const { token } of [fin, admin]) {
      const { text, statuses } = await found(token)
      expect(text).not.toContain('indemnites')
      expect(text).not.toContain(name)
      expect(text).not.toContain(document_id)
      expect(statuses).toEqual([404, 404, 404, 404])
      const asked = await app.call(chat.libraryStream, { token, body: { message: 'Quel est le régime indemnitaire ?', category: name } })
      expect(asked.error?.code).toBe('library.category_unknown')
    }
    expect((await app.call(documents.page, { token: rh.token, query: {} })).body.total).toBe(before! + 1)
    expect((await found(rh.token)).text).toContain(`indemnites-${count}.md`)
  })

  test('opens and closes with who belongs to the service, at the next call', async () => {
    const sees = async () => (await app.call(documents.list, { token: fin.token, query: { category: name } })).body.documents.length
    expect(await sees()).toBe(0)
    await app.call(teams.addMember, { params: { id: team_id }, body: { account: fin.email }, token: admin.token })
    expect(await sees()).toBe(1)
    await app.call(teams.removeMember, { params: { id: team_id, user_id: fin.id }, token: admin.token })
    expect(await sees()).toBe(0)
    await give('document_category', category_id, [toTeam(), { subject: 'user', id: fin.id, level: 'use' }])
    expect(await sees()).toBe(1)
    await app.call(teams.remove, { params: { id: team_id }, token: admin.token })
    expect([await sees(), (await held('document_category', category_id)).grants.length]).toEqual([1, 1])
    expect((await app.call(documents.list, { token: rh.token, query: { category: name } })).body.documents).toEqual([])
  })

  test('is not behind the sources of an old reply once it is closed; what was quoted stays with who asked', async () => {
    const { id } = (await app.call(conversations.findOrCreate, { body: { library: name }, token: rh.token })).body
    const messageHistory = [{ role: 'user' as const, content: 'Quel est le régime indemnitaire des contremaîtres ?' }]
    await app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token: rh.token })
    const reply = async () => (await app.call(conversations.get, { params: { id }, token: rh.token })).body.messages.at(-1)!
    expect((await reply()).sources?.[0]).toMatchObject({ document_id })
    const text = () => app.call(documents.text, { params: { id: document_id }, query: {}, token: rh.token })
    expect((await text()).status).toBe(200)
    await app.call(teams.removeMember, { params: { id: team_id, user_id: rh.id }, token: admin.token })
    expect((await text()).status).toBe(404)
    expect((await reply()).sources?.[0]?.extract).toContain('contremaîtres')
    await app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token: rh.token })
    expect((await reply()).sources ?? []).toEqual([])
  })

  test('of an assistant, is asked for those alone who may read it, and named to them alone', async () => {
    const catalogue = (
      await app.db
        .insertInto('assistant_category')
        .values({ name: `Paie ${count}`, icon: 'FileText' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const body = { name: 'Paie', description: 'Répond.', prompt_content: 'Tu réponds.', category_id: catalogue, document_category_ids: [category_id] }
    const { id: assistant_id } = (await app.call(assistants.create, { body, token: admin.token })).body
    const named = async (token: string) => (await app.call(assistants.get, { params: { id: assistant_id }, token })).body
    expect([(await named(rh.token)).document_categories, (await named(fin.token)).document_categories]).toEqual([[name], []])
    expect((await named(fin.token)).document_category_ids).toEqual([])
    const sources = async ({ token }: TestUser) => {
      const { id } = (await app.call(conversations.findOrCreate, { body: { assistant_id }, token })).body
      const messageHistory = [{ role: 'user' as const, content: 'Quel est le régime indemnitaire des contremaîtres ?' }]
      await app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token })
      return (await app.call(conversations.get, { params: { id }, token })).text.includes('trois cents euros')
    }
    expect([await sources(rh), await sources(fin)]).toEqual([true, false])
  })

  test('is filled by who may use it until somebody keeps it; then by these, who change what others put there', async () => {
    const put = async ({ token }: TestUser, filename: string) => {
      const form = new FormData()
      form.append('file', new Blob(['Une note.']), filename)
      form.append('category', name)
      return (await app.call(documents.upload, { token, form })).error?.code ?? 'done'
    }
    const colleague = await app.createUser()
    await app.call(teams.addMember, { params: { id: team_id }, body: { account: colleague.username }, token: admin.token })
    expect([await put(fin, 'a.md'), await put(admin, 'b.md'), await put(colleague, 'c.md')]).toEqual([
      'documents.category_closed',
      'documents.category_closed',
      'done',
    ])
    const change = (token: string) => app.call(documents.update, { params: { id: document_id }, body: { description: 'Grille 2026' }, token })
    expect((await change(colleague.token)).error?.code).toBe('documents.not_owner')
    await give('document_category', category_id, [everyone, { subject: 'user', id: colleague.id, level: 'edit' }])
    expect([await put(rh, 'd.md'), await put(fin, 'e.md'), await put(colleague, 'f.md')]).toEqual([
      'documents.category_closed',
      'documents.category_closed',
      'done',
    ])
    expect((await change(colleague.token)).status).toBe(200)
    expect((await change(fin.token)).error?.code).toBe('documents.not_owner')
    // Nor by the back door of a move.
    const elsewhere = await addToBase(app, fin, 'ailleurs.md', 'Une autre note.', { category: `Divers ${count}` })
    const moved = await app.call(documents.update, { params: { id: elsewhere.id }, body: { category: name }, token: fin.token })
    expect(moved.error?.code).toBe('documents.category_closed')
  })
})

describe('what is closed stays closed', () => {
  test('where its last document goes, where its keeper goes, and in the copy of one’s data', async () => {
    const name = `Disciplinaire ${count}`
    // Made by an upload: it would go with its last document.
    const document = await addToBase(app, fin, `avis-${count}.md`, 'Un avis du conseil.', { category: name })
    const { id } = (await app.call(documentCategories.list, { token: admin.token })).body.find((one) => one.name === name)!
    const keeper = await app.createUser()
    await give('document_category', id, [toTeam(), { subject: 'user', id: keeper.id, level: 'edit' }])
    const copy = async ({ token }: TestUser) => (await app.call(rights.download, { token })).text
    expect(await copy(fin)).not.toContain(`avis-${count}`)
    await app.call(documents.remove, { params: { id: document.id }, token: keeper.token })
    expect((await held('document_category', id)).grants).toHaveLength(2)
    await app.db.deleteFrom('app_user').where('id', '=', keeper.id).execute()
    const put = ({ token }: TestUser) => {
      const form = new FormData()
      form.append('file', new Blob(['Une note.']), 'note.md')
      form.append('category', name)
      return app.call(documents.upload, { token, form })
    }
    expect([(await put(rh)).error?.code, (await put(fin)).error?.code]).toEqual(['documents.category_closed', 'documents.category_closed'])
  })

  test('in a conversation that began before: its prompt, and what an answer gives way to', async () => {
    const prompt = (await app.call(prompts.save, { body: { name: `Ton ${count}`, content: 'Parle de la jachère.' }, token: admin.token })).body
    const { id } = (await app.call(conversations.findOrCreate, { body: {}, token: fin.token })).body
    const ask = (body: object) =>
      app.call(chat.stream, { body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Bonjour' }], ...body }, token: fin.token })
    await ask({ prompt_id: prompt.id })
    const facts = () => readPromptFacts(app.db, id, fin.id)
    expect((await facts()).assistant_prompt).toBe('Parle de la jachère.')
    await give('prompt', prompt.id, [toTeam()])
    expect((await facts()).assistant_prompt).toBeNull()
    const category_id = (
      await app.db
        .insertInto('assistant_category')
        .values({ name: `Voix ${count}`, icon: 'FileText' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const body = { name: `Voix ${count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
    const assistant = (await app.call(assistants.create, { body, token: admin.token })).body
    await app.call(conversations.update, { params: { id }, body: { assistant_id: assistant.id }, token: fin.token })
    await give('assistant', assistant.id, [toTeam()])
    const before = (await app.call(conversations.get, { params: { id }, token: fin.token })).body.messages
    expect((await ask({ action: 'regenerate', messageHistory: [] })).error?.code).toBe('assistants.closed')
    expect((await app.call(conversations.get, { params: { id }, token: fin.token })).body.messages).toEqual(before)
  })
})

describe('assistants and prompts', () => {
  let id: string
  beforeEach(async () => {
    const category_id = (
      await app.db
        .insertInto('assistant_category')
        .values({ name: `Actes ${count}`, icon: 'FileText' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const body = { name: `Actes ${count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
    id = (await app.call(assistants.create, { body, token: admin.token })).body.id
  })
  const lists = async ({ token }: TestUser) => (await app.call(assistants.list, { token, query: {} })).body.some((one) => one.id === id)

  test('are everybody’s until an administrator says otherwise; then they are not there for others', async () => {
    expect((await held('assistant', id)).grants).toEqual([{ subject: 'everyone', id: null, name: 'Tout le monde', level: 'use' }])
    const { id: begun } = (await app.call(conversations.findOrCreate, { body: { assistant_id: id }, token: fin.token })).body
    await app.call(assistantFavorites.add, { params: { id }, token: fin.token })
    await give('assistant', id, [toTeam()])
    expect([await lists(rh), await lists(fin), await lists(admin)]).toEqual([true, false, true])
    expect((await app.call(assistants.get, { params: { id }, token: fin.token })).status).toBe(404)
    expect((await app.call(conversations.findOrCreate, { body: { assistant_id: id }, token: fin.token })).status).toBe(404)
    expect((await app.call(assistantFavorites.list, { token: fin.token })).body).toEqual([])
    // A conversation that began with it is readable, and asks for another assistant.
    const messageHistory = [{ role: 'user' as const, content: 'Bonjour' }]
    const refused = await app.call(chat.stream, { body: { conversation_id: begun, messageHistory }, token: fin.token })
    expect(refused.error).toMatchObject({ code: 'assistants.closed' })
    expect((await app.call(conversations.get, { params: { id: begun }, token: fin.token })).body.messages).toEqual([])
    const changed = await app.call(conversations.update, { params: { id: begun }, body: { assistant_id: id }, token: fin.token })
    expect(changed.status).toBe(404)
  })

  test('a prompt that is a service’s is neither chosen nor read by others', async () => {
    const prompt = (await app.call(prompts.save, { body: { name: `Note ${count}`, content: 'Rédige une note secrète.' }, token: admin.token })).body
    await give('prompt', prompt.id, [toTeam()])
    const texts = async ({ token }: TestUser) =>
      (await app.call(prompts.list, { token })).text +
      (await app.call(promptChoices.list, { token })).text +
      (await app.call(promptChoices.get, { params: { id: prompt.id }, token })).text
    expect(await texts(fin)).not.toContain('secrète')
    expect(await texts(rh)).toContain('secrète')
  })
})

test('who may change an assistant does so, but for its documents; who wrote last is named to the other', async () => {
  const { ownAssistants } = routes
  const category_id = (
    await app.db
      .insertInto('assistant_category')
      .values({ name: `Notes ${count}`, icon: 'FileText' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const fields = { name: `Notes ${count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
  const { id } = (await app.call(assistants.create, { body: fields, token: admin.token })).body
  const update = ({ token }: TestUser, body: object) => app.call(ownAssistants.update, { params: { id }, body, token })
  expect((await update(rh, { description: 'Autre' })).status).toBe(404)
  await give('assistant', id, [everyone, toTeam('edit')])
  const [listed] = (await app.call(ownAssistants.list, { token: rh.token })).body
  expect(listed).toMatchObject({ id, is_own: false, owner_name: 'l’organisation' })
  expect((await app.call(ownAssistants.list, { token: fin.token })).body).toEqual([])
  expect((await update(fin, { description: 'Autre' })).status).toBe(404)
  expect((await update(rh, { description: 'Rédige des notes.', expected_updated_at: listed!.updated_at })).body.description).toBe('Rédige des notes.')
  expect((await update(rh, { document_category_ids: [] })).error?.fields).toHaveProperty('document_category_ids')
  expect((await app.call(ownAssistants.remove, { params: { id }, token: rh.token })).status).toBe(404)
  const stale = await app.call(assistants.update, {
    params: { id },
    body: { description: 'Encore', expected_updated_at: listed!.updated_at },
    token: admin.token,
  })
  expect(stale.body).toMatchObject({ code: 'request.stale', changed: { by: rh.username } })
  // Somebody's own, in the hands of a colleague.
  const own = (await app.call(ownAssistants.create, { body: fields, token: fin.token })).body
  await give('assistant', own.id, [{ subject: 'user', id: rh.id, level: 'edit' }], fin.token)
  const write = ({ token }: TestUser, body: object) => app.call(ownAssistants.update, { params: { id: own.id }, body, token })
  expect((await write(rh, { name: 'Notes à deux', expected_updated_at: own.updated_at })).status).toBe(200)
  const late = await write(fin, { name: 'Notes', expected_updated_at: own.updated_at })
  expect(late.body).toMatchObject({ code: 'request.stale', changed: { by: rh.username, is_own: false } })
  const prompt = (await app.call(prompts.save, { body: { name: `Mot ${count}`, content: 'Un mot.' }, token: admin.token })).body
  expect((await give('prompt', prompt.id, [toTeam('edit')])).error?.code).toBe('grants.prompt_edit')
})

describe('giving', () => {
  let id: string
  beforeEach(async () => {
    id = (await app.call(documentCategories.create, { body: { name: `Fonds ${count}` }, token: admin.token })).body.id
  })

  test('of two administrators at once, the second is shown what the first did', async () => {
    const { version } = await held('document_category', id)
    const done = await give('document_category', id, [toTeam('edit')], admin.token, version)
    expect(done.body.grants).toEqual([{ subject: 'team', id: team_id, name: `Ressources humaines ${count}`, level: 'edit' }])
    const stale = await give('document_category', id, [everyone], admin.token, version)
    expect(stale.error).toMatchObject({ code: 'request.stale' })
    expect((await held('document_category', id)).grants).toHaveLength(1)
    expect((await give('document_category', id, [], admin.token, done.body.version)).body.grants).toEqual([])
  })

  test('refuses what is not there, what is said twice, and a person without whom', async () => {
    const gone = crypto.randomUUID()
    const disabled = await app.createUser()
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', disabled.id).execute()
    expect((await give('document_category', id, [{ subject: 'team', id: gone, level: 'use' }])).error?.code).toBe('grants.unknown')
    expect((await give('document_category', id, [{ subject: 'user', id: disabled.id, level: 'use' }])).error?.code).toBe('grants.unknown')
    expect((await give('document_category', id, [toTeam(), toTeam('edit')])).status).toBe(422)
    expect((await give('document_category', id, [{ subject: 'team', level: 'use' }])).status).toBe(422)
    expect((await give('document_category', id, [{ subject: 'everyone', id: team_id, level: 'use' }])).status).toBe(422)
    expect((await give('document_category', gone, [])).status).toBe(404)
    expect((await held('document_category', id)).grants).toHaveLength(1)
  })

  test('tells an administrator what a person sees, and by whom', async () => {
    await give('document_category', id, [toTeam(), { subject: 'user', id: rh.id, level: 'edit' }])
    const seen = async (user: TestUser) => {
      const { body } = await app.call(grants.sees, { params: { id: user.id }, token: admin.token })
      return [body.teams.map(({ name }) => name), body.document_categories.find((one) => one.id === id)]
    }
    expect(await seen(rh)).toEqual([
      [`Ressources humaines ${count}`],
      { id, name: `Fonds ${count}`, level: 'edit', by: expect.arrayContaining(['À son nom', `Ressources humaines ${count}`]) },
    ])
    expect(await seen(fin)).toEqual([[], undefined])
  })
})
