import type { Message } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findMessage } from './messages/messages.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { titleFrom } from './title.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type NewMessage = { role: 'system' | 'user' | 'assistant'; content: string; client_message_id?: string | undefined }

/**
 * Saves a message sent by a client. The same `client_message_id` never creates two.
 * @returns the message, and whether it was created by this call
 * @throws {AppError} `request.not_found` when the conversation does not exist or belongs to somebody else
 */
export async function addMessage(
  context: Context,
  owner_id: string,
  conversation_id: string,
  message: NewMessage,
): Promise<{ message: Message; created: boolean }> {
  const savedMessage = await inTransaction(context.db, async (db) => {
    await lockConversation(db, conversation_id, owner_id)
    const existingMessage =
      message.client_message_id === undefined ? null : await findByClientId({ db, models: context.models }, conversation_id, message.client_message_id)
    if (existingMessage !== null) return { message: existingMessage, created: false }
    await applyQuotas(db, context.config.quotas)
    const { id } = await db
      .insertInto('message')
      .values({ conversation_id, role: message.role, content: message.content, client_message_id: message.client_message_id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (message.role === 'user') await markStarted(db, conversation_id, message.content)
    else
      await db
        .updateTable('conversation')
        .set({ updated_at: sql`now()` })
        .where('id', '=', conversation_id)
        .execute()
    return { message: (await findMessage(db, conversation_id, id, context.models))!, created: true }
  })
  // The caller waits for the search index, so that bulk imports slow themselves down. If indexing fails, the background sweep does it later.
  await context.messageIndex.catchUp(owner_id).catch(() => {})
  return savedMessage
}

/**
 * Locks the conversation's row until the end of the transaction.
 * @throws {AppError} `request.not_found`
 */
export async function lockConversation(db: Db, id: string, owner_id: string) {
  const row = await db
    .selectFrom('conversation')
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow(notFound)
  return row
}

/**
 * Marks a conversation as started and unarchives it: find-or-create no longer returns it. The first question gives its title, unless the person has chosen
 * one.
 */
export async function markStarted(db: Db, id: string, question: string): Promise<void> {
  const title = titleFrom(question)
  await sql`
    update conversation set updated_at = now(), started = true, archived_at = null,
      title = case when not started and not title_chosen and ${title}::text is not null then ${title}::text else title end
    where id = ${id}`.execute(db)
}

async function findByClientId({ db, models }: Pick<Context, 'db' | 'models'>, conversation_id: string, client_message_id: string): Promise<Message | null> {
  const row = await db
    .selectFrom('message')
    .where('conversation_id', '=', conversation_id)
    .where('client_message_id', '=', client_message_id)
    .select('id')
    .executeTakeFirst()
  return row === undefined ? null : findMessage(db, conversation_id, row.id, models)
}
