import { limits, routes, type Source } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { newCategory, people } from '../../testing/open-test-app.ts'
import { openReply } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import { fileForm, storedFiles, uploadPrivate } from '../documents/documents.fixture.ts'
import { sweepFiles } from '../documents/reconcile.ts'
import { unzip } from '../rights/rights.fixture.ts'

// Files of a person's own assistant.

const { assistants, assistantReviews, conversations, documents, grants, library, ownAssistants, ownAssistantFiles, projectHandOver, projects, rights } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
const { admin } = people(app, { admin: { is_admin: true } })
const { ana, bruno, chloe } = people(app, { ana: {}, bruno: {}, chloe: {} }, beforeEach)
let category_id: string
let id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))
beforeEach(async () => void (id = await make()))

const fields = () => ({ name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.', category_id })
const make = async () => (await app.call(ownAssistants.create, { token: ana.token, body: fields() })).body.id
async function add(filename: string, content: string, more: Record<string, string> = {}, assistant = id) {
  const answer = await app.call(ownAssistantFiles.add, {
    token: ana.token,
    params: { id: assistant },
    form: fileForm(filename, content, more, 'document'),
  })
  await app.context.worker.drain()
  return answer
}
const added = async (filename: string, content: string) => (await add(filename, content)).body.files[0]!.document_id
const choose = ({ token }: TestUser, ...chosen: string[]) => app.call(ownAssistantFiles.addDocuments, { token, params: { id }, body: { documents: chosen } })
const list = ({ token }: TestUser, assistant = id) => app.call(ownAssistantFiles.list, { token, params: { id: assistant } })
const names = async (who: TestUser) => (await list(who)).body.documents.map(({ original_filename }) => original_filename)
const remove = (document_id: string) => app.call(ownAssistantFiles.remove, { token: ana.token, params: { id, document_id } })
const rowOf = (document_id: string) => app.db.selectFrom('document').where('id', '=', document_id).select(['owner_id', 'attached']).executeTakeFirst()
const shareWith = (...to: TestUser[]) =>
  app.call(grants.set, {
    token: ana.token,
    params: { kind: 'assistant', id },
    body: { grants: to.map((one) => ({ subject: 'user' as const, id: one.id, level: 'use' as const })) },
  })
const opens = async ({ token }: TestUser, document_id: string) => (await app.call(documents.text, { token, params: { id: document_id }, query: {} })).status
const begin = async ({ token }: TestUser) => (await app.call(conversations.findOrCreate, { token, body: { assistant_id: id } })).body.id

const paving = 'FAIT-1 : le pavage de la rue Haute coûte 48 000 euros.'
const question = 'Combien coûte le pavage de la rue Haute ?'
/** @returns the documents of the last sources with their origin, and the prompt */
async function ask(user: TestUser, where: object, content = question) {
  bench.model.next('faits')
  const reply = await openReply(`${bench.url}/api/chat/mistral/stream`, user.token, { body: { messageHistory: [{ role: 'user', content }], ...where } })
  await reply.ended
  const sources: Source[] = reply.events.findLast((event) => event.type === 'sources')?.sources ?? []
  return {
    from: [...new Set(sources.map(({ document, origin }) => `${document} (${origin})`))].toSorted(),
    source: sources[0],
    told: JSON.stringify(bench.model.requests.at(-1)?.body ?? ''),
    text: reply.text(),
  }
}

describe('its owner', () => {
  test('adds files, sent once however often, and documents of their own; sees how they are read; takes them out', async () => {
    const client_upload_id = crypto.randomUUID()
    const first = await add('devis.txt', paving, { client_upload_id })
    const again = await add('devis.txt', paving, { client_upload_id })
    const sent = first.body.files[0]!.document_id
    expect([first.status, again.body.files.map(({ document_id }) => document_id)]).toEqual([201, [sent]])
    const loaded = await uploadPrivate(app, ana, 'note.txt', 'Une note.')
    expect((await choose(ana, loaded)).status).toBe(201)
    await add('abîmé.pdf', '%PDF-1.7\nrien')
    expect((await list(ana)).body.documents.map(({ original_filename, state }) => [original_filename, state])).toEqual([
      ['abîmé.pdf', 'echec'],
      ['note.txt', 'indexe'],
      ['devis.txt', 'indexe'],
    ])
    expect((await app.call(assistants.get, { token: ana.token, params: { id } })).body.file_count).toBe(3)
    expect([(await remove(sent)).status, (await remove(sent)).status, (await remove(loaded)).status]).toEqual([200, 404, 200])
    // A file uploaded to the assistant is deleted; a document uploaded before stays.
    expect([await rowOf(sent), (await rowOf(loaded))?.attached]).toEqual([undefined, false])
    expect(await names(ana)).toEqual(['abîmé.pdf'])
    const before = await storedFiles(app)
    await sweepFiles(app.context, 0)
    expect((await storedFiles(app)).length).toBeLessThan(before.length)
  })

  test('fifty at most, sent or chosen; the fifty-first leaves nothing behind', async () => {
    const form = new FormData()
    for (let at = 0; at < limits.files; at += 1) form.append('document', new Blob([`Note ${at}.`]), `note ${at}.txt`)
    expect((await app.call(ownAssistantFiles.add, { token: ana.token, params: { id }, form })).body.files).toHaveLength(limits.files)
    const loaded = await uploadPrivate(app, ana, 'de plus.txt', 'De plus.')
    const before = await storedFiles(app)
    const refused = [await add('de trop.txt', 'De trop.'), await choose(ana, loaded)]
    expect(refused.map(({ error }) => error.code)).toEqual(['own_assistants.too_many_files', 'own_assistants.too_many_files'])
    expect([await storedFiles(app), (await list(ana)).body.documents.length]).toEqual([before, limits.files])
  })

  test('gives it neither a document of somebody else nor one of the base; the database refuses the first too', async () => {
    const theirs = await uploadPrivate(app, bruno, 'sien.txt', 'Le sien.')
    expect((await choose(ana, theirs)).status).toBe(404)
    for (const owner_id of [ana.id, bruno.id])
      await expect(app.db.insertInto('assistant_document').values({ assistant_id: id, owner_id, document_id: theirs }).execute()).rejects.toMatchObject({
        code: '23503',
      })
    const common = (await app.call(assistants.create, { token: admin.token, body: fields() })).body.id
    const row = { assistant_id: common, owner_id: ana.id, document_id: await uploadPrivate(app, ana, 'mien.txt', 'Le mien.') }
    await expect(app.db.insertInto('assistant_document').values(row).execute()).rejects.toMatchObject({ code: '23503' })
  })

  test('deletes them with it; their account takes them away, and the copy of their data names them', async () => {
    const [document_id, kept] = [await added('devis.txt', paving), await uploadPrivate(app, ana, 'note.txt', 'Une note.')]
    await choose(ana, kept)
    const archive = await unzip((await app.call(rights.download, { token: ana.token })).bytes)
    const read = (name: string) => JSON.parse(Buffer.from(archive[name]!).toString()) as { document_id: string }[]
    expect(read('documents-des-assistants.json').map((row) => row.document_id)).toEqual([document_id, kept])
    expect(Object.keys(archive)).toEqual(expect.arrayContaining(['documents/devis.txt', 'documents/note.txt']))
    await app.call(ownAssistants.remove, { token: ana.token, params: { id } })
    expect([await rowOf(document_id), await rowOf(kept)]).toEqual([undefined, { owner_id: ana.id, attached: false }])
    id = await make()
    const last = await added('devis.txt', paving)
    await shareWith(bruno)
    const left = await app.call(rights.deleteOwnAccount, { token: ana.token, body: { password: ana.password, shared_documents: 'keep' } })
    expect([left.status, await rowOf(last), await opens(bruno, last)]).toEqual([200, undefined, 404])
    // The assistant now belongs to the organisation, without its files.
    expect((await app.call(assistants.get, { token: bruno.token, params: { id } })).body.file_count).toBeUndefined()
  })
})

describe('a conversation with it', () => {
  test('is answered from passages of its files, kept or not; another assistant’s is not', async () => {
    await add('devis.txt', paving)
    const kept = await ask(ana, { conversation_id: await begin(ana) })
    expect([kept.from, kept.text.includes('[1]')]).toEqual([['devis.txt (assistant)'], true])
    // Only passages are given to the model, not the whole file.
    expect(kept.told).not.toContain('## Fichiers joints')
    expect((await ask(ana, { assistant_id: id })).from).toEqual(['devis.txt (assistant)'])
    id = await make()
    const other = await ask(ana, { conversation_id: await begin(ana) })
    expect([other.from, other.told.includes('48 000')]).toEqual([[], false])
  })

  test('says which could not be read', async () => {
    await add('abîmé.pdf', '%PDF-1.7\nrien')
    await add('devis.txt', paving)
    const { text, from } = await ask(ana, { conversation_id: await begin(ana) })
    expect([text.startsWith('***abîmé.pdf** n’a pas pu être lu'), from]).toEqual([true, ['devis.txt (assistant)']])
  })

  test('of somebody to whom it is open: they read the passage that is cited, and nothing lists the files; closed or suspended, they read nothing', async () => {
    const document_id = await added('devis.txt', paving)
    expect((await shareWith(bruno)).status).toBe(200)
    const asked = await ask(bruno, { conversation_id: await begin(bruno) })
    expect(asked.from).toEqual(['devis.txt (assistant)'])
    const cited = { id: document_id, passage_id: asked.source!.passage_id! }
    const passage = ({ token }: TestUser) => app.call(documents.passage, { token, params: cited })
    expect((await passage(bruno)).body.passage.text).toContain('48 000 euros')
    const lists = await Promise.all([
      app.call(library.uploads, { token: bruno.token }),
      app.call(documents.list, { token: bruno.token, query: {} }),
      app.call(documents.page, { token: bruno.token, query: {} }),
      app.call(assistants.get, { token: bruno.token, params: { id } }),
      app.call(rights.download, { token: bruno.token }),
    ])
    expect(lists.map(({ status, text }) => [status, text.includes('devis.txt')])).toEqual(lists.map(() => [200, false]))
    expect([(await list(bruno)).status, (await remove(document_id)).status]).toEqual([404, 200])
    const again = await added('devis.txt', paving)
    // An administrator may use it, but reads no file that was not granted to them.
    expect((await ask(admin, { conversation_id: await begin(admin) })).told).not.toContain('48 000')
    expect([await opens(bruno, again), await opens(admin, again), await opens(chloe, again)]).toEqual([200, 404, 404])
    await app.call(assistantReviews.suspend, { token: admin.token, params: { id }, body: { reason: 'À revoir' } })
    expect([await opens(bruno, again), await opens(ana, again)]).toEqual([404, 200])
    await app.call(assistantReviews.resume, { token: admin.token, params: { id } })
    expect(await opens(bruno, again)).toBe(200)
    await shareWith()
    expect([await opens(bruno, again), await opens(ana, again)]).toEqual([404, 200])
  })
})

describe('its files do not follow', () => {
  test('what is published to everybody: they stay its owner’s documents, and those who decide read how many there are', async () => {
    const document_id = await added('devis.txt', paving)
    await shareWith(bruno)
    const { proposals } = (await app.call(ownAssistants.propose, { token: ana.token, params: { id }, body: {} })).body
    const params = { id: proposals[0]!.id }
    const { file_count, updated_at } = (await app.call(assistantReviews.get, { token: admin.token, params })).body
    const { body } = await app.call(assistantReviews.publish, { token: admin.token, params, body: { expected_updated_at: updated_at } })
    expect([file_count, body.message]).toEqual([
      1,
      '«\u00a0Voirie\u00a0» est publié. Il est à l’organisation, et ouvert à tous. Son fichier ne l’a pas suivi\u00a0: il reste dans les documents de la personne à qui il était.',
    ])
    expect([await rowOf(document_id), await opens(bruno, document_id), await opens(ana, document_id)]).toEqual([
      { owner_id: ana.id, attached: false },
      404,
      200,
    ])
    expect((await app.call(library.uploads, { token: ana.token })).body.documents.map((one) => one.id)).toContain(document_id)
    for (const who of [ana, bruno]) expect((await ask(who, { conversation_id: await begin(who) })).from).toEqual([])
  })

  test('who it is handed over to: they stay with who gave it, who is told at once and by mail', async () => {
    const document_id = await added('devis.txt', paving)
    await add('plan.txt', 'Le plan.')
    await shareWith(bruno)
    await mailsSettled(app.context)
    const mails = app.mails.length
    const { body } = await app.call(ownAssistants.handOver, { token: ana.token, params: { id }, body: { account: bruno.username } })
    expect(body.message).toMatch(/Ses 2\u00a0fichiers ne l’ont pas suivi\u00a0: ils restent dans vos documents\.$/)
    await mailsSettled(app.context)
    const sent = app.mails.slice(mails)
    expect(sent.find(({ to }) => to === ana.email)!.text).toContain('ils sont restés vos documents')
    expect([await names(bruno), (await list(ana)).status]).toEqual([[], 404])
    expect([await rowOf(document_id), await opens(bruno, document_id)]).toEqual([{ owner_id: ana.id, attached: false }, 404])
  })

  test('a copy, even of one’s own; nor what stays is a file that goes to somebody else with its project', async () => {
    await add('devis.txt', paving)
    const copy = (await app.call(ownAssistants.copy, { token: ana.token, body: { assistant_id: id } })).body
    expect([copy.file_count, (await list(ana, copy.id)).body.documents]).toEqual([0, []])
    const project_id = (await app.call(projects.create, { token: ana.token, body: { name: 'Quai' } })).body.id
    const form = fileForm('quai.txt', 'Le quai.', {}, 'document')
    const { files } = (await app.call(projects.addFiles, { token: ana.token, params: { id: project_id }, form })).body
    await choose(ana, files[0]!.document_id)
    expect(await names(ana)).toEqual(['quai.txt', 'devis.txt'])
    const given = await app.call(projectHandOver.give, { token: ana.token, params: { id: project_id }, body: { account: bruno.username } })
    expect([given.status, await names(ana), await rowOf(files[0]!.document_id)]).toEqual([200, ['devis.txt'], { owner_id: bruno.id, attached: true }])
  })
})
