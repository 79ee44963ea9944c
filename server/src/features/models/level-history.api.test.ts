import { routes, type ModelLevel } from '@parvis/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReply } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import { addToLibrary, fileForm } from '../documents/documents.fixture.ts'
import { checkEmbeddings } from '../documents/reading/embed-passages.ts'
import { createLevelsBench, newAssistant, newDocumentCategory, sentText, type LevelsBench } from '../../testing/levels-bench.ts'

// Text of a level that stays in a conversation, or leaves it, and the ways by which it could reach a lower model.

const { chat, conversations, shares } = routes

let bench: LevelsBench
let ana: TestUser
let bea: TestUser
beforeEach(async () => {
  bench = await createLevelsBench([1, 3])
  ana = await bench.app.createUser({ is_admin: true })
  bea = await bench.app.createUser()
})
afterEach(() => bench.close())

const converse = async (body: object): Promise<string> => (await bench.app.call(conversations.findOrCreate, { token: ana.token, body })).body.id
const turn = (content: string) => ({ messageHistory: [{ role: 'user' as const, content }] })
const ask = (
  conversation_id: string,
  content: string,
  { user = ana, ...more }: { user?: TestUser; action?: 'continue' | 'regenerate'; rewrite?: 'shorter' } = {},
) => bench.app.call(chat.stream, { token: user.token, headers: { accept: 'text/event-stream' }, body: { conversation_id, ...turn(content), ...more } })
const lastOf = async (id: string, user = ana) => (await bench.app.call(conversations.get, { token: user.token, params: { id } })).body.messages.at(-1)!
const change = (id: string, body: object) => bench.app.call(conversations.update, { token: ana.token, params: { id }, body })
const needOf = async (id: string) =>
  bench.app.db.selectFrom('message').where('id', '=', id).select(['needed_level', 'documents_level', 'status']).executeTakeFirstOrThrow()
/** Texts that the model of level 1 received. */
const leaked = () =>
  bench
    .serverOf(1)
    .requests.map(sentText)
    .filter((text) => text.includes('FAIT-3'))

/** Creates a category of level 3 with one document. @returns its name */
async function secretCategory(min_level: ModelLevel = 3): Promise<{ id: string; name: string }> {
  const category = await newDocumentCategory(bench, ana.token, 'Personnel', min_level)
  await addToLibrary(bench.app, ana, 'FAIT-30009 primes.md', 'La prime de piscine : FAIT-30001 vaut 12 euros.\n\nFAIT-30002 aussi pour la piscine.', {
    category: category.name,
  })
  return category
}
const secretQuestion = 'Quelle est la prime de piscine ?'

describe('a reply written from documents of level 3', () => {
  it('keeps its level once the conversation no longer searches them, when it is rewritten, and when it is edited away', async () => {
    const { name } = await secretCategory()
    const id = await converse({ library: name })
    await ask(id, secretQuestion)
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3', content: expect.stringContaining('FAIT-30001') })
    await change(id, { library: null })
    await ask(id, 'Merci, et le stade ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3' })
    await ask(id, '', { action: 'regenerate', rewrite: 'shorter' })
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3' })
    expect(leaked()).toEqual([])
  })

  it('keeps it in the history that a key sends to the library', async () => {
    await secretCategory()
    await addToLibrary(bench.app, ana, 'stade.md', 'Le stade ouvre à 9 heures.', { category: 'Sports' })
    const { value } = await newKey(bench.app, ana, { scopes: ['library'] })
    const messages = [
      { role: 'user', content: secretQuestion },
      { role: 'assistant', content: 'FAIT-30001 vaut 12 euros.' },
      { role: 'user', content: 'À quelle heure ouvre le stade ?' },
    ]
    const { status, body } = await callV1(bench.app, value, '/chat/completions', { model: 'bibliotheque', messages })
    expect([status, body]).toMatchObject([200, { answered_by: { model: 'modele-3', level: 3 }, sources: [{ document: 'stade.md' }] }])
    expect(leaked()).toEqual([])
  })

  it('keeps it while it is written, and in what a crash leaves', async () => {
    const { name } = await secretCategory()
    const id = await converse({ library: name })
    const running = await openReply(`${bench.url}/api/chat/mistral/stream`, ana.token, {
      body: { conversation_id: id, ...turn(`${secretQuestion} mode:lent:300`) },
    })
    await running.until((events) => events.some(({ type }) => type === 'delta'))
    const { id: message } = await lastOf(id)
    expect(await needOf(message)).toEqual({ status: 'en_cours', needed_level: 3, documents_level: 3 })
    // As a process that dies leaves it.
    await bench.app.db
      .updateTable('message')
      .set({ status: 'interrompue', finish_reason: 'crash', content: 'FAIT-30001', writer_id: null })
      .where('id', '=', message)
      .execute()
    running.leave()
    await change(id, { library: null })
    await bench.serverOf(3).stop()
    expect((await ask(id, 'Et le stade ?')).error).toMatchObject({ code: 'llm.no_model_for_level', level: 3 })
    expect(leaked()).toEqual([])
  })

  it('keeps it when its continuation fails before the prompt is composed', async () => {
    const { name } = await secretCategory()
    const id = await converse({ library: name })
    await ask(id, `${secretQuestion} mode:faits-au-plus:1`)
    expect(await lastOf(id)).toMatchObject({ status: 'interrompue', content: expect.stringContaining('FAIT-3') })
    const { retrieval } = bench.app.context
    bench.app.context.retrieval = { ...retrieval, search: () => Promise.reject(new Error('down')) }
    await ask(id, '', { action: 'continue' })
    bench.app.context.retrieval = retrieval
    const last = await lastOf(id)
    expect(last.content).toContain('FAIT-3')
    expect(await needOf(last.id)).toMatchObject({ documents_level: 3 })
    await change(id, { library: null })
    await ask(id, 'Et le stade ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3' })
    expect(leaked()).toEqual([])
  })
})

