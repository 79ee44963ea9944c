import { routes, type Source } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { newCategory, people } from '../../../testing/open-test-app.ts'
import { sourcesOf } from '../../../testing/reply-client.ts'
import { modelsOf } from '../../../testing/test-llm.ts'
import { callV1, newKey } from '../../api-keys/api-keys.fixture.ts'
import { addToLibrary, fileForm, uploadPrivate } from '../../documents/documents.fixture.ts'

// Answers from the documents in force on a day, by every path.
const { documents, conversations, projects, chat, library, assistants } = routes
/** Half past midnight in Paris on 1 March 2026: still 28 February in UTC. */
const now = new Date('2026-02-28T23:30:00Z')

/** What the model received, and what it answers next. */
const received: string[] = []
const answers: string[] = []
const models = modelsOf({
  builtIn: false,
  async complete({ messages, onDelta }) {
    received.push(messages.map(({ content }) => content).join('\n'))
    for (const part of (answers.shift() ?? 'Voici ce que dit le texte [1].').split(/(?<= )/)) onDelta(part)
    return { finish: 'stop', usage: { prompt_tokens: 1, completion_tokens: 1 }, model: 'essai' }
  },
})
const bench = openChatBench({ models, config: { ...readConfig({ API_KEYS: 'tous' }), chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
beforeAll(() => app.travel(now.getTime() - Date.now()))
const { ana, admin } = people(app, { ana: {}, admin: { is_admin: true } })

const category = 'Tarifs'
const priceOf = (price: string) => `# Restauration scolaire\n\nLe repas de la cantine coûte ${price} euros pour un enfant de la commune.\n`
const question = 'Combien coûte le repas de la cantine pour un enfant ?'
const [formerPrice, price] = ['3,10', '4,25']
let former = ''
let current = ''
beforeAll(async () => {
  const one = await addToLibrary(app, ana, 'cantine 2025.md', priceOf(formerPrice), { category, valid_from: '2025-01-01' })
  const two = await addToLibrary(app, ana, 'cantine 2026.md', priceOf(price), { category, valid_from: '2026-03-01', supersedes_id: one.id })
  await addToLibrary(app, ana, 'piscine.md', '# Piscine\n\nLa piscine ouvre à neuf heures le samedi.\n', { category })
  ;[former, current] = [one.id, two.id]
})
beforeEach(() => void received.splice(0))

type Answer = { text: string; sources: Source[]; prompt: string }
/** Asks, and returns what the person and the model got. */
async function ask(body: object, message = question): Promise<Answer> {
  const reply = await bench.askLibrary(ana, { message, category, ...body })
  return { text: reply.text(), sources: sourcesOf(reply), prompt: received.join('\n') }
}
/** Expects that only this version reached the model and the person. */
function expectOnly({ prompt, sources }: Pick<Answer, 'prompt'> & { sources: readonly { document_id: string }[] }, version: 'former' | 'current') {
  const [wanted, unwanted] = version === 'former' ? [formerPrice, price] : [price, formerPrice]
  expect([prompt.includes(wanted), prompt.includes(unwanted)]).toEqual([true, false])
  const ids = sources.map(({ document_id }) => document_id)
  expect([ids.includes(former), ids.includes(current)]).toEqual([version === 'former', version === 'current'])
}
const conversation = async (request: object) => bench.newConversation(ana, request)
const noticeOf = (day: string) => `*Réponse d’après les documents en vigueur le ${day}.*`

describe('a question is answered from what is in force', () => {
  it('today, in Paris, from its first day on', async () => {
    const answer = await ask({})
    expectOnly(answer, 'current')
    expect(answer.text).not.toContain('en vigueur le')
    expect(answer.sources[0]).toMatchObject({ version_date: '2026-03-01', valid_until: null, superseded: false, review_due: false })
  })

  it.each([
    ['2026-03-01', 'current'],
    ['2026-02-28', 'former'],
    ['2025-01-01', 'former'],
  ] as const)('on %s, from the %s version', async (as_of, version) => {
    const answer = await ask({ as_of })
    expectOnly(answer, version)
    if (version === 'former') expect(answer.sources[0]).toMatchObject({ version_date: '2025-01-01', superseded: true, superseded_on: '2026-03-01' })
  })

  it('on the day that its words ask for, which the reply says first', async () => {
    const answer = await ask({}, 'Combien coûtait le repas de la cantine pour un enfant au 1er mars 2025 ?')
    expectOnly(answer, 'former')
    expect(answer.text.startsWith(`${noticeOf('1er\u00a0mars 2025')}\n\n`)).toBe(true)
    expect(answer.prompt).toContain('La question porte sur le 1er\u00a0mars 2025')
    received.splice(0)
    expectOnly(await ask({ as_of: '2026-03-02' }, 'Combien coûtait le repas de la cantine au 1er mars 2025 ?'), 'current')
  })

  it('on the day of its conversation, kept until it is removed, and a follow-up keeps that of its question', async () => {
    const id = await conversation({ library: category })
    const put = async (as_of: unknown) => app.call(conversations.update, { token: ana.token, params: { id }, body: { as_of } as never })
    expect((await put('2025-02-29')).status).toBe(422)
    expect((await put('2025-06-01')).body.as_of).toBe('2025-06-01')
    expectOnly(await ask({ conversation_id: id }), 'former')
    const [, reply] = await bench.messages(ana, id)
    expect(reply!.sources[0]).toMatchObject({ document_id: former, superseded: true })
    expect(reply!.content).toContain(noticeOf('1er\u00a0juin 2025'))
    expect(reply!.as_of).toBe('2025-06-01')
    expect((await put(null)).body.as_of).toBeNull()
    received.splice(0)
    expectOnly(await ask({ conversation_id: id }, 'Combien coûtait le repas de la cantine au 1er mars 2025 ?'), 'former')
    received.splice(0)
    expectOnly({ ...(await ask({ conversation_id: id }, 'Et pour un enfant de la commune ?')) }, 'former')
    const later = await ask({ conversation_id: id }, 'Et aujourd’hui, combien coûte le repas de la cantine ?')
    expect(later.sources.map(({ document_id }) => document_id)).not.toContain(former)
  })

  it('in a conversation with an assistant, its categories and a project', async () => {
    const { id } = await app.db.selectFrom('document_category').where('name', '=', category).select('id').executeTakeFirstOrThrow()
    const body = { name: 'Accueil', description: 'D', prompt_content: 'Vous renseignez.', category_id: await newCategory(app.db), document_category_ids: [id] }
    const { id: assistant_id } = (await app.call(assistants.create, { token: admin.token, body })).body
    for (const request of [{ assistant_id }, { library: category }]) {
      const conversation_id = await conversation(request)
      for (const [as_of, version] of [
        [undefined, 'current'],
        ['2025-06-01', 'former'],
      ] as const) {
        received.splice(0)
        answers.push('Voici [1].')
        const reply = await bench.ask(ana, conversation_id, question, as_of === undefined ? {} : { as_of })
        expectOnly({ prompt: received.at(-1)!, sources: sourcesOf(reply) }, version)
      }
    }
  })

  it('from private documents and files of a project, given whole', async () => {
    const mine = await uploadPrivate(app, ana, 'mon règlement.txt', priceOf('5,05'))
    await app.call(documents.update, { token: ana.token, params: { id: mine }, body: { valid_until: '2026-02-28' } })
    const rag = (as_of?: string) =>
      app.call(library.ask, { token: ana.token, body: { message: question, document_id: mine, ...(as_of !== undefined && { as_of }) } })
    const expired = (await rag()).body
    expect([expired.sources, expired.response]).toEqual([[], expect.stringContaining('«\u00a0[mon règlement]')])
    expect(expired.response).toContain('était valable jusqu’au 28 février 2026')
    expect(received).toEqual([])
    expect((await rag('2026-02-28')).body.sources).toHaveLength(1)
    const { id: project_id } = (await app.call(projects.create, { token: ana.token, body: { name: 'Cantine', description: '', content: '' } })).body
    const form = fileForm('projet.txt', priceOf('6,06'), {}, 'document')
    const [file] = (await app.call(projects.addFiles, { token: ana.token, params: { id: project_id }, form })).body.files
    await app.context.worker.drain()
    await app.call(documents.update, { token: ana.token, params: { id: file!.document_id }, body: { valid_from: '2026-03-02' } })
    const id = await conversation({ project_id })
    received.splice(0)
    expect(sourcesOf(await bench.ask(ana, id, question))).toEqual([])
    expect(received.join()).not.toContain('6,06')
    expect(sourcesOf(await bench.ask(ana, id, question, { as_of: '2026-03-02' }))).toHaveLength(1)
  })

  it('in `/v1`, with the dates of its sources', async () => {
    const { value } = await newKey(app, ana, { scopes: ['library'] })
    const call = (as_of?: string) => callV1(app, value, '/chat/completions', { model: 'bibliotheque', messages: [{ role: 'user', content: question }], as_of })
    const today = await call()
    expectOnly({ prompt: received.join(), sources: today.body.sources }, 'current')
    received.splice(0)
    const then = await call('2025-06-01')
    expectOnly({ prompt: received.join(), sources: then.body.sources }, 'former')
    expect(then.body.sources[0]).toMatchObject({ version_date: '2025-01-01', superseded: true, superseded_on: '2026-03-01', review_due: false })
    expect((await call('2025-02-29')).status).toBe(400)
  })

  it('without the examples of what is not in force', async () => {
    const { questions } = (await app.call(library.examples, { token: ana.token, query: { category } })).body
    expect(questions.filter((one) => one.includes('Restauration scolaire'))).toHaveLength(1)
  })

  it('the version that replaces it once deleted, the former one answers again', async () => {
    const one = await addToLibrary(app, ana, 'crèche 1.md', '# Crèche\n\nLa crèche ferme à dix-huit heures.\n', { category: 'Petite enfance' })
    const fields = { category: 'Petite enfance', supersedes_id: one.id }
    const two = await addToLibrary(app, ana, 'crèche 2.md', '# Crèche\n\nLa crèche ferme à dix-neuf heures.\n', fields)
    const answer = async () => (await ask({ category: 'Petite enfance' }, 'À quelle heure ferme la crèche ?')).sources.map(({ document_id }) => document_id)
    expect(await answer()).toEqual([two.id])
    await app.call(documents.remove, { token: ana.token, params: { id: two.id } })
    expect(await answer()).toEqual([one.id])
  })
})

describe('where nothing is in force', () => {
  it('the reply names what has expired, with its day and no figure of it, and no model is called', async () => {
    await addToLibrary(app, ana, 'Tarif des concessions.md', '# Concessions\n\nUne concession de trente ans coûte 450 euros.\n', {
      category: 'Cimetière',
      valid_until: '2025-12-31',
    })
    const { text, sources } = await ask({ category: 'Cimetière' }, 'Combien coûte une concession de trente ans ?')
    expect(text).toContain('Aucun document en vigueur ne répond à cette question.')
    expect(text).toMatch(/«\u00a0\[Tarif des concessions\]\([^)]*\)\u00a0» était valable jusqu’au 31 décembre 2025\./)
    expect([text.includes('450'), sources, received]).toEqual([false, [], []])
    const other = await ask({ category: 'Cimetière' }, 'Quels sont les horaires de la déchèterie ?')
    expect(other.text).toContain('Aucun document de cette catégorie n’est en vigueur')
  })

  it('a document of tomorrow is announced, and beside others the reply says that it is not used', async () => {
    const market = '# Marché\n\nLe marché de Noël a lieu place Carnot et coûte 30 euros par étal.\n'
    await addToLibrary(app, ana, 'Règlement du marché.md', market, { category: 'Marchés', valid_from: '2026-03-02' })
    const message = 'Combien coûte un étal du marché de Noël place Carnot ?'
    const askAt = async (as_of?: string) => ask({ category: 'Marchés', ...(as_of !== undefined && { as_of }) }, message)
    expect((await askAt()).text).toMatch(/«\u00a0\[Règlement du marché\]\([^)]*\)\u00a0» n’est en vigueur qu’à partir du 2 mars 2026/)
    await addToLibrary(app, ana, 'samedi.md', '# Marché\n\nLe marché du samedi a lieu place Carnot.\n', { category: 'Marchés' })
    const { text, prompt, sources } = await askAt()
    expect(text).toContain('*«\u00a0Règlement du marché\u00a0» n’est en vigueur qu’à partir du 2 mars 2026\u00a0: cette réponse n’en tient pas compte.*')
    expect([sources.map(({ document }) => document), prompt.includes('30 euros')]).toEqual([['samedi.md'], false])
    expect((await askAt('2026-03-02')).prompt).toContain('30 euros')
  })
})

describe('a source past its review date', () => {
  const notice = '*D’après un document de 2019, à vérifier\u00a0:*\n\n'
  const message = 'Combien de livres peut-on emprunter à la médiathèque ?'
  beforeAll(async () => {
    const fields = { category: 'Culture', valid_from: '2019-09-01' }
    await addToLibrary(app, ana, 'médiathèque.md', '# Prêt\n\nOn emprunte dix livres à la médiathèque.\n', { ...fields, review_by: '2026-02-28' })
    await addToLibrary(app, ana, 'ludothèque.md', '# Prêt\n\nOn emprunte deux jeux à la ludothèque, et aucun livre de la médiathèque.\n', {
      ...fields,
      review_by: '2026-03-01',
    })
  })
  const askWith = async (answer: string) => {
    answers.push(answer)
    return ask({ category: 'Culture' }, message)
  }

  it('is said in the first line when the reply uses it, and to the model', async () => {
    const { text, sources, prompt } = await askWith('Dix livres [1].')
    expect(sources.map(({ document, review_due }) => [document, review_due])).toEqual([
      ['médiathèque.md', true],
      ['ludothèque.md', false],
    ])
    expect(text).toBe(`${notice}Dix livres [1].`)
    expect(prompt).toContain('[1] du 1er\u00a0septembre 2019, à vérifier ; [2] du 1er\u00a0septembre 2019.')
  })

  const consulted = '*Parmi les textes consultés, un document de 2019 est à vérifier.*\n\n'
  it.each([
    ['another first', 'Deux jeux [2]. Dix livres [1].', notice],
    ['another first and it much later', `Deux jeux [2]. ${'mot '.repeat(200)} Dix livres [1].`, consulted],
    ['it without an answer', 'Je ne trouve pas dans vos documents de quoi répondre à cette question. Dix livres [1].', consulted],
  ])('is said in the first line when the reply cites %s: live, saved and in `/v1`', async (_what, answer, first) => {
    expect((await askWith(answer)).text).toBe(first + answer)
    const id = await conversation({ library: 'Culture' })
    answers.push(answer)
    await ask({ conversation_id: id, category: 'Culture' }, message)
    expect((await bench.messages(ana, id))[1]!.content).toBe(first + answer)
    const { value } = await newKey(app, ana, { scopes: ['library'] })
    answers.push(answer)
    const { body } = await callV1(app, value, '/chat/completions', {
      model: 'bibliotheque',
      metadata: { category: 'Culture' },
      messages: [{ role: 'user', content: message }],
    })
    expect(body.choices[0].message.content.startsWith(first + answer)).toBe(true)
  })

  it.each([
    ['uses another', 'Deux jeux [2].'],
    ['cites nothing', 'Dix livres.'],
  ])('is not said when the reply %s', async (_what, answer) => {
    expect((await askWith(answer)).text).toBe(answer)
  })

  it('is saved with the message, as it was then, and is no part of what a later prompt has', async () => {
    const id = await conversation({ library: 'Culture' })
    answers.push('Dix livres [1].')
    await ask({ conversation_id: id, category: 'Culture' }, message)
    await app.call(documents.update, {
      token: ana.token,
      params: { id: (await bench.messages(ana, id))[1]!.sources[0]!.document_id },
      body: { review_by: '2030-01-01' },
    })
    const [, reply] = await bench.messages(ana, id)
    expect([reply!.content, reply!.sources[0]!.review_due]).toEqual([`${notice}Dix livres [1].`, true])
    received.splice(0)
    const { text } = await ask({ conversation_id: id, category: 'Culture' }, 'Et combien de jeux peut-on emprunter à la ludothèque ?')
    expect([text, received.join().includes('D’après un document')]).toEqual(['Voici ce que dit le texte [1].', false])
  })
})

it('a day that does not exist is refused by every route', async () => {
  const as_of = '2025-02-29'
  const calls = [
    await app.call(chat.libraryStream, { token: ana.token, body: { message: question, category, as_of } }),
    await app.call(chat.stream, { token: ana.token, body: { messageHistory: [{ role: 'user', content: question }], as_of } }),
    await app.call(library.ask, { token: ana.token, body: { message: question, as_of } }),
  ]
  expect(calls.map(({ status, error }) => [status, Object.keys(error.fields!)])).toEqual(calls.map(() => [422, ['as_of']]))
})
