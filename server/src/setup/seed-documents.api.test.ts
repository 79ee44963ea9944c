import { routes } from '@parvis/contract'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readDemoDocuments } from '../../../seed/documents/index.ts'
import { indexDocumentHandler } from '../features/documents/reading/index-document.ts'
import { queueUnindexed } from '../features/documents/reconcile.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import type { TestUser } from '../testing/test-users.ts'
import { dateDocumentsHandler, seedDocumentsHandler } from './seed-documents.ts'

const app = openTestApp()
const all = readDemoDocuments()
const job = { id: '', kind: 'seed_documents' as const, document_id: null, lane: 'long' as const, person_id: null, attempts: 1 }
const seed = (signal = new AbortController().signal, report = () => {}) => seedDocumentsHandler(app.context).run({ job, signal, report })
const count = async (table: 'document' | 'document_page' | 'passage' | 'job') =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.db)).rows[0]!.count
const states = async () => {
  const rows = await app.db
    .selectFrom('document')
    .select(['state', (query) => query.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count: documents }) => [state, Number(documents)]))
}
let admin: TestUser

beforeAll(async () => {
  app.context.extractor = createInProcessExtractor()
  admin = await app.createUser({ is_admin: true, first_name: 'Zoé' })
})
beforeEach(async () => {
  await app.db.deleteFrom('job').execute()
  await app.db.deleteFrom('document').execute()
})

test('an interrupted job resumes, adds each demonstration document once, and the documents are found', async () => {
  const stop = new AbortController()
  await expect(seed(stop.signal, () => stop.abort(new Error('the process stops')))).rejects.toThrow('the process stops')
  expect(await states()).toEqual({ indexe: 8, en_attente: all.length - 8 })
  // While the job is queued, the next start does not queue these documents.
  await enqueue(app.db, 'seed_documents', null)
  expect(await queueUnindexed(app.context)).toBe(0)
  await app.db.deleteFrom('job').execute()
  await seed()
  expect(await states()).toEqual({ indexe: all.length })
  expect(await count('job')).toBe(0)
  const passages = await count('passage')
  await seed()
  expect([await count('document'), await count('passage')]).toEqual([all.length, passages])
  const { body } = await app.call(routes.documents.list, { token: admin.token, query: { category: 'Documentation RH' } })
  expect(body.documents.length).toBe(all.filter(({ category }) => category === 'Documentation RH').length)
  expect(body.documents[0]).toMatchObject({ uploader_name: 'Zoé', can_edit: true, description: expect.stringContaining('Licence Ouverte 2.0') })
  const page = await app.call(routes.documents.page, { token: admin.token, query: { sort: 'recent', limit: '3' } })
  expect(page.body.data.map(({ original_filename }) => original_filename)).toEqual(
    all
      .slice(-3)
      .map(({ filename }) => filename)
      .toReversed(),
  )
  const [hit] = await app.context.retrieval.search(app.db, { question: 'congé maternité d’une enseignante pendant les vacances scolaires', limit: 1 })
  expect(hit?.text).toMatch(/maternité/)
})

/** Returns everything stored of a document's text and index, except the index number and the dates. */
async function storedDataOf(id: string) {
  const row = await app.db.selectFrom('document').where('id', '=', id).select(['state', 'state_reason', 'title', 'page_count', 'warnings']).execute()
  const pages = await app.db.selectFrom('document_page').where('document_id', '=', id).orderBy('position').selectAll().execute()
  const passages = await sql`
    select p.position, p.page_from, p.page_to, p.section_path, p.text, p.terms, i.title, i.passage_count, i.analysis_version, i.embedded_by
    from passage p join document_index i on i.index_no = p.index_no where p.document_id = ${id} order by p.position`.execute(app.db)
  return { row, pages, passages: passages.rows }
}

