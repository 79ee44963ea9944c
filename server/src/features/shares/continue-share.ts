import type { Conversation } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { withinQuota } from '../conversations/find-or-create.ts'
import { findConversation } from '../conversations/queries.ts'
import { findLibrary } from '../documents/categories.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { readShared } from './messages.ts'
import { findReadable, type ReadableShare } from './queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

/**
 * Continues a share in a conversation of the caller's, copied once for each state of the share. Calling it again returns the same conversation while it
 * exists.
 * @throws {AppError} `shares.gone`; quota errors of the database for conversations and messages
 */
export async function continueShare(context: Context, caller: Caller, id: string): Promise<{ conversation: Conversation; created: boolean }> {
  const make = () =>
    inTransaction(context.db, async (db) => {
      const copy = await lockCopy(db, id, caller.id, context.now())
      const share = await findReadable({ db, now: context.now }, caller.id, id)
      if (share === null) throw new AppError('shares.gone')
      if (copy.conversation_id !== null && copy.taken_at === share.taken_at) return { id: copy.conversation_id, created: false }
      await applyQuotas(db, context.config.quotas)
      const conversation_id = await copyShare(db, share, caller.id)
      await db
        .updateTable('conversation_share_copy')
        .set({ conversation_id, taken_at: share.taken_at })
        .where('share_id', '=', id)
        .where('user_id', '=', caller.id)
        .execute()
      return { id: conversation_id, created: true }
    })
  const createdConversation = await withinQuota(context, caller.id, make).catch((error: unknown) => {
    // The share was removed, or never existed.
    if (isForeignKeyViolation(error)) throw new AppError('shares.gone')
    throw error
  })
  if (createdConversation.created) await context.messageIndex.catchUp(caller.id).catch(() => {})
  const conversation = await findConversation(context.db, createdConversation.id, caller.id)
  if (conversation === null) throw new AppError('shares.gone')
  return { conversation, created: createdConversation.created }
}

/** Returns the copy that this person already made of a share, and locks it, so that two simultaneous calls run one after the other. */
async function lockCopy(db: Db, share_id: string, user_id: string, now: Date): Promise<{ conversation_id: string | null; taken_at: string }> {
  await db
    .insertInto('conversation_share_copy')
    .values({ share_id, user_id, taken_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('conversation_share_copy')
    .where('share_id', '=', share_id)
    .where('user_id', '=', user_id)
    .select(['conversation_id', 'taken_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('shares.gone'))
}

async function copyShare(db: Db, share: ReadableShare, owner_id: string): Promise<string> {
  const assistant = share.keeps_assistant && share.assistant_id !== null ? await namesOf(db, share.assistant_id) : undefined
  const { id } = await db
    .insertInto('conversation')
    .values({
      owner_id,
      title: share.title,
      assistant_id: assistant?.id ?? null,
      assistant_name: assistant?.name ?? null,
      assistant_category: assistant?.category ?? null,
      project_id: null,
      // Only if this person may query the category too.
      library: share.library !== null && (await findLibrary(db, share.library, owner_id)) ? share.library : null,
      prompt_id: null,
      started: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for await (const messages of readShared(db, share.id, owner_id)) {
    await db
      .insertInto('message')
      .values(
        messages.map(({ role, content, status, finish_reason, error_code, sources, notices, documents_level, created_at }) => ({
          conversation_id: id,
          role,
          content,
          status,
          finish_reason,
          error_code,
          sources: JSON.stringify(sources),
          notices: JSON.stringify(notices),
          documents_level,
          created_at,
          client_message_id: null,
          // This person used no model tokens for these messages.
          ...(role === 'assistant' && { prompt_tokens: 0, completion_tokens: 0 }),
        })),
      )
      .execute()
  }
  return id
}

const namesOf = (db: Db, id: string) =>
  db
    .selectFrom('assistant')
    .innerJoin('assistant_category', 'assistant_category.id', 'assistant.category_id')
    .where('assistant.id', '=', id)
    .select(['assistant.id', 'assistant.name', 'assistant_category.name as category'])
    .executeTakeFirst()
