import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import type { ExtractionOptions, ExtractionResult, TextExtractor } from '@parvis/document-reading'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { enqueue, type JobKind } from '../../../platform/jobs/queue.ts'
import { createWorker, type JobWorkerDeps } from '../../../platform/jobs/worker.ts'
import { fileForm, makeDue } from '../documents.fixture.ts'
import { embedPassagesHandler } from './embed-passages.ts'
import { indexDocumentHandler } from './index-document.ts'

const none = { run: async () => {}, abandon: async () => {} }
/** Handlers that do nothing, of the kinds of jobs that a test is not about. */
const idle = {
  seed_documents: none,
  embed_passages: none,
  prepare_search: none,
  count_former: none,
  date_demo_documents: none,
  test_assistant: none,
  import_corpus: none,
}

const { documents } = routes

let app: TestApp
let ana: TestUser
let ben: TestUser
const workerOf = (handlers: JobWorkerDeps['handlers']) =>
  createWorker({ db: app.db, log: app.context.log, worker_id: app.context.instanceId, handlers, inBackgroundFor: (_, work) => work() })
beforeEach(async () => {
  app = await createTestApp({ config: { ocrMinutesPerDay: 10 } })
  ana = await app.createUser()
  ben = await app.createUser()
})
afterEach(() => app.close())

const upload = async (person: TestUser, name: string) =>
  (await app.call(documents.upload, { token: person.token, form: fileForm(name, 'Un texte.') })).body.document.id
const life = async (id: string) => (await app.call(documents.states, { token: ana.token, query: { ids: id } })).body.documents[0]!

const minute = 60_000

/** Returns the recognition time counted today, in minutes. */
const minutesOf = async (...people: TestUser[]) => {
  const ids = people.map(({ id }) => id)
  const rows = await app.db
    .selectFrom('reading_time')
    .where('user_id', 'in', ids)
    .where(sql<boolean>`day = current_date`)
    .select('ms')
    .execute()
  return rows.reduce((sum, { ms }) => sum + Number(ms), 0) / minute
}

type ScanReaderOptions = {
  /** Promises that pages wait for, by page name. */
  gates?: Record<string, Promise<unknown>>
  /** False when the reading is about to be stopped: the next page begins only after that. */
  mayGoOn?(seen: number): Promise<boolean>
}

/** Reader of fake scans. `NAME-PAGES.txt` has that many pages to recognise, of one minute each; any other file is a text. */
function scanReader({ gates = {}, mayGoOn = async () => true }: ScanReaderOptions = {}) {
  const seen: string[] = []
  const texts = createInProcessExtractor()
  const read = async (name: string, pages: number, options: ExtractionOptions): Promise<ExtractionResult> => {
    if (options.effort !== 'whole') return { ok: false, failure: { code: 'extraction.slow', reason: '' } }
    const { signal } = options
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
    stopped.catch(() => {})
    const known = new Map(options.recognisedPages!.map((page) => [page.page, page.text]))
    for (let page = 1; page <= pages; page += 1) {
      if (known.has(page)) continue
      signal.throwIfAborted()
      seen.push(`${name}${page}`)
      await Promise.race([gates[`${name}${page}`], stopped])
      known.set(page, `Texte de ${name}${page}.`)
      options.onRecognised!({ page, text: known.get(page)!, confidence: 90 }, minute)
      await expect.poll(async () => signal.aborted || (await mayGoOn(seen.length)), { timeout: 20_000 }).toBe(true)
    }
    signal.throwIfAborted()
    const read = [...known.values()].map((text, i) => ({ page: i + 1, label: null, ocr: true, blocks: [{ kind: 'paragraph' as const, text }] }))
    return { ok: true, document: { format: 'pdf', title: null, pages: read, warnings: [] } }
  }
  const extractor: TextExtractor = {
    ...texts,
    extract(file, options) {
      const [, name, pages] = /^(\w+)-(\d+)\./.exec(file.original_filename) ?? []
      return name === undefined ? texts.extract(file, options) : read(name, Number(pages), options)
    },
  }
  return { extractor, seen }
}

