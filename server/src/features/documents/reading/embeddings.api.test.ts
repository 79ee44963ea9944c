import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import type { Config } from '../../../platform/config/config.ts'
import { startFakeEmbeddingsServer, type FakeEmbeddingsServer } from '../../../testing/fakes/fake-embeddings-server.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { addToLibrary, makeDue } from '../documents.fixture.ts'
import { checkEmbeddings, queueEmbeddings } from './embed-passages.ts'

let server: FakeEmbeddingsServer
let app: TestApp
let ana: TestUser
/** Applications opened in turn on the first one's database, like restarts with other settings. */
const others: TestApp[] = []

const settings = (model: string | null, base_url = server.baseUrl): Config['embeddings'] =>
  model === null ? { kind: 'builtin' } : { kind: 'openai', base_url, api_key: null, model, level: 1 }

beforeEach(async () => {
  server = await startFakeEmbeddingsServer()
  app = await createTestApp({ config: { embeddings: settings('sens-a') } })
  app.context.extractor = createInProcessExtractor()
  ana = await app.createUser()
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
  await app.close()
  await server.close()
})

async function restart(embeddings: Config['embeddings']): Promise<TestApp> {
  const next = await createTestApp({ database: app.database, config: { dataDir: app.context.config.dataDir, embeddings } })
  next.context.extractor = createInProcessExtractor()
  others.push(next)
  return next
}
const addAll = async () => {
  await addToLibrary(app, ana, 'animaux.md', 'Le chien doit être tenu en laisse au parc.')
  await addToLibrary(app, ana, 'budget.md', 'Les finances de la commune sont votées au printemps.')
}
const search = (where: TestApp, question: string) => where.context.retrieval.search(where.db, { question, limit: 5 })
/** Returns the first words of the best passage. */
const best = async (where: TestApp, question: string) => (await search(where, question))[0]?.text.split(' ').slice(0, 2).join(' ')
const models = async () =>
  (await app.db.selectFrom('embedding_model').select(['name', 'dimension', 'complete_at']).orderBy('id').execute()).map(
    ({ name, dimension, complete_at }) => `${name} ${dimension} ${complete_at === null ? 'en cours' : 'complet'}`,
  )
const vectorsBy = async () =>
  (
    await sql<{ name: string; count: number }>`
      select m.name, count(*)::int as count from passage_vector v join embedding_model m on m.id = v.model_id group by m.name order by m.name`.execute(app.db)
  ).rows.map(({ name, count }) => `${name} ${count}`)
const asked = (model: string) => server.requests.filter((request) => request.model === model).length
/** Fills the queue as a start or the hourly check does, then runs it. */
const settle = async (where: TestApp) => {
  await checkEmbeddings(where.context)
  await makeDue(app)
  await where.context.worker.drain()
}

describe('vectors of a server', () => {
  it('find by meaning what shares no word with the question, and each index remembers its model', async () => {
    await settle(app)
    await addAll()
    expect(await best(app, 'toutou')).toBe('Le chien')
    expect(await best(app, 'argent')).toBe('Les finances')
    expect(await models()).toEqual(['sens-a 8 complet'])
    expect(await vectorsBy()).toEqual(['sens-a 2'])
    expect(server.requests.at(-1)!.input).toEqual(['argent'])
    expect(server.requests.flatMap(({ input }) => input)).toContain('animaux\nLe chien doit être tenu en laisse au parc.')
  })

  it('are never asked for when no server is configured', async () => {
    const plain = await restart(settings(null))
    await settle(plain)
    await addToLibrary(plain, ana, 'animaux.md', 'Le chien doit être tenu en laisse au parc.')
    expect(await best(plain, 'chien')).toBe('Le chien')
    expect(server.requests).toEqual([])
  })

  it('leave with their document, and come again with a new index of it', async () => {
    await settle(app)
    await addAll()
    const [{ document_id } = { document_id: '' }] = await search(app, 'chien')
    await sql`delete from document where id = ${document_id}`.execute(app.db)
    expect(await vectorsBy()).toEqual(['sens-a 1'])
  })

  it('of a corpus that was there before are made in the background, the built-in ones serving until all are there', async () => {
    const plain = await restart(settings(null))
    await addToLibrary(plain, ana, 'animaux.md', 'Le chien doit être tenu en laisse au parc.')
    await addToLibrary(plain, ana, 'budget.md', 'Les finances de la commune sont votées au printemps.')
    const next = await restart(settings('sens-a'))
    // Built-in embeddings do not know the word.
    expect((await search(next, 'toutou')).every(({ semantic }) => semantic < 0.2)).toBe(true)
    expect(server.requests).toEqual([])
    expect(await next.context.retrieval.vectorState(next.db)).toMatchObject({ model: 'sens-a', documents: 2, waiting: 2, is_serving: false })
    await settle(next)
    expect(await best(next, 'toutou')).toBe('Le chien')
    expect(await next.context.retrieval.vectorState(next.db)).toMatchObject({ documents: 2, waiting: 0, is_serving: true })
  })
})

