import { routes } from '@parvis/contract'
import { beforeAll, expect, it } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { sourcesOf } from '../../../testing/sources.ts'
import { addToBase } from '../../documents/documents.fixture.ts'

const { library, conversations } = routes
const bench = openChatBench()
const { app } = bench
const { ana } = people(app, { ana: {} })
beforeAll(async () => {
  await addToBase(app, ana, 'halle.md', '# Halle\n\nIntroduction.\n\n## Location des étals\n\nUn étal se loue douze euros la matinée.\n', {
    category: 'Commerce',
  })
  await addToBase(app, ana, 'gymnase.md', '# Gymnase\n\n## Qui peut réserver ?\n\nLes associations de la commune réservent le gymnase.\n', {
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
