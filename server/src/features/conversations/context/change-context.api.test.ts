import { routes } from '@parvis/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { newCategory, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { addToLibrary, uploadPrivate } from '../../documents/documents.fixture.ts'

// Change of project and library in a conversation: who may, the lines in the thread, and the context of the next reply.

const { conversations, projects } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { ana, bob } = people(bench.app, { ana: { is_admin: true }, bob: {} })
beforeAll(async () => {
  await addToLibrary(bench.app, ana, 'tarifs.txt', 'La piscine municipale coûte 3 euros.', { category: 'Tarifs' })
  await addToLibrary(bench.app, ana, 'horaires.txt', 'La piscine municipale ouvre à 9 heures.', { category: 'Horaires' })
})

const project = async ({ token }: TestUser, name: string, content = '') => (await bench.app.call(projects.create, { token, body: { name, content } })).body.id
const change = ({ token }: TestUser, id: string, body: object) => bench.app.call(conversations.update, { token, params: { id }, body })
const get = async ({ token }: TestUser, id: string) => (await bench.app.call(conversations.get, { token, params: { id } })).body
const told = async (person: TestUser, id: string) => (await get(person, id)).changes.map(({ kind, former, name, after }) => [kind, former, name, after])
async function ask(person: TestUser, id: string, content: string, more: object = {}) {
  await bench.ask(person, id, content, more)
  return JSON.stringify(bench.model.requests.at(-1)!.body)
}

describe('what the next answer rests on', () => {
  test('is the project chosen since, never the former one; the thread says so, and the model is not told as by the person', async () => {
    const [one, two] = [await project(ana, 'Voie verte', 'CANARI-VERTE'), await project(ana, 'Gymnase', 'CANARI-GYMNASE')]
    const id = await bench.newConversation(ana, { project_id: one })
    expect(await ask(ana, id, 'Où en est-on ?')).toContain('CANARI-VERTE')
    const { body } = await change(ana, id, { project_id: two })
    expect(body).toMatchObject({ project_id: two, project_name: 'Gymnase', message_count: 2, changes: [{ kind: 'project', after: 2 }] })
    const next = await ask(ana, id, 'Et maintenant ?')
    expect([next.includes('CANARI-GYMNASE'), next.includes('CANARI-VERTE'), next.includes('Projet changé')]).toEqual([true, false, false])
    await change(ana, id, { project_id: null })
    expect(await ask(ana, id, 'Sans projet ?')).not.toContain('CANARI')
    expect(await told(ana, id)).toEqual([
      ['project', 'Voie verte', 'Gymnase', 2],
      ['project', 'Gymnase', null, 4],
    ])
    const { messages, message_count } = await get(ana, id)
    expect([messages.length, message_count]).toEqual([6, 6])
  })

  test('is the library chosen since, under the name that people know, and none once it is taken away', async () => {
    const id = await bench.newConversation(ana, { library: 'Tarifs' })
    const question = 'Que sait-on de la piscine municipale ?'
    expect(await ask(ana, id, question)).toContain('coûte 3 euros')
    // Case and spaces of a category name do not matter.
    expect((await change(ana, id, { library: ' horaires ' })).body).toMatchObject({ library: 'Horaires' })
    const next = await ask(ana, id, 'Que sait-on encore de la piscine municipale ?')
    expect([next.includes('ouvre à 9 heures'), next.includes('tarifs.txt')]).toEqual([true, false])
    await change(ana, id, { library: null })
    expect(await ask(ana, id, 'Et de la piscine municipale ?')).not.toContain('horaires.txt')
    expect(await told(ana, id)).toEqual([
      ['library', 'Tarifs', 'Horaires', 2],
      ['library', 'Horaires', null, 4],
    ])
  })
})

