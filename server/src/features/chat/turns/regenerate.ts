import { AppError } from '../../../platform/errors/app-error.ts'
import { openingInstruction } from '../prompt.ts'
import { insertReply, lastReply, supersede } from './rows.ts'
import type { WriteAction } from './turn.ts'

/** The last reply gives way to another; without one, a question that was left alone is answered. @throws {AppError} `conversations.nothing_to_resume`, `request.not_found` */
export const writeRegenerate: WriteAction = async (context, db, request, messages) => {
  const reply = lastReply(messages, request.message_id)
  if (reply !== null) await supersede(db, [reply])
  const asked = messages.some((message) => message.role === 'user')
  if (reply === null && !asked) throw new AppError('conversations.nothing_to_resume')
  return {
    message_id: await insertReply(context, db, request.conversation_id, ''),
    prefix: '',
    purpose: asked ? 'chat' : 'opening',
    instruction: asked ? null : openingInstruction,
  }
}
