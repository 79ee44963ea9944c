import { createHash } from 'node:crypto'
import { sql, type NotNull } from 'kysely'
import type { ExtractedDocument } from '@parvis/document-reading'
import { demoCollection, readDemoDocuments, type DemoDocument } from '../../../seed/documents/index.ts'
import type { Context } from '../context.ts'
import { findOrCreateCategory } from '../features/documents/categories.ts'
import { queueEmbeddings } from '../features/documents/reading/embed-passages.ts'
import { exists, titleOf } from '../features/documents/reading/index-document.ts'
import { cutPages, storeFirstReadings } from '../features/documents/reading/stored-pages.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { inTransaction } from '../platform/db/retry-transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobHandler } from '../platform/jobs/worker.ts'
import { writeFirstPassages, type SplitDocument } from '../retrieval/store.ts'

/** Documents indexed per transaction: short enough for other requests to run in between. */
const documentsPerTransaction = 8
/** Files written in parallel. */
const parallelWrites = 20

/**
 * Creates the job that adds the demonstration documents to the shared library, and resumes if interrupted. Each becomes an ordinary document uploaded by the
 * administrator, who may delete it. Documents are indexed in batches: one job each was most of the cost of a first start.
 */
export function seedDocumentsHandler(context: Context): JobHandler {
  const { db } = context
  return {
    async run({ signal, report }) {
      const documents = readDemoDocuments()
      if (!(await areInserted(db, documents))) await addDocuments(context, documents)
      const unreadDocuments = await readUnread(db, documents)
      let doneCount = documents.length - unreadDocuments.length
      for (let index = 0; index < unreadDocuments.length; index += documentsPerTransaction) {
        signal.throwIfAborted()
        const batch = unreadDocuments.slice(index, index + documentsPerTransaction)
        await indexDocuments(context, batch, signal)
        doneCount += batch.length
        report((100 * doneCount) / documents.length)
      }
      if (context.config.embeddings.kind === 'openai') await queueEmbeddings(context)
      // Loads the index into memory, so that the first question does not have to.
      await context.retrieval.warmUp(db).catch(() => {})
    },
    async abandon() {
      context.log.warn({}, 'the demonstration documents could not all be added')
      // Queued one by one: each job then reports why its document cannot be read.
      for (const { id } of await readUnread(db, readDemoDocuments())) await enqueue(db, 'index_document', id)
      context.worker.wake()
    },
  }
}

/** Whether the documents were already inserted. They are inserted together, so one is enough; those deleted since are not created again. */
async function areInserted(db: Db, all: readonly DemoDocument[]): Promise<boolean> {
  return (await db.selectFrom('document').where('id', 'in', all.map(demoDocumentId)).select('id').executeTakeFirst()) !== undefined
}

/** Creates the job that adds the dates, collection and example question to demonstration documents of an older version. It adds no document. */
export function dateDocumentsHandler({ db }: Context): JobHandler {
  return {
    async run() {
      const rows = readDemoDocuments().map((document) => ({ ...document, id: demoDocumentId(document), text: undefined }))
      await sql`
        update document set version_date = demo.version_date, collection = ${demoCollection}, review_by = demo.review_by, review_mailed_for = demo.review_by,
          example_question = case when document.version_date is null then demo.example_question else document.example_question end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as demo(id uuid, version_date date, review_by date, example_question text)
        where document.id = demo.id and document.review_by is null and document.valid_from is null and document.valid_until is null`.execute(db)
    },
    abandon: async () => {},
  }
}

async function addDocuments({ db, blobs }: Context, documents: readonly DemoDocument[]): Promise<void> {
  const files: Awaited<ReturnType<typeof writeFile>>[] = []
  for (let index = 0; index < documents.length; index += parallelWrites) {
    files.push(...(await Promise.all(documents.slice(index, index + parallelWrites).map(({ text }) => writeFile(blobs, Buffer.from(text))))))
  }
  await db.transaction().execute(async (trx) => {
    const admin = await trx.selectFrom('app_user').where('is_admin', '=', true).orderBy('created_at').select('id').executeTakeFirst()
    const categories = new Map<string, string>()
    for (const name of new Set(documents.map(({ category }) => category))) categories.set(name, await findOrCreateCategory(trx, name))
    await trx
      .insertInto('document')
      .values(
        documents.map((document, index) => ({
          id: demoDocumentId(document),
          category_id: categories.get(document.category)!,
          uploader_id: admin?.id ?? null,
          original_filename: document.filename,
          description: document.description,
          format: 'md',
          version_date: document.version_date,
          review_by: document.review_by,
          // No review mail is sent for demonstration documents.
          review_mailed_for: document.review_by,
          collection: demoCollection,
          example_question: document.example_question,
          // A list sorted by date keeps the order of the set.
          created_at: sql<string>`now() + make_interval(secs => ${index / 1_000_000}::float8)`,
          ...files[index]!,
        })),
      )
      .execute()
  })
}

