import { routes } from '@parvis/contract'
import { beforeAll, expect, it } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { sourcesOf } from '../../../testing/reply-client.ts'
import { addToLibrary } from '../../documents/documents.fixture.ts'

const { documentCategories, grants, library, conversations } = routes
const bench = openChatBench()
const { app } = bench
const { ana, bob, admin } = people(app, { ana: {}, bob: {}, admin: { is_admin: true } })
beforeAll(async () => {
  await addToLibrary(app, ana, 'halle.md', '# Halle\n\nIntroduction.\n\n## Location des étals\n\nUn étal se loue douze euros la matinée.\n', {
    category: 'Commerce',
  })
  await addToLibrary(app, ana, 'gymnase.md', '# Gymnase\n\n## Qui peut réserver ?\n\nLes associations de la commune réservent le gymnase.\n', {
    category: 'Sport',
  })
})

it('a question asked of all the categories finds the passages of any of them, in a conversation that keeps the choice', async () => {
  const { body } = await app.call(conversations.findOrCreate, { token: ana.token, body: { library: '*' } })
  for (const [message, document] of [
    ['Combien coûte un étal de la halle ?', 'halle.md'],
    ['Qui réserve le gymnase ?', 'gymnase.md'],
  ]) {
    const reply = await bench.askLibrary(ana, { message, category: '*', conversation_id: body.id })
    expect(sourcesOf(reply).map((source) => source.document)).toContain(document)
  }
  expect((await app.call(conversations.get, { token: ana.token, params: { id: body.id } })).body.library).toBe('*')
})

it('a conversation goes from one category to all of them, and says so', async () => {
  const { body } = await app.call(conversations.findOrCreate, { token: ana.token, body: { library: 'Sport' } })
  await bench.askLibrary(ana, { message: 'Qui réserve le gymnase ?', category: 'Sport', conversation_id: body.id })
  await bench.settled(ana, body.id)
  const changed = await app.call(conversations.update, { token: ana.token, params: { id: body.id }, body: { library: '*' } })
  expect(changed.body).toMatchObject({ library: '*', changes: [{ kind: 'library', former: 'Sport', name: 'Toutes les catégories' }] })
})

it('examples are asked about the headings of the documents', async () => {
  const examples = async (category: string) => (await app.call(library.examples, { token: ana.token, query: { category } })).body.questions
  expect(await examples('Sport')).toEqual(['D’après «\u00a0Gymnase\u00a0», qui peut réserver ?'])
  expect(await examples('*')).toContain('Que dit «\u00a0Halle\u00a0» à propos de «\u00a0Location des étals\u00a0»\u00a0?')
  expect((await app.call(library.examples, { token: ana.token, query: { category: 'Inconnue' } })).status).toBe(404)
})

it('all the categories, their examples and their list leave out a category that is closed to the reader, as soon as it is', async () => {
  const text = '# Sanctions\n\nIntroduction.\n\n## Barème du blâme\n\nLe blâme de la régie des ambulants reste trois ans au dossier.\n'
  await addToLibrary(app, ana, 'sanctions.md', text, { category: 'Discipline' })
  const { id } = (await app.call(documentCategories.list, { token: admin.token })).body.find(({ name }) => name === 'Discipline')!
  const closeTo = (user_id: string) =>
    app.call(grants.set, { params: { kind: 'document_category', id }, body: { grants: [{ subject: 'user', id: user_id, level: 'use' }] }, token: admin.token })
  const message = 'Combien de temps reste le blâme de la régie des ambulants ?'
  const kept = { id: (await app.call(conversations.findOrCreate, { token: bob.token, body: { library: '*' } })).body.id }
  /** Returns everything that this person receives about all categories, as text. */
  const received = async (user: typeof ana, conversation_id?: string) => {
    const reply = await bench.askLibrary(user, { message, category: '*', ...(conversation_id !== undefined && { conversation_id }) })
    if (conversation_id !== undefined) await bench.settled(user, conversation_id)
    const examples = await app.call(library.examples, { token: user.token, query: { category: '*' } })
    const named = await app.call(library.examples, { token: user.token, query: { category: 'Discipline' } })
    const categories = await app.call(library.categories, { token: user.token })
    return { status: named.status, text: JSON.stringify([reply.events, examples.body, named.body, categories.body]).replaceAll(message, '') }
  }
  await closeTo(bob.id)
  const open = await received(bob, kept.id)
  expect([open.status, open.text]).toEqual([
    200,
    expect.stringMatching(/sanctions\.md.*«\u00a0Sanctions\u00a0» à propos de «\u00a0Barème du blâme\u00a0».*"Discipline"/u),
  ])
  const closed = /sanctions|barème|trois ans|discipline/iu
  expect(await received(ana)).toEqual({ status: 404, text: expect.not.stringMatching(closed) })
  await closeTo(ana.id)
  expect(await received(bob, kept.id)).toEqual({ status: 404, text: expect.not.stringMatching(closed) })
})
