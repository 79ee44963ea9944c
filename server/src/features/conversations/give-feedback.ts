import type { RouteBody, Message, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { findMessage } from './messages/messages.ts'

/**
 * Sets, changes or (with a null rating) removes the person's feedback on one of their replies. Reasons and comment are saved only with a negative rating.
 * @throws {AppError} `request.not_found` when the message does not exist, is not a reply, is superseded or belongs to somebody else
 */
export async function giveFeedback(
  { db, models }: Pick<Context, 'db' | 'models'>,
  owner_id: string,
  { id, message_id }: { id: string; message_id: string },
  { rating, reasons = [], comment }: RouteBody<typeof routes.conversations.feedback>,
): Promise<Message> {
  const isNegative = rating === 'negative'
  const updatedRow = await db
    .updateTable('message')
    .from('conversation')
    .whereRef('conversation.id', '=', 'message.conversation_id')
    .where('conversation.owner_id', '=', owner_id)
    .where('message.conversation_id', '=', id)
    .where('message.id', '=', message_id)
    .where('message.role', '=', 'assistant')
    .where('message.superseded_at', 'is', null)
    .set({
      feedback: rating,
      feedback_reasons: isNegative ? [...new Set(reasons)] : [],
      feedback_comment: (isNegative && comment?.trim()) || null,
      feedback_at: rating === null ? null : sql`now()`,
    })
    .returning('message.id')
    .executeTakeFirst()
  const message = updatedRow === undefined ? null : await findMessage(db, id, message_id, models)
  if (message === null) throw notFound()
  return message
}