describe('another model in the settings', () => {
  it('of the same server: the former one is asked until the new one has every passage, then it is forgotten', async () => {
    await settle(app)
    await addAll()
    server.resize(12)
    server.conduct({ kind: 'status', status: 503 })
    const next = await restart(settings('sens-b'))
    await settle(next)
    expect(await models()).toEqual(['sens-a 8 complet'])
    server.resize(8)
    server.conduct({ kind: 'normal' })
    const before = asked('sens-a')
    expect(await best(next, 'toutou')).toBe('Le chien')
    expect(asked('sens-a')).toBe(before + 1)
    server.resize(12)
    await settle(next)
    expect(await models()).toEqual(['sens-b 12 complet'])
    expect(await vectorsBy()).toEqual(['sens-b 2'])
    expect(await best(next, 'toutou')).toBe('Le chien')
    expect(server.requests.at(-1)).toMatchObject({ model: 'sens-b', input: ['toutou'] })
    expect(asked('sens-a')).toBe(before + 1)
  })

  it('of another server: built-in vectors serve until then, and nothing is asked of the former server', async () => {
    await settle(app)
    await addAll()
    const former = server.requests.length
    const elsewhere = await startFakeEmbeddingsServer()
    const next = await restart(settings('sens-a', elsewhere.baseUrl))
    expect(await best(next, 'chien')).toBe('Le chien')
    expect(elsewhere.requests).toEqual([])
    await settle(next)
    expect(await best(next, 'toutou')).toBe('Le chien')
    expect(server.requests).toHaveLength(former)
    await elsewhere.close()
  })

  it('none any more: the built-in vectors serve at once, and the stored ones are deleted', async () => {
    await settle(app)
    await addAll()
    const next = await restart(settings(null))
    expect(await best(next, 'finances')).toBe('Les finances')
    await settle(next)
    expect([await models(), await vectorsBy()]).toEqual([[], []])
    expect(await best(next, 'chien')).toBe('Le chien')
  })

  it('behind the same name, with other dimensions: words answer meanwhile, all is made anew', async () => {
    await settle(app)
    await addAll()
    server.resize(16)
    expect(await best(app, 'chien')).toBe('Le chien')
    expect(app.logs.join('\n')).toContain('words alone answer')
    await settle(app)
    await settle(app)
    expect(await models()).toEqual(['sens-a 16 complet'])
    expect(await vectorsBy()).toEqual(['sens-a 2'])
    const next = await restart(settings('sens-a'))
    expect(await best(next, 'toutou')).toBe('Le chien')
  })
})