async function writeFile(blobs: Context['blobs'], bytes: Buffer): Promise<{ blob_id: string; size: number; sha256: string }> {
  const { id: blob_id, ...file } = await blobs.write(
    (async function* () {
      yield bytes
    })(),
  )
  return { blob_id, ...file }
}

type UnreadDocument = { id: string; original_filename: string; blob_id: string; sha256: string | null; uploader_id: string | null }

/** Selects, among these documents, those with no extracted text, no index and no queued job. */
const selectUnread = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('document')
    .where('id', 'in', ids)
    .where('state', '=', 'en_attente')
    .where('read_at', 'is', null)
    .where(({ not, exists: has, selectFrom }) => not(has(selectFrom('job').whereRef('job.document_id', '=', 'document.id').select('job.id'))))
    .where(({ not, exists: has, selectFrom }) =>
      not(has(selectFrom('document_index').whereRef('document_index.document_id', '=', 'document.id').select('index_no'))),
    )

const readUnread = (db: Db, all: readonly DemoDocument[]): Promise<UnreadDocument[]> =>
  selectUnread(db, all.map(demoDocumentId))
    .orderBy('created_at')
    .select(['id', 'original_filename', 'blob_id', 'sha256', 'uploader_id'])
    .where('blob_id', 'is not', null)
    .$narrowType<{ blob_id: NotNull }>()
    .execute()

type ReadDocument = { splitDocument: SplitDocument; reading: Pick<ExtractedDocument, 'title' | 'pages' | 'warnings'> & { document_id: string } }

async function indexDocuments(context: Context, documents: readonly UnreadDocument[], signal: AbortSignal): Promise<void> {
  const read: ReadDocument[] = []
  for (const document of documents) {
    try {
      const loaded = await readDocument(context, document, signal)
      if (loaded !== null) read.push(loaded)
      else if (await exists(context, document.id)) await enqueue(context.db, 'index_document', document.id)
    } catch (error) {
      // The document was deleted while it was being read: nothing is left to do.
      if (await exists(context, document.id)) throw error
    }
  }
  await inTransaction(context.db, async (trx) => {
    // Locks the documents that still exist and are still unread, until they are written.
    const locked = await selectUnread(
      trx,
      documents.map(({ id }) => id),
    )
      .orderBy('id')
      .forUpdate()
      .select('id')
      .execute()
    const ids = new Set(locked.map(({ id }) => id))
    const stillUnread = read.filter(({ reading }) => ids.has(reading.document_id))
    if (stillUnread.length === 0) return
    await storeFirstReadings(
      trx,
      stillUnread.map(({ reading }) => reading),
    )
    await writeFirstPassages(
      trx,
      stillUnread.map(({ splitDocument }) => splitDocument),
    )
  })
}

async function readDocument(
  context: Context,
  { id, original_filename, blob_id, sha256, uploader_id }: UnreadDocument,
  signal: AbortSignal,
): Promise<ReadDocument | null> {
  const read = (path: string) => context.extractor.extract({ path, original_filename }, { signal, effort: 'quick', owner: uploader_id })
  const result = await context.blobs.withPath(blob_id, read, sha256)
  if (result === null || !result.ok) return null
  const { document } = result
  const splitDocument = await context.retrieval.splitDocument(
    { document_id: id, title: titleOf(document, original_filename), format: document.format, pages: cutPages(document.pages) },
    signal,
  )
  return { splitDocument, reading: { ...document, document_id: id } }
}

/** Returns an id derived from the slug, so that a demonstration document is never added twice. */
function demoDocumentId({ slug }: Pick<DemoDocument, 'slug'>): string {
  const hex = createHash('sha256').update(`demonstration:${slug}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
