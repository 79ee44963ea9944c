import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addToLibrary, fileForm } from '../documents/documents.fixture.ts'
import { newCategory } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { everyone, openRights } from './rights.fixture.ts'

const { assistants, assistantFavorites, chat, conversations, documentCategories, documents, grants, library, projects, promptChoices, prompts, teams } = routes
const world = openRights()

describe('a category of documents that is a service’s', () => {
  const secret = 'Le régime indemnitaire des contremaîtres est de trois cents euros.'
  let name: string
  let category_id: string
  let document_id: string
  beforeEach(async () => {
    name = `Carrières ${world.count}`
    category_id = (await world.app.call(documentCategories.create, { body: { name }, token: world.admin.token })).body.id
    document_id = (await addToLibrary(world.app, world.rh, `indemnites-${world.count}.md`, secret, { category: name })).id
    await world.give('document_category', category_id, [world.toTeam()])
  })

  /** Returns all answers that could mention the resource, as one text. */
  async function found(token: string): Promise<{ text: string; statuses: number[] }> {
    const params = { id: document_id }
    const lists = await Promise.all([
      world.app.call(documents.categories, { token }),
      world.app.call(documents.list, { token, query: {} }),
      world.app.call(documents.list, { token, query: { category: name } }),
      world.app.call(documents.page, { token, query: {} }),
      world.app.call(documents.page, { token, query: { category: name } }),
      world.app.call(documents.page, { token, query: { search: 'indemnites' } }),
      world.app.call(documents.states, { token, query: { ids: document_id } }),
      world.app.call(library.categories, { token }),
    ])
    const direct = await Promise.all([
      world.app.call(documents.download, { token, params }),
      world.app.call(documents.text, { token, params, query: {} }),
      world.app.call(documents.update, { token, params, body: { description: 'à moi' } }),
      world.app.call(documents.remove, { token, params }),
    ])
    return { text: lists.map(({ text }) => text).join('\n'), statuses: direct.map(({ status }) => status) }
  }

  test('is not there for others, administrators included: lists, counts, pages, files, searches', async () => {
    const before = (await world.app.call(documents.page, { token: world.fin.token, query: {} })).body.total
    for (const { token } of [world.fin, world.admin]) {
      const { text, statuses } = await found(token)
      expect(text).not.toContain('indemnites')
      expect(text).not.toContain(name)
      expect(text).not.toContain(document_id)
      expect(statuses).toEqual([404, 404, 404, 404])
      const asked = await world.app.call(chat.libraryStream, { token, body: { message: 'Quel est le régime indemnitaire ?', category: name } })
      expect(asked.error?.code).toBe('library.category_unknown')
    }
    expect((await world.app.call(documents.page, { token: world.rh.token, query: {} })).body.total).toBe(before! + 1)
    expect((await found(world.rh.token)).text).toContain(`indemnites-${world.count}.md`)
  })

  test('is told apart from those that everybody reads, to whoever reads it', async () => {
    const restricted = async () => (await world.app.call(documents.categories, { token: world.rh.token })).body.restricted
    expect(await restricted()).toEqual([name])
    await world.give('document_category', category_id, [everyone, world.toTeam('edit')])
    expect(await restricted()).toEqual([])
  })

  test('opens and closes with who belongs to the service, at the next call', async () => {
    const sees = async () => (await world.app.call(documents.list, { token: world.fin.token, query: { category: name } })).body.documents.length
    expect(await sees()).toBe(0)
    await world.app.call(teams.addMember, { params: { id: world.team_id }, body: { account: world.fin.email }, token: world.admin.token })
    expect(await sees()).toBe(1)
    await world.app.call(teams.removeMember, { params: { id: world.team_id, user_id: world.fin.id }, token: world.admin.token })
    expect(await sees()).toBe(0)
    await world.give('document_category', category_id, [world.toTeam(), { subject: 'user', id: world.fin.id, level: 'use' }])
    expect(await sees()).toBe(1)
    await world.app.call(teams.remove, { params: { id: world.team_id }, token: world.admin.token })
    expect([await sees(), (await world.held('document_category', category_id)).grants.length]).toEqual([1, 1])
    expect((await world.app.call(documents.list, { token: world.rh.token, query: { category: name } })).body.documents).toEqual([])
  })

  test('is not behind the sources of an old reply once it is closed; what was quoted stays with who asked', async () => {
    const { id } = (await world.app.call(conversations.findOrCreate, { body: { library: name }, token: world.rh.token })).body
    const messageHistory = [{ role: 'user' as const, content: 'Quel est le régime indemnitaire des contremaîtres ?' }]
    await world.app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token: world.rh.token })
    const reply = async () => (await world.app.call(conversations.get, { params: { id }, token: world.rh.token })).body.messages.at(-1)!
    expect((await reply()).sources?.[0]).toMatchObject({ document_id })
    const text = () => world.app.call(documents.text, { params: { id: document_id }, query: {}, token: world.rh.token })
    expect((await text()).status).toBe(200)
    await world.app.call(teams.removeMember, { params: { id: world.team_id, user_id: world.rh.id }, token: world.admin.token })
    expect((await text()).status).toBe(404)
    expect((await reply()).sources?.[0]?.extract).toContain('contremaîtres')
    await world.app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token: world.rh.token })
    expect((await reply()).sources ?? []).toEqual([])
  })

  test('of an assistant, is asked for those alone who may read it, and named to them alone', async () => {
    const catalogue = await newCategory(world.app.db, `Paie ${world.count}`)
    const body = { name: 'Paie', description: 'Répond.', prompt_content: 'Tu réponds.', category_id: catalogue, document_category_ids: [category_id] }
    const { id: assistant_id } = (await world.app.call(assistants.create, { body, token: world.admin.token })).body
    const named = async (token: string) => (await world.app.call(assistants.get, { params: { id: assistant_id }, token })).body
    expect([(await named(world.rh.token)).document_categories, (await named(world.fin.token)).document_categories]).toEqual([[name], []])
    expect((await named(world.fin.token)).document_category_ids).toEqual([])
    const sources = async ({ token }: TestUser) => {
      const { id } = (await world.app.call(conversations.findOrCreate, { body: { assistant_id }, token })).body
      const messageHistory = [{ role: 'user' as const, content: 'Quel est le régime indemnitaire des contremaîtres ?' }]
      await world.app.call(chat.stream, { body: { conversation_id: id, messageHistory }, token })
      return (await world.app.call(conversations.get, { params: { id }, token })).text.includes('trois cents euros')
    }
    expect([await sources(world.rh), await sources(world.fin)]).toEqual([true, false])
  })

  test('is filled by who may use it until somebody keeps it; then by these, who change what others put there', async () => {
    const put = async ({ token }: TestUser, filename: string) =>
      (await world.app.call(documents.upload, { token, form: fileForm(filename, 'Une note.', { category: name }) })).error?.code ?? 'done'
    const colleague = await world.app.createUser()
    await world.app.call(teams.addMember, { params: { id: world.team_id }, body: { account: colleague.username }, token: world.admin.token })
    expect([await put(world.fin, 'a.md'), await put(world.admin, 'b.md'), await put(colleague, 'c.md')]).toEqual([
      'documents.category_closed',
      'documents.category_closed',
      'done',
    ])
    const change = (token: string) => world.app.call(documents.update, { params: { id: document_id }, body: { description: 'Grille 2026' }, token })
    expect((await change(colleague.token)).error?.code).toBe('documents.not_owner')
    await world.give('document_category', category_id, [everyone, { subject: 'user', id: colleague.id, level: 'edit' }])
    expect([await put(world.rh, 'd.md'), await put(world.fin, 'e.md'), await put(colleague, 'f.md')]).toEqual([
      'documents.category_closed',
      'documents.category_closed',
      'done',
    ])
    expect((await change(colleague.token)).status).toBe(200)
    expect((await change(world.fin.token)).error?.code).toBe('documents.not_owner')
    // Moving a document there is refused too.
    const elsewhere = await addToLibrary(world.app, world.fin, 'ailleurs.md', 'Une autre note.', { category: `Divers ${world.count}` })
    const moved = await world.app.call(documents.update, { params: { id: elsewhere.id }, body: { category: name }, token: world.fin.token })
    expect(moved.error?.code).toBe('documents.category_closed')
  })
})

