import { routes, type Source } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { newCategory, people } from '../../testing/open-test-app.ts'
import { openReply } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { addToLibrary, fileForm, uploadPrivate } from '../documents/documents.fixture.ts'

// Documents queried by an assistant, together with those attached to its conversations.
const { assistants, conversations, documentCategories, documents } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })
let category_id: string
let assistant: string
/** Document category of the current test. */
let series: string
let series_id: string
beforeAll(async () => void (category_id = await newCategory(app.db, 'Personnel', 'Users')))
let count = 0
beforeEach(async () => {
  count += 1
  series = `Guides ${count}`
  series_id = (await app.call(documentCategories.create, { token: admin.token, body: { name: series } })).body.id
  const body = { name: 'Congés', description: 'Aide.', prompt_content: 'Tu aides.', category_id, document_category_ids: [series_id] }
  assistant = (await app.call(assistants.create, { token: admin.token, body })).body.id
})

const begin = async (user: TestUser, more: object = {}) =>
  (await app.call(conversations.findOrCreate, { token: user.token, body: { assistant_id: assistant, ...more } })).body.id
const guide = (text = 'FAIT-1 : le congé de paternité dure 28 jours.', filename = 'guide.txt') => addToLibrary(app, admin, filename, text, { category: series })
const question = 'Combien de jours dure le congé de paternité ?'

/**
 * Asks a question in a conversation, or of the assistant alone.
 * @param mode of the model: `faits` cites its sources, `normal` cites none
 * @returns the documents of the first and the last sources, and the prompt
 */
async function ask(user: TestUser, where: object, content = question, mode: 'faits' | 'normal' = 'faits') {
  bench.model.next(mode)
  const reply = await openReply(`${bench.url}/api/chat/mistral/stream`, user.token, { body: { messageHistory: [{ role: 'user', content }], ...where } })
  await reply.ended
  const given = reply.events.flatMap((event) => (event.type === 'sources' ? [event.sources] : []))
  const named = (sources: Source[] = []) => [...new Set(sources.map(({ document, origin }) => `${document} (${origin})`))].toSorted()
  return { seen: named(given[0]), from: named(given.at(-1)), told: JSON.stringify(bench.model.requests.at(-1)!.body), text: reply.text() }
}

describe('the documents of an assistant', () => {
  it('answer in its conversations, without a file or a library, and say where they come from', async () => {
    await guide()
    const id = await begin(agent)
    const asked = await ask(agent, { conversation_id: id })
    expect([asked.from, asked.text.includes('[1]'), asked.told.includes('28 jours')]).toEqual([['guide.txt (assistant)'], true, true])
    const kept = (await app.call(conversations.get, { token: agent.token, params: { id } })).body.messages.at(-1)!
    expect(kept.sources.map(({ origin }) => origin)).toEqual(['assistant'])
    // The sources saved with the message are the same.
    expect((await ask(agent, { assistant_id: assistant })).from).toEqual(['guide.txt (assistant)'])
  })

  it('are of no other conversation: without the assistant, or with one that has none', async () => {
    await guide()
    const bare = (await app.call(assistants.create, { token: admin.token, body: { name: 'Sans', description: 'D', prompt_content: 'P', category_id } })).body.id
    for (const assistant_id of [null, bare]) {
      const { from, told } = await ask(agent, { conversation_id: await begin(agent, { assistant_id }) })
      expect([from, told.includes('28 jours'), told.includes('## Documents')]).toEqual([[], false, false])
    }
  })

  it('are not shown under an answer that takes nothing from them', async () => {
    await guide()
    const asked = await ask(agent, { conversation_id: await begin(agent) }, question, 'normal')
    expect([asked.seen, asked.from]).toEqual([['guide.txt (assistant)'], []])
    expect(asked.told).toContain('la personne ne les a pas choisis')
  })

  it('say nothing where they are silent, and nothing of a courtesy; the model is told to claim nothing', async () => {
    await guide()
    const id = await begin(agent)
    const silent = await ask(agent, { conversation_id: id }, 'Quelle peinture pour un portail en fer forgé ?', 'normal')
    expect([silent.from, silent.told.includes('Aucun document confié à cet assistant')]).toEqual([[], true])
    expect(silent.text).toMatch(/^Bonjour, voici/)
    const courtesy = await ask(agent, { conversation_id: id }, 'Merci beaucoup', 'normal')
    expect([courtesy.from, JSON.parse(courtesy.told).messages[0].content.includes('## Documents')]).toEqual([[], false])
  })

  it('emptied, deleted or still to be read while a conversation is open, they are as silent', async () => {
    const id = await begin(agent)
    const nothing = async () => expect((await ask(agent, { conversation_id: id }, question, 'normal')).from).toEqual([])
    await nothing()
    const form = fileForm('guide.txt', 'FAIT-1 : le congé de paternité dure 28 jours.', { category: series })
    const { document } = (await app.call(documents.upload, { token: admin.token, form })).body
    await nothing()
    await app.context.worker.drain()
    expect((await ask(agent, { conversation_id: id })).from).toEqual(['guide.txt (assistant)'])
    await app.call(documents.remove, { token: admin.token, params: { id: document.id } })
    await nothing()
    await app.call(documentCategories.remove, { token: admin.token, params: { id: series_id }, query: {} })
    expect((await ask(agent, { conversation_id: id }, question, 'normal')).told).not.toContain('## Documents')
  })

  it('chosen or taken away by the administrator, count from the next question on', async () => {
    await guide()
    const id = await begin(agent)
    const choose = (document_category_ids: string[]) =>
      app.call(assistants.update, { token: admin.token, params: { id: assistant }, body: { document_category_ids } })
    await choose([])
    expect((await ask(agent, { conversation_id: id }, question, 'normal')).told).not.toContain('28 jours')
    await choose([series_id])
    expect((await ask(agent, { conversation_id: id })).from).toEqual(['guide.txt (assistant)'])
    await app.call(assistants.remove, { token: admin.token, params: { id: assistant } })
    expect((await ask(agent, { conversation_id: id }, question, 'normal')).told).not.toContain('## Extraits de documents')
  })
})

