import type { SearchHit } from '@parvis/french-search'
import { currentDays } from '../../chat/in-force/request-days.ts'
import { beforeAll, expect, it } from 'vitest'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import { addToLibrary, uploadPrivate } from '../../documents/documents.fixture.ts'
import { readablePages } from '../../full-reading/parts/readable-pages.ts'
import type { SearchScope } from '../../../authorization/documents.ts'
import { searchSources } from './search-sources.ts'

const app = openTestApp()
const { ana } = people(app, { ana: {} })
let document_id: string
beforeAll(async () => {
  document_id = await uploadPrivate(app, ana, 'guide.txt', 'Un guide de la cantine.')
})

/** Makes a hit of about two hundred tokens for one of the questions, with no neighbour. */
const hit = (ask: number, rank: number, score: number): SearchHit => ({
  document_id,
  position: 100 * ask + 10 * rank,
  page_from: null,
  page_to: null,
  section_path: [],
  text: `Question ${ask}, passage ${rank}. ${'mot '.repeat(200)}`,
  score,
  relevance: 1,
  lexical: score,
  semantic: score,
  questionIndex: ask,
  peak: 1,
})

/** Returns the question that each source answers, best first. */
async function answeredBy(hits: readonly SearchHit[], room: number, builtIn: boolean): Promise<number[]> {
  const { context } = app
  const search = async () => [...hits]
  const asks = [...new Set(hits.map(({ questionIndex }) => questionIndex))].map((ask) => ({
    question: `Question ${ask}`,
    inContext: `Question ${ask}`,
  }))
  const searched = { ...context, models: { ...context.models, builtIn }, retrieval: { ...context.retrieval, search } }
  const { sources } = await searchSources(searched, { owner_id: ana.id, documents: [document_id] }, searching(room), asks)
  return sources.map(({ extract }) => Number(/^Question (\d)/.exec(extract)![1]))
}

const room = 600
const searching = (tokenBudget: number) => ({ ...currentDays(app.context), level: 1 as const, tokenBudget })

it('two questions share what room there is, however much better the first is found', async () => {
  const first = [0, 1, 2, 3].map((rank) => hit(0, rank, 0.9 - rank / 100))
  expect(await answeredBy([...first, hit(1, 0, 0.4), hit(1, 1, 0.39)], room, false)).toEqual([0, 0, 1])
})

it('each of four questions has a source among the five of the model that quotes', async () => {
  const hits = [0, 1, 2, 3].flatMap((ask) => [hit(ask, 0, 0.9 - ask / 10), hit(ask, 1, 0.89 - ask / 10)])
  expect(await answeredBy(hits, 10_000, true)).toEqual([0, 0, 1, 2, 3])
})

it('each of eight questions has a source, for either model', async () => {
  const hits = Array.from({ length: 8 }, (_, ask) => [hit(ask, 0, 0.9 - ask / 100), hit(ask, 1, 0.5)]).flat()
  for (const builtIn of [true, false]) expect([...new Set(await answeredBy(hits, 2_400, builtIn))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

it('one question has all the room, its best passages first', async () => {
  const hits = [0, 1, 2, 3].map((rank) => hit(0, rank, 0.9 - rank / 100))
  expect(await answeredBy(hits, room, false)).toEqual([0, 0, 0])
})

it('the general document comes before the one about a particular case, unless the question names that case', async () => {
  const general = await uploadPrivate(app, ana, 'Prêt de matériel communal.txt', 'Le prêt de matériel.')
  const particular = await uploadPrivate(
    app,
    ana,
    'Une association sportive peut-elle prolonger un prêt de matériel pendant un tournoi national.txt',
    'Le prêt.',
  )
  const hits = [
    { ...hit(0, 0, 0.62), document_id: particular },
    { ...hit(0, 1, 0.6), document_id: general },
  ]
  const { context } = app
  const searched = { ...context, retrieval: { ...context.retrieval, search: async () => hits } }
  const firstFor = async (question: string) =>
    (await searchSources(searched, { owner_id: ana.id, documents: [general, particular] }, searching(10_000), [{ question, inContext: question }])).sources[0]!
      .document_id
  expect(await firstFor('Une habitante voudrait des tables : comment marche le prêt de matériel ?')).toBe(general)
  expect(await firstFor('Une association sportive peut-elle prolonger un prêt de matériel pour son tournoi national ?')).toBe(particular)
})

it('each source has the date of its version, its collection, and in the shared library the day it was added', async () => {
  const { id: dated } = await addToLibrary(app, ana, 'Fiche datée.md', 'Le stationnement est limité à deux heures.')
  await app.db.updateTable('document').set({ version_date: '2019-06-30', collection: 'Fiches du village' }).where('id', '=', dated).execute()
  const { id: undated } = await addToLibrary(app, ana, 'Note.md', 'Le stationnement est gratuit le dimanche.')
  const own = await uploadPrivate(app, ana, 'Brouillon.txt', 'Le stationnement sera revu.')
  const { context } = app
  const found = async (scope: SearchScope, ids: string[]) => {
    const search = async () => ids.map((document_id, rank) => ({ ...hit(0, rank, 0.9 - rank / 100), document_id }))
    const { sources } = await searchSources({ ...context, retrieval: { ...context.retrieval, search } }, scope, searching(10_000), [
      { question: 'Q', inContext: 'Q' },
    ])
    return sources.map(({ version_date, valid_until, collection, upload_date }) => ({ version_date, valid_until, collection, upload_date }))
  }
  const day = expect.stringMatching(/^20\d\d-\d\d-\d\dT/)
  expect(await found({ category_id: null, reader_id: ana.id }, [dated, undated])).toEqual([
    { version_date: '2019-06-30', valid_until: null, collection: 'Fiches du village', upload_date: day },
    { version_date: null, valid_until: null, collection: undefined, upload_date: day },
  ])
  expect(await found({ owner_id: ana.id, documents: [own] }, [own])).toEqual([{ version_date: null, valid_until: null }])
  const { pages } = await readablePages(app.db, { category_id: null, reader_id: ana.id }, currentDays(app.context))
  expect(pages.find(({ document_id }) => document_id === dated)).toMatchObject({
    version_date: '2019-06-30',
    collection: 'Fiches du village',
    upload_date: day,
  })
})
