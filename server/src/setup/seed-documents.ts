import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ExtractedDocument } from '@parvis/document-reading'
import { demoCollection, readDemoDocuments, type DemoDocument } from '../../../seed/documents/index.ts'
import type { Context } from '../context.ts'
import { categoryOf } from '../features/documents/categories.ts'
import { queueVectors } from '../features/documents/reading/embed-passages.ts'
import { exists, titleOf } from '../features/documents/reading/index-document.ts'
import { cutPages, storeFirstReadings } from '../features/documents/reading/stored-pages.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { inTransaction } from '../platform/db/run-again.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobHandler } from '../platform/jobs/worker.ts'
import { writeFirstPassages, type CutDocument } from '../retrieval/store.ts'

/** Documents that one transaction indexes: short enough for other requests to slip between two. */
const indexedTogether = 8
/** Files that are written at the same time. */
const writtenTogether = 20

/**
 * Puts the demonstration documents in the shared library in the background: interrupted, it goes on where it was. Each is then an ordinary
 * document of the administrator, who may delete it. They are read and cut like any other, but written several at a time: each by itself, the
 * statements of a queue and of a publication that may be disputed were most of what a first start has to do for them.
 */
export function seedDocumentsHandler(context: Context): JobHandler {
  const { db } = context
  return {
    async run({ signal, report }) {
      const documents = readDemoDocuments()
      if (!(await areThere(db, documents))) await addDocuments(context, documents)
      const waiting = await waitingOf(db, documents)
      let done = documents.length - waiting.length
      for (let at = 0; at < waiting.length; at += indexedTogether) {
        signal.throwIfAborted()
        const some = waiting.slice(at, at + indexedTogether)
        await indexDocuments(context, some, signal)
        done += some.length
        report((100 * done) / documents.length)
      }
      if (context.config.embeddings.kind === 'openai') await queueVectors(context)
      // Read ahead what was written, so that the first question does not have to.
      await context.retrieval.warmUp(db).catch(() => {})
    },
    async giveUp() {
      context.log.warn({}, 'the demonstration documents could not all be added')
      // Each by itself, which says why it cannot be read.
      for (const { id } of await waitingOf(db, readDemoDocuments())) await enqueue(db, 'index_document', id)
      context.worker.wake()
    },
  }
}

/** Whether they were added: all of them at once, so that one that was deleted since does not come back. */
async function areThere(db: Db, all: readonly DemoDocument[]): Promise<boolean> {
  return (await db.selectFrom('document').where('id', 'in', all.map(stableId)).select('id').executeTakeFirst()) !== undefined
}

/** Gives the demonstration documents that were added without them their date, collection and question. Adds no document. */
export function dateDocumentsHandler({ db }: Context): JobHandler {
  return {
    async run() {
      const rows = readDemoDocuments().map((document) => ({ ...document, id: stableId(document), text: undefined }))
      await sql`
        update document set version_date = demo.version_date, collection = ${demoCollection}, example_question = demo.example_question
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as demo(id uuid, version_date date, example_question text)
        where document.id = demo.id and document.version_date is null`.execute(db)
    },
    giveUp: async () => {},
  }
}

async function addDocuments({ db, blobs }: Context, documents: readonly DemoDocument[]): Promise<void> {
  const files: { blob_id: string; size: number }[] = []
  for (let at = 0; at < documents.length; at += writtenTogether) {
    files.push(...(await Promise.all(documents.slice(at, at + writtenTogether).map(({ text }) => writeFile(blobs, Buffer.from(text))))))
  }
  await db.transaction().execute(async (trx) => {
    const admin = await trx.selectFrom('app_user').where('is_admin', '=', true).orderBy('created_at').select('id').executeTakeFirst()
    const categories = new Map<string, string>()
    for (const name of new Set(documents.map(({ category }) => category))) categories.set(name, await categoryOf(trx, name))
    await trx
      .insertInto('document')
      .values(
        documents.map((document, at) => ({
          id: stableId(document),
          category_id: categories.get(document.category)!,
          uploader_id: admin?.id ?? null,
          original_filename: document.filename,
          description: document.description,
          format: 'md',
          version_date: document.version_date,
          collection: demoCollection,
          example_question: document.example_question,
          // A list that shows the newest first keeps their order.
          created_at: sql<string>`now() + make_interval(secs => ${at / 1_000_000}::float8)`,
          ...files[at]!,
        })),
      )
      .execute()
  })
}

async function writeFile(blobs: Context['blobs'], bytes: Buffer): Promise<{ blob_id: string; size: number }> {
  const { id: blob_id } = await blobs.write(
    (async function* () {
      yield bytes
    })(),
  )
  return { blob_id, size: bytes.length }
}

type Waiting = { id: string; original_filename: string; blob_id: string; uploader_id: string | null }

/** Those of these documents that nothing is kept of yet, and that no job is to read. */
const toRead = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('document')
    .where('id', 'in', ids)
    .where('state', '=', 'en_attente')
    .where('read_at', 'is', null)
    .where(({ not, exists: has, selectFrom }) => not(has(selectFrom('job').whereRef('job.document_id', '=', 'document.id').select('job.id'))))
    .where(({ not, exists: has, selectFrom }) =>
      not(has(selectFrom('document_index').whereRef('document_index.document_id', '=', 'document.id').select('index_no'))),
    )

const waitingOf = (db: Db, all: readonly DemoDocument[]): Promise<Waiting[]> =>
  toRead(db, all.map(stableId)).orderBy('created_at').select(['id', 'original_filename', 'blob_id', 'uploader_id']).execute()

type Read = { cut: CutDocument; reading: Pick<ExtractedDocument, 'title' | 'pages' | 'warnings'> & { document_id: string } }

async function indexDocuments(context: Context, documents: readonly Waiting[], signal: AbortSignal): Promise<void> {
  const read: Read[] = []
  for (const document of documents) {
    try {
      const one = await readDocument(context, document, signal)
      if (one !== null) read.push(one)
      else if (await exists(context, document.id)) await enqueue(context.db, 'index_document', document.id)
    } catch (error) {
      // Deleted while it was being read: nothing of it remains, and nothing is left to do.
      if (await exists(context, document.id)) throw error
    }
  }
  await inTransaction(context.db, async (trx) => {
    // Those that are still there and still to be read, held until they are written.
    const held = await toRead(
      trx,
      documents.map(({ id }) => id),
    )
      .orderBy('id')
      .forUpdate()
      .select('id')
      .execute()
    const ids = new Set(held.map(({ id }) => id))
    const kept = read.filter(({ reading }) => ids.has(reading.document_id))
    if (kept.length === 0) return
    await storeFirstReadings(
      trx,
      kept.map(({ reading }) => reading),
    )
    await writeFirstPassages(
      trx,
      kept.map(({ cut }) => cut),
    )
  })
}

async function readDocument(context: Context, { id, original_filename, blob_id, uploader_id }: Waiting, signal: AbortSignal): Promise<Read | null> {
  const result = await context.blobs.lend(blob_id, (path) =>
    context.extractor.extract({ path, original_filename }, { signal, effort: 'quick', owner: uploader_id }),
  )
  if (result === null || !result.ok) return null
  const { document } = result
  const cut = await context.retrieval.cutDocument(
    { document_id: id, title: titleOf(document, original_filename), format: document.format, pages: cutPages(document.pages) },
    signal,
  )
  return { cut, reading: { ...document, document_id: id } }
}

/** The same demonstration document has the same id everywhere: it is never added twice. */
function stableId({ slug }: Pick<DemoDocument, 'slug'>): string {
  const hex = createHash('sha256').update(`demonstration:${slug}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