describe('one person’s scans and another’s text', () => {
  it('the text can be asked while a page of the scan is still being read', async () => {
    const page = Promise.withResolvers<void>()
    const { extractor, seen } = scanReader({ gates: { bruit1: page.promise } })
    app.context.extractor = extractor
    const scan = await upload(ana, 'bruit-6.txt')
    await app.context.worker.start(true)
    await expect.poll(() => seen).toEqual(['bruit1'])
    const text = await upload(ben, 'note.txt')
    await expect.poll(async () => (await life(text)).state, { timeout: 20_000 }).toBe('indexe')
    expect([seen, (await life(scan)).state]).toEqual([['bruit1'], 'en_cours'])
    page.resolve()
    await expect.poll(async () => (await life(scan)).state, { timeout: 20_000 }).toBe('indexe')
  })

  it('a document that is longer to index than to read goes to the long lane, and is not read twice', async () => {
    let readings = 0
    const texts = createInProcessExtractor()
    app.context.extractor = { ...texts, extract: (file, options) => ((readings += 1), texts.extract(file, options)) }
    const form = fileForm('long.txt', `${'Le règlement de la voirie. '.repeat(30)}\n\n`.repeat(1_300))
    const { id } = (await app.call(documents.upload, { token: ana.token, form })).body.document
    await app.context.worker.drain()
    expect([readings, (await life(id)).state]).toEqual([1, 'indexe'])
  })
})

describe('a scan stops at the end of a page and goes on there', () => {
  it('when the process stops: no page is recognised twice', async () => {
    const page = Promise.withResolvers<void>()
    const { extractor, seen } = scanReader({ gates: { acte3: page.promise } })
    app.context.extractor = extractor
    const id = await upload(ana, 'acte-3.txt')
    await app.context.worker.start(true)
    await expect.poll(() => seen).toEqual(['acte1', 'acte2', 'acte3'])
    await app.context.worker.stop()
    const kept = await app.db.selectFrom('recognised_page').where('document_id', '=', id).orderBy('page').select(['page', 'text']).execute()
    expect(kept).toEqual([
      { page: 1, text: 'Texte de acte1.' },
      { page: 2, text: 'Texte de acte2.' },
    ])
    page.resolve()
    const next = await createTestApp({ database: app.database, config: { dataDir: app.context.config.dataDir } })
    next.context.extractor = extractor
    await next.context.worker.drain()
    expect([seen, (await life(id)).state]).toEqual([['acte1', 'acte2', 'acte3', 'acte3'], 'indexe'])
    await next.context.worker.stop()
  })
})

it.each([
  ['two people’s scans are read in turns, a page at a time, and each page once', 0, ['a1', 'b1', 'a2', 'b2', 'a3']],
  ['a document that has had no turn waits for one page of a scan, whatever the length of a turn', 3_600_000, ['a1', 'b1', 'b2', 'a2', 'a3']],
])('%s', async (_name, turnMs, order) => {
  const { extractor, seen } = scanReader({
    mayGoOn: async (pages) => (await minutesOf(ana, ben)) === pages && ((turnMs > 0 && pages > 1) || !(await anybodyDue())),
  })
  const anybodyDue = async () => {
    const rows = await app.db.selectFrom('job').where('leased_until', 'is', null).select('id').execute()
    return rows.length > 0
  }
  app.context.extractor = extractor
  const ids = [await upload(ana, 'a-3.txt'), await upload(ben, 'b-2.txt')]
  const index_document = indexDocumentHandler(app.context, { turnMs })
  const handlers = { ...idle, index_document }
  await workerOf(handlers).drain()
  expect(seen).toEqual(order)
  for (const id of ids) expect(await life(id)).toMatchObject({ state: 'indexe' })
})

it('a scan and the vectors of passages go on by turns', async () => {
  const waits = async (kind: JobKind) =>
    (await app.db.selectFrom('job').where('kind', '=', kind).where('lane', '=', 'long').where('leased_until', 'is', null).select('id').execute()).length > 0
  const { extractor, seen } = scanReader({ mayGoOn: async () => !(await waits('embed_passages')) })
  let runs = 0
  app.context.extractor = extractor
  app.context.retrieval = {
    ...app.context.retrieval,
    async embedCorpus() {
      if (runs === 0) await expect.poll(() => waits('index_document'), { timeout: 20_000 }).toBe(true)
      seen.push('vectors')
      runs += 1
      return runs === 3 ? 'whole' : 'more'
    },
  }
  await enqueue(app.db, 'embed_passages', null)
  await upload(ana, 'a-3.txt')
  const handlers = {
    ...idle,
    index_document: indexDocumentHandler(app.context, { turnMs: 0 }),
    embed_passages: embedPassagesHandler(app.context),
  }
  await workerOf(handlers).drain()
  expect(seen).toEqual(['vectors', 'a1', 'vectors', 'a2', 'vectors', 'a3'])
})