describe('together', () => {
  it('with a file and the library chosen, each source says where it comes from: what a person chose comes first', async () => {
    await guide()
    const other = `Notes ${count}`
    await addToLibrary(app, admin, 'note.txt', 'FAIT-2 : le congé de paternité se demande un mois avant.', { category: other })
    const id = await begin(agent)
    await app.call(conversations.addFiles, {
      token: agent.token,
      params: { id },
      form: fileForm('lettre.txt', 'FAIT-3 : M. Roux demande son congé de paternité.', {}, 'document'),
    })
    await app.context.worker.drain()
    const all = await ask(agent, { conversation_id: id, library: other })
    expect(all.from).toEqual(['guide.txt (assistant)', 'lettre.txt (conversation)', 'note.txt (library)'])
    // Uncited sources of the assistant are not shown; those that the person chose are.
    expect((await ask(agent, { conversation_id: id, library: other }, question, 'normal')).from).toEqual(['lettre.txt (conversation)', 'note.txt (library)'])
    // The same category, also chosen by the person, counts as theirs.
    const chosen = await ask(agent, { conversation_id: await begin(agent, { library: series }), library: series })
    expect(chosen.from).toEqual(['guide.txt (library)'])
    expect(chosen.told).not.toContain('la personne ne les a pas choisis')
  })
})

describe('rights', () => {
  it('are those of the shared library at the moment: a private document is found by nobody, its owner included', async () => {
    const document = await uploadPrivate(app, admin, 'privé.txt', 'FAIT-4 : le congé de paternité est refusé, CANARI-PRIVE.')
    // Enforced by the database too: a private document has no category.
    await expect(sql`update document set category_id = ${series_id} where id = ${document}`.execute(app.db)).rejects.toMatchObject({ code: '23514' })
    for (const user of [agent, admin]) expect((await ask(user, { conversation_id: await begin(user) }, question, 'normal')).told).not.toContain('CANARI')
  })

  it('somebody else’s conversation is not asked, nor an inactive assistant by who does not manage it', async () => {
    await guide()
    const theirs = await begin(admin)
    bench.model.next('normal')
    const body = { conversation_id: theirs, messageHistory: [{ role: 'user', content: question }] }
    expect((await openReply(`${bench.url}/api/chat/mistral/stream`, agent.token, { body })).status).toBe(404)
    await app.call(assistants.update, { token: admin.token, params: { id: assistant }, body: { is_active: false } })
    const plain = { assistant_id: assistant, messageHistory: [{ role: 'user', content: question }] }
    expect((await openReply(`${bench.url}/api/chat/mistral/stream`, agent.token, { body: plain })).status).toBe(404)
  })
})
