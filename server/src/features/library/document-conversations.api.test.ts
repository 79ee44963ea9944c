import { errorSentence, routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type OpenReply, sourcesOf } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { people } from '../../testing/open-test-app.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { fileForm, uploadPrivate } from '../documents/documents.fixture.ts'

const { conversations, library, chat, documents } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

const create = (user: TestUser, body: object) => app.call(conversations.findOrCreate, { token: user.token, body })
const get = async (user: TestUser, id: string) => (await app.call(conversations.get, { token: user.token, params: { id } })).body
const add = (user: TestUser, id: string, ...ids: string[]) =>
  app.call(conversations.addDocuments, { token: user.token, params: { id }, body: { documents: ids } })
const takeOut = (user: TestUser, id: string, document_id: string) => app.call(conversations.removeDocument, { token: user.token, params: { id, document_id } })
const erase = (user: TestUser, id: string) => app.call(documents.remove, { token: user.token, params: { id } })
const namesOf = (conversation: { documents: readonly { filename: string }[] }) => conversation.documents.map(({ filename }) => filename)

const ask = (user: TestUser, conversation_id: string, message: string, more: object = {}) => bench.askLibrary(user, { message, conversation_id, ...more })
const namedIn = (reply: OpenReply) => [...new Set(sourcesOf(reply).map(({ document }) => document))].toSorted()
const delibération = 'La délibération sur la voie verte a été présentée par Mme Lenoir. Elle a été adoptée le 12 mars.'

