import { allCategories, routes, type Source } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { sourcesOf } from '../../../testing/reply-client.ts'
import { modelsOf } from '../../../testing/test-llm.ts'
import { callV1, newKey } from '../../api-keys/api-keys.fixture.ts'
import { addToLibrary, fileForm } from '../../documents/documents.fixture.ts'
import { article, corpusForm, corpusPack, version } from '../corpus.fixture.ts'

// Articles of an installed corpus, found by the search of the library.
const { corpora, documents, documentCategories, library } = routes

/** What the model received. */
const received: string[] = []
const models = modelsOf({
  builtIn: false,
  async complete({ messages, onDelta }) {
    received.push(messages.map(({ content }) => content).join('\n'))
    onDelta('Voici ce que dit le texte [1].')
    return { finish: 'stop', usage: { prompt_tokens: 1, completion_tokens: 1 }, model: 'essai' }
  },
})
const bench = openChatBench({ models, config: { ...readConfig({ API_KEYS: 'tous' }), chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
beforeAll(() => app.travel(Date.parse('2026-11-30T12:00:00Z') - Date.now()))
const { ana, bruno, admin } = people(app, { ana: {}, bruno: {}, admin: { is_admin: true } })

const category = 'Corpus d’essai'
const quorum = (count: string) => `Le conseil municipal ne délibère valablement que lorsque ${count} de ses membres en exercice sont présents.`
const codes = [
  { id: 'CGCT', title: 'code général des collectivités territoriales', abbreviations: ['CGCT'] },
  { id: 'CJA', title: 'code de justice administrative', abbreviations: ['CJA'] },
]
const packArticles = [
  article('L2121-17', [
    version('v1', '2000-01-01', '2019-12-31', { text: quorum('le tiers') }),
    version('v2', '2020-01-01', '2024-02-28', { text: quorum('la majorité') }),
    version('v3', '2024-02-29', null, { text: quorum('les deux tiers') }),
  ]),
  article('L2121-7', [version('v1', '2000-01-01', null, { text: 'Le conseil municipal se réunit au moins une fois par trimestre.' })]),
  article('L2121-30', [version('v1', '2000-01-01', '2021-06-30', { text: 'Le conseil municipal décide de la création des écoles maternelles.' })]),
  article('L2121-31', [version('v1', '2027-01-01', null, { text: 'Le conseil municipal arrête le compte financier unique.' })]),
  // Its first text is in force again after another: one text, two periods.
  article('L2121-40', [
    version('v1', '2000-01-01', '2009-12-31', { text: 'Les archives communales sont conservées à la mairie.' }),
    version('v2', '2010-01-01', '2014-12-31', { text: 'Les archives communales sont déposées au département.' }),
    version('v3', '2015-01-01', null, { text: 'Les archives communales sont conservées à la mairie.' }),
  ]),
  article('R421-1', [version('v1', '2017-01-01', null, { text: 'La juridiction est saisie dans les deux mois de la décision attaquée.' })], {
    id: 'CJA-R421-1',
    code: 'CJA',
    path: ['Partie réglementaire', 'Les délais'],
  }),
]
const pack = corpusPack(packArticles, { codes })
const importPack = async (given: unknown) => {
  const done = await app.call(corpora.import, { token: admin.token, form: corpusForm(given) })
  expect(done.status).toBe(201)
  return done.body.corpus
}
beforeAll(async () => void (await importPack(pack)))
beforeEach(() => void received.splice(0))

const ask = async (message: string, body: object = {}, person = ana) => {
  const reply = await bench.askLibrary(person, { message, category, ...body })
  return { text: reply.text(), sources: sourcesOf(reply), prompt: received.join('\n') }
}
const question = 'Quel est le quorum du conseil municipal, combien de membres présents ?'

describe('an article is found in the version of the day', () => {
  it.each([
    [undefined, 'les deux tiers', '2024-02-29'],
    ['2024-02-29', 'les deux tiers', '2024-02-29'],
    ['2024-02-28', 'la majorité', '2020-01-01'],
    ['2020-01-01', 'la majorité', '2020-01-01'],
    ['2019-12-31', 'le tiers', '2000-01-01'],
    ['2000-01-01', 'le tiers', '2000-01-01'],
  ])('on %s: %s', async (as_of, words, version_date) => {
    const { prompt, sources } = await ask(question, as_of === undefined ? {} : { as_of })
    expect(['le tiers', 'la majorité', 'les deux tiers'].filter((one) => prompt.includes(`lorsque ${one} de`))).toEqual([words])
    expect(sources[0]).toMatchObject({
      document: 'Article\u00a0L.\u00a02121-17 — Code général des collectivités territoriales',
      section: 'Partie législative',
      version_date,
      superseded: version_date !== '2024-02-29',
      review_due: false,
      attribution: 'Textes inventés pour l’essai',
    })
  })

  it('and none the day before its first', async () => {
    const { text, prompt } = await ask('article L. 2121-17 du CGCT', { as_of: '1999-12-31' })
    expect(prompt).toBe('')
    expect(text).toContain('n’est en vigueur qu’à partir du 1er\u00a0janvier 2000')
  })

  it('by the date in its words, and by that of its conversation', async () => {
    const words = 'Combien de membres devaient être présents pour que le conseil municipal délibère valablement au 1er mars 2021 ?'
    expect((await ask(words)).sources[0]).toMatchObject({ version_date: '2020-01-01' })
    const id = await bench.newConversation(ana, { library: category })
    await app.call(routes.conversations.update, { token: ana.token, params: { id }, body: { as_of: '2019-12-31' } })
    const reply = await bench.ask(ana, id, question)
    expect(sourcesOf(reply)[0]).toMatchObject({ version_date: '2000-01-01', valid_until: '2019-12-31', superseded: true, superseded_on: '2020-01-01' })
  })

  it('a text that is in force again has one entry in the index, and both of its periods', async () => {
    const { rows } = await app.db
      .selectFrom('corpus_passage')
      .where('text', 'like', '%archives communales%')
      .select('text')
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows).toHaveLength(2)
    for (const [as_of, version_date] of [
      ['2009-12-31', '2000-01-01'],
      ['2012-01-01', '2010-01-01'],
      ['2015-01-01', '2015-01-01'],
    ] as const)
      expect((await ask('Où sont les archives communales ?', { as_of })).sources[0]).toMatchObject({ version_date })
  })
})

describe('an article named by its number comes first', () => {
  it.each([
    ['L. 2121-17 CGCT', 'L.\u00a02121-17'],
    ['Que dit l’article 2121-17 du CGCT ?', 'L.\u00a02121-17'],
    ['article L2121-7 du code général des collectivités territoriales', 'L.\u00a02121-7'],
    ['R421-1 CJA', 'R.\u00a0421-1'],
    ['Bonjour, peux-tu me résumer l’art. R. 421-1 du code de justice administrative ? Merci !', 'R.\u00a0421-1'],
    ['2121-17 CGCT', 'L.\u00a02121-17'],
    ['Que dit l’article L. 2121-40 du CGCT ?', 'L.\u00a02121-40'],
    ['Que prévoit l’article L. 2121-7 ?', 'L.\u00a02121-7'],
  ])('%s', async (message, number) => {
    for (const where of [{}, { category: allCategories.name }]) {
      const { sources } = await ask(message, where)
      expect(sources[0]?.document).toContain(`Article\u00a0${number} —`)
    }
  })

  it.each([
    [
      'Que dit l’article L. 2121-99 du CGCT ?',
      'L’article L.\u00a02121-99 n’existe pas dans «\u00a0Code général des collectivités territoriales\u00a0», tel qu’il est installé.',
    ],
    ['Que dit l’article L. 410-1 du code de l’urbanisme ?', 'n’est pas dans les textes installés'],
    ['Que dit l’article L. 2121-30 du CGCT ?', 'n’est plus en vigueur depuis le 1er\u00a0juillet 2021'],
    ['Que dit l’article L. 2121-31 du CGCT ?', 'n’est en vigueur qu’à partir du 1er\u00a0janvier 2027'],
  ])('what is missing is told apart: %s', async (message, sentence) => {
    const { text } = await ask(message)
    expect(text).toContain(sentence)
  })
})

describe('a corpus is a read-only category', () => {
  const codesOf = async (person = ana) => (await app.call(documents.list, { token: person.token, query: { category } })).body.documents
  const categoryId = async () => (await app.call(documentCategories.list, { token: admin.token })).body.find(({ name }) => name === category)!.id

  it('is listed with its codes, and counted', async () => {
    expect((await codesOf()).map(({ original_filename, is_corpus, can_edit }) => [original_filename, is_corpus, can_edit]).toSorted()).toEqual([
      ['Code de justice administrative', true, false],
      ['Code général des collectivités territoriales', true, false],
    ])
    const { body } = await app.call(documents.categories, { token: ana.token })
    expect([body.counts[category], body.corpora]).toEqual([2, [category]])
    const { body: summary } = await app.call(library.categories, { token: ana.token })
    expect(summary.categories.find(({ name }) => name === category)).toMatchObject({ document_count: 2, indexed_count: 2, vector_store_exists: true })
  })

  it('nothing is added, changed, moved, read again nor deleted in it, not even by an administrator', async () => {
    const [code] = await codesOf()
    const params = { id: code!.id }
    const { token } = admin
    const upload = await app.call(documents.upload, { token, form: fileForm('note.txt', 'Une note.', { category }) })
    const other = await addToLibrary(app, admin, 'note.txt', 'Une note de service.', { category: 'Notes' })
    const refused = [
      upload,
      await app.call(documents.update, { token, params, body: { category: 'Notes' } }),
      await app.call(documents.update, { token, params: { id: other.id }, body: { category } }),
      await app.call(documents.update, { token, params: { id: other.id }, body: { supersedes_id: code!.id, valid_from: '2026-01-01' } }),
      await app.call(documents.retry, { token, params }),
      await app.call(documents.remove, { token, params }),
      await app.call(documentCategories.remove, { token, params: { id: await categoryId() } }),
    ]
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [409, 'documents.corpus']))
    expect((await app.call(documents.download, { token, params })).error.code).toBe('documents.no_file')
    expect(await codesOf()).toHaveLength(2)
  })

  it('a source opens the text that was cited, with its history', async () => {
    const [source] = (await ask(question, { as_of: '2021-01-01' })).sources as [Source]
    const params = { id: source.document_id, passage_id: source.passage_id! }
    expect((await app.call(documents.passage, { token: ana.token, params })).body.passage).toMatchObject({
      text: quorum('la majorité'),
      section: 'Partie législative',
    })
    const { body } = await app.call(documents.text, { token: ana.token, params, query: { passage: source.passage_id! } })
    const lines = body.pages[0]!.blocks.map(({ text, is_highlighted }) => [text, is_highlighted])
    expect(lines).toContainEqual([quorum('la majorité'), true])
    expect(lines).toContainEqual(['Version en vigueur depuis le 29\u00a0février 2024'.replaceAll('29\u00a0', '29 '), false])
    expect(body.total).toBe(5)
  })

  it('of two people, the one without the right gets nothing of it by any path', async () => {
    const id = await categoryId()
    const { body } = await app.call(documents.list, { token: ana.token, query: { category } })
    const [source] = (await ask(question)).sources as [Source]
    const opened = await app.call(routes.grants.set, {
      token: admin.token,
      params: { kind: 'document_category', id },
      body: { grants: [{ subject: 'user', id: ana.id, level: 'use' }] },
    })
    expect(opened.status).toBe(200)
    const { value } = await newKey(app, bruno, { scopes: ['library', 'documents:read'] })
    received.splice(0)
    for (const message of [question, 'L. 2121-17 CGCT']) {
      const all = await ask(message, { category: allCategories.name }, bruno)
      expect([all.sources, all.text.includes('2121-17')]).toEqual([[], false])
      await bench.askLibrary(bruno, { message, category })
      const conversation = await bench.newConversation(bruno, { library: category })
      await bench.ask(bruno, conversation, message)
      await callV1(app, value, '/chat/completions', { model: 'bibliotheque', messages: [{ role: 'user', content: message }] })
    }
    expect(received.join('\n')).not.toContain('ne délibère valablement')
    const params = { id: source.document_id, passage_id: source.passage_id! }
    for (const call of [documents.passage, documents.text] as const)
      expect((await app.call(call as typeof documents.passage, { token: bruno.token, params })).status).toBe(404)
    expect((await app.call(documents.categories, { token: bruno.token })).body.categories).not.toContain(category)
    expect((await ask('L. 2121-17 CGCT')).sources[0]?.document_id).toBe(source.document_id)
    expect(body.documents).toHaveLength(2)
  })
})

