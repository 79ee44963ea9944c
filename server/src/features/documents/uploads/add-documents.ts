import { randomUUID } from 'node:crypto'
import type { Caller, Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { categoryToFill } from '../categories.ts'
import type { ReceivedFile } from './receive-file.ts'
import { claimQuota } from './upload-claim.ts'

/** The person's own uploads, or what `attach` ties them to: they then go with the last of what has them, and are `owner_id`'s where that is somebody else's. */
export type PrivatePlace = 'private' | { attach: (db: Db, ids: readonly string[]) => Promise<void>; owner_id?: string }

/** Where new documents go: a category of the shared library, or with what their person alone reads. */
type Destination = { category: string; description: string } | PrivatePlace

/**
 * Writes received files as documents and queues their indexing, in one transaction; the files are removed when it fails.
 * @returns the documents' ids, in order, and the id under which they can be asked together.
 * @throws {AppError} `documents.quota`, and what `attach` throws
 */
export async function addDocuments(
  context: Context,
  caller: Caller,
  files: readonly ReceivedFile[],
  destination: Destination,
): Promise<{ ids: string[]; upload_id: string }> {
  const ids = files.map(() => randomUUID())
  const upload_id = ids.length === 1 ? ids[0]! : randomUUID()
  try {
    await context.db.transaction().execute(async (db) => {
      const owner_id = (destination === 'private' || 'attach' in destination ? ownerOf(destination) : undefined) ?? caller.id
      const size = files.reduce((sum, file) => sum + file.size, 0)
      await claimQuota(context, db, owner_id, size, owner_id === caller.id)
      const place =
        destination === 'private' || 'attach' in destination
          ? { owner_id, upload_id, attached: destination !== 'private', category_id: null, description: '' }
          : { owner_id: null, upload_id: null, category_id: await categoryToFill(db, destination.category, caller.id), description: destination.description }
      await db
        .insertInto('document')
        .values(files.map((file, index) => ({ id: ids[index]!, ...file, ...place, uploader_id: caller.id })))
        .execute()
      if (destination !== 'private' && 'attach' in destination) await destination.attach(db, ids)
      for (const id of ids) await enqueue(db, 'index_document', id, { person_id: caller.id })
    })
  } catch (error) {
    await discard(context, files)
    throw error
  }
  context.worker.wake()
  return { ids, upload_id }
}

const ownerOf = (place: PrivatePlace) => (place === 'private' ? undefined : place.owner_id)

/** Removes files that will not become documents. */
export async function discard(context: Context, files: readonly Pick<ReceivedFile, 'blob_id'>[]): Promise<void> {
  await Promise.all(files.map(({ blob_id }) => context.blobs.remove(blob_id)))
}
