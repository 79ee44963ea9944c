import { AppError } from '../../../platform/errors/app-error.ts'
import { openingInstruction, rewriteInstruction } from '../prompt.ts'
import { insertReply, lastReply, supersede } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * The last reply gives way to another, or to itself in another form; without one, a question that was left alone is answered.
 * @throws {AppError} `conversations.nothing_to_resume`, also where there is no text to put otherwise; `request.not_found`
 */
export const writeRegenerate: WriteAction = async (context, db, request, messages) => {
  const { message_id, rewrite } = request
  const reply = lastReply(messages, message_id)
  const asked = messages.some((message) => message.role === 'user')
  const isWritten = reply !== null && reply.status !== 'erreur' && reply.content.trim() !== ''
  if (rewrite === undefined ? reply === null && !asked : !isWritten) throw new AppError('conversations.nothing_to_resume')
  if (reply !== null) await supersede(db, [reply])
  const written = { message_id: await insertReply(context, db, request, ''), prefix: '' }
  if (rewrite !== undefined) return { ...written, purpose: 'chat', instruction: rewriteInstruction(rewrite), rewritten: reply! }
  return { ...written, purpose: asked ? 'chat' : 'opening', instruction: asked ? null : openingInstruction }
}