describe('what is refused changes nothing', () => {
  test('a project of somebody else or deleted, an unknown library, a conversation of somebody else', async () => {
    const [his, gone, hers] = [await project(bob, 'Le sien'), await project(ana, 'Effacé'), await project(ana, 'Le mien')]
    await bench.app.call(projects.remove, { token: ana.token, params: { id: gone } })
    const id = await bench.newConversation(ana, { project_id: hers })
    for (const project_id of [his, gone]) {
      const refused = await change(ana, id, { project_id, title: 'Pris' })
      expect([refused.status, refused.error.code, refused.error.error]).toEqual([404, 'request.not_found', 'Ce projet n’existe pas, ou n’existe plus.'])
    }
    const unknown = await change(ana, id, { library: 'Inconnue', title: 'Pris' })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'library.category_unknown'])
    expect((await change(bob, id, { project_id: his })).status).toBe(404)
    expect((await change(bob, id, { project_id: null, library: null })).status).toBe(404)
    expect((await change(ana, id, { project_id: 'rien' })).status).toBe(422)
    expect(await get(ana, id)).toMatchObject({ project_id: hers, library: null, title: expect.not.stringContaining('Pris'), changes: [] })
  })

  test('while a reply is written, and not what does not change what it rests on', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'mode:lent')
    await reply.until((events) => events.some(({ type }) => type === 'delta'))
    const chosen = await project(ana, 'Tardif')
    const refused = await change(ana, id, { project_id: chosen })
    expect([refused.status, refused.error.code]).toEqual([409, 'conversations.reply_running'])
    expect((await change(ana, id, { project_id: null, title: 'Renommée' })).body).toMatchObject({ title: 'Renommée', changes: [] })
    await bench.app.call(routes.chat.stop, { token: ana.token, params: { stream_id: reply.stream_id } })
    await bench.settled(ana, id)
    expect((await change(ana, id, { project_id: chosen })).status).toBe(200)
  })

  test('a library for documents that are asked alone', async () => {
    const document = await uploadPrivate(bench.app, ana, 'seul.txt', 'Seul.')
    const id = await bench.newConversation(ana, { documents: [document] })
    expect((await change(ana, id, { library: 'Tarifs' })).error.code).toBe('conversations.documents_alone')
  })
})

