import { sql } from 'kysely'
import { grantedTo } from '../grants/granted.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/run-again.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { accountKey } from '../auth/account-keys.ts'
import { forgetFailures } from '../auth/sign-in-attempts.ts'
import { dropEmptyCategories } from '../documents/categories.ts'
import { heirsOf, passOnProjects, tellHeirs } from '../projects/hand-over.ts'

/** Fate of the documents of the shared library that the person uploaded: deleted, kept without a name, or transferred. `unsaid`: a transfer to nobody, refused where there is one. */
type SharedDocuments = 'delete' | 'keep' | 'unsaid' | { transfer_to: string }

/**
 * Erases an account and all that it owns in one transaction, but for what others manage of it: they inherit (migration
 * 2026-11-26-users-projects). Its files go right after, its running replies stop, its sessions are dead
 * (trust case PRV-06). What is erased is recorded by the database itself, to be erased again after the restoration of an older backup.
 * @param due what must still be true of the account `u` once nobody else can change it
 * @throws {AppError} `request.not_found`, also for one that is no longer due, `users.held`, `users.transfer_needed`, `users.transfer_unknown`; the database refuses to lose its last administrator
 * (`users.last_admin`)
 */
export async function eraseAccount(context: Context, id: string, shared: SharedDocuments, due = sql<boolean>`true`): Promise<void> {
  const erased = await inTransaction(context.db, async (db) => {
    const user = await holdAccount(db, id, shared)
    await db.selectFrom('app_user as u').select('u.id').where('u.id', '=', id).where(due).executeTakeFirstOrThrow(notFound)
    await requireFree(db, id)
    const passed = await passOnProjects(db, id)
    const blobs = await takeDocuments(db, id, shared)
    await db.deleteFrom('throttle').where('key', 'like', `%${id}%`).execute()
    await forgetFailures(db, id, null)
    await db.deleteFrom('registration').where('email_key', '=', accountKey(user.email)).execute()
    await db.deleteFrom('app_user').where('id', '=', id).execute()
    return { email: user.email, blobs, passed }
  })
  context.replies.cancel((run) => run.owner_id === id)
  await removeFiles(context, erased.blobs)
  await context.mailer.kept?.forget(erased.email)
  await dropEmptyCategories(context.db)
  await tellHeirs(context, erased.passed)
}

/**
 * The account, and those who take over from it, in one order: two who inherit of each other wait, and neither is undone. Whoever uploads at this
 * very instant waits too, and then finds nobody.
 */
async function holdAccount(db: Db, id: string, shared: SharedDocuments): Promise<{ email: string }> {
  const others = [...(await heirsOf(db, id)), ...(typeof shared === 'object' ? [shared.transfer_to] : [])].filter((other) => other !== id)
  const keep = async (ids: string[]) => {
    if (ids.length > 0) await db.selectFrom('app_user').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  }
  await keep(others.filter((other) => other < id))
  const user = await db.selectFrom('app_user').select('email').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  await keep(others.filter((other) => other > id))
  return user
}

async function requireFree(db: Db, id: string): Promise<void> {
  const held = await db
    .selectFrom('legal_hold')
    .select('id')
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '=', id)]))
    .executeTakeFirst()
  if (held !== undefined) throw new AppError('users.held')
}

/** Settles the documents of a person; answers the files that nothing will name any more. */
async function takeDocuments(db: Db, id: string, shared: SharedDocuments): Promise<string[]> {
  const own = await db.deleteFrom('document').where('owner_id', '=', id).returning('blob_id').execute()
  if (shared === 'delete') {
    const gone = await db.deleteFrom('document').where('owner_id', 'is', null).where('uploader_id', '=', id).returning('blob_id').execute()
    return [...own, ...gone].map(({ blob_id }) => blob_id)
  }
  if (shared === 'unsaid') {
    const some = await db.selectFrom('document').select('id').where('owner_id', 'is', null).where('uploader_id', '=', id).executeTakeFirst()
    if (some !== undefined) throw new AppError('users.transfer_needed')
  } else if (shared !== 'keep') {
    const { transfer_to } = shared
    const heir = await db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', transfer_to)
      .where('id', '!=', id)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (heir === undefined) throw new AppError('users.transfer_unknown')
    const shared_ones = db.updateTable('document').where('owner_id', 'is', null).where('uploader_id', '=', id)
    // Who does not read a category receives nothing of it: its documents stay there, nobody's.
    const isTheirs = sql<boolean>`category_id in ${grantedTo(transfer_to, 'document_category', 'use')}`
    await shared_ones.set({ uploader_id: transfer_to, upload_key: null }).where(isTheirs).execute()
  }
  return own.map(({ blob_id }) => blob_id)
}

/** What cannot be removed now is left to the sweep of stray files. */
async function removeFiles(context: Context, blobs: readonly string[]): Promise<void> {
  for (const blob of blobs) {
    await context.blobs.remove(blob).catch((error: unknown) => {
      context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'an erased file is left to the sweep')
    })
  }
}
