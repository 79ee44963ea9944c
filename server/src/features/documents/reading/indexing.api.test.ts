import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { runAdminTask } from '../../../operations/admin-tasks.ts'
import { withoutPassages } from '../../../platform/db/migrations/2026-11-26-without-passages.ts'
import { testEngine } from '../../../testing/databases/database.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { addToLibrary, fileForm, makeDue } from '../documents.fixture.ts'
import { queueUnindexed } from '../reconcile.ts'

const { documents } = routes

let app: TestApp
let ana: TestUser
beforeEach(async () => {
  app = await createTestApp()
  app.context.extractor = createInProcessExtractor()
  ana = await app.createUser()
})
afterEach(() => app.close())

const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `## Article ${i}\n\nLe point numéro ${i} traite de la voirie communale et de son entretien par les services techniques.`,
  ).join('\n\n')
const upload = async (name: string, content: string, fields = {}) =>
  (await app.call(documents.upload, { token: ana.token, form: fileForm(name, content, fields) })).body.document.id
const life = async (id: string) => (await app.call(documents.states, { token: ana.token, query: { ids: id } })).body.documents[0]!
const found = async (question: string) =>
  (await app.context.retrieval.search(app.db, { question, limit: 50 })).map(({ document_id, position }) => `${document_id} ${position}`)

/** Pages read from the document made by `sections`. */
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    page: null,
    label: null,
    ocr: false,
    blocks: [
      { kind: 'heading' as const, level: 2, text: `Article ${i}` },
      { kind: 'paragraph' as const, text: `Le point numéro ${i} traite de la voirie communale et de son entretien par les services techniques.` },
    ],
  }))

/** Counts the passages of a document, and those that belong to no index. */
async function stored(id: string) {
  const {
    rows: [row],
  } = await sql<{ served: number; stray: number; positions: number }>`
    select count(*) filter (where i.index_no is not null)::int as served, count(*) filter (where i.index_no is null)::int as stray,
      count(distinct p.position)::int as positions
    from passage p left join document_index i on i.index_no = p.index_no where p.document_id = ${id}`.execute(app.db)
  return row!
}

describe('REL-20 what is lost is made again', () => {
  it('a lost index, from what was read, even without the file', async () => {
    const { id } = await addToLibrary(app, ana, 'voirie.md', sections(5))
    const before = await found('voirie communale')
    await app.db.deleteFrom('document_index').execute()
    await app.db.deleteFrom('passage').execute()
    expect((await app.call(routes.library.categories, { token: ana.token })).body.categories[0]).toMatchObject({ vector_store_exists: false })
    const { blob_id } = await app.db.selectFrom('document').where('id', '=', id).select('blob_id').executeTakeFirstOrThrow()
    await app.context.blobs.remove(blob_id!)
    expect(await queueUnindexed(app.context)).toBe(1)
    await app.context.worker.drain()
    expect(await found('voirie communale')).toEqual(before)
    expect((await app.call(routes.library.categories, { token: ana.token })).body.categories[0]).toMatchObject({ vector_store_exists: true })
    expect(await queueUnindexed(app.context)).toBe(0)
  })

  it('files are read again when the operator asks for it, not when only the index is made anew', async () => {
    const extractor = createInProcessExtractor()
    let readings = 0
    app.context.extractor = { ...extractor, extract: (...asked) => (readings++, extractor.extract(...asked)) }
    const { id } = await addToLibrary(app, ana, 'voirie.md', sections(2))
    const after = async (words: string[]) => {
      await runAdminTask(app.context, words)
      await app.context.worker.drain()
      return { readings, state: (await life(id)).state }
    }
    expect(await after(['reindex'])).toEqual({ readings: 1, state: 'indexe' })
    expect(await after(['reindex', '--relire'])).toEqual({ readings: 2, state: 'indexe' })
  })

  it('passages that an index lost when two wrote it at once, from what was read', async () => {
    const [{ id }, { id: whole }] = [await addToLibrary(app, ana, 'voirie.md', sections(5)), await addToLibrary(app, ana, 'cantine.md', sections(5))]
    const before = await stored(id)
    await app.db.deleteFrom('passage').where('document_id', '=', id).where('position', '>', 2).execute()
    await sql.raw(withoutPassages.sql).execute(app.db)
    expect(await queueUnindexed(app.context)).toBe(1)
    await app.context.worker.drain()
    expect([await stored(id), await stored(whole)]).toEqual([before, before])
    await sql.raw(withoutPassages.sql).execute(app.db)
    expect(await queueUnindexed(app.context)).toBe(0)
  })

  it('a lost file is said to be so', async () => {
    const id = await upload('perdu.md', 'Un texte.')
    const { blob_id } = await app.db.selectFrom('document').where('id', '=', id).select('blob_id').executeTakeFirstOrThrow()
    await app.context.blobs.remove(blob_id!)
    await app.context.worker.drain()
    expect(await life(id)).toMatchObject({ state: 'echec', state_reason: 'le fichier d’origine est introuvable. Déposez-le à nouveau' })
    expect((await app.call(documents.download, { token: ana.token, params: { id } })).status).toBe(404)
  })
})

