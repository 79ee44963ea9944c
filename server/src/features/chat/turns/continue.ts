import { AppError } from '../../../platform/errors/app-error.ts'
import { continueInstruction, openingInstruction } from '../prompt.ts'
import { insertReply, lastReply, supersede } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * Continues the last reply, which must be interrupted.
 * @throws {AppError} `conversations.nothing_to_resume`, `request.not_found`
 */
export const writeContinue: WriteAction = async (context, db, request, messages) => {
  const reply = lastReply(messages, request.message_id)
  if (reply === null || reply.status !== 'interrompue') throw new AppError('conversations.nothing_to_resume')
  await supersede(db, [reply], true)
  const hasQuestion = messages.some((message) => message.role === 'user')
  const restartInstruction = hasQuestion ? null : openingInstruction
  return {
    message_id: await insertReply(context, db, request, reply.content),
    prefix: reply.content,
    previousSources: reply.sources,
    purpose: hasQuestion ? 'chat' : 'opening',
    instruction: reply.content === '' ? restartInstruction : continueInstruction,
  }
}
