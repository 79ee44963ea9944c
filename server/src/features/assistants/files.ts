import { limits, type LibraryDocument, type ReceivedFiles } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { inTransaction, withRetries } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'
import { lockAssistant } from './write-assistant.ts'
import { todayInParis } from '../../platform/paris.ts'
import { toLibraryDocument } from '../documents/present.ts'
import { ownDocuments, selectDocuments } from '../documents/queries.ts'
import { addUpload } from '../documents/uploads/add-upload.ts'
import { sql } from 'kysely'
import { assistantFileIdsOf } from '../../authorization/documents.ts'

/** Lists the files of an assistant of the caller, last added first. @throws {AppError} `request.not_found` */
export async function listFiles(context: Context, caller: Caller, assistant_id: string): Promise<LibraryDocument[]> {
  const { db } = context
  await db.selectFrom('assistant').where('id', '=', assistant_id).where('owner_id', '=', caller.id).select('id').executeTakeFirstOrThrow(notFound)
  const rows = await selectDocuments(db, caller.id)
    .innerJoin('assistant_document', 'assistant_document.document_id', 'document.id')
    .where('assistant_document.assistant_id', '=', assistant_id)
    .where('assistant_document.owner_id', '=', caller.id)
    .orderBy('assistant_document.position', 'desc')
    .execute()
  return rows.map((row) => toLibraryDocument(row, caller, todayInParis(context)))
}

/**
 * Uploads files into an assistant of the caller: all are stored and attached, or none.
 * @throws {AppError} `request.not_found`, `own_assistants.too_many_files`, as `addUpload`
 */
export async function addFiles(context: Context, caller: Caller, assistant_id: string, upload: MultipartUpload): Promise<ReceivedFiles> {
  await lockAssistant(context.db, assistant_id, caller.id)
  return addUpload(context, caller, upload, { name: `assistant ${assistant_id}`, attach: (db, ids) => attachFiles(db, assistant_id, caller.id, ids) })
}

/**
 * Attaches documents that the caller already has to one of their assistants, and lists its files.
 * @throws {AppError} `request.not_found` for an assistant or a document that is missing or somebody else's, `own_assistants.too_many_files`
 */
export async function addOwnDocuments(context: Context, caller: Caller, assistant_id: string, wantedIds: readonly string[]): Promise<LibraryDocument[]> {
  const work = inTransaction(context.db, async (trx) => {
    await lockAssistant(trx, assistant_id, caller.id)
    const ownFiles = await ownDocuments(trx, wantedIds, caller.id)
    await attachFiles(
      trx,
      assistant_id,
      caller.id,
      ownFiles.map(({ id }) => id),
    )
  })
  await work.catch((error: unknown) => {
    // A document was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound() : error
  })
  return listFiles(context, caller, assistant_id)
}

/**
 * Removes a file from an assistant of this person. A trigger deletes an uploaded file that nothing else has attached. @throws {AppError}
 * `request.not_found`
 */
export async function removeFile(db: Db, owner_id: string, assistant_id: string, document_id: string): Promise<void> {
  const takeOut = db
    .deleteFrom('assistant_document')
    .where('assistant_id', '=', assistant_id)
    .where('owner_id', '=', owner_id)
    .where('document_id', '=', document_id)
  await withRetries(() => takeOut.returning('document_id').executeTakeFirstOrThrow(notFound))
}

/**
 * Attaches documents to an assistant. Locks the assistant first, so that simultaneous additions are counted together. @throws {AppError}
 * `request.not_found`, `own_assistants.too_many_files`
 */
async function attachFiles(trx: Db, assistant_id: string, owner_id: string, ids: readonly string[]): Promise<void> {
  await lockAssistant(trx, assistant_id, owner_id)
  await trx
    .insertInto('assistant_document')
    .values(ids.map((document_id) => ({ assistant_id, owner_id, document_id })))
    .onConflict((conflict) => conflict.columns(['assistant_id', 'document_id']).doNothing())
    .execute()
  if ((await countAssistantFiles(trx, assistant_id)) > limits.files) throw new AppError('own_assistants.too_many_files')
}

/** Reads `assistantFileIdsOf` for one assistant. */
export async function readAssistantFileIds(db: Db, assistant_id: string, person_id: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select ${assistantFileIdsOf(sql`${assistant_id}::uuid`, person_id)} as ids`.execute(db)
  return rows[0]!.ids
}

export async function countAssistantFiles(db: Db, assistant_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_document')
    .where('assistant_id', '=', assistant_id)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