test('each document is stored as its own index job would store it', async () => {
  await seed()
  const ids = (await app.db.selectFrom('document').orderBy('size', 'desc').limit(3).select('id').execute()).map(({ id }) => id)
  for (const id of ids) {
    const seeded = await storedDataOf(id)
    expect(seeded.passages.length).toBeGreaterThan(1)
    await app.db.updateTable('document').set({ read_at: null, state: 'en_attente', title: null, warnings: '[]' }).where('id', '=', id).execute()
    const one = { ...job, kind: 'index_document' as const, document_id: id, lane: 'short' as const }
    await indexDocumentHandler(app.context).run({ job: one, signal: new AbortController().signal, report: () => {} })
    expect(await storedDataOf(id)).toEqual(seeded)
  }
})

test('a document that is deleted meanwhile, queued, or without its file does not stop the others', async () => {
  const stop = new AbortController()
  await expect(seed(stop.signal, () => stop.abort(new Error('the process stops')))).rejects.toThrow('the process stops')
  const waiting = await app.db.selectFrom('document').where('state', '=', 'en_attente').orderBy('created_at').limit(4).select(['id', 'blob_id']).execute()
  const [deleted, queued, lost] = waiting
  await enqueue(app.db, 'index_document', queued!.id)
  await app.context.blobs.remove(lost!.blob_id!)
  const extract = app.context.extractor.extract
  let isFirst = true
  app.context.extractor = {
    ...app.context.extractor,
    extract: async (...request) => {
      if (isFirst) {
        await app.db.deleteFrom('document').where('id', '=', deleted!.id).execute()
        await app.context.blobs.remove(deleted!.blob_id!)
      }
      isFirst = false
      return extract(...request)
    },
  }
  await seed()
  app.context.extractor = createInProcessExtractor()
  expect(await states()).toEqual({ indexe: all.length - 3, en_attente: 2 })
  const jobs = await app.db.selectFrom('job').orderBy('document_id').select('document_id').execute()
  expect(jobs.map(({ document_id }) => document_id)).toEqual([queued!.id, lost!.id].toSorted())
})

test('a document deleted before a retry is not added again; an abandoned job queues the others one by one', async () => {
  const handler = seedDocumentsHandler(app.context)
  app.context.extractor = { ...app.context.extractor, extract: () => Promise.reject(new Error('the reader cannot be started')) }
  await expect(seed()).rejects.toThrow('the reader cannot be started')
  const { id } = await app.db.selectFrom('document').select('id').limit(1).executeTakeFirstOrThrow()
  await app.db.deleteFrom('document').where('id', '=', id).execute()
  await expect(seed()).rejects.toThrow('the reader cannot be started')
  expect(await states()).toEqual({ en_attente: all.length - 1 })
  await handler.abandon(job)
  app.context.extractor = createInProcessExtractor()
  expect(await count('job')).toBe(all.length - 1)
})

test('documents added by an earlier version get their date, collection and question, and none is added', async () => {
  await seed()
  const dates = () =>
    app.db
      .selectFrom('document')
      .orderBy('original_filename')
      .select(['version_date', 'collection', 'example_question', 'review_by', 'review_mailed_for'])
      .execute()
  const first = await dates()
  expect(first).toContainEqual({
    version_date: '2020-01-28',
    collection: 'fiches de service-public.fr',
    example_question: expect.stringMatching(/naissance/),
    review_by: '2021-01-28',
    review_mailed_for: '2021-01-28',
  })
  await app.db.updateTable('document').set({ version_date: null, collection: null, example_question: null, review_by: null, review_mailed_for: null }).execute()
  const handler = dateDocumentsHandler(app.context)
  await handler.run({ job: { ...job, kind: 'date_demo_documents' }, signal: new AbortController().signal, report: () => {} })
  expect(await dates()).toEqual(first)
  await app.db.deleteFrom('document').execute()
  await handler.run({ job: { ...job, kind: 'date_demo_documents' }, signal: new AbortController().signal, report: () => {} })
  expect(await count('document')).toBe(0)
})
