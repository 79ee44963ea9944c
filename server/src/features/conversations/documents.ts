import { limits, type Conversation, type ModelLevel, type ReceivedFiles } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'
import { ownDocuments } from '../documents/queries.ts'
import { addUpload } from '../documents/uploads/add-upload.ts'
import { lockConversation } from './add-message.ts'
import { findConversation } from './queries.ts'

/**
 * Attaches documents of this person to a conversation of theirs, ignoring those already attached. Must be called in a transaction that locks the
 * conversation.
 * @param documentIds ids of documents, or of the uploads that they came with
 * @throws {AppError} `request.not_found` for a document that does not exist or belongs to somebody else, `conversations.too_many_documents`
 */
export async function attachDocuments(db: Db, conversation_id: string, owner_id: string, documentIds: readonly string[]): Promise<void> {
  const documents = await ownDocuments(db, documentIds, owner_id)
  // The conversation is locked, so no question is asked meanwhile: the next one is the first to use these documents.
  const after_position = sql<number>`coalesce((select max(position) from message where conversation_id = ${conversation_id}), 0)`
  try {
    await db
      .insertInto('conversation_document')
      .values(documents.map(({ id, original_filename }) => ({ conversation_id, owner_id, document_id: id, filename: original_filename, after_position })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } catch (error) {
    // The document was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw notFound()
    throw error
  }
  if ((await readAttached(db, conversation_id)).length > limits.files) throw new AppError('conversations.too_many_documents')
  await deleteOldNames(db, conversation_id)
}

/** Keeps the names of the documents deleted last, up to the maximum number of documents: every list of conversations includes them. */
async function deleteOldNames(db: Db, conversation_id: string): Promise<void> {
  await sql`
    delete from conversation_document where conversation_id = ${conversation_id} and document_id is null and position <= (
      select position from conversation_document where conversation_id = ${conversation_id} and document_id is null
      order by position desc offset ${limits.files} limit 1)`.execute(db)
}

/**
 * Attaches documents already uploaded to a conversation.
 * @throws {AppError} as `attachDocuments`
 */
export async function attachUploadedDocuments(db: Db, conversation_id: string, owner_id: string, documentIds: readonly string[]): Promise<Conversation> {
  return withLockedConversation(db, conversation_id, owner_id, (transaction) => attachDocuments(transaction, conversation_id, owner_id, documentIds))
}

/**
 * Receives files into a conversation: they are stored and attached together, or not at all.
 * @throws {AppError} `request.not_found`, as `addUpload` and `attachDocuments`
 */
export async function receiveFilesInto(context: Context, caller: Caller, conversation_id: string, upload: MultipartUpload): Promise<ReceivedFiles> {
  // Checked before anything is stored; the transaction checks again.
  if ((await findConversation(context.db, conversation_id, caller.id)) === null) throw notFound()
  return addUpload(context, caller, upload, {
    name: `conversation ${conversation_id}`,
    async attach(db, ids) {
      await lockConversation(db, conversation_id, caller.id)
      await attachDocuments(db, conversation_id, caller.id, ids)
    },
  })
}

/**
 * Detaches a document from a conversation. A trigger deletes a document uploaded with the conversation that is attached to nothing else.
 * @throws {AppError} `request.not_found`, `conversations.last_document`
 */
export async function detachDocument(db: Db, conversation_id: string, owner_id: string, document_id: string): Promise<Conversation> {
  return withLockedConversation(db, conversation_id, owner_id, async (transaction) => {
    const attachedDocuments = await readAttached(transaction, conversation_id)
    if (!attachedDocuments.some((row) => row.document_id === document_id)) throw notFound()
    if (attachedDocuments.length === 1 && (await isDocumentSearch(transaction, conversation_id))) throw new AppError('conversations.last_document')
    await transaction
      .deleteFrom('conversation_document')
      .where('conversation_id', '=', conversation_id)
      .where('document_id', '=', document_id)
      .where('owner_id', '=', owner_id)
      .execute()
  })
}

/**
 * Sets the minimum level of the models that may read the person's own document, attached to a conversation, wherever else it is attached.
 * @throws {AppError} `request.not_found`
 */
export function setDocumentLevel(db: Db, conversation_id: string, owner_id: string, document_id: string, min_level: ModelLevel): Promise<Conversation> {
  return withLockedConversation(db, conversation_id, owner_id, async (transaction) => {
    if (!(await readAttached(transaction, conversation_id)).some((row) => row.document_id === document_id)) throw notFound()
    const changed = transaction.updateTable('document').set({ min_level }).where('id', '=', document_id).where('owner_id', '=', owner_id)
    await changed.returning('id').executeTakeFirstOrThrow(notFound)
  })
}

const isDocumentSearch = async (db: Db, id: string) =>
  (await db.selectFrom('conversation').where('id', '=', id).select('document_search').executeTakeFirstOrThrow()).document_search

/** Reads the documents attached to a conversation. Deleted ones, whose names remain, do not count towards the maximum. */
const readAttached = (db: Db, conversation_id: string) =>
  db.selectFrom('conversation_document').where('conversation_id', '=', conversation_id).where('document_id', 'is not', null).select('document_id').execute()

/**
 * Runs a change with the conversation locked, so that counts stay true until the commit, and returns the result.
 * @throws {AppError} `request.not_found`
 */
async function withLockedConversation(db: Db, id: string, owner_id: string, change: (transaction: Db) => Promise<void>): Promise<Conversation> {
  return inTransaction(db, async (transaction) => {
    await lockConversation(transaction, id, owner_id)
    await change(transaction)
    return (await findConversation(transaction, id, owner_id))!
  })
}