describe('assistants and prompts', () => {
  let id: string
  beforeEach(async () => {
    const category_id = await newCategory(world.app.db, `Actes ${world.count}`)
    const body = { name: `Actes ${world.count}`, description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
    id = (await world.app.call(assistants.create, { body, token: world.admin.token })).body.id
  })
  const lists = async ({ token }: TestUser) => (await world.app.call(assistants.list, { token, query: {} })).body.some((one) => one.id === id)

  test('are everybody’s until an administrator says otherwise; then they are not there for others', async () => {
    expect((await world.held('assistant', id)).grants).toEqual([{ subject: 'everyone', id: null, name: 'Tout le monde', level: 'use' }])
    const { id: begun } = (await world.app.call(conversations.findOrCreate, { body: { assistant_id: id }, token: world.fin.token })).body
    await world.app.call(assistantFavorites.add, { params: { id }, token: world.fin.token })
    await world.give('assistant', id, [world.toTeam()])
    expect([await lists(world.rh), await lists(world.fin), await lists(world.admin)]).toEqual([true, false, true])
    expect((await world.app.call(assistants.get, { params: { id }, token: world.fin.token })).status).toBe(404)
    expect((await world.app.call(conversations.findOrCreate, { body: { assistant_id: id }, token: world.fin.token })).status).toBe(404)
    expect((await world.app.call(assistantFavorites.list, { token: world.fin.token })).body).toEqual([])
    // A conversation that began with the assistant stays readable, and requires another assistant.
    const messageHistory = [{ role: 'user' as const, content: 'Bonjour' }]
    const refused = await world.app.call(chat.stream, { body: { conversation_id: begun, messageHistory }, token: world.fin.token })
    expect(refused.error).toMatchObject({ code: 'assistants.closed' })
    expect((await world.app.call(conversations.get, { params: { id: begun }, token: world.fin.token })).body.messages).toEqual([])
    const changed = await world.app.call(conversations.update, { params: { id: begun }, body: { assistant_id: id }, token: world.fin.token })
    expect(changed.status).toBe(404)
  })

  test('a prompt that is a service’s is neither chosen nor read by others', async () => {
    const prompt = (
      await world.app.call(prompts.save, { body: { name: `Note ${world.count}`, content: 'Rédige une note secrète.' }, token: world.admin.token })
    ).body
    await world.give('prompt', prompt.id, [world.toTeam()])
    const texts = async ({ token }: TestUser) =>
      (await world.app.call(prompts.list, { token })).text +
      (await world.app.call(promptChoices.list, { token })).text +
      (await world.app.call(promptChoices.get, { params: { id: prompt.id }, token })).text
    expect(await texts(world.fin)).not.toContain('secrète')
    expect(await texts(world.rh)).toContain('secrète')
  })
})

describe('giving', () => {
  let id: string
  beforeEach(async () => {
    id = (await world.app.call(documentCategories.create, { body: { name: `Fonds ${world.count}` }, token: world.admin.token })).body.id
  })

  test('of two administrators at once, the second is shown what the first did', async () => {
    const { version } = await world.held('document_category', id)
    const done = await world.give('document_category', id, [world.toTeam('edit')], world.admin.token, version)
    expect(done.body.grants).toEqual([{ subject: 'team', id: world.team_id, name: `Ressources humaines ${world.count}`, level: 'edit' }])
    const stale = await world.give('document_category', id, [everyone], world.admin.token, version)
    expect(stale.error).toMatchObject({ code: 'request.stale' })
    expect((await world.held('document_category', id)).grants).toHaveLength(1)
    expect((await world.give('document_category', id, [], world.admin.token, done.body.version)).body.grants).toEqual([])
  })

  test('refuses what is not there, what is said twice, and a person without whom', async () => {
    const gone = crypto.randomUUID()
    const disabled = await world.app.createUser()
    await world.app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', disabled.id).execute()
    expect((await world.give('document_category', id, [{ subject: 'team', id: gone, level: 'use' }])).error?.code).toBe('grants.unknown')
    expect((await world.give('document_category', id, [{ subject: 'user', id: disabled.id, level: 'use' }])).error?.code).toBe('grants.unknown')
    expect((await world.give('document_category', id, [world.toTeam(), world.toTeam('edit')])).status).toBe(422)
    expect((await world.give('document_category', id, [{ subject: 'team', level: 'use' }])).status).toBe(422)
    expect((await world.give('document_category', id, [{ subject: 'everyone', id: world.team_id, level: 'use' }])).status).toBe(422)
    expect((await world.give('document_category', gone, [])).status).toBe(404)
    expect((await world.held('document_category', id)).grants).toHaveLength(1)
  })

  test('tells an administrator what a person sees, and by whom', async () => {
    await world.give('document_category', id, [world.toTeam(), { subject: 'user', id: world.rh.id, level: 'edit' }])
    const seen = async (user: TestUser) => {
      const { body } = await world.app.call(grants.sees, { params: { id: user.id }, token: world.admin.token })
      return [body.teams.map(({ name }) => name), body.document_categories.find((one) => one.id === id)]
    }
    expect(await seen(world.rh)).toEqual([
      [`Ressources humaines ${world.count}`],
      { id, name: `Fonds ${world.count}`, level: 'edit', by: expect.arrayContaining(['À son nom', `Ressources humaines ${world.count}`]) },
    ])
    expect(await seen(world.fin)).toEqual([[], undefined])
  })

  test('what a person shares with their own service is not counted as shared with them', async () => {
    const colleague = await world.app.createUser()
    await world.app.call(teams.addMember, { params: { id: world.team_id }, body: { account: colleague.username }, token: world.admin.token })
    const { id: project } = (await world.app.call(projects.create, { body: { name: 'Voie verte' }, token: world.rh.token })).body
    expect((await world.give('project', project, [world.toTeam()], world.rh.token)).status).toBe(200)
    const projectsOf = async (user: TestUser) =>
      (await world.app.call(grants.sees, { params: { id: user.id }, token: world.admin.token })).body.projects.map((one) => one.id)
    expect([await projectsOf(world.rh), await projectsOf(colleague)]).toEqual([[], [project]])
  })
})
