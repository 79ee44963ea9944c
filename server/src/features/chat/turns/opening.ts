import { AppError } from '../../../platform/errors/app-error.ts'
import { openingInstruction } from '../prompt.ts'
import { insertReply } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * Lets the assistant start the conversation.
 * @throws {AppError} `conversations.reply_running` when it already has messages
 */
export const writeOpening: WriteAction = async (context, db, request, messages) => {
  if (messages.some((message) => message.role !== 'system'))
    throw new AppError('conversations.reply_running', { sentence: 'Cette conversation est déjà ouverte.' })
  return { message_id: await insertReply(context, db, request, ''), prefix: '', purpose: 'opening', instruction: openingInstruction }
}