describe('a document ends indexed, or with the reason in French', () => {
  it('a document that cannot be read says why, and can be tried again', async () => {
    const id = await upload('abimé.pdf', '%PDF-1.4\nrien de lisible')
    await app.context.worker.drain()
    const failed = await life(id)
    expect(failed.state).toBe('echec')
    expect(failed.state_reason).toMatch(/\p{L}{3,}/u)
    const again = await app.call(documents.retry, { token: ana.token, params: { id } })
    expect(again.body.document).toMatchObject({ state: 'en_attente', state_reason: null })
    await app.context.worker.drain()
    expect(await life(id)).toMatchObject({ state: 'echec', state_reason: failed.state_reason })
  })

  it('a fault of the machine is tried three times, then said', async () => {
    const extractor = createInProcessExtractor()
    app.context.extractor = { ...extractor, extract: () => Promise.reject(new Error('no more memory')) }
    const id = await upload('malchance.md', 'Un texte.')
    for (let i = 0; i < 4; i += 1) {
      await app.context.worker.drain()
      await makeDue(app)
    }
    expect(await life(id)).toMatchObject({ state: 'echec', state_reason: expect.stringContaining('trois fois') })
    app.context.extractor = extractor
    await app.call(documents.retry, { token: ana.token, params: { id } })
    await app.context.worker.drain()
    expect(await life(id)).toMatchObject({ state: 'indexe', state_reason: null })
  })
})

describe('the index of a category', () => {
  const category = async () => (await app.call(routes.library.categories, { token: ana.token })).body.categories.find(({ name }) => name === 'Code')

  it('is there once every document that can be read is in it, and counts them meanwhile', async () => {
    await addToLibrary(app, ana, 'premier.md', sections(2), { category: 'Code' })
    expect(await category()).toMatchObject({ document_count: 1, indexed_count: 1, unreadable_count: 0, vector_store_exists: true })
    await upload('abîmé.pdf', '%PDF-1.4\nrien de lisible', { category: 'Code' })
    const second = await upload('second.md', sections(2), { category: 'Code' })
    expect(await category()).toMatchObject({ document_count: 3, indexed_count: 1, unreadable_count: 0, vector_store_exists: false })
    await app.context.worker.drain()
    expect(await category()).toMatchObject({ document_count: 3, indexed_count: 2, unreadable_count: 1, vector_store_exists: true })
    // While it is read again, its previous index is searched.
    await app.call(documents.retry, { token: ana.token, params: { id: second } })
    expect(await category()).toMatchObject({ indexed_count: 2, vector_store_exists: true })
    await app.context.worker.drain()
  })

  it('is not there when nothing of the category could be read', async () => {
    await upload('perdu.pdf', '%PDF-1.4\nrien de lisible', { category: 'Réglementation' })
    await app.context.worker.drain()
    const { body } = await app.call(routes.library.categories, { token: ana.token })
    expect(body.categories.find(({ name }) => name === 'Réglementation')).toMatchObject({ indexed_count: 0, unreadable_count: 1, vector_store_exists: false })
  })
})

