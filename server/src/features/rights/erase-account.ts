import { sql } from 'kysely'
import { isCategoryUsableBy } from '../../authorization/documents.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { accountKey } from '../auth/keys.ts'
import { forgetFailures } from '../auth/sign-in-attempts.ts'
import { dropEmptyCategories } from '../documents/categories.ts'
import { heirsOf, transferProjects, notifyHeirs } from '../projects/hand-over.ts'

/**
 * Fate of the library documents that the person uploaded: deleted, retained without uploader, or transferred. `unsaid`: a transfer without recipient,
 * refused if there are documents.
 */
type LibraryDocumentsFate = 'delete' | 'keep' | 'unsaid' | { transfer_to: string }

/**
 * Erases an account and everything it owns in one transaction, except projects with another manager, who inherits them (migration
 * 2026-11-26-users-projects). Afterwards cancels its running replies, deletes its files and stored mails, and notifies the heirs (trust case PRV-06). The
 * database records the erasure, so that it is repeated after an older backup is restored.
 * @param due SQL condition on the account `u`, checked once its row is locked
 * @throws {AppError} `request.not_found`, also when `due` is false; `users.held`, `users.transfer_needed`, `users.transfer_unknown`; `users.last_admin`
 *   from the database
 */
export async function eraseAccount(context: Context, id: string, documentsFate: LibraryDocumentsFate, due = sql<boolean>`true`): Promise<void> {
  const erasedAccount = await inTransaction(context.db, async (db) => {
    const user = await lockAccountAndHeirs(db, id, documentsFate)
    await db.selectFrom('app_user as u').select('u.id').where('u.id', '=', id).where(due).executeTakeFirstOrThrow(notFound)
    await requireNoLegalHold(db, id)
    const transfers = await transferProjects(db, id)
    const blobs = await settleDocuments(db, id, documentsFate)
    await db.deleteFrom('throttle').where('key', 'like', `%${id}%`).execute()
    await forgetFailures(db, id, null)
    await db.deleteFrom('registration').where('email_key', '=', accountKey(user.email)).execute()
    await db.deleteFrom('app_user').where('id', '=', id).execute()
    return { email: user.email, blobs, passed: transfers }
  })
  context.replies.cancel((run) => run.owner_id === id)
  await removeBlobs(context, erasedAccount.blobs)
  await context.mailer.storedMails?.deleteMailsTo(erasedAccount.email)
  await dropEmptyCategories(context.db)
  await notifyHeirs(context, erasedAccount.passed)
}

/**
 * Locks the account and its heirs in order of id, so that two accounts that inherit from each other do not deadlock. A simultaneous upload waits, then
 * finds no account. @throws {AppError} `request.not_found`
 */
async function lockAccountAndHeirs(db: Db, id: string, documentsFate: LibraryDocumentsFate): Promise<{ email: string }> {
  const heirIds = [...(await heirsOf(db, id)), ...(typeof documentsFate === 'object' ? [documentsFate.transfer_to] : [])].filter((other) => other !== id)
  const lock = async (ids: string[]) => {
    if (ids.length > 0) await db.selectFrom('app_user').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  }
  await lock(heirIds.filter((other) => other < id))
  const user = await db.selectFrom('app_user').select('email').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  await lock(heirIds.filter((other) => other > id))
  return user
}

async function requireNoLegalHold(db: Db, id: string): Promise<void> {
  const legalHold = await db
    .selectFrom('legal_hold')
    .select('id')
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '=', id)]))
    .executeTakeFirst()
  if (legalHold !== undefined) throw new AppError('users.held')
}

/** Deletes or transfers the documents of a person. @returns the files that no document uses any more */
async function settleDocuments(db: Db, id: string, documentsFate: LibraryDocumentsFate): Promise<string[]> {
  const ownDocuments = await db.deleteFrom('document').where('owner_id', '=', id).returning('blob_id').execute()
  if (documentsFate === 'delete') {
    const deleted = await db.deleteFrom('document').where('owner_id', 'is', null).where('uploader_id', '=', id).returning('blob_id').execute()
    return [...ownDocuments, ...deleted].flatMap(({ blob_id }) => blob_id ?? [])
  }
  if (documentsFate === 'unsaid') {
    const ownDocument = await db.selectFrom('document').select('id').where('owner_id', 'is', null).where('uploader_id', '=', id).executeTakeFirst()
    if (ownDocument !== undefined) throw new AppError('users.transfer_needed')
  } else if (documentsFate !== 'keep') {
    const { transfer_to } = documentsFate
    const heir = await db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', transfer_to)
      .where('id', '!=', id)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (heir === undefined) throw new AppError('users.transfer_unknown')
    const shared_ones = db.updateTable('document').where('owner_id', 'is', null).where('uploader_id', '=', id)
    // The recipient gets only documents of categories they may read; the others stay without uploader.
    await shared_ones
      .set({ uploader_id: transfer_to, upload_key: null })
      .where(isCategoryUsableBy(sql`category_id`, transfer_to))
      .execute()
  }
  return ownDocuments.flatMap(({ blob_id }) => blob_id ?? [])
}