describe('the share of a day', () => {
  it('is so many minutes for all the scans of a person: the rest waits for the next day, and says so', async () => {
    let yesterday = 0
    const { extractor, seen } = scanReader({
      mayGoOn: async (pages) => (await minutesOf(ana, ben)) === pages - yesterday && (seen.at(-1) === 'sien1' || (await minutesOf(ana)) < 10),
    })
    app.context.extractor = extractor
    const [long, other] = [await upload(ana, 'long-12.txt'), await upload(ana, 'autre-1.txt')]
    const bens = await upload(ben, 'sien-1.txt')
    await app.context.worker.drain()
    expect(seen.filter((page) => page.startsWith('long') || page.startsWith('autre'))).toHaveLength(10)
    expect(await life(bens)).toMatchObject({ state: 'indexe' })
    const waiting = [await life(long), await life(other)].filter(({ state }) => state !== 'indexe')
    expect(waiting.length).toBeGreaterThan(0)
    for (const document of waiting)
      expect(document).toMatchObject({
        state: 'en_attente',
        state_reason: 'les documents numérisés d’une même personne sont lus 10 minutes par jour au plus\u00a0: la suite sera lue demain',
      })
    // A text of hers is read at once.
    const note = await upload(ana, 'note.txt')
    await app.context.worker.drain()
    expect(await life(note)).toMatchObject({ state: 'indexe' })
    // The next day.
    yesterday = seen.length
    await app.db.updateTable('reading_time').set({ day: '2026-01-01' }).execute()
    await makeDue(app)
    await app.context.worker.drain()
    expect([await life(long), await life(other)]).toMatchObject([{ state: 'indexe', state_reason: null }, { state: 'indexe' }])
    expect(seen.filter((page) => page.startsWith('long'))).toEqual(Array.from({ length: 12 }, (_, i) => `long${i + 1}`))
    expect(await app.db.selectFrom('recognised_page').selectAll().execute()).toEqual([])
    expect(await minutesOf(ana)).toBe(3)
  })

  it('counts what ends no page: the time of a reading that is stopped', async () => {
    const texts = createInProcessExtractor()
    const slow = { ok: false as const, failure: { code: 'extraction.slow' as const, reason: '' } }
    const stopped = { ok: false as const, failure: { code: 'extraction.time' as const, reason: 'lecture trop longue, arrêtée' } }
    app.context.extractor = {
      ...texts,
      async extract(_file, { effort }) {
        if (effort !== 'whole') return slow
        const begin = performance.now()
        await expect.poll(() => performance.now() - begin).toBeGreaterThan(20)
        return stopped
      },
    }
    const id = await upload(ana, 'image.txt')
    await app.context.worker.drain()
    expect(await life(id)).toMatchObject({ state: 'echec' })
    expect((await minutesOf(ana)) * minute).toBeGreaterThanOrEqual(20)
  })

  it('is over in the middle of a page that does not end: it waits for the next day', async () => {
    const efforts: unknown[] = []
    const slow = { ok: false as const, failure: { code: 'extraction.slow' as const, reason: '' } }
    app.context.extractor = {
      ...createInProcessExtractor(),
      extract: (_file, { effort, signal }) => {
        efforts.push(effort)
        if (effort !== 'whole') return Promise.resolve(slow)
        return new Promise((_, reject) => {
          const stop = () => reject(signal.reason as Error)
          // The day's allowance may be used up before the file is open.
          if (signal.aborted) stop()
          else signal.addEventListener('abort', stop)
        })
      },
    }
    await app.db
      .insertInto('reading_time')
      .values({ user_id: ana.id, day: sql<string>`current_date`, ms: 10 * minute - 1 })
      .execute()
    const id = await upload(ana, 'image.txt')
    const handlers = { ...idle, index_document: indexDocumentHandler(app.context, { graceMs: 0 }) }
    await workerOf(handlers).drain()
    expect([efforts, (await life(id)).state]).toEqual([['quick', 'whole', 'text'], 'en_attente'])
  })
})

it('what a reading says of its document is kept with its pages, or not at all', async () => {
  const texts = createInProcessExtractor()
  const warnings = ['La page 2\0 est abîmée.', 'La page 2 est abîmée.']
  app.context.extractor = {
    ...texts,
    async extract(): Promise<ExtractionResult> {
      const page = { page: 3, label: null, ocr: false, blocks: [{ kind: 'paragraph' as const, text: 'Un texte.' }] }
      // The database refuses the first warning.
      return { ok: true, document: { format: 'pdf', title: 'Le règlement', pages: [page], warnings: [{ code: 'page_damaged', message: warnings.shift()! }] } }
    },
  }
  const id = await upload(ana, 'note.txt')
  await app.context.worker.drain()
  await makeDue(app)
  await app.context.worker.drain()
  expect(await life(id)).toMatchObject({ state: 'indexe', page_count: 3, warnings: ['La page 2 est abîmée.'] })
})