it('documents of level 3 that a fixed answer names keep the next question at their level', async () => {
  const { name } = await secretCategory()
  const id = await converse({ library: name })
  const found = await bench.app.call(chat.libraryStream, { token: ana.token, body: { conversation_id: id, message: 'Quel est le prix du xylophone ?' } })
  const { content } = await lastOf(id)
  expect([found.status, content.includes('FAIT-30009')]).toEqual([200, true])
  await change(id, { library: null })
  await ask(id, 'Et le stade ?')
  expect(await lastOf(id)).toMatchObject({ model: 'modele-3' })
  expect(leaked()).toEqual([])
})

describe('what an assistant or a project of level 3 made', () => {
  it('keeps its level when the conversation leaves it, and when it is deleted or closed to the person', async () => {
    const secret = await newAssistant(bench, ana.token, { min_level: 3, prompt_content: 'FAIT-30003 est la règle.' })
    const plain = await newAssistant(bench, ana.token, {})
    const moved = await converse({ assistant_id: secret })
    await ask(moved, 'Bonjour ?')
    await change(moved, { assistant_id: plain })
    const kept = await converse({ assistant_id: secret })
    await ask(kept, 'Bonjour ?')
    await bench.app.call(routes.assistants.remove, { token: ana.token, params: { id: secret } })
    const { token } = ana
    const { body: project } = await bench.app.call(routes.projects.create, {
      token,
      body: { name: 'Secret', content: 'FAIT-30004 est convenu.', min_level: 3 },
    })
    const inProject = await converse({ project_id: project.id })
    await ask(inProject, 'Bonjour ?')
    // A project passed on to somebody who does not share it.
    await bench.app.db.updateTable('project').set({ owner_id: bea.id }).where('id', '=', project.id).execute()
    for (const id of [moved, kept, inProject]) {
      expect((await lastOf(id)).content).toContain('FAIT-3')
      await ask(id, 'Et après ?')
      expect(await lastOf(id)).toMatchObject({ model: 'modele-3', level: 3 })
    }
    expect(leaked()).toEqual([])
  })

  it('does not keep back a question that was only refused there', async () => {
    const secret = await newAssistant(bench, ana.token, { min_level: 3 })
    const plain = await newAssistant(bench, ana.token, {})
    await bench.serverOf(3).stop()
    const id = await converse({ assistant_id: secret })
    expect((await ask(id, 'Bonjour ?')).status).toBe(409)
    await change(id, { assistant_id: plain })
    await ask(id, '', { action: 'regenerate' })
    expect(await lastOf(id)).toMatchObject({ model: 'modele-1', level: 1 })
  })
})