describe('REL-21 a stop in the middle of indexing', () => {
  it('leaves the former index in service, and no passage twice once it is done again', async () => {
    const { id } = await addToLibrary(app, ana, 'voirie.md', sections(30))
    const before = await stored(id)
    const hits = await found('voirie communale')
    const { retrieval } = app.context
    app.context.retrieval = {
      ...retrieval,
      // The new passages are written, then the process dies before they are published.
      async indexDocument(db, document) {
        await sql`insert into passage (index_no, document_id, position, text, terms)
          select nextval('index_number') + 100000, ${document.document_id}, n, 'moitié', 'moitié' from generate_series(0, ${Math.floor(document.pages.length / 2)}) n`.execute(
          db,
        )
        throw new Error('killed')
      },
    }
    await app.call(documents.retry, { token: ana.token, params: { id } })
    await app.context.worker.drain()
    expect(await found('voirie communale')).toEqual(hits)
    expect((await stored(id)).stray).toBeGreaterThan(0)
    app.context.retrieval = retrieval
    await makeDue(app)
    await app.context.worker.drain()
    expect(await life(id)).toMatchObject({ state: 'indexe' })
    expect(await stored(id)).toEqual({ ...before, stray: 0 })
  })

  it('REL-22 a queue that a stop interrupts is finished by the next process, each document once', async () => {
    const ids: string[] = []
    for (let i = 0; i < 40; i += 1) ids.push(await upload(`note ${i}.md`, sections(3)))
    // Created beforehand: waiting jobs would run during its creation.
    const next = await createTestApp({ database: app.database, config: { dataDir: app.context.config.dataDir } })
    await app.context.worker.start(true)
    await expect
      .poll(async () => (await app.db.selectFrom('document').where('state', '=', 'indexe').select('id').execute()).length, { timeout: 20_000 })
      .toBeGreaterThan(4)
    await app.context.worker.stop()
    const left = await app.db.selectFrom('job').select('id').execute()
    expect(left.length).toBeGreaterThan(0)
    await next.context.worker.drain()
    for (const id of ids) {
      expect(await life(id)).toMatchObject({ state: 'indexe' })
      const { served, stray, positions } = await stored(id)
      expect([served, stray]).toEqual([positions, 0])
    }
    await next.close()
  })
})

describe('REL-23 a document deleted while it is being indexed', () => {
  it.each(['reading', 'indexing', 'publishing'])('leaves nothing when it was at %s', async (step) => {
    const id = await upload('fugace.md', sections(10))
    const { extractor, retrieval } = app.context
    const remove = () => app.call(documents.remove, { token: ana.token, params: { id } })
    if (step === 'reading') {
      app.context.extractor = {
        ...extractor,
        async extract(...asked) {
          const result = await extractor.extract(...asked)
          await remove()
          return result
        },
      }
    } else {
      app.context.retrieval = {
        ...retrieval,
        async indexDocument(...asked) {
          await remove()
          // Its passages are gone, as if another process had published others.
          if (step === 'publishing') throw new Error('the document was indexed by another meanwhile')
          return retrieval.indexDocument(...asked)
        },
      }
    }
    await app.context.worker.drain()
    for (const table of ['document', 'document_page', 'document_index', 'passage', 'job'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(app.logs.filter((line) => line.includes('job failed'))).toEqual([])
  })
})

// An embedded database has one session, where nobody waits.
describe.runIf(testEngine() === 'postgres')('a document that two processes index at once', () => {
  it('is published by one at a time: the other finds its passages gone, and is told', async () => {
    const { id } = await addToLibrary(app, ana, 'voirie.md', sections(30))
    const before = await stored(id)
    const index = () => app.context.retrieval.indexDocument(app.db, { document_id: id, title: 'Voirie', format: 'md', pages: pagesOf(30) })
    const waiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      ).rows[0]!.n
    // While the index's row is locked, both processes have written all their passages and are about to publish them.
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = app.db.transaction().execute(async (db) => {
      await sql`select 1 from document_index where document_id = ${id} for update`.execute(db)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const both = Promise.allSettled([index(), index()])
    await expect.poll(waiting).toBe(2)
    held.resolve()
    await holding
    expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stored(id)).toEqual({ ...before, stray: 0 })
    const { passage_count } = await app.db.selectFrom('document_index').where('document_id', '=', id).select('passage_count').executeTakeFirstOrThrow()
    expect(passage_count).toBe(before.served)
  })
})
