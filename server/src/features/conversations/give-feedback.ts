import type { Body, Message, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findMessage } from './messages/messages.ts'

/**
 * Gives, changes or (with a null rating) takes back this person's opinion of one of her answers.
 * Reasons and comment only stay with a negative one.
 * @throws {AppError} `request.not_found` for a message that is missing, somebody else's, or no answer.
 */
export async function giveFeedback(
  db: Db,
  owner_id: string,
  { id, message_id }: { id: string; message_id: string },
  { rating, reasons = [], comment }: Body<typeof routes.conversations.feedback>,
): Promise<Message> {
  const isNegative = rating === 'negative'
  const given = await db
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
  const message = given === undefined ? null : await findMessage(db, id, message_id)
  if (message === null) throw notFound()
  return message
}
