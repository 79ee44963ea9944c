import { createHash } from 'node:crypto'
import { readDemoDocuments, type DemoDocument } from '../../../seed/documents/index.ts'
import type { Context } from '../context.ts'
import { categoryOf } from '../features/documents/categories.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobHandler } from '../platform/jobs/worker.ts'

/**
 * Puts the demonstration documents in the shared library, one at a time and in the background: interrupted, it goes on where it was.
 * Each is then an ordinary document of the administrator, who may delete it.
 */
export function seedDocumentsHandler(context: Context): JobHandler {
  return {
    async run({ signal, report }) {
      const { db } = context
      const admin = await db.selectFrom('app_user').where('is_admin', '=', true).orderBy('created_at').select('id').executeTakeFirst()
      const all = readDemoDocuments()
      for (const [index, document] of all.entries()) {
        signal.throwIfAborted()
        await addDemoDocument(context, document, admin?.id ?? null)
        report((100 * index) / all.length)
      }
    },
    giveUp: async () => context.log.warn({}, 'the demonstration documents could not all be added'),
  }
}

async function addDemoDocument(context: Context, { slug, filename, category, description, text }: DemoDocument, uploader_id: string | null): Promise<void> {
  const id = stableId(slug)
  const known = await context.db.selectFrom('document').where('id', '=', id).select('id').executeTakeFirst()
  if (known !== undefined) return
  const bytes = Buffer.from(text)
  const { id: blob_id } = await context.blobs.write(
    (async function* () {
      yield bytes
    })(),
  )
  await context.db.transaction().execute(async (db) => {
    const category_id = await categoryOf(db, category)
    await db
      .insertInto('document')
      .values({ id, category_id, uploader_id, original_filename: filename, description, blob_id, size: bytes.length, format: 'md' })
      .execute()
    await enqueue(db, 'index_document', id)
  })
}

/** The same demonstration document has the same id everywhere: it is never added twice. */
function stableId(slug: string): string {
  const hex = createHash('sha256').update(`demonstration:${slug}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