describe('who may', () => {
  it('ACC-06 documents and conversations of somebody else are not there, and nothing changes', async () => {
    const [mine, hers] = [await uploadPrivate(app, bruno, 'mien.txt', 'Mon texte.'), await uploadPrivate(app, ana, 'sien.txt', 'CANARI-SIEN')]
    const { id } = (await create(ana, { documents: [hers] })).body
    const own = (await create(bruno, { documents: [mine] })).body
    const asked = bench.model.requests.length
    const refused = await Promise.all([
      create(bruno, { documents: [mine, hers] }),
      create(bruno, { documents: [randomUUID()] }),
      add(bruno, own.id, hers),
      add(bruno, id, mine),
      takeOut(bruno, id, hers),
      takeOut(bruno, own.id, hers),
      app.call(chat.libraryStream, { token: bruno.token, body: { message: 'Que dit-il ?', conversation_id: id } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(404))
    expect(namesOf(await get(bruno, own.id))).toEqual(['mien.txt'])
    expect(namesOf(await get(ana, id))).toEqual(['sien.txt'])
    expect(bench.model.requests).toHaveLength(asked)
    expect((await app.call(conversations.list, { token: bruno.token })).text).not.toContain('sien.txt')
  })

  it('the database refuses a document of somebody else, whatever a program does', async () => {
    const hers = await uploadPrivate(app, ana, 'sien.txt', 'Un texte.')
    const { id } = (await create(bruno, {})).body
    for (const owner_id of [bruno.id, ana.id]) {
      const row = { conversation_id: id, owner_id, document_id: hers, filename: 'sien.txt' }
      await expect(app.db.insertInto('conversation_document').values(row).execute()).rejects.toMatchObject({ code: '23503' })
    }
  })

  it('refuses without a session, what cannot be an id, and too many', async () => {
    const { id } = (await create(ana, { documents: [await uploadPrivate(app, ana, 'a.txt', 'Un texte.')] })).body
    const params = { id }
    expect((await app.call(conversations.addDocuments, { params, body: { documents: [id] } })).status).toBe(401)
    expect((await app.call(conversations.removeDocument, { params: { id, document_id: id } })).status).toBe(401)
    for (const wanted of [['x'], [], Array.from({ length: 51 }, () => randomUUID())])
      expect((await app.call(conversations.addDocuments, { token: ana.token, params, body: { documents: wanted } })).status).toBe(422)
  })
})

describe('the documents of a conversation', () => {
  it('are those of an upload or of an id, once each, in order; the others have none', async () => {
    const form = fileForm('un.txt', 'Le premier.', {}, 'document')
    form.append('document', new Blob(['Le second.']), 'deux.txt')
    const upload = (await app.call(library.upload, { token: ana.token, form })).body
    const third = await uploadPrivate(app, ana, 'trois.txt', 'Le troisième.')
    const made = await create(ana, { documents: [third, upload.document_id, upload.files[0]!.document_id] })
    expect([made.status, namesOf(made.body)]).toEqual([201, ['trois.txt', 'deux.txt', 'un.txt']])
    expect(made.body.documents[0]).toEqual({ document_id: third, filename: 'trois.txt', after: 0 })
    // A conversation is listed only once it has a question.
    const unasked = (await app.call(conversations.list, { token: ana.token })).body
    expect(unasked.find(({ id }) => id === made.body.id)).toBeUndefined()
    await app.call(conversations.addMessage, { token: ana.token, params: { id: made.body.id }, body: { role: 'user', content: 'Que disent-ils ?' } })
    const listed = (await app.call(conversations.list, { token: ana.token })).body
    expect(namesOf(listed.find(({ id }) => id === made.body.id)!)).toEqual(['trois.txt', 'deux.txt', 'un.txt'])
    expect((await create(ana, { library: 'Code' })).body.documents).toEqual([])
  })

  it('are added and taken out, the last one excepted; what is taken out stays loaded', async () => {
    const [one, two] = [await uploadPrivate(app, ana, 'un.txt', 'Le premier.'), await uploadPrivate(app, ana, 'deux.txt', 'Le second.')]
    const { id } = (await create(ana, { documents: [one] })).body
    expect((await takeOut(ana, id, one)).error).toMatchObject({ code: 'conversations.last_document' })
    const added = await add(ana, id, two, one)
    expect([added.status, namesOf(added.body)]).toEqual([201, ['un.txt', 'deux.txt']])
    expect(namesOf((await takeOut(ana, id, one)).body)).toEqual(['deux.txt'])
    expect((await takeOut(ana, id, one)).status).toBe(404)
    expect((await app.call(library.uploads, { token: ana.token })).body.documents.map((document) => document.id)).toContain(one)
  })

  it('two withdrawals at once leave one', async () => {
    const ids = [await uploadPrivate(app, ana, 'un.txt', 'Le premier.'), await uploadPrivate(app, ana, 'deux.txt', 'Le second.')]
    const { id } = (await create(ana, { documents: ids })).body
    const answers = await Promise.all(ids.map((one) => takeOut(ana, id, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await get(ana, id)).documents).toHaveLength(1)
  })

  it('make a document search where they are alone; another conversation may have some too', async () => {
    const one = await uploadPrivate(app, ana, 'un.txt', 'Le premier.')
    expect((await create(ana, { documents: [one], library: 'Code' })).error).toMatchObject({ code: 'conversations.documents_alone' })
    expect((await create(ana, { documents: [one] })).body.document_search).toBe(true)
    const { id } = (await create(ana, {})).body
    const added = await add(ana, id, one)
    expect([added.body.document_search, namesOf(added.body)]).toEqual([false, ['un.txt']])
    expect((await takeOut(ana, id, one)).body.documents).toEqual([])
  })

  it('are fifty at most, however they came', async () => {
    const upload = async (count: number) => {
      const form = new FormData()
      for (let n = 0; n < count; n += 1) form.append('document', new Blob([`Note ${n}.`]), `note ${n}.txt`)
      return (await app.call(library.upload, { token: bruno.token, form })).body.document_id
    }
    const [many, more] = [await upload(49), await upload(2)]
    expect((await create(bruno, { documents: [many, more] })).error).toMatchObject({ code: 'conversations.too_many_documents' })
    const { id } = (await create(bruno, { documents: [many] })).body
    expect((await add(bruno, id, more)).status).toBe(422)
    expect((await get(bruno, id)).documents).toHaveLength(49)
  })
})

describe('a question', () => {
  it('is kept with its answer, asks those documents and no other, and the next one is understood', async () => {
    await uploadPrivate(app, ana, 'autre.txt', 'La délibération sur la piscine a été présentée par M. Blanc. CANARI-AUTRE')
    const { id } = (await create(ana, { documents: [await uploadPrivate(app, ana, 'voie.txt', delibération)] })).body
    const from = bench.model.requests.length
    expect(namedIn(await ask(ana, id, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?'))).toEqual(['voie.txt'])
    const followed = await ask(ana, id, 'Et qui l’a présentée ?')
    expect(namedIn(followed)).toEqual(['voie.txt'])
    const sent = bench.model.requests.slice(from).map(({ body }) => body.messages!)
    expect(sent).toHaveLength(2)
    expect(sent[1]!.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(sent[1]![0]!.content).toContain('Mme Lenoir')
    expect(JSON.stringify(sent)).not.toContain('CANARI-AUTRE')
    const kept = await get(ana, id)
    expect(kept.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(kept).toMatchObject({ title: 'Quand la délibération sur la voie verte a-t-elle été adoptée ?', documents: [{ filename: 'voie.txt' }] })
  })

  it('understands « et qui l’a présentée ? » where only passages are read', async () => {
    const pages = Array.from({ length: 3_000 }, (_, n) => `Article ${n}. Le service ${n} entretient le chemin numéro ${n} de la commune.`)
    const { id } = (await create(ana, { documents: [await uploadPrivate(app, ana, 'long.txt', [delibération, ...pages].join('\n\n'))] })).body
    await ask(ana, id, 'Quand la délibération sur la voie verte a-t-elle été adoptée ?')
    await ask(ana, id, 'Et qui l’a présentée ?')
    const read = bench.model.requests.at(-1)!.body.messages![0]!.content
    expect(read).toContain('Mme Lenoir')
    expect(read).not.toContain('Le service 1500 entretient')
  })

  it('sent twice under one client_message_id is asked once', async () => {
    const { id } = (await create(ana, { documents: [await uploadPrivate(app, ana, 'voie.txt', delibération)] })).body
    const client_message_id = randomUUID()
    const once = await ask(ana, id, 'Qui a présenté la voie verte ?', { client_message_id })
    const twice = await ask(ana, id, 'Qui a présenté la voie verte ?', { client_message_id })
    expect(twice.text()).toBe(once.text())
    expect((await get(ana, id)).messages).toHaveLength(2)
  })

  it('asks what was added, and no more what was taken out or deleted', async () => {
    const one = await uploadPrivate(app, ana, 'un.txt', 'Le lot un est attribué à Dupré.')
    const two = await uploadPrivate(app, ana, 'deux.txt', 'Le lot deux est attribué à Martin.')
    const question = 'À qui le lot est-il attribué ?'
    const { id } = (await create(ana, { documents: [one] })).body
    expect(namedIn(await ask(ana, id, question))).toEqual(['un.txt'])
    await add(ana, id, two)
    expect(namedIn(await ask(ana, id, question, { category: 'Code', document_id: one }))).toEqual(['deux.txt', 'un.txt'])
    await erase(ana, one)
    expect(namedIn(await ask(ana, id, question))).toEqual(['deux.txt'])
    expect((await get(ana, id)).documents).toMatchObject([
      { document_id: null, filename: 'un.txt' },
      { document_id: two, filename: 'deux.txt' },
    ])
    expect((await takeOut(ana, id, two)).status).toBe(409)
  })

  it('is told that all the documents were deleted, by name, and no model is called', async () => {
    const [one, two] = [await uploadPrivate(app, ana, 'budget_2026.txt', 'Un texte.'), await uploadPrivate(app, ana, 'deux.txt', 'Un texte.')]
    const { id } = (await create(ana, { documents: [one, two] })).body
    await erase(ana, one)
    await erase(ana, two)
    const asked = bench.model.requests.length
    const reply = await ask(ana, id, 'Que disent-ils ?')
    expect(reply.text()).toBe(
      'Les documents de cette conversation ont été supprimés\u00a0:\n\n- budget_2026.txt\n- deux.txt\n\nAjoutez un document à cette conversation, ou ouvrez-en une nouvelle.',
    )
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
    expect(bench.model.requests).toHaveLength(asked)
    await add(ana, id, await uploadPrivate(app, ana, 'trois.txt', delibération))
    expect(namedIn(await ask(ana, id, 'Qui a présenté la délibération ?'))).toEqual(['trois.txt'])
  })

  it('an answer that was cut is not gone on with by the sentence that says so', async () => {
    const one = await uploadPrivate(app, ana, 'un.txt', delibération)
    const { id } = (await create(ana, { documents: [one] })).body
    const cut = await ask(ana, id, 'Qui a présenté la délibération ? mode:longueur')
    await erase(ana, one)
    const message_id = (await bench.messages(ana, id)).at(-1)!.id
    const reply = await ask(ana, id, 'Reprendre', { action: 'continue', message_id })
    expect(reply.status).toBe(409)
    const kept = (await bench.messages(ana, id)).at(-1)!
    expect(kept).toMatchObject({ status: 'interrompue', content: cut.text(), error: errorSentence('conversations.cannot_resume') })
  })

  it('nothing of a conversation stays when it is deleted; its documents do', async () => {
    const one = await uploadPrivate(app, ana, 'un.txt', 'Un texte.')
    const { id } = (await create(ana, { documents: [one] })).body
    await app.call(conversations.remove, { token: ana.token, params: { id } })
    expect(await app.db.selectFrom('conversation_document').where('conversation_id', '=', id).selectAll().execute()).toEqual([])
    expect((await app.call(library.uploads, { token: ana.token })).body.documents.map((document) => document.id)).toContain(one)
  })
})
