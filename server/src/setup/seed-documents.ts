import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ExtractedDocument } from '@parvis/document-reading'
import { readDemoDocuments, type DemoDocument } from '../../../seed/documents/index.ts'
import type { Context } from '../context.ts'
import { categoryOf } from '../features/documents/categories.ts'
import { queueVectors } from '../features/documents/reading/embed-passages.ts'
import { titleOf } from '../features/documents/reading/index-document.ts'
import { cutPages, storeFirstReadings } from '../features/documents/reading/stored-pages.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobHandler } from '../platform/jobs/worker.ts'
import { writeFirstPassages, type CutDocument } from '../retrieval/store.ts'

/** Documents that one transaction adds, and that one indexes: short enough for other requests to slip between two. */
const addedTogether = 20
const indexedTogether = 8

/**
 * Puts the demonstration documents in the shared library in the background: interrupted, it goes on where it was. Each is then an ordinary
 * document of the administrator, who may delete it. They are read and cut like any other, but written several at a time: each by itself, the
 * statements of a queue and of a publication that may be disputed were most of a first start.
 */
export function seedDocumentsHandler(context: Context): JobHandler {
  return {
    async run({ signal, report }) {
      const all = readDemoDocuments()
      for (const some of inGroups(await missing(context.db, all), addedTogether)) {
        signal.throwIfAborted()
        await addDocuments(context, some)
      }
      const waiting = await waitingOf(context.db, all)
      let done = all.length - waiting.length
      for (const some of inGroups(waiting, indexedTogether)) {
        signal.throwIfAborted()
        await indexDocuments(context, some, signal)
        done += some.length
        report((100 * done) / all.length)
      }
      // Read ahead what was written, so that the first question does not have to.
      await context.retrieval.warmUp(context.db)
      if (waiting[0] !== undefined && (await context.retrieval.lacksVectors(context.db, waiting[0].id))) await queueVectors(context)
    },
    giveUp: async () => context.log.warn({}, 'the demonstration documents could not all be added'),
  }
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

async function missing(db: Db, all: readonly DemoDocument[]): Promise<DemoDocument[]> {
  const rows = await db.selectFrom('document').where('id', 'in', all.map(stableId)).select('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  return all.filter((document) => !known.has(stableId(document)))
}

async function addDocuments({ db, blobs }: Context, documents: readonly DemoDocument[]): Promise<void> {
  const files = await Promise.all(
    documents.map(async ({ text }) => {
      const bytes = Buffer.from(text)
      const { id: blob_id } = await blobs.write(
        (async function* () {
          yield bytes
        })(),
      )
      return { blob_id, size: bytes.length }
    }),
  )
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
          // A list that shows the newest first keeps their order.
          created_at: sql<string>`now() + make_interval(secs => ${at / 1_000_000}::float8)`,
          ...files[at]!,
        })),
      )
      .execute()
  })
}

type Waiting = { id: string; original_filename: string; blob_id: string; uploader_id: string | null }

/** Those that nothing was read of yet, and that no job is to read: one that a former start left half-way, or that a person asked to read again. */
async function waitingOf(db: Db, all: readonly DemoDocument[]): Promise<Waiting[]> {
  return db
    .selectFrom('document')
    .where('id', 'in', all.map(stableId))
    .where('state', '=', 'en_attente')
    .where('read_at', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('job').whereRef('job.document_id', '=', 'document.id').select('job.id'))))
    .orderBy('created_at')
    .select(['id', 'original_filename', 'blob_id', 'uploader_id'])
    .execute()
}

type Read = { cut: CutDocument; reading: Pick<ExtractedDocument, 'title' | 'pages' | 'warnings'> & { document_id: string } }

async function indexDocuments(context: Context, documents: readonly Waiting[], signal: AbortSignal): Promise<void> {
  const read: Read[] = []
  for (const document of documents) {
    const one = await readDocument(context, document, signal)
    // One by itself, which says why it cannot be read.
    if (one === null) await enqueue(context.db, 'index_document', document.id)
    else read.push(one)
  }
  await context.db.transaction().execute(async (trx) => {
    // Those that are still there and wait for nobody else, held until they are written.
    const held = await trx
      .selectFrom('document')
      .where(
        'id',
        'in',
        documents.map(({ id }) => id),
      )
      .where('state', '=', 'en_attente')
      .where('read_at', 'is', null)
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
