import { AppError } from '../../../platform/errors/app-error.ts'
import { openingInstruction, rewriteInstruction } from '../prompt.ts'
import { insertReply, lastReply, supersede } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * Replaces the last reply by a new one, or by a rewriting of it. Without a reply, answers the last question.
 * @throws {AppError} `conversations.nothing_to_resume` when there is no question, or no text to rewrite; `request.not_found`
 */
export const writeRegenerate: WriteAction = async (context, db, request, messages) => {
  const { message_id, rewrite } = request
  const reply = lastReply(messages, message_id)
  const hasQuestion = messages.some((message) => message.role === 'user')
  const hasText = reply !== null && reply.status !== 'erreur' && reply.content.trim() !== ''
  if (rewrite === undefined ? reply === null && !hasQuestion : !hasText) throw new AppError('conversations.nothing_to_resume')
  if (reply !== null) await supersede(db, [reply])
  const written = { message_id: await insertReply(context, db, request, ''), prefix: '' }
  if (rewrite !== undefined) return { ...written, purpose: 'chat', instruction: rewriteInstruction(rewrite), rewritten: reply! }
  return { ...written, purpose: hasQuestion ? 'chat' : 'opening', instruction: hasQuestion ? null : openingInstruction }
}