describe('the thread', () => {
  test('says once what changes several times between two messages, even at the same instant; nothing of what comes back', async () => {
    const [one, two, three] = await Promise.all(['Un', 'Deux', 'Trois'].map((name) => project(ana, name)))
    const id = await bench.newConversation(ana, { project_id: one })
    await ask(ana, id, 'Bonjour, le budget ?')
    const answers = await Promise.all([two, three, two, three].map((project_id) => change(ana, id, { project_id })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await told(ana, id)).toMatchObject([['project', 'Un', expect.stringMatching(/Deux|Trois/), 2]])
    await change(ana, id, { project_id: one })
    expect(await told(ana, id)).toEqual([])
    // Setting the same values again changes nothing.
    await change(ana, id, { project_id: one, library: 'Tarifs' })
    await change(ana, id, { library: 'TARIFS' })
    expect(await told(ana, id)).toEqual([['library', null, 'Tarifs', 2]])
  })

  test('says the day at which questions are asked, once between two messages, and the return to today', async () => {
    const id = await bench.newConversation(ana)
    await ask(ana, id, 'Bonjour ?')
    expect((await change(ana, id, { as_of: '2024-02-29' })).body).toMatchObject({ as_of: '2024-02-29', changes: [{ kind: 'as_of', after: 2 }] })
    await change(ana, id, { as_of: '2024-03-01' })
    await change(ana, id, { as_of: '2024-03-01' })
    expect(await told(ana, id)).toEqual([['as_of', null, '2024-03-01', 2]])
    await ask(ana, id, 'Et ensuite ?')
    await change(ana, id, { as_of: null })
    expect(await told(ana, id)).toEqual([
      ['as_of', null, '2024-03-01', 2],
      ['as_of', '2024-03-01', null, 4],
    ])
    await change(ana, id, { as_of: '2024-03-01' })
    expect((await told(ana, id)).map(([, , name]) => name)).toEqual(['2024-03-01'])
    expect([(await get(ana, id)).as_of, (await change(bob, id, { as_of: null })).status]).toEqual(['2024-03-01', 404])
  })

  test('keeps the name of what was deleted since; another answer comes after what was changed before it', async () => {
    const gone = await project(ana, 'Éphémère')
    const id = await bench.newConversation(ana)
    await ask(ana, id, 'Bonjour, le budget ?')
    await change(ana, id, { project_id: gone })
    await bench.app.call(projects.remove, { token: ana.token, params: { id: gone } })
    expect(await told(ana, id)).toEqual([['project', null, 'Éphémère', 2]])
    await ask(ana, id, '', { action: 'regenerate' })
    expect(await told(ana, id)).toEqual([['project', null, 'Éphémère', 1]])
    const [question] = (await get(ana, id)).messages
    await ask(ana, id, 'Bonjour, le vrai budget ?', { action: 'edit', message_id: question!.id })
    expect(await told(ana, id)).toEqual([['project', null, 'Éphémère', 0]])
  })
})

describe('several conversations at once', () => {
  const set = ({ token }: TestUser, ...rows: [id: string, project_id: string | null][]) =>
    bench.app.call(conversations.setProjects, { token, body: { conversations: rows.map(([id, project_id]) => ({ id, project_id })) } })

  test('go to a project together and back, with a line in the thread of those that changed', async () => {
    const [old, next] = [await project(ana, 'Ancienne école', 'CANARI-ECOLE'), await project(ana, 'Nouvelle mairie', 'CANARI-MAIRIE')]
    const [free, tied, there] = [await bench.newConversation(ana), await bench.newConversation(ana, { project_id: old }), await bench.newConversation(ana)]
    for (const id of [free, tied, there]) await ask(ana, id, 'Bonjour, le budget ?')
    await change(ana, there, { project_id: next })
    const before = (await get(ana, free)).updated_at
    const { status, body } = await set(ana, [free, next], [tied, next], [there, next])
    expect([status, body.map(({ project_name }) => project_name)]).toEqual([200, Array(3).fill('Nouvelle mairie')])
    expect(await told(ana, free)).toEqual([['project', null, 'Nouvelle mairie', 2]])
    expect(await told(ana, tied)).toEqual([['project', 'Ancienne école', 'Nouvelle mairie', 2]])
    expect((await get(ana, free)).updated_at).toBe(before)
    expect(await ask(ana, there, 'Et la mairie ?')).toContain('CANARI-MAIRIE')
    await set(ana, [free, null], [tied, old])
    expect([await told(ana, free), await told(ana, tied), (await get(ana, tied)).project_id]).toEqual([[], [], old])
  })

  test('change all or none: another person’s conversation or project, one that is answering, one named twice', async () => {
    const [hers, his] = [await project(ana, 'Stade'), await project(bob, 'Autre stade')]
    const [id, other, foreign] = [await bench.newConversation(ana), await bench.newConversation(ana), await bench.newConversation(bob)]
    expect((await set(ana, [id, hers], [foreign, hers])).status).toBe(404)
    expect((await set(ana, [id, hers], [other, his])).status).toBe(404)
    expect((await set(ana, [id, hers], [id, null])).status).toBe(422)
    expect((await set(ana)).status).toBe(422)
    const reply = await bench.send(ana, other, 'mode:lent')
    await reply.until((events) => events.some(({ type }) => type === 'delta'))
    expect((await set(ana, [id, hers], [other, hers])).error.code).toBe('conversations.reply_running')
    await bench.app.call(routes.chat.stop, { token: ana.token, params: { stream_id: reply.stream_id } })
    await bench.settled(ana, other)
    expect([(await get(ana, id)).project_id, (await get(ana, other)).project_id]).toEqual([null, null])
  })
})

test('a conversation in which nothing was asked has its place beside the one that is found with the same things', async () => {
  const { token } = bob
  const assistant = { name: 'Notes', description: '', prompt_content: 'Rédige.', category_id: await newCategory(bench.app.db), icon: 'FileText' }
  const { id: assistant_id } = await bench.app.db.insertInto('assistant').values(assistant).returning('id').executeTakeFirstOrThrow()
  const chosen = await project(bob, 'À deux')
  const open = async (body: object) => (await bench.app.call(conversations.findOrCreate, { token, body: { assistant_id, ...body } })).body.id
  const [plain, tied] = [await open({}), await open({ project_id: chosen })]
  expect((await change(bob, plain, { project_id: chosen })).status).toBe(200)
  expect([await open({ project_id: chosen }), (await open({})) === plain]).toEqual([tied, false])
  expect((await bench.app.call(conversations.list, { token, query: {} })).body).toEqual([])
})