it('a shared conversation that somebody else continues keeps the level of its mark, its project and its documents', async () => {
  const { name } = await secretCategory()
  const { token } = ana
  const { body: project } = await bench.app.call(routes.projects.create, { token, body: { name: 'Secret', content: 'FAIT-30005 est convenu.', min_level: 3 } })
  const marked = await converse({})
  await change(marked, { confidential: true })
  await ask(marked, 'Mon dossier FAIT-30006 ?')
  const inProject = await converse({ project_id: project.id })
  await ask(inProject, 'Bonjour ?')
  const fromDocuments = await converse({ library: name })
  await ask(fromDocuments, secretQuestion)
  for (const id of [marked, inProject, fromDocuments]) {
    const shared = await bench.app.call(shares.create, { token, params: { id }, body: { people: [bea.id], days: 30 } })
    const copied = await bench.app.call(shares.continue, { token: bea.token, params: { id: shared.body.id } })
    const copy = copied.body.conversation.id
    await ask(copy, 'Et après ?', { user: bea })
    expect(await lastOf(copy, bea)).toMatchObject({ status: 'complete', model: 'modele-3' })
  }
  expect(leaked()).toEqual([])
})

it('a reply with sources hidden from the person can be rewritten', async () => {
  const { name } = await secretCategory(1)
  const id = await converse({ library: name })
  await ask(id, secretQuestion)
  const shared = await bench.app.call(shares.create, { token: ana.token, params: { id }, body: { people: [bea.id], days: 30 } })
  await bench.app.db.deleteFrom('document').execute()
  const copied = await bench.app.call(shares.continue, { token: bea.token, params: { id: shared.body.id } })
  const copy = copied.body.conversation.id
  expect((await ask(copy, '', { user: bea, action: 'regenerate', rewrite: 'shorter' })).status).toBe(200)
  expect(await lastOf(copy, bea)).toMatchObject({ status: 'complete' })
})

it('a history that its caller sends has the level of what the request can search', async () => {
  const { id: category } = await secretCategory()
  const assistant_id = await newAssistant(bench, ana.token, { document_category_ids: [category] })
  const send = (messageHistory: { role: 'user' | 'assistant'; content: string }[]) =>
    bench.app.call(chat.stream, { token: ana.token, body: { assistant_id, messageHistory } })
  const first = { role: 'user' as const, content: secretQuestion }
  const { text } = await send([first])
  expect(text).toContain('FAIT-30001')
  await send([first, { role: 'assistant', content: text }, { role: 'user', content: 'Merci !' }])
  expect(bench.serverOf(3).requests).toHaveLength(2)
  expect(leaked()).toEqual([])
})

describe('vectors', () => {
  const vectors = () => bench.embeddings.requests.flatMap(({ input }) => input)
  const settle = async () => {
    await checkEmbeddings(bench.app.context)
    await bench.app.context.worker.drain()
  }

  it('are made when the level of a category falls, and kept without being searched when it rises again', async () => {
    const { id, name } = await secretCategory()
    await settle()
    expect(vectors().filter((text) => text.includes('FAIT-3'))).toEqual([])
    const level = (min_level: ModelLevel) => bench.app.call(routes.documentCategories.update, { token: ana.token, params: { id }, body: { min_level } })
    await level(1)
    await settle()
    expect(vectors().filter((text) => text.includes('FAIT-30001'))).toHaveLength(1)
    await level(3)
    await settle()
    const before = vectors().length
    await ask(await converse({ library: name }), secretQuestion)
    expect(vectors()).toHaveLength(before)
    await level(1)
    await settle()
    expect(
      vectors()
        .slice(before)
        .filter((text) => text.includes('FAIT-3')),
    ).toEqual([])
    await ask(await converse({ library: name }), secretQuestion)
    expect(vectors().at(-1)).toMatch(/piscine/)
  })

  it('are not made of a file of a confidential conversation, nor its questions sent', async () => {
    await settle()
    const id = await converse({})
    await change(id, { confidential: true })
    await bench.app.call(conversations.addFiles, {
      token: ana.token,
      params: { id },
      form: fileForm('note.md', 'FAIT-30007 vaut pour la piscine.', {}, 'document'),
    })
    await bench.app.context.worker.drain()
    await ask(id, 'FAIT-30008 pour la piscine ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3' })
    expect(vectors().filter((text) => text.includes('FAIT-3'))).toEqual([])
    expect(leaked()).toEqual([])
  })
})