describe('a server that fails', () => {
  it('when a person asks: words answer, without an error; it is logged without the question, and counted', async () => {
    await settle(app)
    await addAll()
    await search(app, 'chien')
    server.conduct({ kind: 'status', status: 500 })
    expect(await best(app, 'chien tenu en laisse')).toBe('Le chien')
    const calls = server.requests.length
    // The dead server is not asked again for a while: nobody waits for it twice.
    expect(await best(app, 'finances')).toBe('Les finances')
    expect(server.requests).toHaveLength(calls)
    const line = app.logs.find((entry) => entry.includes('words alone answer'))!
    expect(line).toContain('embeddings.unreachable')
    expect(app.logs.join('\n')).not.toContain('laisse')
    expect(await app.context.metrics!.text()).toMatch(/parvis_embeddings_failures_total\{purpose="question",code="embeddings.unreachable"\} 1/)
  })

  it('when documents are indexed: they are found by their words, and have their vectors once it is back', async () => {
    await settle(app)
    server.conduct({ kind: 'status', status: 401 })
    await addAll()
    expect((await app.db.selectFrom('document').select('state').execute()).map(({ state }) => state)).toEqual(['indexe', 'indexe'])
    expect(await best(app, 'chien')).toBe('Le chien')
    expect(await vectorsBy()).toEqual([])
    expect(await app.context.metrics!.text()).toContain('parvis_embeddings_documents{state="waiting"} 2')
    server.conduct({ kind: 'normal' })
    await settle(app)
    expect(await vectorsBy()).toEqual(['sens-a 2'])
    const next = await restart(settings('sens-a'))
    expect(await best(next, 'toutou')).toBe('Le chien')
  })

  it('a text that it refuses is sent again shorter, the others as they are', async () => {
    await settle(app)
    server.conduct({ kind: 'short', longest: 700 })
    await addToLibrary(app, ana, 'long.md', `Le toutou. ${'Une phrase qui parle du parc et de la promenade. '.repeat(18)}`)
    expect(await vectorsBy()).toEqual(['sens-a 1'])
    server.conduct({ kind: 'normal' })
    expect((await search(app, 'canin'))[0]!.semantic).toBeGreaterThan(0.5)
  })

  it('killed in the middle: what is written stays, the rest follows, each passage once', async () => {
    const plain = await restart(settings(null))
    const sections = Array.from(
      { length: 40 },
      (_, i) => `## Article ${i}\n\nLe chien numéro ${i} est tenu en laisse. ${'La règle vaut pour tous. '.repeat(8)}`,
    )
    await addToLibrary(plain, ana, 'recueil.md', sections.join('\n\n'))
    const { count } = (await sql<{ count: number }>`select count(*)::int as count from passage where terms <> ''`.execute(app.db)).rows[0]!
    const next = await restart(settings('sens-a'))
    const stop = new AbortController()
    const { retrieval } = next.context
    // One request for the model, then one batch; the second batch never ends: the process stops while it waits.
    server.conduct({ kind: 'stuck', after: 2 })
    const run = retrieval.embedCorpus(next.db, { signal: stop.signal, budgetMs: 60_000 }).catch((error: unknown) => error)
    await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(3)
    stop.abort(new Error('the process stops'))
    expect(await run).toMatchObject({ message: 'the process stops' })
    const [written] = await vectorsBy()
    expect(written).toBe('sens-a 16')
    expect((await models()).at(-1)).toBe('sens-a 8 en cours')
    server.conduct({ kind: 'normal' })
    const again = await restart(settings('sens-a'))
    await settle(again)
    expect(await vectorsBy()).toEqual([`sens-a ${count}`])
    expect(await models()).toEqual(['sens-a 8 complet'])
    const inputs = server.requests.filter(({ input }) => input[0]!.startsWith('recueil')).flatMap(({ input }) => input)
    expect(inputs.length).toBeLessThanOrEqual(count + 16)
  })
})

it('work on vectors that waits already is not put off by more of it', async () => {
  await queueEmbeddings(app.context)
  await app.db
    .updateTable('job')
    .set({ run_at: sql`now() + interval '1 hour'` })
    .execute()
  await queueEmbeddings(app.context)
  const { rows } = await sql<{ later: boolean }>`select run_at > now() as later from job`.execute(app.db)
  expect(rows).toEqual([{ later: true }])
})
