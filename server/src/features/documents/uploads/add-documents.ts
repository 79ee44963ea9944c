import { defaultDocumentCategory, type Day } from '@parvis/contract'
import type * as z from 'zod/mini'
import { randomUUID } from 'node:crypto'
import { removeBlobs } from '../../../platform/remove-blobs.ts'
import type { Caller, Context } from '../../../context.ts'
import { DatabaseError } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { categoryForUpload, dropEmptyCategories } from '../categories.ts'
import { changeableDocument } from '../queries.ts'
import { requireReplaceable, validityColumns, type ValidityChange } from '../validity/versions.ts'
import { todayInParis } from '../../../platform/paris.ts'
import type { ReceivedFile } from './receive-file.ts'
import { claimQuota, lockUploads } from './quota-reservation.ts'
import { validate } from '../../../platform/errors/validate.ts'

/**
 * Destination of private documents: the person's own uploads, or a conversation, project or assistant. `name` identifies it; `attach` attaches documents
 * to it, once each. Attached documents are deleted with the last thing that has them. They belong to `owner_id`, by default the caller.
 */
export type PrivateDestination = 'private' | { name: string; attach: (db: Db, ids: readonly string[]) => Promise<void>; owner_id?: string }

/**
 * Category of the library as the destination of documents, by default that of the version that they replace, with their dates. Only a single document may
 * replace another.
 */
type LibraryDestination = { category?: string | undefined; description: string } & ValidityChange

/** Documents stored from files. `upload_id`: common id of the private documents of one upload. */
type AddedDocuments = { documents: { id: string; original_filename: string; size: number }[]; upload_id: string | null }

/**
 * Stores received files as documents and enqueues their indexing, in one transaction. Deletes the files if it has certainly failed.
 * @param client_upload_id idempotency key. If it was already used for this destination and the documents still exist, they are returned and the new files
 *   are deleted.
 * @returns the documents, in order; by name when they were stored before (`isKnown`)
 * @throws {AppError} `documents.quota`; `request.not_found` when the stored document was moved to a category that the caller may not read; what `attach`
 *   and `requireReplaceable` throw
 */
export async function addDocuments(
  context: Context,
  caller: Caller,
  files: readonly ReceivedFile[],
  destination: LibraryDestination | PrivateDestination,
  client_upload_id?: string,
): Promise<AddedDocuments & { isKnown: boolean }> {
  const upload_key = client_upload_id === undefined ? null : `${destinationName(destination)} ${client_upload_id}`
  const owner_id = (isPrivateDestination(destination) ? destinationOwner(destination) : undefined) ?? caller.id
  const add = async (db: Db): Promise<{ added: AddedDocuments; isKnown: boolean }> => {
    // Of two simultaneous requests with the same files, the second finds the documents of the first.
    if (upload_key !== null) await lockUploads(db, owner_id)
    const sentBefore = upload_key === null ? null : await findSentBefore(db, caller.id, upload_key)
    if (sentBefore === null) await claimQuota(context, db, owner_id, totalSize(files), owner_id === caller.id)
    const place = isPrivateDestination(destination)
      ? { owner_id, attached: destination !== 'private' }
      : await libraryPlacement(db, destination, caller, todayInParis(context))
    const added = sentBefore ?? (await insertDocuments(db, caller, files, place, upload_key))
    const ids = added.documents.map(({ id }) => id)
    // The second request may choose another category, but not for a document that was moved where the caller may not read.
    if (sentBefore !== null && 'category_id' in place) {
      await changeableDocument(db, ids[0]!, caller)
      await db.updateTable('document').set(place).where('id', 'in', ids).execute()
    }
    if (isPrivateDestination(destination) && destination !== 'private') await destination.attach(db, ids)
    if (sentBefore === null) for (const id of ids) await enqueue(db, 'index_document', id, { person_id: caller.id })
    return { added, isKnown: sentBefore !== null }
  }
  const { added: storedDocuments, isKnown } = await inTransaction(context.db, add).catch(async (error: unknown) => {
    if (!(error instanceof DatabaseError) || !(await mayBeStored(context.db, owner_id, files))) await discard(context, files)
    throw error
  })
  if (!isKnown) context.worker.wake()
  else {
    await discard(context, files)
    if (!isPrivateDestination(destination)) await dropEmptyCategories(context.db)
  }
  return { ...storedDocuments, isKnown }
}

const isPrivateDestination = (destination: LibraryDestination | PrivateDestination): destination is PrivateDestination =>
  destination === 'private' || 'attach' in destination
const destinationOwner = (place: PrivateDestination) => (place === 'private' ? undefined : place.owner_id)
const destinationName = (destination: LibraryDestination | PrivateDestination) =>
  !isPrivateDestination(destination) ? 'base' : destination === 'private' ? destination : destination.name
const totalSize = (files: readonly ReceivedFile[]) => files.reduce((sum, { size }) => sum + size, 0)

async function libraryPlacement(db: Db, { category, description, ...dates }: LibraryDestination, caller: Caller, today: Day) {
  const former = dates.supersedes_id ? await requireReplaceable(db, dates.supersedes_id, caller, null) : null
  const name = category ?? former?.category ?? defaultDocumentCategory
  return { category_id: await categoryForUpload(db, name, caller.id), description, ...validityColumns(dates, null, today) }
}

type DocumentPlacement = Awaited<ReturnType<typeof libraryPlacement>> | { owner_id: string; attached: boolean }

/** Inserts one row per file; the first one stores the idempotency key. */
async function insertDocuments(
  db: Db,
  caller: Caller,
  files: readonly ReceivedFile[],
  place: DocumentPlacement,
  upload_key: string | null,
): Promise<AddedDocuments> {
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

/** Returns the documents that a person stored with an idempotency key; null when they no longer exist. */
async function findSentBefore(db: Db, uploader_id: string, upload_key: string): Promise<AddedDocuments | null> {
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

/**
 * Whether files have become documents despite an error, or may have: a lost connection does not tell whether the transaction was committed. If that cannot
 * be known, the files are left to the sweep.
 */
function mayBeStored(db: Db, owner_id: string, files: readonly ReceivedFile[]): Promise<boolean> {
  const look = async (trx: Db) => {
    // The transaction that wrote them may still be ending.
    await lockUploads(trx, owner_id)
    const ids = files.map(({ blob_id }) => blob_id)
    return trx.selectFrom('document').where('blob_id', 'in', ids).select('id').executeTakeFirst()
  }
  return inTransaction(db, look).then(
    (row) => row !== undefined,
    () => true,
  )
}

/** Deletes files that will not become documents. */
export const discard = (context: Context, files: readonly Pick<ReceivedFile, 'blob_id'>[]): Promise<void> =>
  removeBlobs(
    context,
    files.map(({ blob_id }) => blob_id),
  )

/** Validates the text fields of an upload. Deletes its files if they are invalid. @throws {AppError} `request.invalid` */
export async function readFields<S extends z.ZodMiniType>(
  context: Context,
  schema: S,
  fields: Record<string, string>,
  files: readonly ReceivedFile[],
): Promise<z.output<S>> {
  try {
    return validate(schema, fields)
  } catch (error) {
    await discard(context, files)
    throw error
  }
}
