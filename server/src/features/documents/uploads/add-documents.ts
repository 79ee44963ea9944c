import { randomUUID } from 'node:crypto'
import type { Caller, Context } from '../../../context.ts'
import { DatabaseError } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/run-again.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { categoryToFill, dropEmptyCategories } from '../categories.ts'
import { changeableDocument } from '../queries.ts'
import type { ReceivedFile } from './receive-file.ts'
import { claimQuota, holdUploads } from './upload-claim.ts'

/**
 * The person's own uploads, or a conversation, project or assistant: `name` tells it from any other, `attach` ties documents to it, once each. They go with
 * the last of what has them, and are `owner_id`'s where that is somebody else's.
 */
export type PrivatePlace = 'private' | { name: string; attach: (db: Db, ids: readonly string[]) => Promise<void>; owner_id?: string }

/** A category of the shared library. */
type SharedPlace = { category: string; description: string }

/** Files that are documents; `upload_id`: the id under which they can be asked together, where one person alone reads them. */
type Added = { documents: { id: string; original_filename: string; size: number }[]; upload_id: string | null }

/**
 * Writes received files as documents and queues their indexing, in one transaction; the files are removed when it is known to have failed.
 * @param client_upload_id the name that who sends them gave. Where they came to the same place under it before and are still kept, those
 *   documents are answered, and the files removed: the first answer was lost, or has not arrived yet.
 * @returns the documents, in order; by name where they came before
 * @throws {AppError} `documents.quota`, `request.not_found` for one of the base that was put since where they do not read, and what `attach` throws
 */
export async function addDocuments(
  context: Context,
  caller: Caller,
  files: readonly ReceivedFile[],
  destination: SharedPlace | PrivatePlace,
  client_upload_id?: string,
): Promise<Added> {
  const upload_key = client_upload_id === undefined ? null : `${nameOf(destination)} ${client_upload_id}`
  const owner_id = (isPrivate(destination) ? ownerOf(destination) : undefined) ?? caller.id
  const add = async (db: Db): Promise<{ kept: Added; isKnown: boolean }> => {
    // Of two sendings of the same files, the second one finds what the first has kept.
    if (upload_key !== null) await holdUploads(db, owner_id)
    const known = upload_key === null ? null : await sentBefore(db, caller.id, upload_key)
    if (known === null) await claimQuota(context, db, owner_id, totalSize(files), owner_id === caller.id)
    const place = isPrivate(destination) ? { owner_id, attached: destination !== 'private' } : await shared(db, destination, caller.id)
    const kept = known ?? (await write(db, caller, files, place, upload_key))
    const ids = kept.documents.map(({ id }) => id)
    // Another category may have been chosen for the second sending; what was put since where they do not read is not theirs to move.
    if (known !== null && 'category_id' in place) {
      await changeableDocument(db, ids[0]!, caller)
      await db.updateTable('document').set(place).where('id', 'in', ids).execute()
    }
    if (isPrivate(destination) && destination !== 'private') await destination.attach(db, ids)
    if (known === null) for (const id of ids) await enqueue(db, 'index_document', id, { person_id: caller.id })
    return { kept, isKnown: known !== null }
  }
  const { kept, isKnown } = await inTransaction(context.db, add).catch(async (error: unknown) => {
    if (!(error instanceof DatabaseError) || !(await mayBeKept(context.db, owner_id, files))) await discard(context, files)
    throw error
  })
  if (!isKnown) context.worker.wake()
  else {
    await discard(context, files)
    if (!isPrivate(destination)) await dropEmptyCategories(context.db)
  }
  return kept
}

const isPrivate = (destination: SharedPlace | PrivatePlace): destination is PrivatePlace => destination === 'private' || 'attach' in destination
const ownerOf = (place: PrivatePlace) => (place === 'private' ? undefined : place.owner_id)
const nameOf = (destination: SharedPlace | PrivatePlace) => (!isPrivate(destination) ? 'base' : destination === 'private' ? destination : destination.name)
const totalSize = (files: readonly ReceivedFile[]) => files.reduce((sum, { size }) => sum + size, 0)

const shared = async (db: Db, { category, description }: SharedPlace, uploader_id: string) => ({
  category_id: await categoryToFill(db, category, uploader_id),
  description,
})

type Place = Awaited<ReturnType<typeof shared>> | { owner_id: string; attached: boolean }

/** One row each; the first one keeps the name of the upload. */
async function write(db: Db, caller: Caller, files: readonly ReceivedFile[], place: Place, upload_key: string | null): Promise<Added> {
  const documents = files.map(({ original_filename, size }) => ({ id: randomUUID(), original_filename, size }))
  const upload_id = 'category_id' in place ? null : documents.length === 1 ? documents[0]!.id : randomUUID()
  await db
    .insertInto('document')
    .values(
      files.map((file, index) => ({
        ...file,
        ...place,
        id: documents[index]!.id,
        uploader_id: caller.id,
        upload_id,
        upload_key: index === 0 ? upload_key : null,
      })),
    )
    .execute()
  return { documents, upload_id }
}

/** What this person sent under a name, if it is still there. */
async function sentBefore(db: Db, uploader_id: string, upload_key: string): Promise<Added | null> {
  const first = await db
    .selectFrom('document')
    .where('uploader_id', '=', uploader_id)
    .where('upload_key', '=', upload_key)
    .select(['id', 'upload_id'])
    .executeTakeFirst()
  if (first === undefined) return null
  const documents = await db
    .selectFrom('document')
    .where((where) => (first.upload_id === null ? where('id', '=', first.id) : where('upload_id', '=', first.upload_id)))
    .orderBy('original_filename')
    .orderBy('id')
    .select(['id', 'original_filename', 'size'])
    .execute()
  return { documents, upload_id: first.upload_id }
}

/** Whether files are documents, or may be: a base that went away may have done it all the same. Where that cannot be known they are left to the sweep. */
function mayBeKept(db: Db, owner_id: string, files: readonly ReceivedFile[]): Promise<boolean> {
  const look = async (trx: Db) => {
    // What wrote them may still be ending.
    await holdUploads(trx, owner_id)
    const ids = files.map(({ blob_id }) => blob_id)
    return trx.selectFrom('document').where('blob_id', 'in', ids).select('id').executeTakeFirst()
  }
  return inTransaction(db, look).then(
    (row) => row !== undefined,
    () => true,
  )
}

/** Removes files that will not become documents. */
export async function discard(context: Context, files: readonly Pick<ReceivedFile, 'blob_id'>[]): Promise<void> {
  await Promise.all(files.map(({ blob_id }) => context.blobs.remove(blob_id)))
}