describe('with a model of level 1', () => {
  const external = openChatBench()
  const { zoe } = people(external.app, { zoe: { is_admin: true } })

  it('the level of its category holds: no passage goes to a model below it', async () => {
    const { token } = zoe
    await external.app.call(corpora.import, { token, form: corpusForm(pack) })
    const [{ id } = { id: '' }] = (await external.app.call(documentCategories.list, { token })).body.filter(({ is_corpus }) => is_corpus)
    const askAt = async (min_level: 1 | 3, message: string) => {
      await external.app.call(documentCategories.update, { token, params: { id }, body: { min_level } })
      return external.app.call(routes.chat.libraryStream, { token, body: { message, category } })
    }
    for (const message of [question, 'L. 2121-17 CGCT']) {
      expect((await askAt(3, message)).error).toMatchObject({ code: 'llm.no_model_for_level', level: 3 })
      expect((await askAt(1, message)).status).toBe(200)
    }
  })
})

describe('a later import', () => {
  const indexOf = async () =>
    (await app.db.selectFrom('corpus_article').select(['number', 'index_no', 'article_no']).orderBy('number').execute()).map((row) =>
      Object.values(row).join(' '),
    )

  it('keeps the indexes of what it does not change, and replaces the others', async () => {
    const before = await indexOf()
    const [source] = (await ask('L. 2121-7 CGCT')).sources as [Source]
    const changed = article('L2121-7', [
      version('v1', '2000-01-01', '2026-11-29', { text: 'Le conseil municipal se réunit au moins une fois par trimestre.' }),
      version('v2', '2026-11-30', null, { text: 'Le conseil municipal se réunit au moins une fois par mois.' }),
    ])
    await importPack(corpusPack([changed], { codes, extracted_on: '2026-11-30', based_on: '2026-11-29', removed: ['CJA-R421-1'] }))
    const after = await indexOf()
    expect(after).toHaveLength(5)
    expect(before.filter((one) => after.includes(one))).toHaveLength(4)
    expect((await ask('L. 2121-7 CGCT')).sources[0]?.extract).toContain('une fois par mois')
    expect((await ask('L. 2121-7 CGCT', { as_of: '2026-11-29' })).sources[0]?.extract).toContain('une fois par trimestre')
    // The source of a former reply still opens the text that it cited.
    const params = { id: source.document_id, passage_id: source.passage_id! }
    expect((await app.call(documents.passage, { token: ana.token, params })).body.passage.text).toContain('une fois par trimestre')
    expect((await app.call(documents.list, { token: ana.token, query: { category } })).body.documents).toHaveLength(1)
    const indexes = await app.db.selectFrom('corpus_index').select('index_no').execute()
    const passages = await app.db.selectFrom('corpus_passage').select('index_no').distinct().execute()
    expect([indexes.length, passages.length]).toEqual([5, 5])
  })

  it('a corpus that is removed leaves nothing', async () => {
    const { body } = await app.call(corpora.list, { token: admin.token })
    for (const { id } of body.corpora) await app.call(corpora.remove, { token: admin.token, params: { id } })
    for (const table of ['corpus_index', 'corpus_passage', 'corpus_article'] as const) expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await app.call(documents.categories, { token: ana.token })).body.corpora).toEqual([])
    expect((await ask('L. 2121-17 CGCT', { category: allCategories.name })).text).not.toContain('installés')
  })
})
